package scim

import (
	"errors"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
)

const user = "urn:ietf:params:scim:schemas:core:2.0:User"

func TestFromURN(t *testing.T) {
	for _, tt := range []struct{ urn, schema, name, sub string }{
		{user + ":emails.type", user, "emails", "type"},
		{user + ":userName", user, "userName", ""},
		{user + ":x-my_attr$1.sub-attr", user, "x-my_attr$1", "sub-attr"},
		{"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager.$ref", "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User", "manager", "$ref"},
		{"urn:ietf:params:scim:schemas:name:attr", "urn:ietf:params:scim:schemas:name", "attr", ""},
		{"urn:scim:schemas:core:1.0:userName", "urn:scim:schemas:core:1.0", "userName", ""},
		{"urn:ietf:params:SCIM:schemas:core:2.0:User:userName", "urn:ietf:params:SCIM:schemas:core:2.0:User", "userName", ""},
		{"URN:IETF:PARAMS:SCIM:SCHEMAS:CORE:2.0:USER:EMAILS.TYPE", "URN:IETF:PARAMS:SCIM:SCHEMAS:CORE:2.0:USER", "EMAILS", "TYPE"},
		{"urn:scim:schemas:extension:acme.example:1.0:User:badge", "urn:scim:schemas:extension:acme.example:1.0:User", "badge", ""},
	} {
		a, err := FromURN(urn.MustParse(tt.urn))
		if want := (Parts{urn.MustParse(tt.schema), tt.name, tt.sub}); err != nil || a.Parts() != want {
			t.Errorf("FromURN(%q) = %v, %v, want %v", tt.urn, a.Parts(), err, want)
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
		{"a q-component", user + ":name?=a", len(user + ":name")},
		{"a schema of two colons in capitals", "urn:ietf:params:SCIM:schemas::name", len("urn:ietf:params:scim:schemas:")},
		{"nothing before the colon", "urn:acme::attr", len("urn:acme:")},
	} {
		_, err := FromURN(urn.MustParse(tt.urn))
		if e := (*namespace.Error)(nil); !errors.As(err, &e) || e.Offset != tt.offset {
			t.Errorf("%s: FromURN(%q) = %v, want offset %d", tt.name, tt.urn, err, tt.offset)
		}
	}
	if _, err := Parse("urn:acme:a b:x"); err == nil || !strings.Contains(err.Error(), "malformed acme name at column 11: unexpected ' '") {
		t.Errorf("a malformed URN: %v", err)
	}
	if a, err := FromURN(urn.RFC2141.MustParse(user + "#a:b")); err == nil {
		t.Errorf("a schema that RFC 8141 refuses: %v", a)
	}
}

func TestEqual(t *testing.T) {
	parse := func(s string) Attribute {
		a, err := Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	a := parse(user + ":emails.type")
	if b := parse("URN:IETF:PARAMS:scim:schemas:CORE:2.0:USER:Emails.Type"); !a.Equal(b) || a == b {
		t.Errorf("%v.Equal(%v) = false, want true (RFC 7644, section 3.10)", a, b)
	}
	for _, s := range []string{strings.Replace(user, "User", "Team", 1) + ":emails.type", user + ":email.type", user + ":emails.value", user + ":emails"} {
		if b := parse(s); a.Equal(b) {
			t.Errorf("%v.Equal(%v) = true, want false", a, b)
		}
	}
}

// A server knows its schemas.
func TestFromURNInSchema(t *testing.T) {
	for _, tt := range []struct{ schema, urn, path string }{
		{user, "URN:ietf:params:SCIM:schemas:CORE:2.0:user:emails.type", "emails.type"},
		{"urn:scim:schemas:core:1.0", "urn:scim:schemas:core:1.0:userName", "userName"},
		{"urn:ietf:params:scim:schemas:extension:acme:2.0", "urn:ietf:params:scim:schemas:extension:acme:2.0:badge", "badge"},
		{user, user, ""},
		{user, "urn:ietf:params:scim:schemas:core:2.0:Group:members", ""},
		{user, user + "s:a", ""},
		{"urn:ietf:params:scim:schemas:core:2.0", user + ":userName", ""},
		{user, user + ":name#a", ""},
	} {
		a, err := FromURNInSchema(urn.MustParse(tt.urn), urn.MustParse(tt.schema))
		if want := tt.schema + ":" + tt.path; tt.path != "" && (err != nil || a.String() != want || a.Parts().Schema.String() != tt.schema) || tt.path == "" && err == nil {
			t.Errorf("FromURNInSchema(%s, %s) = %v, %v, want %s", tt.urn, tt.schema, a, err, want)
		}
	}
	if _, err := FromURNInSchema(urn.MustParse("urn:example:a:b"), urn.URN{}); err == nil {
		t.Error("an attribute of no schema")
	}
}

// "2.0" is a version, which a schema may end in; what merely looks like one is the type of a
// resource.
func TestVersion(t *testing.T) {
	for version, ok := range map[string]bool{
		"2.0": false, "10.25": false,
		"2": true, "2.": true, ".0": true, ".": true, "2.x": true, "x.0": true, "2.0.1": true, "v2.0": true,
	} {
		s := "urn:ietf:params:scim:schemas:core:" + version + ":User"
		a, err := Parse(s)
		if (err == nil) != ok || ok && a.Parts().Name != "User" {
			t.Errorf("Parse(%q) = %v, %v; want an attribute: %t", s, a, err, ok)
		}
	}
}

// TestUnreadable: what Parse would refuse is not written.
func TestUnreadable(t *testing.T) {
	schema := urn.MustParse("urn:ietf:params:scim:schemas:extension:acme:2.0")
	a, err := New(Parts{Schema: schema, Name: "userName"})
	if err != nil {
		t.Fatal(err)
	}
	if text, err := a.MarshalText(); err == nil {
		t.Errorf("MarshalText: %q", text)
	}
	if v, err := a.Value(); err == nil {
		t.Errorf("Value: %v", v)
	}
}

func TestNew(t *testing.T) {
	schema := urn.MustParse(user)
	for _, tt := range []struct {
		p    Parts
		want string // or the offset in the attribute, and a part of the message
		at   int
	}{
		{Parts{schema, "emails", "type"}, user + ":emails.type", -1},
		{Parts{urn.MustParse("urn:acme:s:1.0"), "a", ""}, "urn:acme:s:1.0:a", -1},
		{Parts{urn.MustParse(user + "?=q#f"), "a", ""}, user + ":a", -1},
		{Parts{schema, "a.b", ""}, `"a.b"`, 1},
		{Parts{schema, "a:b", ""}, `"a:b"`, 1},
		{Parts{schema, "a", "b c"}, `"a.b c"`, 3},
		{Parts{schema, "", "a"}, `".a"`, 0},
		{Parts{Name: "a"}, "want the URN of a schema", 0},
	} {
		a, err := New(tt.p)
		e := (*namespace.Error)(nil)
		if tt.at < 0 && (err != nil || a.String() != tt.want) || tt.at >= 0 && (!errors.As(err, &e) || e.Offset != tt.at || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("New(%v) = %v, %v, want %s at %d", tt.p, a, err, tt.want, tt.at)
		}
	}
	if a, err := New(Parts{Schema: urn.MustParse("urn:ietf:rfc:2648"), Name: "a"}); err == nil {
		t.Errorf("an attribute of an RFC: %v", a)
	}
}

// TestAllocations: what only reads does not allocate unless it fails.
func TestAllocations(t *testing.T) {
	u, schema := urn.MustParse(user+":emails.type"), urn.MustParse(user)
	if got := testing.AllocsPerRun(100, func() {
		a, err := FromURN(u)
		b, err2 := FromURNInSchema(u, schema)
		if err != nil || err2 != nil || !a.Equal(b) || a.Parts().Sub != "type" {
			t.Error(err, err2)
		}
	}); got != 0 {
		t.Errorf("%v allocations, want none", got)
	}
}
