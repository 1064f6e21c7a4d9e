package repair_test

import (
	"fmt"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/repair"
)

func ExampleParse() {
	repaired, err := repair.Parse("urn:example:Köln am Rhein")
	fmt.Println(repaired.URN(), err)
	for c := range repaired.Changes() {
		fmt.Printf("bytes %d to %d, %q, became %s\n", c.Input.Start, c.Input.End, repaired.Input()[c.Input.Start:c.Input.End], repaired.URN().String()[c.URN.Start:c.URN.End])
	}
	_, err = repair.Parse("urn:my host:Server")
	fmt.Println(err)
	// Output:
	// urn:example:K%C3%B6ln%20am%20Rhein <nil>
	// bytes 13 to 15, "ö", became %C3%B6
	// bytes 17 to 18, " ", became %20
	// bytes 20 to 21, " ", became %20
	// urn: parsing "urn:my host:Server": malformed namespace identifier at column 7: unexpected ' ' (U+0020); a URN has no white space: remove it
}

func ExampleRepairer_Parse() {
	const s = "urn:example:100%"
	_, err := repair.Parse(s)
	fmt.Println(err)
	repaired, err := repair.Repairer{EscapePercent: true}.Parse(s)
	fmt.Println(repaired.URN(), err)
	// Output:
	// urn: parsing "urn:example:100%": malformed percent-encoding at column 17: unexpected end of input; two hexadecimal digits follow a '%'; write a '%' that is data as %25
	// urn:example:100%25 <nil>
}

func ExampleRepaired_URN() {
	repaired, err := repair.Parse("urn:example:Köln")
	fmt.Println(repaired.URN(), err)
	// Output: urn:example:K%C3%B6ln <nil>
}

func ExampleRepaired_Input() {
	repaired, _ := repair.Parse("urn:example:Köln")
	fmt.Println(repaired.Input())
	// Output: urn:example:Köln
}

func ExampleRepaired_Changes() {
	repaired, _ := repair.Parse("urn:example:a b#c#")
	for c := range repaired.Changes() {
		fmt.Println(c.Input, c.URN)
	}
	// Output:
	// {13 14} {13 16}
	// {17 18} {19 22}
}

func ExampleRepairer_Parse_relaxed() {
	repaired, err := repair.Repairer{Syntax: urn.Relaxed}.Parse("urn:adsk.objects:os.object:my bucket/a.rvt")
	fmt.Println(repaired.URN(), err)
	// Output: urn:adsk.objects:os.object:my%20bucket/a.rvt <nil>
}
