package transform_test

import (
	"fmt"
	"log"

	"go.opentelemetry.io/collector/otelcol"
	"go.opentelemetry.io/collector/processor"

	"github.com/seed7b5a83f0/urn/integrations/ottl/transform"
)

// A collector that is put together by hand, without the builder, has the
// processor among its factories.
func ExampleNewFactory() {
	var factories otelcol.Factories
	var err error
	factories.Processors, err = otelcol.MakeFactoryMap[processor.Factory](
		transform.NewFactory(),
	)
	if err != nil {
		log.Fatal(err)
	}
	for name := range factories.Processors {
		fmt.Println(name)
	}
	// Output: transform
}
