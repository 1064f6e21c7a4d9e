package nbn_test

import (
	"fmt"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace/nbn"
)

func ExampleFromURN() {
	n, err := nbn.FromURN(urn.MustParse("urn:nbn:DE:bvb:12-opus-8123"))
	fmt.Printf("%+v %v\n", n.Parts(), err)
	// Output: {Country:de Subnamespace:bvb:12 ID:opus-8123} <nil>
}

func ExampleParse() {
	n, err := nbn.Parse("fi-fe201003181510")
	fmt.Println(n.URN(), err)
	// Output: urn:nbn:fi-fe201003181510 <nil>
}

func ExampleNew() {
	n, err := nbn.New(nbn.Parts{Country: "se", Subnamespace: "uu", ID: "diva-3475"})
	fmt.Println(n.URN(), err)
	// Output: urn:nbn:se:uu-diva-3475 <nil>
}
