package rfc2141_test

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/rfc2141"
)

// A URN of RFC 2141 whose text would be another name is not written as text. A
// field of type rfc2141.URN keeps it.
func ExampleURN() {
	u := urn.RFC2141.MustParse("urn:example:a#b")
	_, err := json.Marshal(u)
	fmt.Println(errors.Is(err, urn.OtherSyntax))

	type record struct {
		Name rfc2141.URN `json:"name"`
	}
	b, err := json.Marshal(record{Name: rfc2141.URN(u)})
	fmt.Printf("%s %v\n", b, err)
	var r record
	err = json.Unmarshal(b, &r)
	fmt.Println(r.Name.URN().NSS(), err)
	// Output:
	// true
	// {"name":"urn:example:a#b"} <nil>
	// a#b <nil>
}
