package epc_test

import (
	"fmt"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace/epc"
	"github.com/seed7b5a83f0/urn/namespace/gs1"
)

func ExampleFromURN() {
	e, err := epc.FromURN(urn.MustParse("urn:epc:id:sgtin:4012345.011111.987"))
	if err != nil {
		fmt.Println(err)
		return
	}
	p := e.Parts()
	fmt.Println(p.Scheme, p.CompanyPrefix, p.Reference, p.Serial)
	fmt.Println(p.GS1Key)
	// Output:
	// sgtin 4012345 011111 987
	// 04012345111118
}

func ExampleEPC_GS1() {
	e, _ := epc.FromURN(urn.MustParse("urn:epc:id:sgtin:4012345.011111.987"))
	fmt.Println(e.GS1())
	fmt.Println(e.GS1().URN())
	fmt.Println(e.GS1().DigitalLink())
	// Output:
	// (01)04012345111118(21)987
	// urn:gs1:01:04012345111118:21:987
	// https://id.gs1.org/01/04012345111118/21/987
}

// A bar code that was scanned has elements that no EPC has.
func ExampleFromElements() {
	list, err := gs1.ParseElements("]d201040123451111181726123110LOT7\x1d21987")
	if err != nil {
		fmt.Println(err)
		return
	}
	e, rest, err := epc.FromElements(list, 7)
	fmt.Println(e, rest, err)
	// Output: urn:epc:id:sgtin:4012345.011111.987 (17)261231(10)LOT7 <nil>
}

func ExampleFromElements_digitalLink() {
	n, err := gs1.Parse("https://example.com/food/01/04012345111118/21/987?linkType=all")
	if err != nil {
		fmt.Println(err)
		return
	}
	e, _, err := epc.FromElements(n.Elements(), 7)
	fmt.Println(e, err)
	// Output: urn:epc:id:sgtin:4012345.011111.987 <nil>
}

// The class of all items with a GTIN.
func ExampleEPC_Parts() {
	e, _, _ := epc.FromElements(gs1.Elements{{AI: "01", Value: "04012345111118"}}, 7)
	fmt.Println(e, e.Parts().Class)
	// Output: urn:epc:idpat:sgtin:4012345.011111.* true
}

// A reader returns the EPC memory of a tag in hexadecimal digits.
func ExampleParseTag() {
	t, err := epc.ParseTag("3074257BF7194E4000001A85")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(t.URN())
	fmt.Println(t.Identity())
	fmt.Println(t.Encoding())
	e, _ := epc.FromURN(t.Identity())
	fmt.Println(e.GS1())
	// Output:
	// urn:epc:tag:sgtin-96:3.0614141.812345.6789
	// urn:epc:id:sgtin:0614141.812345.6789
	// sgtin-96 3
	// (01)80614141123458(21)6789
}

func ExampleTagFromURN() {
	t, err := epc.TagFromURN(urn.MustParse("urn:epc:raw:96.x3074257BF7194E4000001A85"))
	fmt.Println(t, err)
	fmt.Println(t.URN())
	// Output:
	// 3074257BF7194E4000001A85 <nil>
	// urn:epc:tag:sgtin-96:3.0614141.812345.6789
}

func ExampleNewTag() {
	t, err := epc.NewTag(urn.MustParse("urn:epc:id:sgtin:0614141.812345.6789"), "sgtin-96", 3)
	fmt.Println(t, err)
	// Output: 3074257BF7194E4000001A85 <nil>
}
