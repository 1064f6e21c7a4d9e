package rfc2141_test

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/rfc2141"
)

// A URN of RFC 2141 whose text would be another name is not written as text. A
// field of type RFC2141URN keeps it.
func ExampleURN() {
	u := urn.RFC2141.MustParse("urn:example:a#b")
	_, err := json.Marshal(u)
	fmt.Println(errors.Is(err, urn.OtherSyntax))

	type record struct {
		Name rfc2141.URN `json:"name"`
	}
	b, err := json.Marshal(record{Name: rfc2141.URN{URN: u}})
	fmt.Printf("%s %v\n", b, err)
	var r record
	err = json.Unmarshal(b, &r)
	fmt.Println(r.Name.NSS(), err)
	// Output:
	// true
	// {"name":"urn:example:a#b"} <nil>
	// a#b <nil>
}

func ExampleURN_MarshalText() {
	b, err := rfc2141.URN{URN: urn.RFC2141.MustParse("urn:example:a#b")}.MarshalText()
	fmt.Printf("%s %v\n", b, err)
	// Output: urn:example:a#b <nil>
}

func ExampleURN_AppendText() {
	b, err := rfc2141.URN{URN: urn.RFC2141.MustParse("urn:example:a#b")}.AppendText([]byte("name="))
	fmt.Printf("%s %v\n", b, err)
	// Output: name=urn:example:a#b <nil>
}

func ExampleURN_UnmarshalText() {
	var name rfc2141.URN
	err := name.UnmarshalText([]byte("urn:example:a#b"))
	fmt.Println(name.NSS(), err)
	// Output: a#b <nil>
}

func ExampleURN_Scan() {
	var name rfc2141.URN
	err := name.Scan("urn:example:a#b") // as database/sql does for a column
	fmt.Println(name.NSS(), err)
	// Output: a#b <nil>
}

func ExampleURN_Value() {
	v, err := rfc2141.URN{URN: urn.RFC2141.MustParse("urn:example:a#b")}.Value()
	fmt.Println(v, err)
	// Output: urn:example:a#b <nil>
}

func ExampleURN_MarshalBSONValue() {
	typ, data, err := rfc2141.URN{URN: urn.RFC2141.MustParse("urn:example:a#b")}.MarshalBSONValue()
	fmt.Printf("%#x %q %v\n", typ, data, err)
	// Output: 0x2 "\x10\x00\x00\x00urn:example:a#b\x00" <nil>
}

func ExampleURN_UnmarshalBSONValue() {
	var name rfc2141.URN
	err := name.UnmarshalBSONValue(0x02, []byte("\x10\x00\x00\x00urn:example:a#b\x00"))
	fmt.Println(name.NSS(), err)
	// Output: a#b <nil>
}
