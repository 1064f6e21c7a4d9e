package issn_test

import (
	"fmt"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace/issn"
)

func ExampleFromURN() {
	s, err := issn.FromURN(urn.MustParse("urn:issn:2434561x"))
	fmt.Println(s, err)
	// Output: 2434-561X <nil>
}

func ExampleParse() {
	s, err := issn.Parse("2434-561x")
	fmt.Println(s.URN(), err)
	// Output: urn:issn:2434-561X <nil>
}
