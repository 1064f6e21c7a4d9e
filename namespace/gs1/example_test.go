package gs1_test

import (
	"fmt"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace/gs1"
)

func ExampleFromURN() {
	n, err := gs1.FromURN(urn.MustParse("urn:gs1:01:09506000134352:10:ABC123:17:250101"))
	fmt.Println(n, err)
	fmt.Println(n.DigitalLink())
	// Output:
	// (01)09506000134352(10)ABC123(17)250101 <nil>
	// https://id.gs1.org/01/09506000134352/10/ABC123?17=250101
}

// The data of a bar code, as a scanner returns it.
func ExampleParse() {
	n, err := gs1.Parse("]d201095060001343521725010110ABC123")
	fmt.Println(n.URN(), err)
	// Output: urn:gs1:01:09506000134352:10:ABC123:17:250101 <nil>
}

func ExampleParse_digitalLink() {
	n, err := gs1.Parse("https://example.com/food/01/9506000134352/10/ABC123?17=250101&linkType=all")
	fmt.Println(n.URN(), err)
	// Output: urn:gs1:01:09506000134352:10:ABC123:17:250101 <nil>
}

func ExampleNew() {
	n, err := gs1.New(gs1.Elements{{AI: "254", Value: "dock 7"}, {AI: "414", Value: "9506000134369"}})
	fmt.Println(n, err)
	n, err = gs1.New(gs1.Elements{{AI: "254", Value: "dock-7"}, {AI: "414", Value: "9506000134369"}})
	fmt.Println(n, err)
	// Output:
	//  namespace: parsing "(254)dock 7(414)9506000134369": (254): value does not match the GS1 definition at column 10
	// (414)9506000134369(254)dock-7 <nil>
}

func ExampleParseElements() {
	list, err := gs1.ParseElements("(17)261231(10)LOT7")
	fmt.Println(list, len(list), err)
	// Output: (17)261231(10)LOT7 2 <nil>
}

func ExampleCheckDigit() {
	digit, ok := gs1.CheckDigit("0401234511111")
	fmt.Printf("%c %t\n", digit, ok)
	// Output: 8 true
}
