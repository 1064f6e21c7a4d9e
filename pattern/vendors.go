package pattern

import (
	_ "embed"
	"strings"
)

//go:embed vendors.txt
var vendors string

// Vendors returns a set of patterns of names that many programs meet: names of Pulumi,
// DataHub, SCIM, CycloneDX, Peppol and others, each with the name of its kind. The file
// vendors.txt of this package says where the owner of each publishes its shape. Kinds
// may be added in a later version. Each call makes a set of its own, in about 10 ms.
func Vendors() *Set[string] {
	set, err := ReadSet(strings.NewReader(vendors))
	if err != nil {
		panic(err) // a test reads the file
	}
	return set
}
