package mrn_test

import (
	"fmt"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace/mrn"
)

func ExampleFromURN() {
	m, err := mrn.FromURN(urn.MustParse("urn:mrn:IMO:imo-number:9743368"))
	fmt.Printf("%+v %v\n", m.Parts(), err)
	// Output: {OID:imo OSNID:imo-number OSNS:9743368} <nil>
}

func ExampleParse() {
	m, err := mrn.Parse("itu:mmsi:538070999")
	fmt.Println(m.URN(), err)
	// Output: urn:mrn:itu:mmsi:538070999 <nil>
}

func ExampleNew() {
	m, err := mrn.New(mrn.Parts{OID: "iala", OSNID: "aton", OSNS: "us:1234x5"})
	fmt.Println(m.URN(), err)
	// Output: urn:mrn:iala:aton:us:1234x5 <nil>
}
