package draft2141bis_test

import (
	"flag"
	"fmt"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/draft2141bis"
)

// A flag of the draft's syntax.
func ExampleURN() {
	var name draft2141bis.URN
	flags := flag.NewFlagSet("example", flag.ContinueOnError)
	flags.TextVar(&name, "name", draft2141bis.URN{}, "a name")
	err := flags.Parse([]string{"-name", "urn:example:a?s=I2L"})
	fmt.Println(name.URN().Q(), err)
	// Output: s=I2L <nil>
}

func ExampleResolutionKey() {
	u, err := urn.Draft2141bis.Parse("URN:ISBN:0395363411?s=I2L&c=ToC#p3")
	fmt.Println(draft2141bis.ResolutionKey(u), err)
	// Output: urn:isbn:0395363411?c=ToC&s=I2L <nil>
}
