package gsma_test

import (
	"fmt"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace/gsma"
)

func ExampleFromURN() {
	m, err := gsma.FromURN(urn.MustParse("urn:gsma:imei:90420156-025763-0;svn=42"))
	fmt.Println(m.TAC(), m.Serial(), m.SoftwareVersion(), string(rune(m.CheckDigit())), err)
	// Output: 90420156 025763 42 7 <nil>
}

// A device shows 15 digits, the last of which is the check digit.
func ExampleParse() {
	for _, s := range []string{"90420156025763", "904201560257637", "904201560257638", "9042015602576342"} {
		m, err := gsma.Parse(s)
		fmt.Println(m.URN(), err)
	}
	// Output:
	// urn:gsma:imei:90420156-025763-0 <nil>
	// urn:gsma:imei:90420156-025763-0 <nil>
	//  namespace: checking "urn:gsma": wrong check digit (RFC 7254, section 4.2.3) at column 15
	// urn:gsma:imei:90420156-025763-0;svn=42 <nil>
}
