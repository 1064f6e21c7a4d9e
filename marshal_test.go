package urn_test

import (
	"bytes"
	"database/sql"
	"database/sql/driver"
	"encoding"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"math/big"
	"net"
	"net/netip"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/draft2141bis"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/pattern"
	"github.com/seed7b5a83f0/urn/relaxed"
	"github.com/seed7b5a83f0/urn/rfc2141"
	"github.com/seed7b5a83f0/urn/scan"
)

var (
	_ fmt.Stringer               = urn.URN{}
	_ encoding.TextAppender      = urn.URN{}
	_ encoding.TextMarshaler     = urn.URN{}
	_ encoding.TextUnmarshaler   = (*urn.URN)(nil)
	_ encoding.BinaryMarshaler   = urn.URN{}
	_ encoding.BinaryUnmarshaler = (*urn.URN)(nil)
	_ sql.Scanner                = (*urn.URN)(nil)
	_ driver.Valuer              = urn.URN{}

	_ field     = urn.URN{}
	_ field     = rfc2141.URN{}
	_ field     = draft2141bis.URN{}
	_ field     = relaxed.URN{}
	_ fieldRead = (*urn.URN)(nil)
	_ fieldRead = (*rfc2141.URN)(nil)
	_ fieldRead = (*draft2141bis.URN)(nil)
	_ fieldRead = (*relaxed.URN)(nil)

	_ fmt.Stringer             = urn.RFC8141
	_ encoding.TextMarshaler   = urn.RFC8141
	_ encoding.TextUnmarshaler = (*urn.Syntax)(nil)
)

// readers are the ways a URN is read from a string, through its own methods
// and through the packages that call them.
var readers = []struct {
	name string
	read func(*urn.URN, string) error
}{
	{"UnmarshalText", func(u *urn.URN, s string) error { return u.UnmarshalText([]byte(s)) }},
	{"UnmarshalBinary", func(u *urn.URN, s string) error { return u.UnmarshalBinary([]byte(s)) }},
	{"Scan of a string", func(u *urn.URN, s string) error { return u.Scan(s) }},
	{"Scan of bytes", func(u *urn.URN, s string) error { return u.Scan([]byte(s)) }},
	{"json.Unmarshal", func(u *urn.URN, s string) error { return json.Unmarshal(asJSON(s), u) }},
	{"xml.Unmarshal of an attribute", func(u *urn.URN, s string) error {
		v := struct {
			U *urn.URN `xml:"u,attr"`
		}{u}
		return xml.Unmarshal([]byte("<v u='"+asXML(s)+"'/>"), &v)
	}},
	{"xml.Unmarshal of an element", func(u *urn.URN, s string) error {
		return xml.Unmarshal([]byte("<u>"+asXML(s)+"</u>"), u)
	}},
}

func asJSON(s string) []byte {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return b
}

func asXML(s string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(s)); err != nil {
		panic(err)
	}
	return b.String()
}

func TestUnmarshal(t *testing.T) {
	was := urn.MustParse("urn:example:was")
	for _, r := range readers {
		t.Run(r.name, func(t *testing.T) {
			for _, test := range []struct {
				name, in string
				reason   urn.Reason
				offset   int
			}{
				{"empty", "", 0, 0},
				{"valid", "URN:ex:a%2f&'?+r?=q#f", 0, 0},
				{"empty f-component", "urn:ex:a#", 0, 0},
				{"no URN", "http://example.com/", urn.BadScheme, 0},
				{"space before", " urn:ex:a", urn.BadScheme, 0},
				{"space after", "urn:ex:a ", urn.BadNSS, 8},
				{"not ASCII", "urn:ex:é", urn.BadNSS, 7},
				{"bad escape", "urn:ex:a%zz", urn.BadEscape, 9},
				{"cut short", "urn:ex:", urn.BadNSS, 7},
			} {
				u := was
				err := r.read(&u, test.in)
				var se *urn.Error
				switch {
				case test.reason == 0:
					var want urn.URN
					if test.in != "" {
						want = urn.MustParse(test.in)
					}
					if err != nil || u != want {
						t.Errorf("%s: reading %q gives %q, %v, want %q", test.name, test.in, u, err, want)
					}
				case !errors.As(err, &se) || se.Reason != test.reason || se.Offset != test.offset:
					t.Errorf("%s: reading %q: error %v, want %v at %d", test.name, test.in, err, test.reason, test.offset)
				case u != was:
					t.Errorf("%s: reading %q fails but sets %q", test.name, test.in, u)
				}
			}
		})
	}
}

func TestMarshal(t *testing.T) {
	for _, test := range []struct {
		name string
		u    urn.URN
		want string
	}{
		{"zero", urn.URN{}, ""},
		{"as written", urn.MustParse("URN:Ex:a%2f?+r?=q#"), "URN:Ex:a%2f?+r?=q#"},
		{"of RFC2141", urn.RFC2141.MustParse("urn:ex:a/b"), "urn:ex:a/b"},
		{"of Draft2141bis", urn.Draft2141bis.MustParse("urn:ex:a#f"), "urn:ex:a#f"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got, err := test.u.MarshalText(); string(got) != test.want || err != nil {
				t.Errorf("MarshalText = %q, %v, want %q", got, err, test.want)
			}
			if got, err := test.u.AppendText([]byte("x")); string(got) != "x"+test.want || err != nil {
				t.Errorf("AppendText = %q, %v, want %q", got, err, "x"+test.want)
			}
			if got, err := json.Marshal(test.u); !bytes.Equal(got, asJSON(test.want)) || err != nil {
				t.Errorf("json.Marshal = %s, %v, want %q", got, err, test.want)
			}
			var value driver.Value
			if test.want != "" {
				value = test.want
			}
			if got, err := test.u.Value(); got != value || err != nil {
				t.Errorf("Value = %#v, %v, want %#v", got, err, value)
			}
			if got, err := driver.DefaultParameterConverter.ConvertValue(test.u); got != value || err != nil {
				t.Errorf("ConvertValue = %#v, %v, want %#v", got, err, value)
			}
			// The binary form keeps the syntax.
			data, err := test.u.MarshalBinary()
			if err != nil {
				t.Errorf("MarshalBinary: %v", err)
			}
			back := urn.MustParse("urn:example:was")
			if err := back.UnmarshalBinary(data); back != test.u || err != nil {
				t.Errorf("UnmarshalBinary(%q) gives %q, %v, want %q", data, back, err, test.u)
			}
		})
	}
}

// A URN that is read does not share memory with its source.
func TestUnmarshalCopies(t *testing.T) {
	for _, test := range []struct {
		name string
		read func(*urn.URN, []byte) error
	}{
		{"UnmarshalText", (*urn.URN).UnmarshalText},
		{"UnmarshalBinary", (*urn.URN).UnmarshalBinary},
		{"Scan", func(u *urn.URN, b []byte) error { return u.Scan(b) }},
	} {
		b := []byte("urn:example:a")
		var u urn.URN
		if err := test.read(&u, b); err != nil {
			t.Fatalf("%s(%q): %v", test.name, b, err)
		}
		copy(b, "XXXXXXXXXXXXX")
		if u.String() != "urn:example:a" {
			t.Errorf("%s: the URN became %q with its input", test.name, u)
		}
	}
}

func TestScanOtherTypes(t *testing.T) {
	was := urn.MustParse("urn:example:was")
	u := was
	for _, src := range []any{42, 1.5, true, []rune("urn:example:a"), struct{}{}} {
		want := fmt.Sprintf("urn: cannot read a value of type %T as a URN: it is not text", src)
		if err := u.Scan(src); err == nil || err.Error() != want || u != was || !errors.Is(err, urn.NotText) {
			t.Errorf("Scan(%#v) gives %q, %v, want an error that reads %q", src, u, err, want)
		}
	}
	for _, src := range []any{nil, []byte(nil), []byte{}, ""} {
		u := was
		if err := u.Scan(src); err != nil || !u.IsZero() {
			t.Errorf("Scan(%#v) gives %q, %v, want the zero URN", src, u, err)
		}
	}
	var null sql.Null[urn.URN]
	if err := null.Scan("urn:example:a"); err != nil || !null.Valid || null.V != urn.MustParse("urn:example:a") {
		t.Errorf("sql.Null[URN].Scan gives %+v, %v", null, err)
	}
}

func TestUnmarshalBinaryErrors(t *testing.T) {
	for _, test := range []struct {
		name, in string
		syntax   urn.Syntax
		reason   urn.Reason
		offset   int
	}{
		{"a syntax and nothing else", "\x01", urn.RFC2141, urn.BadScheme, 0},
		{"no such syntax", "\x04urn:ex:a", urn.RFC8141, urn.BadScheme, 0},
		{"RFC8141 needs no byte", "\x00urn:ex:a", urn.RFC8141, urn.BadScheme, 0},
		{"not of that syntax", "\x01urn:ex:a&b", urn.RFC2141, urn.BadNSS, 8},
	} {
		was := urn.MustParse("urn:example:was")
		u := was
		err := u.UnmarshalBinary([]byte(test.in))
		var se *urn.Error
		if !errors.As(err, &se) || se.Syntax != test.syntax || se.Reason != test.reason || se.Offset != test.offset || u != was {
			t.Errorf("%s: UnmarshalBinary(%q) gives %q, %v, want %v at %d", test.name, test.in, u, err, test.reason, test.offset)
		}
	}
}

// field is a type of a struct field that is read and written under a syntax.
type field interface {
	encoding.TextAppender
	encoding.TextMarshaler
	driver.Valuer
}

// fieldRead is a pointer to a field.
type fieldRead interface {
	encoding.TextUnmarshaler
	sql.Scanner
}

// fieldTypes are the types of fields, each with its syntax.
var fieldTypes = []fieldType{
	fieldOf[urn.URN]("urn.URN", urn.RFC8141),
	fieldOf[rfc2141.URN]("rfc2141.URN", urn.RFC2141),
	fieldOf[draft2141bis.URN]("draft2141bis.URN", urn.Draft2141bis),
	fieldOf[relaxed.URN]("relaxed.URN", urn.Relaxed),
}

type fieldType struct {
	name   string
	syntax urn.Syntax
	of     func(urn.URN) field
	new    func() (fieldRead, func() urn.URN)
}

func fieldOf[T interface {
	field
	urn.URN | rfc2141.URN | draft2141bis.URN | relaxed.URN
}, P interface {
	*T
	fieldRead
}](name string, x urn.Syntax) fieldType {
	return fieldType{name, x, func(u urn.URN) field { return T(u) }, func() (fieldRead, func() urn.URN) {
		f := new(T)
		return P(f), func() urn.URN { return urn.URN(*f) }
	}}
}

// checkIdentity writes u through every type of field and in every way, and checks
// that what is read back has its key, or else that nothing is written.
func checkIdentity(t testing.TB, u urn.URN) {
	t.Helper()
	for _, typ := range fieldTypes {
		as, err := typ.syntax.Parse(u.String())
		loses := err != nil || as.Key() != u.Key()
		f := typ.of(u)
		appended, appendErr := f.AppendText([]byte("<"))
		text, textErr := f.MarshalText()
		value, valueErr := f.Value()
		_, jsonErr := json.Marshal(f)
		for _, err := range []error{appendErr, textErr, valueErr, jsonErr} {
			var se *urn.Error
			if loses != (err != nil) || loses && (!errors.As(err, &se) || se.Reason != urn.OtherSyntax || se.Syntax != u.Syntax() || len(err.Error()) > 700) {
				t.Fatalf("%s{%q of %v}: error %v, want one: %v", typ.name, u, u.Syntax(), err, loses)
			}
		}
		if loses {
			if string(appended) != "<" || text != nil || value != nil {
				t.Fatalf("%s{%q of %v} is written as %q, %q, %v beside an error", typ.name, u, u.Syntax(), appended, text, value)
			}
			continue
		}
		if string(appended) != "<"+u.String() {
			t.Fatalf("%s{%q}: AppendText(<) = %q", typ.name, u, appended)
		}
		for name, read := range map[string]func(fieldRead) error{
			"text": func(f fieldRead) error { return f.UnmarshalText(text) },
			"SQL":  func(f fieldRead) error { return f.Scan(value) },
			"JSON": func(f fieldRead) error { return json.Unmarshal(asJSON(u.String()), f) },
		} {
			f, get := typ.new()
			if err := read(f); err != nil || get() != as || get().Key() != u.Key() {
				t.Fatalf("%s{%q of %v} comes back from %s as %q of %v, %v", typ.name, u, u.Syntax(), name, get(), get().Syntax(), err)
			}
		}
	}
}

// TestIdentity: what loses the name on its way through text is refused, and no
// other.
func TestIdentity(testingT *testing.T) {
	t := testhelp.FirstFailures(testingT)
	for _, test := range []struct {
		syntax urn.Syntax
		in     string
		fails  []string // types of fields that refuse it
	}{
		{urn.RFC8141, "urn:ex:a?+r?=q#f", []string{"rfc2141.URN", "draft2141bis.URN"}},
		{urn.RFC8141, "urn:ex:a", nil},
		{urn.RFC8141, "urn:ex:a&b", []string{"rfc2141.URN"}},
		{urn.RFC8141, "urn:ex:a#f", []string{"rfc2141.URN"}},
		{urn.RFC8141, "urn:ex:%00", []string{"draft2141bis.URN"}},
		{urn.RFC2141, "urn:ex:a#b", []string{"urn.URN", "draft2141bis.URN", "relaxed.URN"}},
		{urn.RFC2141, "urn:ex:a#", []string{"urn.URN", "draft2141bis.URN", "relaxed.URN"}},
		{urn.RFC2141, "urn:ex:a?=b", []string{"urn.URN", "draft2141bis.URN", "relaxed.URN"}},
		{urn.RFC2141, "urn:ex:/a", []string{"urn.URN", "draft2141bis.URN", "relaxed.URN"}},
		{urn.Relaxed, "urn:a.b:c", []string{"urn.URN", "rfc2141.URN", "draft2141bis.URN"}},
		{urn.Relaxed, "urn:ex:a#b#c", []string{"urn.URN", "rfc2141.URN", "draft2141bis.URN"}},
		{urn.Relaxed, "urn:ex:a", nil},
		{urn.RFC2141, "urn:x:a", []string{"urn.URN", "draft2141bis.URN"}},
		{urn.RFC2141, "urn:ex:a/b", []string{"draft2141bis.URN"}},
		{urn.Draft2141bis, "urn:ex:a?k=v", []string{"urn.URN", "rfc2141.URN", "relaxed.URN"}},
		{urn.Draft2141bis, "urn:ex:a#f", []string{"rfc2141.URN"}},
	} {
		u := test.syntax.MustParse(test.in)
		checkIdentity(t, u)
		for _, typ := range fieldTypes {
			_, err := typ.of(u).MarshalText()
			if slices.Contains(test.fails, typ.name) != (err != nil) {
				t.Errorf("%s{%q of %v}.MarshalText: %v", typ.name, u, test.syntax, err)
			}
			if err != nil && !strings.Contains(err.Error(), test.in) || err != nil && !strings.Contains(err.Error(), "use the type "+fieldTypes[test.syntax].name+",") {
				t.Errorf("%s{%q of %v}.MarshalText: %v: it does not say what to use", typ.name, u, test.syntax, err)
			}
		}
	}
	long := urn.RFC2141.MustParse("urn:ex:a#" + strings.Repeat("b", 1<<20))
	if _, err := long.MarshalText(); err == nil || len(err.Error()) > 700 {
		t.Errorf("MarshalText of a long URN: %.800v", err)
	}
}

// TestFieldTypes reads and writes fields under their syntaxes, in the formats that
// ask for a field.
func TestFieldTypes(t *testing.T) {
	type doc struct {
		XMLName xml.Name         `json:"-" xml:"doc"`
		Name    rfc2141.URN      `json:"name" xml:"name,attr"`
		Old     draft2141bis.URN `json:"old" xml:"old"`
		Wild    relaxed.URN      `json:"wild" xml:"wild"`
		None    rfc2141.URN      `json:"none,omitzero" xml:"none"`
	}
	v := doc{Name: rfc2141.URN(urn.RFC2141.MustParse("urn:x:a#b")), Old: draft2141bis.URN(urn.Draft2141bis.MustParse("urn:ex:a?k=v")), Wild: relaxed.URN(urn.Relaxed.MustParse("urn:a.b:c#d#e"))}
	js, err := json.Marshal(v)
	if want := `{"name":"urn:x:a#b","old":"urn:ex:a?k=v","wild":"urn:a.b:c#d#e"}`; string(js) != want || err != nil {
		t.Errorf("json.Marshal = %s, %v, want %s", js, err, want)
	}
	x, err := xml.Marshal(v)
	if want := `<doc name="urn:x:a#b"><old>urn:ex:a?k=v</old><wild>urn:a.b:c#d#e</wild><none></none></doc>`; string(x) != want || err != nil {
		t.Errorf("xml.Marshal = %s, %v, want %s", x, err, want)
	}
	var fromJSON, fromXML doc
	if err := errors.Join(json.Unmarshal(js, &fromJSON), xml.Unmarshal(x, &fromXML)); err != nil {
		t.Fatal(err)
	}
	fromXML.XMLName = xml.Name{}
	if fromJSON != v || fromXML != v {
		t.Errorf("%+v comes back as %+v from JSON, %+v from XML", v, fromJSON, fromXML)
	}
	for _, f := range []any{v.Name, v.Old, v.None} {
		if got := fmt.Sprintf("%#v", f); !slices.Contains([]string{
			`rfc2141.URN(urn.RFC2141.MustParse("urn:x:a#b"))`, `draft2141bis.URN(urn.Draft2141bis.MustParse("urn:ex:a?k=v"))`, `rfc2141.URN{}`,
		}, got) {
			t.Errorf("%%#v of %v is %s", f, got)
		}
	}
	if err := json.Unmarshal([]byte(`{"name":1}`), &fromJSON); err == nil || !strings.HasSuffix(err.Error(), "doc.name of type rfc2141.URN") {
		t.Errorf("a number in JSON: %v, want the name of the type", err)
	}
	var name rfc2141.URN
	flags := flag.NewFlagSet("test", flag.ContinueOnError)
	flags.TextVar(&name, "name", rfc2141.URN{}, "a name")
	if err := flags.Parse([]string{"-name", "urn:ex:a#b"}); err != nil || name.URN().NSS() != "a#b" {
		t.Errorf("the flag is %q, %v", name, err)
	}
}

// TestNoValue is the table of UnmarshalText's comment.
func TestNoValue(t *testing.T) {
	was := urn.MustParse("urn:ex:was")
	for _, test := range []struct {
		name string
		read func(*urn.URN) error
		want urn.URN
	}{
		{`JSON ""`, func(u *urn.URN) error { return json.Unmarshal([]byte(`""`), u) }, urn.URN{}},
		{"JSON null", func(u *urn.URN) error { return json.Unmarshal([]byte("null"), u) }, was},
		{"SQL NULL", func(u *urn.URN) error { return u.Scan(nil) }, urn.URN{}},
		{`SQL ""`, func(u *urn.URN) error { return u.Scan("") }, urn.URN{}},
		{"XML", func(u *urn.URN) error { return xml.Unmarshal([]byte("<u></u>"), u) }, urn.URN{}},
		{"XML <u/>", func(u *urn.URN) error { return xml.Unmarshal([]byte("<u/>"), u) }, urn.URN{}},
		{"XML attribute", func(u *urn.URN) error {
			return xml.Unmarshal([]byte("<v u=''/>"), &struct {
				U *urn.URN `xml:"u,attr"`
			}{u})
		}, urn.URN{}},
		{"flag", func(u *urn.URN) error {
			f := flag.NewFlagSet("test", flag.ContinueOnError)
			f.TextVar(u, "u", *u, "")
			return f.Parse([]string{"-u="})
		}, urn.URN{}},
		{`JSON key ""`, func(u *urn.URN) error {
			var m map[urn.URN]bool
			err := json.Unmarshal([]byte(`{"":true}`), &m)
			for k := range m {
				*u = k
			}
			return err
		}, urn.URN{}},
	} {
		u := was
		if err := test.read(&u); err != nil || u != test.want {
			t.Errorf("%s: the URN is %q, %v, want %q", test.name, u, err, test.want)
		}
	}
	js, jsonErr := json.Marshal(urn.URN{})
	value, valueErr := urn.URN{}.Value()
	if string(js) != `""` || value != nil || errors.Join(jsonErr, valueErr) != nil {
		t.Errorf("the zero URN is written as %s, %v: %v", js, value, errors.Join(jsonErr, valueErr))
	}
}

// TestEmptyText tests the reason for reading "" as the zero URN, which Go's own types share:
// a type reads "" if that is what it writes for its zero value.
func TestEmptyText(t *testing.T) {
	type value interface {
		encoding.TextMarshaler
		encoding.TextUnmarshaler
	}
	for _, test := range []struct {
		zero  value
		reads bool
	}{
		{new(urn.URN), true}, {new(rfc2141.URN), true}, {new(draft2141bis.URN), true}, {new(relaxed.URN), true},
		{new(netip.Addr), true}, {new(netip.AddrPort), true}, {new(netip.Prefix), true}, {new(net.IP), true},
		{new(time.Time), false}, {new(big.Int), false},
	} {
		was, err := json.Marshal(test.zero)
		if (string(was) == `""`) != test.reads || err != nil {
			t.Errorf("the zero %T is written as %s, %v", test.zero, was, err)
		}
		if err := test.zero.UnmarshalText(nil); (err == nil) != test.reads {
			t.Errorf("%T.UnmarshalText of empty text: %v", test.zero, err)
		}
		if now, err := json.Marshal(test.zero); !bytes.Equal(now, was) || err != nil {
			t.Errorf("after that, %T is written as %s, %v, want %s", test.zero, now, err, was)
		}
	}
}

type record struct {
	Name  urn.URN             `json:"name"`
	Opt   urn.URN             `json:"opt,omitzero"`
	Ptr   *urn.URN            `json:"ptr"`
	List  []urn.URN           `json:"list"`
	Names map[urn.URN]urn.URN `json:"names"`
}

func TestJSON(t *testing.T) {
	a, b := urn.MustParse("urn:example:a"), urn.MustParse("URN:example:%2f?=q")
	for _, test := range []struct {
		name string
		v    record
		want string
	}{
		{"zero", record{}, `{"name":"","ptr":null,"list":null,"names":null}`},
		{"full", record{Name: a, Opt: b, Ptr: &a, List: []urn.URN{a, {}, b}, Names: map[urn.URN]urn.URN{a: b, {}: a}},
			`{"name":"urn:example:a","opt":"URN:example:%2f?=q","ptr":"urn:example:a","list":["urn:example:a","","URN:example:%2f?=q"],"names":{"":"urn:example:a","urn:example:a":"URN:example:%2f?=q"}}`},
	} {
		got, err := json.Marshal(test.v)
		if string(got) != test.want || err != nil {
			t.Errorf("%s: json.Marshal = %s, %v, want %s", test.name, got, err, test.want)
		}
		var back record
		if err := json.Unmarshal(got, &back); err != nil || !reflect.DeepEqual(back, test.v) {
			t.Errorf("%s: json.Unmarshal(%s) = %+v, %v, want %+v", test.name, got, back, err, test.v)
		}
	}
}

func TestJSONErrors(t *testing.T) {
	for _, test := range []struct {
		name, in string
		offset   int // -1: the error is encoding/json's own
	}{
		{"field", `{"name":"urn:e:a"}`, 5},
		{"element", `{"list":["urn:ex:"]}`, 7},
		{"value of a map", `{"names":{"urn:ex:a":"urn"}}`, 3},
		{"key of a map", `{"names":{"urn:ex:a b":"urn:ex:a"}}`, 8},
		{"not UTF-8", `{"name":"urn:ex:` + "\xff" + `"}`, 7},
		{"number", `{"name":42}`, -1},
		{"object", `{"name":{}}`, -1},
	} {
		was := urn.MustParse("urn:example:was")
		v := record{Name: was}
		err := json.Unmarshal([]byte(test.in), &v)
		var se *urn.Error
		if err == nil || errors.As(err, &se) != (test.offset >= 0) || se != nil && se.Offset != test.offset {
			t.Errorf("%s: json.Unmarshal(%s): %v, want offset %d", test.name, test.in, err, test.offset)
		}
		if v.Name != was {
			t.Errorf("%s: json.Unmarshal(%s) fails but sets %q", test.name, test.in, v.Name)
		}
	}
	u := urn.MustParse("urn:example:was")
	if err := json.Unmarshal([]byte("null"), &u); err != nil || u != urn.MustParse("urn:example:was") {
		t.Errorf("json.Unmarshal(null) gives %q, %v, want no change", u, err)
	}
}

func TestXML(t *testing.T) {
	type doc struct {
		XMLName xml.Name  `xml:"doc"`
		Attr    urn.URN   `xml:"attr,attr"`
		None    urn.URN   `xml:"none,attr"`
		Elem    []urn.URN `xml:"elem"`
	}
	v := doc{Attr: urn.MustParse("urn:example:a&b"), Elem: []urn.URN{urn.MustParse("urn:example:'"), {}}}
	want := `<doc attr="urn:example:a&amp;b" none=""><elem>urn:example:&#39;</elem><elem></elem></doc>`
	got, err := xml.Marshal(v)
	if string(got) != want || err != nil {
		t.Errorf("xml.Marshal = %s, %v, want %s", got, err, want)
	}
	var back doc
	if err := xml.Unmarshal(got, &back); err != nil || back.Attr != v.Attr || !back.None.IsZero() || !reflect.DeepEqual(back.Elem, v.Elem) {
		t.Errorf("xml.Unmarshal(%s) = %+v, %v, want %+v", got, back, err, v)
	}
}

func TestGob(t *testing.T) {
	v := map[string]urn.URN{
		"zero":         {},
		"RFC8141":      urn.MustParse("urn:example:a?+r?=q#"),
		"RFC2141":      urn.RFC2141.MustParse("urn:x-:a#b"),
		"Draft2141bis": urn.Draft2141bis.MustParse("urn:ex:a?s=1#f"),
		"Relaxed":      urn.Relaxed.MustParse("urn:a.b:c#d#e"),
	}
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(v); err != nil {
		t.Fatalf("gob.Encode: %v", err)
	}
	var back map[string]urn.URN
	if err := gob.NewDecoder(&b).Decode(&back); err != nil || !reflect.DeepEqual(back, v) {
		t.Errorf("gob: %v, %v, want %v", back, err, v)
	}
}

func TestFlag(t *testing.T) {
	def := urn.MustParse("urn:example:default")
	for _, test := range []struct {
		name string
		args []string
		want urn.URN
		err  string // part of it
	}{
		{"default", nil, def, ""},
		{"given", []string{"-name", "urn:example:a"}, urn.MustParse("urn:example:a"), ""},
		{"malformed", []string{"-name", "urn:example:a b"}, def, "at column 14"},
	} {
		var u urn.URN
		var out bytes.Buffer
		flags := flag.NewFlagSet("test", flag.ContinueOnError)
		flags.SetOutput(&out)
		flags.TextVar(&u, "name", def, "a `URN`")
		err := flags.Parse(test.args)
		if u != test.want || (err != nil) != (test.err != "") || err != nil && !strings.Contains(err.Error(), test.err) {
			t.Errorf("%s: flag gives %q, %v, want %q, error %q", test.name, u, err, test.want, test.err)
		}
		flags.PrintDefaults()
		if !strings.Contains(out.String(), "(default urn:example:default)") {
			t.Errorf("%s: usage %q lacks the default", test.name, out.String())
		}
	}
}

// enum is an enumeration of any package.
type enum interface {
	fmt.Stringer
	encoding.TextMarshaler
}

// testEnum checks the text of each value of E: its name, or an error if it is not a constant.
func testEnum[E interface {
	~uint8
	enum
}, P interface {
	*E
	encoding.TextUnmarshaler
}](t *testing.T, reason urn.Reason) {
	for n := range 256 {
		v, got := E(n), E(n+1)
		text, err := json.Marshal(map[string]E{"v": v})
		if strings.Contains(v.String(), "(") {
			if !errors.Is(err, reason) {
				t.Errorf("%v: json.Marshal = %s, %v", v, text, err)
			}
			continue
		}
		flags := flag.NewFlagSet("test", flag.ContinueOnError)
		flags.TextVar(P(&got), "v", v, "usage")
		back := map[E]E{}
		err = errors.Join(err, flags.Parse([]string{"-v", v.String()}), json.Unmarshal([]byte(`{"`+v.String()+`":"`+v.String()+`"}`), &back))
		if string(text) != `{"v":"`+v.String()+`"}` || got != v || back[v] != v || err != nil {
			t.Errorf("%v: %s, flag %v, JSON %v, error %v", v, text, got, back, err)
		}
	}
	v := E(1)
	for _, text := range []string{"", "x", "Reason(1)", "RFC8141", "rfc8141 ", "names ", strings.Repeat("x", 1000)} {
		err := P(&v).UnmarshalText([]byte(text))
		if e := (*urn.Error)(nil); !errors.As(err, &e) || e.Reason != reason || v != 1 || len(err.Error()) > 100 {
			t.Errorf("%T.UnmarshalText(%q) = %v, %.300v", v, text, v, err)
		}
	}
}

// TestEnums: every enumeration is text in JSON, also as a key, and in flags.
func TestEnums(t *testing.T) {
	testEnum[urn.Syntax](t, urn.UnknownSyntax)
	testEnum[urn.Reason](t, urn.UnknownConstant)
	testEnum[namespace.Reason](t, urn.UnknownConstant)
	testEnum[namespace.Kind](t, urn.UnknownConstant)
	testEnum[namespace.Verdict](t, urn.UnknownConstant)
	testEnum[pattern.Reason](t, urn.UnknownConstant)
	testEnum[scan.Mode](t, urn.UnknownConstant)
	testEnum[scan.MatchKind](t, urn.UnknownConstant)
}

// Text, JSON and SQL give a URN of RFC 8141 back; the binary form gives any.
func FuzzMarshalRoundTrip(f *testing.F) {
	for _, s := range []string{"urn:example:a", "URN:EX:%2f?+r?=q#f", "urn:ex:a#", "urn:x-:a/b?c#d", "urn:ex:a?s=1&t=2#", "", "urn:ex:&'", "urn:ex:a#b", "urn:ex:a#", "urn:ex:a?=q", "urn:ex:a/b", "urn:ex:/a", "urn:x:a", "urn:ex:a?k=v", "urn:ex:" + strings.Repeat("&", 64)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, x := range syntaxes {
			u, err := x.Parse(s)
			if err != nil {
				continue
			}
			data, err := u.MarshalBinary()
			if err != nil {
				t.Fatalf("MarshalBinary of %q: %v", u, err)
			}
			var back urn.URN
			if err := back.UnmarshalBinary(data); back != u || err != nil {
				t.Fatalf("UnmarshalBinary(%q) gives %q of %v, %v, want %q of %v", data, back, back.Syntax(), err, u, x)
			}
			checkIdentity(t, u)
			if x != urn.RFC8141 {
				continue
			}
			text, err := u.MarshalText()
			if string(text) != s || err != nil {
				t.Fatalf("MarshalText of %q = %q, %v", u, text, err)
			}
			value, err := u.Value()
			if err != nil {
				t.Fatalf("Value of %q: %v", u, err)
			}
			js, err := json.Marshal(map[urn.URN]urn.URN{u: u})
			if err != nil {
				t.Fatalf("json.Marshal of %q: %v", u, err)
			}
			var fromText, fromValue urn.URN
			var fromJSON map[urn.URN]urn.URN
			if err := errors.Join(fromText.UnmarshalText(text), fromValue.Scan(value), json.Unmarshal(js, &fromJSON)); err != nil {
				t.Fatalf("%q is not read back: %v", u, err)
			}
			if fromText != u || fromValue != u || fromJSON[u] != u || len(fromJSON) != 1 {
				t.Fatalf("%q comes back as %q, %q, %v", u, fromText, fromValue, fromJSON)
			}
		}
	})
}

// isGraphicASCII reports whether s is printable ASCII without what XML escapes or trims.
func isGraphicASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r <= ' ' || r > '~' }) < 0
}

// Whatever way a text is read, the verdict is Parse's.
func FuzzReadersAgree(f *testing.F) {
	for _, s := range []string{"urn:example:a", "urn:ex:", "", "urn:ex:a?", "urn:ex:%zz", "\x01urn:x-:a"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if s == "" {
			return // the zero URN
		}
		want, wantErr := urn.Parse(s)
		for _, r := range readers {
			switch {
			case r.name == "UnmarshalBinary" && s[0] < ' ':
				continue // the byte of the syntax
			case r.name == "json.Unmarshal" && !utf8.ValidString(s), strings.HasPrefix(r.name, "xml") && !isGraphicASCII(s):
				continue // the format cannot hold it unchanged
			}
			was := urn.MustParse("urn:example:was")
			u := was
			err := r.read(&u, s)
			if wantErr == nil && (err != nil || u != want) {
				t.Fatalf("%s(%q) gives %q, %v, want %q", r.name, s, u, err, want)
			}
			var se, wantSE *urn.Error
			if wantErr != nil && (!errors.As(err, &se) || !errors.As(wantErr, &wantSE) || *se != *wantSE || u != was) {
				t.Fatalf("%s(%q) gives %q, %v, want the error %v", r.name, s, u, err, wantErr)
			}
		}
	})
}

func TestMarshalAllocations(t *testing.T) {
	u := urn.MustParse("urn:example:a")
	buf := make([]byte, 0, 64)
	text := []byte("urn:example:a")
	var v urn.URN
	var sink any
	for _, test := range []struct {
		name string
		f    func()
		want float64
	}{
		{"AppendText", func() { _, _ = u.AppendText(buf) }, 0},
		{"MarshalText", func() { text, _ = u.MarshalText() }, 1},
		{"UnmarshalText", func() { _ = v.UnmarshalText(text) }, 1},
		{"UnmarshalBinary", func() { _ = v.UnmarshalBinary(text) }, 1},
		{"Value", func() { sink, _ = u.Value() }, 1},
	} {
		if got := testing.AllocsPerRun(100, test.f); got != test.want {
			t.Errorf("%s: %v allocations, want %v", test.name, got, test.want)
		}
	}
	_ = sink
}

// TestXMLOmitempty is the advice of MarshalText's comment.
func TestXMLOmitempty(t *testing.T) {
	type record struct {
		XMLName xml.Name `xml:"r"`
		Value   urn.URN  `xml:"value,attr,omitempty"`
		Pointer *urn.URN `xml:"pointer,attr,omitempty"`
		Element *urn.URN `xml:"element,omitempty"`
	}
	got, err := xml.Marshal(record{})
	if want := `<r value=""></r>`; string(got) != want || err != nil {
		t.Errorf("xml.Marshal = %s, %v, want %s", got, err, want)
	}
}
