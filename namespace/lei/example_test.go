package lei_test

import (
	"fmt"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace/lei"
)

func ExampleFromURN() {
	l, err := lei.FromURN(urn.MustParse("urn:lei:7ltwfzyicnsx8d621k86"))
	fmt.Println(l, err)
	// Output: 7LTWFZYICNSX8D621K86 <nil>
}

func ExampleParse() {
	l, err := lei.Parse("7LTWFZYICNSX8D621K86")
	fmt.Println(l.URN(), err)
	// Output: urn:lei:7LTWFZYICNSX8D621K86 <nil>
}
