package scim

import (
	"errors"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
)

func TestParse(t *testing.T) {
	for _, tt := range []struct {
		urn  string
		want Identifier
	}{
		{"urn:ietf:params:scim:schemas:core:2.0:User", Identifier{"schemas", "core", "2.0:User"}},
		{"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User", Identifier{"schemas", "extension", "enterprise:2.0:User"}},
		{"urn:ietf:params:scim:api:messages:2.0:PatchOp", Identifier{"api", "messages", "2.0:PatchOp"}},
		{"urn:ietf:params:scim:param:name", Identifier{"param", "name", ""}},
		{"URN:IETF:PARAMS:scim:schemas:my-company.example", Identifier{"schemas", "my-company.example", ""}},
	} {
		got, err := FromURN(urn.MustParse(tt.urn))
		if err != nil || got != tt.want {
			t.Errorf("FromURN(%q) = %+v, %v, want %+v", tt.urn, got, err, tt.want)
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
		_, err := FromURN(urn.MustParse(tt.urn))
		var e *namespace.Error
		if !errors.As(err, &e) || e.Offset != tt.offset || e.Reason != namespace.BadSyntax {
			t.Errorf("%s: FromURN(%q) = %v, want offset %d", tt.name, tt.urn, err, tt.offset)
		}
	}
}

func TestParseAttributeURN(t *testing.T) {
	const user = "urn:ietf:params:scim:schemas:core:2.0:User"
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
		a, err := AttributeFromURN(urn.MustParse(tt.urn))
		if err != nil || a.Schema.String() != tt.schema || a.Name != tt.name || a.Sub != tt.sub {
			t.Errorf("AttributeFromURN(%q) = %q, %q, %q, %v, want %q, %q, %q", tt.urn, a.Schema, a.Name, a.Sub, err, tt.schema, tt.name, tt.sub)
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
		_, err := AttributeFromURN(urn.MustParse(tt.urn))
		var e *namespace.Error
		if !errors.As(err, &e) || e.Offset != tt.offset {
			t.Errorf("%s: AttributeFromURN(%q) = %v, want offset %d", tt.name, tt.urn, err, tt.offset)
		}
	}
}

func TestAttributeEqual(t *testing.T) {
	parse := func(s string) Attribute {
		a, err := AttributeFromURN(urn.MustParse(s))
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

// A server knows its schemas.
func TestAttributeOf(t *testing.T) {
	for _, tt := range []struct{ schema, urn, path string }{
		{"urn:ietf:params:scim:schemas:core:2.0:User", "URN:ietf:params:SCIM:schemas:CORE:2.0:user:emails.type", "emails.type"},
		{"urn:scim:schemas:core:1.0", "urn:scim:schemas:core:1.0:userName", "userName"},
		{"urn:ietf:params:scim:schemas:extension:acme:2.0", "urn:ietf:params:scim:schemas:extension:acme:2.0:badge", "badge"},
		{"urn:ietf:params:scim:schemas:core:2.0:User", "urn:ietf:params:scim:schemas:core:2.0:User", ""},
		{"urn:ietf:params:scim:schemas:core:2.0:User", "urn:ietf:params:scim:schemas:core:2.0:Group:members", ""},
		{"urn:ietf:params:scim:schemas:core:2.0:User", "urn:ietf:params:scim:schemas:core:2.0:Users:a", ""},
		{"urn:ietf:params:scim:schemas:core:2.0", "urn:ietf:params:scim:schemas:core:2.0:User:userName", ""},
		{"urn:ietf:params:scim:schemas:core:2.0:User", "urn:ietf:params:scim:schemas:core:2.0:User:name#a", ""},
	} {
		a, err := AttributeOf(urn.MustParse(tt.schema), urn.MustParse(tt.urn))
		if want := tt.schema + ":" + tt.path; tt.path != "" && (err != nil || a.Schema.String() != tt.schema || a.String() != want) || tt.path == "" && err == nil {
			t.Errorf("AttributeOf(%s, %s) = %v, %v, want %s", tt.schema, tt.urn, a, err, want)
		}
	}
}

// "2.0" is a version, which a schema may end in; what merely looks like one is
// the type of a resource.
func TestParseAttributeVersion(t *testing.T) {
	for version, ok := range map[string]bool{
		"2.0": false, "10.25": false,
		"2": true, "2.": true, ".0": true, ".": true, "2.x": true, "x.0": true, "2.0.1": true, "v2.0": true,
	} {
		s := "urn:ietf:params:scim:schemas:core:" + version + ":User"
		a, err := AttributeFromURN(urn.MustParse(s))
		if (err == nil) != ok || ok && a.Name != "User" {
			t.Errorf("AttributeFromURN(%q) = %+v, %v; want an attribute: %t", s, a, err, ok)
		}
	}
}

// TestIdentifierColon: a part with a ":" would be read as two. The offset is that
// of the first byte after the name as it is read.
func TestIdentifierColon(t *testing.T) {
	for _, c := range []struct {
		id     Identifier
		offset int
	}{
		{Identifier{Type: "schemas", Name: "core:2.0"}, len("urn:ietf:params:scim:schemas:core")},
		{Identifier{Type: "schemas:core", Name: "2.0"}, len("urn:ietf:params:scim:schemas:core")},
		{Identifier{Type: "api", Name: "a:b", Other: "c"}, len("urn:ietf:params:scim:api:a")},
	} {
		u, err := c.id.URN()
		var e *namespace.Error
		if !errors.As(err, &e) || e.Offset != c.offset || !u.IsZero() {
			t.Errorf("%+v: %q, %v, want offset %d", c.id, u, err, c.offset)
		}
	}
}

// TestParseOfOtherNamespaces: the error says that the namespace is another one.
func TestParseOfOtherNamespaces(t *testing.T) {
	for _, u := range []urn.URN{urn.MustParse("urn:example:a"), urn.MustParse("urn:scim:schemas:a"), {}} {
		_, err := FromURN(u)
		var e *namespace.Error
		if !errors.As(err, &e) || e.Reason != namespace.BadNamespace || e.Offset != u.Offsets().NID().Start {
			t.Errorf("FromURN(%q) = %v, want another namespace", u, err)
		}
	}
}

// TestURNRefuses: URN fails where FromURN would not return the same parts.
func TestURNRefuses(t *testing.T) {
	for _, id := range []Identifier{
		{}, {Type: "schemas"}, {Type: "things", Name: "a"}, {Type: "schemas", Name: "a:b"}, {Type: "schemas:a", Name: "b"},
		{Type: "schemas", Name: "a b"}, {Type: "schemas", Name: "a#b"}, {Type: "schemas", Name: "a", Other: ":"}, {Type: "SCHEMAS", Name: "a"},
		{Type: "schemas", Name: "a", Other: strings.Repeat(" ", 1<<20)},
	} {
		u, err := id.URN()
		var e *namespace.Error
		var s *urn.Error
		if !u.IsZero() || !errors.As(err, &e) && !errors.As(err, &s) || len(err.Error()) > 1024 {
			t.Errorf("%.100v: URN = %.100q, %.200v", id, u, err)
		}
	}
	user := urn.MustParse("urn:ietf:params:scim:schemas:core:2.0:User")
	for _, a := range []Attribute{
		{}, {Schema: user}, {Schema: user, Name: "1a"}, {Schema: user, Name: "a.b"}, {Schema: user, Name: "a:b"}, {Schema: user, Name: "a", Sub: "b.c"},
		{Schema: user, Name: "a", Sub: "b:c"}, {Schema: user, Name: "a b"}, {Name: "a"}, {Schema: urn.MustParse("urn:ietf:rfc:2648"), Name: "a"},
	} {
		u, err := a.URN()
		var e *namespace.Error
		var s *urn.Error
		if !u.IsZero() || !errors.As(err, &e) && !errors.As(err, &s) {
			t.Errorf("%v: URN = %q, %v", a, u, err)
		}
	}
}

// laws checks what the package promises of every URN.
func laws(t *testing.T, u urn.URN) {
	t.Helper()
	if id, err := FromURN(u); err == nil {
		// A part of a name of RFC 2141 may hold what RFC 8141 does not allow.
		if v, err := id.URN(); err == nil {
			if back, err := FromURN(v); err != nil || back != id || !namespace.Equal(u, v) {
				t.Errorf("FromURN(%q) = %+v, whose URN is %q, which is %+v, %v", u, id, v, back, err)
			}
		} else if u.Syntax() == urn.RFC8141 {
			t.Errorf("FromURN(%q) = %+v, which has no URN: %v", u, id, err)
		}
		if v, err := namespace.Validate(u); v != namespace.Valid {
			t.Errorf("FromURN(%q) = %+v, but Validate says %v, %v", u, id, v, err)
		}
	} else if nss := strings.ToLower(u.NSS()); strings.EqualFold(u.NID(), "ietf") && strings.HasPrefix(nss, "params:scim:") &&
		u.NSS()[len("params"):] == nss[len("params"):] {
		if v, _ := namespace.Validate(u); v == namespace.Valid {
			t.Errorf("FromURN(%q): %v, but Validate says it is valid", u, err)
		}
	}
	if a, err := AttributeFromURN(u); err == nil {
		v, err := a.URN()
		if err != nil || v.Key() != u.Key() || !a.Equal(a) {
			t.Errorf("AttributeFromURN(%q) = %+v, whose URN is %q, %v", u, a, v, err)
		}
		if back, err := AttributeFromURN(v); err != nil || !back.Schema.Equal(a.Schema) || back.Name != a.Name || back.Sub != a.Sub {
			t.Errorf("AttributeFromURN(%q) = %+v, %v, want %+v", v, back, err, a)
		}
	}
}

// FuzzLaws holds the laws for every URN that parses, and the other way for parts
// that make a URN.
func FuzzLaws(f *testing.F) {
	for _, s := range []string{
		"urn:ietf:params:scim:schemas:core:2.0:User", "URN:IETF:Params:scim:api:messages:2.0:PatchOp", "urn:ietf:params:SCIM:schemas:a",
		"urn:ietf:params:scim:schemas:core:2.0:User:emails.type", "urn:scim:schemas:extension:acme.example:1.0:User:badge.$ref", "urn:acme:a:b#c",
		"urn:ietf:params:scim:param:%2f?+r?=q#f", "urn:ietf:rfc:2648",
	} {
		f.Add(s, uint8(0), "schemas", "core", "2.0:User")
		f.Add(s, uint8(1), "emails", "a:b", "")
	}
	f.Fuzz(func(t *testing.T, s string, x uint8, first, second, third string) {
		if u, err := urn.Syntax(x % 3).Parse(s); err == nil {
			laws(t, u)
			a := Attribute{u, first, second}
			if v, err := a.URN(); err == nil {
				back, err := AttributeOf(u, v)
				if err != nil || back.Schema != u || back.Name != first || back.Sub != second {
					t.Errorf("%+v becomes %q and comes back as %+v, %v", a, v, back, err)
				}
				laws(t, v)
			}
		}
		id := Identifier{first, second, third}
		if v, err := id.URN(); err == nil {
			if back, err := FromURN(v); err != nil || back != id {
				t.Errorf("%+v becomes %q and comes back as %+v, %v", id, v, back, err)
			}
			laws(t, v)
		}
	})
}

// TestAllocations: what only reads does not allocate unless it fails.
func TestAllocations(t *testing.T) {
	u := urn.MustParse("urn:ietf:params:scim:schemas:core:2.0:User:emails.type")
	if got := testing.AllocsPerRun(100, func() {
		_, err := FromURN(u)
		a, err2 := AttributeFromURN(u)
		if err != nil || err2 != nil || !a.Equal(a) {
			t.Error(err, err2)
		}
	}); got != 0 {
		t.Errorf("%v allocations, want none", got)
	}
}
