package iso_test

import (
	"fmt"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace/iso"
)

func ExampleFromURN() {
	s, err := iso.FromURN(urn.MustParse("urn:iso:std:iso:9999:-1:ed-1:en:clause:3.1"))
	p := s.Parts()
	fmt.Println(p.Originator, p.Number, p.Part, p.Edition, p.Language, p.Rest, err)
	// Output: iso 9999 1 1 en clause:3.1 <nil>
}

func ExampleParse() {
	s, err := iso.Parse("std:iso:9999:-1:ed-1:en")
	fmt.Println(s.URN(), err)
	// Output: urn:iso:std:iso:9999:-1:ed-1:en <nil>
}

func ExampleNew() {
	s, err := iso.New(iso.Parts{Originator: "iso-iec", Type: "tr", Number: "9789", Part: "5", Edition: "1"})
	fmt.Println(s.URN(), err)
	// Output: urn:iso:std:iso-iec:tr:9789:-5:ed-1 <nil>
}
