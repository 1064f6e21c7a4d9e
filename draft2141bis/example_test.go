package draft2141bis_test

import (
	"fmt"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/draft2141bis"
)

func ExampleEscapeDirective() {
	s, err := draft2141bis.EscapeDirective("s", "I2L")
	fmt.Println(s, err)
	c, err := draft2141bis.EscapeDirective("c", "R&D")
	fmt.Println(c, err)
	u, err := urn.Draft2141bis.Build(urn.Parts{NID: "isbn", NSS: "0395363411", Q: s + "&" + c})
	fmt.Println(u, err)
	// Output:
	// s=I2L <nil>
	// c=R%26D <nil>
	// urn:isbn:0395363411?s=I2L&c=R%26D <nil>
}

func ExampleDirectives() {
	u, err := urn.Draft2141bis.Parse("urn:isbn:0395363411?s=I2L&lang=de&c=ToC&lang=en")
	if err != nil {
		fmt.Println(err)
		return
	}
	for keyword, value := range draft2141bis.Directives(u) { // lang is there twice
		fmt.Println(keyword, value)
	}
	// Output:
	// s I2L
	// c ToC
}

func ExampleDirective() {
	u, err := urn.Draft2141bis.Parse("urn:isbn:0395363411?s=I2L&lang=de&c=ToC&lang=en")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(draft2141bis.Directive(u, "c"))
	fmt.Println(draft2141bis.Directive(u, "lang"))
	// Output:
	// ToC true
	//  false
}
