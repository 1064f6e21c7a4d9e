package pattern

import _ "embed"

//go:embed vendors.txt
var vendors string

// Vendors returns a file of patterns for [ReadSet], of names that many programs meet:
// those of Pulumi, DataHub, SCIM, CycloneDX, Peppol and others. Each kind in it says
// where its owner publishes the shape. Kinds may be added in a later version.
func Vendors() string { return vendors }
