package scim_test

import (
	"fmt"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/namespace/scim"
)

func ExampleFromURN() {
	s, err := scim.FromURN(urn.MustParse("urn:ietf:params:scim:schemas:core:2.0:User"))
	fmt.Println(s.Type, s.Name, s.Other, err)
	// Output: schemas core 2.0:User <nil>
}

func ExampleAttributeFromURN() {
	a, err := scim.AttributeFromURN(urn.MustParse("urn:ietf:params:scim:schemas:core:2.0:User:emails.type"))
	fmt.Println(a.Schema, a.Name, a.Sub, err)
	// Output: urn:ietf:params:scim:schemas:core:2.0:User emails type <nil>
}

func ExampleAttribute_Equal() {
	a, _ := scim.AttributeFromURN(urn.MustParse("urn:ietf:params:scim:schemas:core:2.0:User:userName"))
	b, _ := scim.AttributeFromURN(urn.MustParse("urn:ietf:params:scim:schemas:core:2.0:user:USERNAME"))
	fmt.Println(a.Equal(b), namespace.Equal(a.Schema, b.Schema))
	// Output: true false
}

func ExampleIdentifier_URN() {
	u, err := scim.Identifier{Type: "schemas", Name: "core", Other: "2.0:Group"}.URN()
	fmt.Println(u, err)
	// Output: urn:ietf:params:scim:schemas:core:2.0:Group <nil>
}

func ExampleAttribute_URN() {
	user := urn.MustParse("urn:ietf:params:scim:schemas:core:2.0:User")
	u, err := scim.Attribute{Schema: user, Name: "emails", Sub: "type"}.URN()
	fmt.Println(u, err)
	// Output: urn:ietf:params:scim:schemas:core:2.0:User:emails.type <nil>
}
