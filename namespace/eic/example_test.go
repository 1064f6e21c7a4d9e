package eic_test

import (
	"fmt"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace/eic"
)

func ExampleFromURN() {
	e, err := eic.FromURN(urn.MustParse("urn:eic:22XWATTPLUS----G"))
	fmt.Println(e, err)
	// Output: 22XWATTPLUS----G <nil>
}

func ExampleParse() {
	e, err := eic.Parse("22XWATTPLUS----G")
	fmt.Println(e.URN(), err)
	// Output: urn:eic:22XWATTPLUS----G <nil>
}
