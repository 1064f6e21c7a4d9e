package doi_test

import (
	"fmt"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace/doi"
)

// The four representations of example 4 of the template.
func ExampleParse() {
	want, _ := doi.FromURN(urn.MustParse("urn:doi:10.1000/456%23789"))
	for _, text := range []string{"https://doi.org/10.1000/456%23789", "doi:10.1000/456#789", "10.1000/456#789"} {
		d, err := doi.Parse(text)
		fmt.Println(d == want, err)
	}
	// Output:
	// true <nil>
	// true <nil>
	// true <nil>
}

func ExampleFromURN() {
	d, err := doi.FromURN(urn.MustParse("urn:doi:10.1000/ABC%23d"))
	fmt.Println(d, d.URN(), d.URL(), err)
	// Output: 10.1000/abc#d urn:doi:10.1000/abc%23d https://doi.org/10.1000/abc%23d <nil>
}
