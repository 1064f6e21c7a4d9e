package oid_test

import (
	"encoding/asn1"
	"fmt"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace/oid"
)

func ExampleFromURN() {
	id, err := oid.FromURN(urn.MustParse("urn:oid:1.3.6.1.4.1"))
	fmt.Println(id, err)
	for arc := range id.Arcs() {
		fmt.Print(arc, " ")
	}
	// Output:
	// 1.3.6.1.4.1 <nil>
	// 1 3 6 1 4 1
}

func ExampleParse() {
	id, err := oid.Parse("2.25.329800735698586629295641978511506172918")
	fmt.Println(id.URN(), err)
	// Output: urn:oid:2.25.329800735698586629295641978511506172918 <nil>
}

func ExampleFromASN1() {
	id, err := oid.FromASN1(asn1.ObjectIdentifier{2, 5, 4, 3})
	fmt.Println(id.URN(), err)
	// Output: urn:oid:2.5.4.3 <nil>
}

// An arc may be larger than an int.
func ExampleOID_ASN1() {
	for _, s := range []string{"2.5.4.3", "2.25.329800735698586629295641978511506172918"} {
		id, _ := oid.Parse(s)
		fmt.Println(id.ASN1())
	}
	// Output:
	// 2.5.4.3 <nil>
	//  namespace: parsing "2.25.329800735698586629295641978511506172918": the arc is larger than an int at column 6
}
