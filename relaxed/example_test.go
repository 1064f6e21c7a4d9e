package relaxed_test

import (
	"flag"
	"fmt"

	"github.com/seed7b5a83f0/urn/relaxed"
)

func ExampleURN() {
	var name relaxed.URN
	flags := flag.NewFlagSet("example", flag.ContinueOnError)
	flags.TextVar(&name, "name", relaxed.URN{}, "a name")
	err := flags.Parse([]string{"-name", "urn:eu.europa.ec.eudi:pid:1"})
	fmt.Println(name.URN().NID(), err)
	// Output: eu.europa.ec.eudi <nil>
}
