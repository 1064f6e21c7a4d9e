package namespace

import (
	"encoding/asn1"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/few"
)

func TestUUID(t *testing.T) {
	const want = "f81d4fae7dec11d0a76500a0c91e6bf6" // RFC 9562, section 4
	for _, s := range []string{"urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "URN:UUID:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6#f"} {
		b, err := UUID(urn.MustParse(s))
		if err != nil || hex.EncodeToString(b[:]) != want {
			t.Errorf("UUID(%q) = %x, %v, want %s", s, b, err, want)
		}
	}
	// An NID of the same length, and one that begins with "uuid", are others.
	for _, nid := range []string{"guid", "uuidx"} {
		if b, err := UUID(urn.MustParse("urn:" + nid + ":f81d4fae-7dec-11d0-a765-00a0c91e6bf6")); err == nil {
			t.Errorf("UUID reads the namespace %s: %x", nid, b)
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

func TestISSN(t *testing.T) {
	for _, tt := range []struct{ urn, want string }{
		{"urn:issn:2070-1721", "20701721"}, {"urn:issn:20701721", "20701721"}, {"URN:ISSN:2434561x", "2434561X"}, {"urn:issn:2434-561X#f", "2434561X"},
	} {
		b, err := ISSN(urn.MustParse(tt.urn))
		if err != nil || string(b[:]) != tt.want {
			t.Errorf("ISSN(%q) = %s, %v, want %s", tt.urn, b, err, tt.want)
		}
	}
}

// TestConstructors: what a constructor returns is in normal form, and the view
// returns the value again. What is not a value of the namespace is refused, with a
// bounded error.
func TestConstructors(testingT *testing.T) {
	t := few.Of(testingT)
	for _, tt := range []struct{ name, value, want string }{
		{"isbn", "0-395-36341-1", "urn:isbn:0395363411"},
		{"isbn", "080442957x", "urn:isbn:080442957X"},
		{"isbn", "978-0-395-36341-6", "urn:isbn:9780395363416"},
		{"isbn", "0-395-36341-2", ""},
		{"isbn", "0395363411#a", ""},
		{"isbn", "0395363411?=a", ""},
		{"isbn", "", ""},
		{"isbn", strings.Repeat("0-", 1<<20), ""},
		{"isbn", strings.Repeat(" ", 1<<20), ""},
		{"issn", "2070-1721", "urn:issn:2070-1721"},
		{"issn", "2434561x", "urn:issn:2434-561X"},
		{"issn", "2070-1722", ""},
		{"issn", "", ""},
		{"oid", "1.3.6.1.4.1.32473", "urn:oid:1.3.6.1.4.1.32473"},
		{"oid", asn1.ObjectIdentifier{2, 5, 4, 3}.String(), "urn:oid:2.5.4.3"},
		{"oid", "1.03", ""},
		{"oid", "1.", ""},
		{"oid", "urn:oid:1.3", ""},
		{"oid", "1.3\n", ""},
		{"oid", "", ""},
	} {
		from := map[string]func(string) (urn.URN, error){"isbn": FromISBN, "issn": FromISSN, "oid": FromOID}[tt.name]
		u, err := from(tt.value)
		if tt.want == "" {
			var e *Error
			var s *urn.SyntaxError
			if !u.IsZero() || !errors.As(err, &e) && !errors.As(err, &s) || len(err.Error()) > 1024 {
				t.Errorf("%s of %.50q: %q, %.300v", tt.name, tt.value, u, err)
			}
			continue
		}
		if err != nil || u.String() != tt.want || Normalize(u) != u {
			t.Errorf("%s of %q: %q, %v, want %q", tt.name, tt.value, u, err, tt.want)
		}
	}
	for name, from := range map[string]func(string) (urn.URN, error){"isbn": FromISBN, "issn": FromISSN, "oid": FromOID} {
		u, err := from("")
		var e *Error
		if !errors.As(err, &e) || e.NID != name || e.Reason != BadSyntax || e.Offset != len("urn:isbn:")-len("isbn")+len(name) ||
			!strings.Contains(err.Error(), "ends too early") || !u.IsZero() {
			t.Errorf("%s of the empty text: %q, %v, want an *Error", name, u, err)
		}
	}
	for i := range 256 {
		var b [16]byte
		for j := range b {
			b[j] = byte(i + j*17)
		}
		u := FromUUID(b)
		if back, err := UUID(u); err != nil || back != b || Normalize(u) != u {
			t.Errorf("FromUUID(%x) = %q, whose UUID is %x, %v", b, u, back, err)
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
	if u := o.URN(); u.String() != "urn:oid:2.25.329800735698586629295641978511506172918" {
		t.Errorf("URN = %q", u)
	}
	if u := (ObjectIdentifier{}).URN(); !u.IsZero() {
		t.Errorf("URN of the zero value: %q", u)
	}
	if got := slices.Collect(ObjectIdentifier{}.Arcs()); got != nil {
		t.Errorf("arcs of the zero value: %q, want none", got)
	}
}

func TestViewsOfOtherNamespaces(t *testing.T) {
	views := map[string]func(urn.URN) error{
		"UUID": func(u urn.URN) error { _, err := UUID(u); return err },
		"ISBN": func(u urn.URN) error { _, err := ISBN(u); return err },
		"ISSN": func(u urn.URN) error { _, err := ISSN(u); return err },
		"OID":  func(u urn.URN) error { _, err := OID(u); return err },
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
