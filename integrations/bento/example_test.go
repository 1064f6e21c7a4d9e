package bento_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	"github.com/warpstreamlabs/bento/public/bloblang"
	_ "github.com/warpstreamlabs/bento/public/components/io"
	_ "github.com/warpstreamlabs/bento/public/components/pure"
	"github.com/warpstreamlabs/bento/public/service"

	"github.com/seed7b5a83f0/urn/integrations/bento"
)

// A mapping in a Go program.
func ExampleRegisterMethods() {
	env := bloblang.NewEnvironment()
	if err := bento.RegisterMethods(env); err != nil {
		log.Fatal(err)
	}
	mapping, err := env.Parse(`root = this.map_each(name -> name.urn_key().catch(err -> err))`)
	if err != nil {
		log.Fatal(err)
	}
	keys, err := mapping.Query([]any{"URN:ISBN:0-395-36341-1#top", "urn:x:y"})
	if err != nil {
		log.Fatal(err)
	}
	for _, key := range keys.([]any) {
		fmt.Println(key)
	}
	// Output:
	// urn:isbn:0-395-36341-1
	// urn: parsing "urn:x:y": malformed namespace identifier at column 6: unexpected ':'; a namespace identifier has 2 to 32 letters, digits and '-', and begins and ends with a letter or digit (offset=5 reason=nid)
}

// A stream in a Go program: the URNs of a log, block by block.
func ExampleRegisterComponents() {
	env := service.NewEnvironment()
	if err := bento.RegisterComponents(env); err != nil {
		log.Fatal(err)
	}
	builder := env.NewStreamBuilder()
	err := errors.Join(
		builder.SetLoggerYAML(`level: off`),
		builder.AddInputYAML(`
file:
  paths: [ example/app.log ]
  scanner:
    line_blocks: {}
`),
		builder.AddProcessorYAML(`urn_extract: { as: text }`),
		builder.AddConsumerFunc(func(_ context.Context, block *service.Message) error {
			lines, err := block.AsBytes()
			fmt.Printf("%s", lines)
			return err
		}),
	)
	if err != nil {
		log.Fatal(err)
	}
	stream, err := builder.Build()
	if err != nil {
		log.Fatal(err)
	}
	if err := stream.Run(context.Background()); err != nil {
		log.Fatal(err)
	}
	// Output:
	// urn:isbn:0-395-36341-1
	// URN:ISBN:0-395-36341-1?=page=2
	// urn:li:dataset:(urn:li:dataPlatform:s3,bucket/key,PROD)
	// urn:uuid:6e8bc430-9c3a-11d9-9669-0800200c9a66
	// urn:example:caf%c3%a9#menu
}
