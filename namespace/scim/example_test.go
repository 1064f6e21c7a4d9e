package scim_test

import (
	"fmt"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace/scim"
)

func ExampleFromURN() {
	a, err := scim.FromURN(urn.MustParse("urn:ietf:params:scim:schemas:core:2.0:User:emails.type"))
	p := a.Parts()
	fmt.Println(p.Schema, p.Name, p.Sub, err)
	// Output: urn:ietf:params:scim:schemas:core:2.0:User emails type <nil>
}

func ExampleFromURNInSchema() {
	user := urn.MustParse("urn:ietf:params:scim:schemas:core:2.0:User")
	a, err := scim.FromURNInSchema(urn.MustParse("urn:ietf:params:SCIM:schemas:core:2.0:user:userName"), user)
	fmt.Println(a, err)
	// Output: urn:ietf:params:scim:schemas:core:2.0:User:userName <nil>
}

func ExampleAttribute_Equal() {
	a, _ := scim.Parse("urn:ietf:params:scim:schemas:core:2.0:User:userName")
	b, _ := scim.Parse("urn:ietf:params:scim:schemas:core:2.0:user:USERNAME")
	fmt.Println(a.Equal(b), a == b)
	// Output: true false
}
