package epc_test

import (
	"fmt"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace/epc"
)

func ExampleFromURN() {
	e, err := epc.FromURN(urn.MustParse("urn:epc:id:sgtin:4012345.011111.987"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(e.Scheme(), e.CompanyPrefix(), e.Reference(), e.Serial())
	fmt.Println(e.GS1Key())
	fmt.Println(e.ElementString())
	fmt.Printf("%q\n", e.FNC1())
	fmt.Println(e.DigitalLink())
	// Output:
	// sgtin 4012345 011111 987
	// 04012345111118
	// (01)04012345111118(21)987
	// "010401234511111821987"
	// https://id.gs1.org/01/04012345111118/21/987
}

func ExampleFromElementString() {
	e, err := epc.FromElementString("(00)106141412345678908", 7)
	fmt.Println(e, err)
	_, err = epc.FromElementString("(00)106141412345678909", 7)
	fmt.Println(err)
	// Output:
	// urn:epc:id:sscc:0614141.1234567890 <nil>
	// epc: (00): check digit 9 of the key is not 8, which its other digits give; correct the key: "106141412345678909"
}

func ExampleFromDigitalLink() {
	e, err := epc.FromDigitalLink("https://example.com/food/01/04012345111118/21/987?linkType=all", 7)
	fmt.Println(e, err)
	// Output: urn:epc:id:sgtin:4012345.011111.987 <nil>
}

// A bar code that was scanned has elements that no EPC has.
func ExampleFromElements() {
	list, err := epc.ParseElements("]d201040123451111181726123110LOT7\x1d21987")
	if err != nil {
		fmt.Println(err)
		return
	}
	e, rest, err := epc.FromElements(list, 7)
	fmt.Println(e, epc.FormatElements(rest), err)
	// Output: urn:epc:id:sgtin:4012345.011111.987 (17)261231(10)LOT7 <nil>
}

func ExampleParseDigitalLink() {
	list, err := epc.ParseDigitalLink("https://id.gs1.org/414/0614141123452/254/400")
	fmt.Println(list, err)
	// Output: [{414 0614141123452} {254 400}] <nil>
}

// The class of all items with a GTIN.
func ExampleEPC_IsClass() {
	e, _ := epc.FromElementString("(01)04012345111118", 7)
	fmt.Println(e, e.IsClass())
	// Output: urn:epc:idpat:sgtin:4012345.011111.* true
}

func ExampleCheckDigit() {
	digit, ok := epc.CheckDigit("0401234511111")
	fmt.Printf("%c %t\n", digit, ok)
	// Output: 8 true
}

func ExampleFormatFNC1() {
	fmt.Printf("%q\n", epc.FormatFNC1([]epc.Element{{AI: "8010", Value: "061414112-456"}, {AI: "8011", Value: "7"}}))
	// Output: "8010061414112-456\x1d80117"
}
