package cdx_test

import (
	"fmt"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace/cdx"
	"github.com/seed7b5a83f0/urn/namespace/uuid"
)

func ExampleFromURN() {
	b, err := cdx.FromURN(urn.MustParse("urn:cdx:f08a6ccd-4dce-4759-bd84-c626675d60a7/1#pkg%3Anpm%2Fa+b%401"))
	fmt.Println(b.Parts().Serial, b.Parts().Version, b.Parts().Ref, err)
	// Output: f08a6ccd-4dce-4759-bd84-c626675d60a7 1 pkg:npm/a+b@1 <nil>
}

func ExampleParse() {
	b, err := cdx.Parse("f08a6ccd-4dce-4759-bd84-c626675d60a7/1")
	fmt.Println(b.URN(), err)
	// Output: urn:cdx:f08a6ccd-4dce-4759-bd84-c626675d60a7/1 <nil>
}

// Characters that may not occur in a URN are escaped.
func ExampleNew() {
	serial, _ := uuid.Parse("f08a6ccd-4dce-4759-bd84-c626675d60a7")
	b, err := cdx.New(cdx.Parts{Serial: serial, Version: 2, Ref: "component #1"})
	fmt.Println(b.URN(), err)
	// Output: urn:cdx:f08a6ccd-4dce-4759-bd84-c626675d60a7/2#component%20%231 <nil>
}
