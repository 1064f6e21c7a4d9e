package lex_test

import (
	"fmt"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace/lex"
)

func ExampleFromURN() {
	x, err := lex.FromURN(urn.MustParse("urn:lex:it:stato:legge:2003-09-21;456@originale:it~art3"))
	p := x.Parts()
	fmt.Println(p.Jurisdiction, p.Authority, p.Measure, p.Dates, p.Numbers, p.Version, p.Language, p.Partition, err)
	// Output: it stato legge 2003-09-21 456 originale it art3 <nil>
}

func ExampleParse() {
	x, err := lex.Parse("it:stato:legge:2003-09-21;456")
	fmt.Println(x.URN(), err)
	// Output: urn:lex:it:stato:legge:2003-09-21;456 <nil>
}

func ExampleNew() {
	x, err := lex.New(lex.Parts{Jurisdiction: "it", Authority: "stato", Measure: "legge", Dates: "2003-09-21", Numbers: "456", Annexes: "all.1"})
	fmt.Println(x.URN(), err)
	// Output: urn:lex:it:stato:legge:2003-09-21;456:all.1 <nil>
}
