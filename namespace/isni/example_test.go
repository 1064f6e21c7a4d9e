package isni_test

import (
	"fmt"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace/isni"
)

func ExampleFromURN() {
	s, err := isni.FromURN(urn.MustParse("urn:isni:0000000121241960"))
	fmt.Println(s, err)
	fmt.Println(s.Display())
	// Output:
	// 0000000121241960 <nil>
	// ISNI 0000 0001 2124 1960
}

func ExampleParse() {
	s, err := isni.Parse("ISNI 0000 0001 2124 1960")
	fmt.Println(s.URN(), err)
	_, err = isni.Parse("0000000121241961")
	fmt.Println(err)
	// Output:
	// urn:isni:0000000121241960 <nil>
	// namespace: parsing "0000000121241961": wrong check digit at column 16: it should be '0' (IANA template of urn:isni, Syntax; ISO 27729)
}
