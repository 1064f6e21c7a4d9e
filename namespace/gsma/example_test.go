package gsma_test

import (
	"fmt"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace/gsma"
)

func ExampleFromURN() {
	m, err := gsma.FromURN(urn.MustParse("urn:gsma:imei:90420156-025763-0;svn=42"))
	fmt.Printf("%+v %v\n", m.Parts(), err)
	// Output: {TAC:90420156 Serial:025763 SoftwareVersion:42 CheckDigit:7} <nil>
}

// A device shows 15 digits, the last of which is the check digit.
func ExampleParse() {
	for _, s := range []string{"904201560257637", "35-209900-176148-1", "904201560257638", "90420156025763", "9042015602576342"} {
		m, err := gsma.Parse(s)
		fmt.Println(m.URN(), err)
	}
	// Output:
	// urn:gsma:imei:90420156-025763-0 <nil>
	// urn:gsma:imei:35209900-176148-0 <nil>
	//  namespace: parsing "904201560257638": wrong check digit at column 15: it should be '7' (RFC 7254, section 4.2.3)
	//  namespace: parsing "90420156025763": malformed gsma name at column 15: unexpected end of input; want 15 digits with the check digit, or 16 with a software version (RFC 7254, section 3)
	// urn:gsma:imei:90420156-025763-0;svn=42 <nil>
}
