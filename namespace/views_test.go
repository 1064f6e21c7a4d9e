package namespace

import (
	"encoding/hex"
	"errors"
	"slices"
	"testing"

	"github.com/seed7b5a83f0/urn"
)

func TestUUID(t *testing.T) {
	const want = "f81d4fae7dec11d0a76500a0c91e6bf6" // RFC 9562, section 4
	for _, s := range []string{"urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "URN:UUID:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6#f"} {
		b, err := UUID(urn.MustParse(s))
		if err != nil || hex.EncodeToString(b[:]) != want {
			t.Errorf("UUID(%q) = %x, %v, want %s", s, b, err, want)
		}
	}
}

// TestDecodeUUIDBytes puts every byte at every place of a UUID, and cuts it at
// every length.
func TestDecodeUUIDBytes(t *testing.T) {
	const valid = "f81d4fae-7dec-11d0-A765-00a0c91e6bf6"
	for i := range len(valid) {
		machineLaws(t, valid[:i])
		for c := range 256 {
			machineLaws(t, valid[:i]+string([]byte{byte(c)})+valid[i+1:])
		}
	}
	machineLaws(t, valid+"0")
}

func TestISBN(t *testing.T) {
	for _, tt := range []struct{ urn, want string }{
		{"urn:isbn:0-395-36341-1", "9780395363416"},
		{"urn:isbn:0395363411", "9780395363416"},
		{"urn:isbn:978-0-395-36341-6", "9780395363416"},
		{"urn:isbn:080442957X", "9780804429573"},
		{"urn:isbn:0-8044-2957-x", "9780804429573"},
		{"urn:isbn:0306406012", "9780306406010"},
		{"urn:isbn:979-10-90636-07-1", "9791090636071"},
	} {
		b, err := ISBN(urn.MustParse(tt.urn))
		if err != nil || string(b[:]) != tt.want {
			t.Errorf("ISBN(%q) = %s, %v, want %s", tt.urn, b, err, tt.want)
		}
	}
}

func TestOID(t *testing.T) {
	o, err := OID(urn.MustParse("urn:oid:2.25.329800735698586629295641978511506172918"))
	want := []string{"2", "25", "329800735698586629295641978511506172918"}
	if got := slices.Collect(o.Arcs()); err != nil || !slices.Equal(got, want) {
		t.Errorf("Arcs = %q, %v, want %q", got, err, want)
	}
	for arc := range o.Arcs() {
		if arc != "2" {
			t.Errorf("Arcs goes on after the first one: %q", arc)
		}
		break
	}
	if got := slices.Collect(ObjectIdentifier{}.Arcs()); got != nil {
		t.Errorf("arcs of the zero value: %q, want none", got)
	}
}

func TestViewsOfOtherNamespaces(t *testing.T) {
	views := map[string]func(urn.URN) error{
		"UUID":      func(u urn.URN) error { _, err := UUID(u); return err },
		"ISBN":      func(u urn.URN) error { _, err := ISBN(u); return err },
		"OID":       func(u urn.URN) error { _, err := OID(u); return err },
		"ParseSCIM": func(u urn.URN) error { _, err := ParseSCIM(u); return err },
	}
	for name, view := range views {
		for _, u := range []urn.URN{urn.MustParse("urn:example:a"), {}} {
			err := view(u)
			var e *Error
			if !errors.As(err, &e) || e.Reason != BadNamespace || e.Offset != u.Offsets().NID().Start {
				t.Errorf("%s(%q) = %v, want another namespace", name, u, err)
			}
		}
	}
}

func TestParseSCIM(t *testing.T) {
	for _, tt := range []struct {
		urn  string
		want SCIM
	}{
		{"urn:ietf:params:scim:schemas:core:2.0:User", SCIM{"schemas", "core", "2.0:User"}},
		{"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User", SCIM{"schemas", "extension", "enterprise:2.0:User"}},
		{"urn:ietf:params:scim:api:messages:2.0:PatchOp", SCIM{"api", "messages", "2.0:PatchOp"}},
		{"urn:ietf:params:scim:param:name", SCIM{"param", "name", ""}},
		{"URN:IETF:PARAMS:scim:schemas:my-company.example", SCIM{"schemas", "my-company.example", ""}},
	} {
		got, err := ParseSCIM(urn.MustParse(tt.urn))
		if err != nil || got != tt.want {
			t.Errorf("ParseSCIM(%q) = %+v, %v, want %+v", tt.urn, got, err, tt.want)
		}
	}
	for _, tt := range []struct {
		name, urn string
		offset    int
	}{
		{"an RFC", "urn:ietf:rfc:2648", len("urn:ietf:")},
		{"other parameters", "urn:ietf:params:xml:ns", len("urn:ietf:params:")},
		{"no type", "urn:ietf:params:scim", len("urn:ietf:params:scim")},
		{"no name", "urn:ietf:params:scim:schemas:", len("urn:ietf:params:scim:schemas:")},
		{"another type", "urn:ietf:params:scim:things:core", len("urn:ietf:params:scim:")},
	} {
		_, err := ParseSCIM(urn.MustParse(tt.urn))
		var e *Error
		if !errors.As(err, &e) || e.Offset != tt.offset || e.Reason != BadSyntax {
			t.Errorf("%s: ParseSCIM(%q) = %v, want offset %d", tt.name, tt.urn, err, tt.offset)
		}
	}
}

func TestParseSCIMAttribute(t *testing.T) {
	const user = "urn:ietf:params:scim:schemas:core:2.0:User"
	for _, tt := range []struct{ urn, schema, name, sub string }{
		{user + ":emails.type", user, "emails", "type"},
		{user + ":userName", user, "userName", ""},
		{user + ":x-my_attr$1.sub-attr", user, "x-my_attr$1", "sub-attr"},
		{"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager.$ref", "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User", "manager", "$ref"},
		{"urn:ietf:params:scim:schemas:name:attr", "urn:ietf:params:scim:schemas:name", "attr", ""},
		{"urn:scim:schemas:extension:acme.example:1.0:User:badge", "urn:scim:schemas:extension:acme.example:1.0:User", "badge", ""},
	} {
		a, err := ParseSCIMAttribute(urn.MustParse(tt.urn))
		if err != nil || a.Schema.String() != tt.schema || a.Name != tt.name || a.Sub != tt.sub {
			t.Errorf("ParseSCIMAttribute(%q) = %q, %q, %q, %v, want %q, %q, %q", tt.urn, a.Schema, a.Name, a.Sub, err, tt.schema, tt.name, tt.sub)
		}
	}
	for _, tt := range []struct {
		name, urn string
		offset    int
	}{
		{"a schema alone", user, len(user)},
		{"an empty attribute", user + ":", len(user + ":")},
		{"an attribute that begins with a digit", user + ":1a", len(user + ":")},
		{"an empty sub-attribute", user + ":emails.", len(user + ":emails.")},
		{"two sub-attributes", user + ":a.b.c", len(user + ":a.b")},
		{"$ref as an attribute", user + ":$ref", len(user + ":")},
		{"no name of a schema", "urn:ietf:params:scim:schemas:attr", len("urn:ietf:params:scim:schemas:attr")},
		{"a message", "urn:ietf:params:scim:api:messages:2.0:PatchOp:a", len("urn:ietf:params:scim:")},
		{"not SCIM", "urn:ietf:rfc:2648", len("urn:ietf:")},
		{"no schema", "urn:acme:attr", len("urn:acme:attr")},
		{"nothing before the colon", "urn:acme::attr", len("urn:acme:")},
	} {
		_, err := ParseSCIMAttribute(urn.MustParse(tt.urn))
		var e *Error
		if !errors.As(err, &e) || e.Offset != tt.offset {
			t.Errorf("%s: ParseSCIMAttribute(%q) = %v, want offset %d", tt.name, tt.urn, err, tt.offset)
		}
	}
}

func TestSCIMAttributeEqual(t *testing.T) {
	parse := func(s string) SCIMAttribute {
		a, err := ParseSCIMAttribute(urn.MustParse(s))
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	a := parse("urn:ietf:params:scim:schemas:core:2.0:User:emails.type")
	if b := parse("URN:IETF:PARAMS:scim:schemas:CORE:2.0:USER:Emails.Type"); !a.Equal(b) || a == b {
		t.Errorf("%+v.Equal(%+v) = false, want true (RFC 7644, section 3.10)", a, b)
	}
	for _, s := range []string{
		"urn:ietf:params:scim:schemas:core:2.0:Group:emails.type",
		"urn:ietf:params:scim:schemas:core:2.0:User:email.type",
		"urn:ietf:params:scim:schemas:core:2.0:User:emails.value",
		"urn:ietf:params:scim:schemas:core:2.0:User:emails",
	} {
		if b := parse(s); a.Equal(b) {
			t.Errorf("%+v.Equal(%+v) = true, want false", a, b)
		}
	}
}
