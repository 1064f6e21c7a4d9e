package typed_test

import (
	"bufio"
	"database/sql"
	"database/sql/driver"
	"encoding"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/nsdocs"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/namespace/cdx"
	"github.com/seed7b5a83f0/urn/namespace/doi"
	"github.com/seed7b5a83f0/urn/namespace/eic"
	"github.com/seed7b5a83f0/urn/namespace/epc"
	"github.com/seed7b5a83f0/urn/namespace/gs1"
	"github.com/seed7b5a83f0/urn/namespace/gsma"
	"github.com/seed7b5a83f0/urn/namespace/internal/typed"
	"github.com/seed7b5a83f0/urn/namespace/isbn"
	"github.com/seed7b5a83f0/urn/namespace/isni"
	"github.com/seed7b5a83f0/urn/namespace/iso"
	"github.com/seed7b5a83f0/urn/namespace/issn"
	"github.com/seed7b5a83f0/urn/namespace/lei"
	"github.com/seed7b5a83f0/urn/namespace/lex"
	"github.com/seed7b5a83f0/urn/namespace/mrn"
	"github.com/seed7b5a83f0/urn/namespace/nbn"
	"github.com/seed7b5a83f0/urn/namespace/ogc"
	"github.com/seed7b5a83f0/urn/namespace/oid"
	"github.com/seed7b5a83f0/urn/namespace/scim"
	"github.com/seed7b5a83f0/urn/namespace/uuid"
	"github.com/seed7b5a83f0/urn/pattern"
)

// value is what every typed value has.
type value interface {
	comparable
	URN() urn.URN
	text
}

// text is what every typed value has as text.
type text interface {
	fmt.Stringer
	encoding.TextMarshaler
	driver.Valuer
}

// reader is what a pointer to one has.
type reader[T any] interface {
	*T
	encoding.TextUnmarshaler
	sql.Scanner
}

// kind is a typed value, with the laws that hold for it.
type kind struct {
	name string
	nid  string
	// covers reports whether the type is for an NSS that is valid in the namespace.
	// If it is nil, only that a name with a value is valid is tested.
	covers func(nss string) bool
	laws   func(t testing.TB, u urn.URN)
	text   func(t testing.TB, s string)
	zero   func(t *testing.T)
	forms  func(t *testing.T, u urn.URN) bool
}

func all(string) bool { return true }

// kinds are the typed values. docs/typed-values.md lists the same.
var kinds = []kind{
	of("uuid.UUID", "uuid", all, uuid.FromURN, uuid.Parse),
	of("isbn.ISBN", "isbn", all, isbn.FromURN, isbn.Parse),
	of("issn.ISSN", "issn", all, issn.FromURN, issn.Parse),
	of("oid.OID", "oid", all, oid.FromURN, oid.Parse),
	of("lei.LEI", "lei", all, lei.FromURN, lei.Parse),
	of("isni.ISNI", "isni", all, isni.FromURN, isni.Parse),
	of("doi.DOI", "doi", regexp.MustCompile(`^(([0-9]|%3[0-9])+([.]|%2[Ee]))*([0-9]|%3[0-9])+(/|%2[Ff])`).MatchString, doi.FromURN, doi.Parse),
	of("eic.EIC", "eic", all, eic.FromURN, eic.Parse),
	of("gsma.IMEI", "gsma", regexp.MustCompile(`^(?i)imei:\d{8}-\d{6}-0(;svn=\d\d)?(;vers=0)?$`).MatchString, gsma.FromURN, gsma.Parse),
	composed(of("cdx.BOMLink", "cdx", regexp.MustCompile(`/0*\d{1,18}$`).MatchString, cdx.FromURN, cdx.Parse), cdx.FromURN, cdx.BOMLink.Parts, cdx.New),
	composed(of("ogc.CRS", "ogc", regexp.MustCompile(`^def:crs(:[^:]+:[^:]*:.+|,crs:[^:,]+:[^:,]*:[^,]+(,crs:[^:,]+:[^:,]*:[^,]+){1,2})$`).MatchString, ogc.FromURN, ogc.Parse), ogc.FromURN, ogc.CRS.Parts, ogc.New),
	composed(of("nbn.NBN", "nbn", all, nbn.FromURN, nbn.Parse), nbn.FromURN, nbn.NBN.Parts, nbn.New),
	composed(of("mrn.MRN", "mrn", all, mrn.FromURN, mrn.Parse), mrn.FromURN, mrn.MRN.Parts, mrn.New),
	composed(of("lex.LEX", "lex", all, lex.FromURN, lex.Parse), lex.FromURN, lex.LEX.Parts, lex.New),
	composed(of("iso.Standard", "iso", all, iso.FromURN, iso.Parse), iso.FromURN, iso.Standard.Parts, iso.New),
	of("gs1.Name", "gs1", nil, gs1.FromURN, gs1.Parse),
	of("epc.EPC", "epc", nil, epc.FromURN, epc.Parse),
	of("epc.Tag", "epc", nil, epc.TagFromURN, epc.ParseTag),
	composed(of("scim.Attribute", "ietf", nil, scim.FromURN, scim.Parse), scim.FromURN, scim.Attribute.Parts, scim.New),
}

// of returns the laws of a typed value. That it compiles shows that the value has the
// shape of the others.
func of[T value, P reader[T]](name, nid string, covers func(nss string) bool, fromURN func(urn.URN) (T, error), parse func(string) (T, error)) kind {
	var zero T
	isNil := name == "uuid.UUID" // whose zero value is a UUID
	roundTrip := func(t testing.TB, from any, v T) {
		t.Helper()
		u := v.URN()
		if back, err := fromURN(u); err != nil || back != v {
			t.Errorf("%s of %q: the value of its URN %q is %v, %v", name, from, u, back, err)
		}
		if _, err := namespace.Validate(u); err != nil || u.Syntax() != urn.RFC8141 {
			t.Errorf("%s of %q: its URN %q: %v", name, from, u, err)
		}
		for _, s := range []string{v.String(), u.String()} {
			if back, err := parse(s); err != nil || back != v {
				t.Errorf("%s of %q: Parse(%q) = %v, %v", name, from, s, back, err)
			}
		}
	}
	refused := func(t testing.TB, from any, v T, err error) {
		t.Helper()
		var e *namespace.Error
		if v != zero || !errors.As(err, &e) || e.Offset < 0 || e.Offset > len(fmt.Sprint(from)) || len(err.Error()) > 1024 {
			t.Errorf("%s of %.80q: %v, %.300v, want the zero value and a *namespace.Error within the text", name, from, v, err)
		}
		if text := err.Error(); strings.ContainsFunc(text, unicode.IsControl) || !utf8.ValidString(text) {
			t.Errorf("%s of %.80q: the error has a control character: %q", name, from, text)
		}
	}
	return kind{name, nid, covers,
		func(t testing.TB, u urn.URN) {
			t.Helper()
			v, err := fromURN(u)
			verdict, _ := namespace.Validate(u)
			want := strings.EqualFold(u.NID(), nid) && verdict == namespace.Valid && (covers == nil && err == nil || covers != nil && covers(u.NSS()))
			any := name == "scim.Attribute" // vendors have schemas in namespaces of their own
			if want != (err == nil) && u.Syntax() == urn.RFC8141 && !any {
				t.Errorf("%s of %q: %v, %v, want a value: %t", name, u, v, err, want)
			}
			if err != nil {
				refused(t, u, v, err)
				return
			}
			roundTrip(t, u, v)
			// No document makes these equivalent: two cases of a UUID, several names of the
			// bits of a tag, and an escape that TDS or a DOI name does not need.
			apart := nid == "cdx" && strings.EqualFold(u.NSS(), v.URN().NSS()) || name == "epc.Tag" || (name == "epc.EPC" || name == "doi.DOI") && strings.Contains(u.NSS(), "%")
			if u.Syntax() == urn.RFC8141 && !namespace.Equal(u, v.URN()) && !apart {
				t.Errorf("%s of %q: its URN %q is not equivalent", name, u, v.URN())
			}
			if n, err := fromURN(namespace.Normalize(u)); err != nil || n != v && !any {
				t.Errorf("%s of %q: %v, but of the normal form %q: %v, %v", name, u, v, namespace.Normalize(u), n, err)
			}
		},
		func(t testing.TB, s string) {
			t.Helper()
			if v, err := parse(s); err == nil {
				roundTrip(t, s, v)
			} else {
				refused(t, s, v, err)
			}
		},
		func(t *testing.T) {
			t.Helper()
			// No method of the zero value panics.
			m := reflect.ValueOf(zero)
			for i := range m.NumMethod() {
				if m.Method(i).Type().NumIn() == 0 {
					m.Method(i).Call(nil)
				}
			}
			if isNil {
				return
			}
			if !zero.URN().IsZero() || zero.String() != "" {
				t.Errorf("the zero %s is %q, %q", name, zero.URN(), zero)
			}
		},
		func(t *testing.T, u urn.URN) bool {
			t.Helper()
			v, err := fromURN(u)
			if err == nil {
				checkForms[T, P](t, v)
			}
			return err == nil
		},
	}
}

// record has a value in every place of a document.
type record[T comparable] struct {
	XMLName xml.Name     `json:"-" xml:"record"`
	Field   T            `json:"field" xml:"field"`
	Attr    T            `json:"attr" xml:"attr,attr"`
	List    []T          `json:"list" xml:"list"`
	Keys    map[T]string `json:"keys" xml:"-"`
}

// checkForms writes a value in each form, and reads it back.
func checkForms[T interface {
	comparable
	text
}, P reader[T]](t *testing.T, v T) {
	t.Helper()
	in := record[T]{Field: v, Attr: v, List: []T{v, v}, Keys: map[T]string{v: "x"}}
	same := func(form string, out T, err error) {
		t.Helper()
		if err != nil || out != v {
			t.Errorf("%T %v comes back from %s as %v, %v", v, v, form, out, err)
		}
	}
	var fromJSON, fromXML record[T]
	js, err := json.Marshal(in)
	err = errors.Join(err, json.Unmarshal(js, &fromJSON))
	same("JSON", fromJSON.Field, err)
	same("a list in JSON", fromJSON.List[1], err)
	for key := range fromJSON.Keys {
		same("a key of a map", key, nil)
	}
	x, err := xml.Marshal(in)
	err = errors.Join(err, xml.Unmarshal(x, &fromXML))
	same("XML", fromXML.List[1], err)
	same("an attribute", fromXML.Attr, err)

	var out T
	cell, err := v.Value()
	if _, ok := cell.(string); !ok {
		t.Errorf("%T %v is %T in SQL", v, v, cell)
	}
	same("SQL", out, errors.Join(err, P(&out).Scan(cell)))
	out = *new(T)
	same("bytes in SQL", out, P(&out).Scan([]byte(cell.(string))))
	if err := P(&out).Scan(1); err == nil || out != v || err.Error() != fmt.Sprintf("namespace: cannot scan int into %T", v) || !errors.Is(err, namespace.NotText) {
		t.Errorf("Scan of a number: %v, %v", out, err)
	}
	out = *new(T)
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	flags.TextVar(P(&out), "v", v, "")
	same("a flag", out, flags.Parse([]string{"-v", v.String()}))

	var log strings.Builder
	slog.New(slog.NewJSONHandler(&log, nil)).Info("", "v", v)
	var line struct{ V T }
	same("a log in JSON", line.V, errors.Join(json.Unmarshal([]byte(log.String()), &line), nil))
	log.Reset()
	slog.New(slog.NewTextHandler(&log, nil)).Info("", "v", v)
	if s := v.String(); !strings.Contains(log.String(), "v="+s) && !strings.Contains(log.String(), "v="+strconv.Quote(s)) {
		t.Errorf("the log of %v is %s", v, log.String())
	}

	p, err := pattern.For[struct{ V T }]("urn:example:{v}")
	if err != nil {
		t.Fatal(err)
	}
	name, err := p.Build(struct{ V T }{v})
	if err != nil {
		t.Fatalf("%T %v in a pattern: %v", v, v, err)
	}
	parsed, err := p.Parse(name.String())
	same("a pattern", parsed.V, err)
	null := *new(T)
	for name, read := range map[string]func() error{"NULL": func() error { return P(&out).Scan(nil) }, "no text": func() error { return P(&out).UnmarshalText(nil) }} {
		out = v
		if err := read(); null.String() == "" && (err != nil || out != null) || null.String() != "" && (err == nil || out != v) {
			t.Errorf("%s as %T: %v, %v", name, v, out, err)
		}
	}
}

// TestForms writes an example of each type in each form, and reads it back.
func TestForms(t *testing.T) {
	some := map[string]int{}
	seeds(t, func(s string) {
		for _, k := range kinds {
			if u, err := urn.Parse(s); err == nil && some[k.name] < 5 && k.forms(t, u) {
				some[k.name]++
			}
		}
	})
	if len(some) != len(kinds) {
		t.Errorf("only these have an example: %v", some)
	}
	var raw uuid.UUID
	if err := raw.Scan([]byte("\x01234567890abcdef")); err != nil || raw.String() != "01323334-3536-3738-3930-616263646566" {
		t.Errorf("16 bytes as a UUID: %v, %v", raw, err)
	}
}

// TestEveryType: every type below package namespace with a method URN is tested above.
func TestEveryType(t *testing.T) {
	files, err := filepath.Glob("../../*/*.go")
	if err != nil || len(files) < 40 {
		t.Fatal(files, err)
	}
	found := 0
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv == nil || f.Name.Name != "URN" {
				continue
			}
			found++
			typ := file.Name.Name + "." + f.Recv.List[0].Type.(*ast.Ident).Name
			if !slices.ContainsFunc(kinds, func(k kind) bool { return k.name == typ }) {
				t.Errorf("%s has no forms as text, or no test of them: add it to kinds", typ)
			}
		}
	}
	if found != len(kinds) {
		t.Errorf("%d types, want %d", found, len(kinds))
	}
}

// TestParse: Parse takes the identifier or its URN, and an error has the offset in that text.
func TestParse(t *testing.T) {
	parsers := map[string]func(string) (text, error){
		"uuid": as(uuid.Parse), "ogc": as(ogc.Parse), "mrn": as(mrn.Parse), "isbn": as(isbn.Parse), "gsma": as(gsma.Parse), "isni": as(isni.Parse),
		"doi": as(doi.Parse), "cdx": as(cdx.Parse), "gs1": as(gs1.Parse), "lei": as(lei.Parse), "nbn": as(nbn.Parse), "oid": as(oid.Parse),
	}
	const id = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
	for _, tt := range []struct {
		of, text, want string
		column         int // of the error, and want is a part of it
	}{
		{"uuid", "urn:uuid:" + id, id, 0},
		{"uuid", "URN:UUID:" + strings.ToUpper(id), id, 0},
		{"uuid", "{" + id + "}", id, 0},
		// Python's uuid.UUID(int=…) gives the same; the last two are the bounds.
		{"uuid", "urn:oid:2.25.329800735698586629295641978511506172918", id, 0},
		{"uuid", "urn:OID:2.25.0", "00000000-0000-0000-0000-000000000000", 0},
		{"uuid", "urn:oid:2.25.340282366920938463463374607431768211455", "ffffffff-ffff-ffff-ffff-ffffffffffff", 0},
		{"uuid", "urn:oid:2.25.340282366920938463463374607431768211456", "want one arc below 2.25, of at most 128 bits", 9},
		{"uuid", "urn:oid:2.25.1.2", "want one arc below 2.25", 9},
		{"uuid", "urn:oid:2.26.1", "want one arc below 2.25", 9},
		{"uuid", "urn:oid:2.25.01", "unexpected '1'", 15},
		{"oid", "urn:uuid:" + strings.ToUpper(id), "2.25.329800735698586629295641978511506172918", 0},
		{"oid", "urn:uuid:00000000-0000-0000-0000-000000000000", "2.25.0", 0},
		{"oid", "urn:uuid:" + id[:35], "unexpected end of input", 45},
		{"uuid", "{" + id, `want "}"`, 38},
		{"uuid", "{" + id[:30] + "x" + id[31:] + "}", "unexpected 'x'", 32},
		{"uuid", "{" + id[:30] + "}", "unexpected '}'", 32},
		{"uuid", "{", "unexpected end of input", 2},
		{"uuid", id + "}", "unexpected '}'", 37},
		{"uuid", "{urn:uuid:" + id + "}", "unexpected '{'", 1},
		{"uuid", "{" + id + "?+r}", "unexpected '?'", 38},
		{"uuid", id + "?x", "unexpected '?'", 37},
		{"uuid", id[:35], "unexpected end of input; want 8-4-4-4-12", 36},
		{"uuid", id + "0", "unexpected '0'", 37},
		{"uuid", strings.ReplaceAll(id, "-", ""), "unexpected '7'", 9},
		{"uuid", "urn:isbn:0395363411", "another namespace: want urn:uuid:", 5},
		{"uuid", "urn:uuid:x", "unexpected 'x'", 10},
		{"uuid", "", "unexpected end of input", 1},
		{"ogc", "EPSG:4326", "EPSG::4326", 0},
		{"ogc", "urn:ogc:def:crs:EPSG::4326", "EPSG::4326", 0},
		{"ogc", "http://www.opengis.net/def/crs/EPSG/0/4258", "EPSG::4258", 0},
		{"ogc", "urn:ogc:def:crs,crs:EPSG::4269,crs:EPSG::5713", "EPSG::4269,crs:EPSG::5713", 0},
		{"ogc", "EPSG:4269,crs:EPSG:5713", "EPSG::4269,crs:EPSG::5713", 0},
		{"ogc", "http://www.opengis.net/def/crs-compound?1=http://www.opengis.net/def/crs/EPSG/0/4269&2=http%3A%2F%2Fwww.opengis.net%2Fdef%2Fcrs%2FEPSG%2F0%2F5713", "EPSG::4269,crs:EPSG::5713", 0},
		{"ogc", "http://www.opengis.net/def/crs-compound?1=http://www.opengis.net/def/crs/EPSG/0/4269", "two or three", 85},
		{"ogc", "http://www.opengis.net/def/crs-compound?2=http://www.opengis.net/def/crs/EPSG/0/4269", "URN or a URL", 41},
		{"ogc", "urn:ogc:def:crs,crs:EPSG::4269,cs:EPSG::6422", "want a coordinate reference system", 31},
		{"ogc", "urn:ogc:def:crs,crs:EPSG::1,crs:EPSG::2,crs:EPSG::3,crs:EPSG::4", "two or three", 64},
		{"ogc", "urn:ogc:def:crs,crs:EPSG::4269,crs:EPSG:5713", "want an authority", 45},
		{"ogc", "https://www.opengis.net/def/crs/OGC/1.3/CRS84", "OGC:1.3:CRS84", 0},
		{"ogc", "http://www.opengis.net/def/crs/EPSG/0/42 58", "unexpected ' '", 41},
		{"ogc", "http://www.opengis.net/def/crs/OGC/1/0:x", "OGC:1:0:x", 0},
		{"ogc", "http://www.opengis.net/def/crs/EPSG/0", "three segments", 32},
		{"ogc", "http://www.opengis.net/def/crs/EPSG:4326", "three segments", 32},
		{"ogc", "http://www.opengis.net/def/crs/EPSG/0:1/4326", "three segments", 32},
		{"ogc", "http://www.opengis.net/def/crs/EPSG/0/4326/x", "three segments", 32},
		{"ogc", "http://www.opengis.net/def/crs/EPSG//4326", "three segments", 32},
		{"ogc", "http://www.opengis.net/def/crs/EPSG/0/", "three segments", 32},
		{"ogc", "http://www.opengis.net/def/crs-compound?1=http://www.opengis.net/def/crs/EPSG/0/4269&2=http://www.opengis.net/def/crs/EPSG/0", "three segments", 119},
		{"ogc", "EPSG::4269,crs:", "want an authority", 16},
		{"ogc", "EPSG::4269,crs:,crs:EPSG::1", "want an authority", 16},
		{"ogc", "EPSG::4269,crs:EPSG::43 26", "unexpected ' '", 24},
		{"ogc", "http://example.com/def/crs/EPSG/0/4258", "contains a URN or a URL", 1},
		{"ogc", "EPSG:43 26", "unexpected ' '", 8},
		{"ogc", "urn:ogc:def:crs:urn:ogc:def:crs:EPSG::4326", "contains a URN", 17},
		{"ogc", "urn:ogc:def:uom:EPSG::9001", "want def:crs:", 9},
		{"mrn", "urn:mrn:iala:aton:us:1234x5", "iala:aton:us:1234x5", 0},
		{"mrn", "urn:mrn:urn:mrn:iala:x", "has a URN as its NSS", 9},
		{"isbn", "x", "unexpected 'x'; want 10 or 13 digits", 1},
		{"isbn", "123 456", "unexpected ' ' (U+0020); want 10 or 13 digits", 4},
		{"isbn", "1234567890#x", "unexpected '#'", 11},
		{"isbn", "urn:isbn:0395363412", "wrong check digit: it should be '1'", 19},
		{"isbn", "0395363412", "wrong check digit: it should be '1'", 10},
		{"gsma", "35-209900-176148-1", "352099001761481", 0},
		{"gsma", "urn:gsma:imei:90420156-025763-0", "904201560257637", 0},
		{"gsma", "90420156025763", "unexpected end of input; want 15 digits", 15},
		{"gsma", "90420156025763423", "unexpected '3'; want 15 digits", 17},
		{"gsma", "-904201560257637", "unexpected '-'", 1},
		{"gsma", "352099001761482", "it should be '1'", 15},
		{"isni", "ISNI 0000 0001 2124 1961", "it should be '0'", 24},
		{"isni", "0000 0001 2124 19x0", "unexpected 'x'", 18},
		{"lei", "7LTWFZYICNSX8D621K8", "unexpected end of input; want 20", 20},
		{"lei", "7LTWFZYICNSX8D621K866", "unexpected '6'; want 20", 21},
		{"doi", "doi:10.1000a/x", "unexpected 'a'", 12},
		{"doi", "é" + strings.Repeat("0", 63), "unexpected end of input", 66}, // the excerpt would divide the é
		{"doi", "10.1000/182 ", "unexpected ' ' (U+0020); want no white space at the end", 12},
		{"doi", "doi:10.1000/18 2", "10.1000/18 2", 0},
		{"doi", "https://doi.org/10.1000", "unexpected end of input", 24},
		{"doi", "https://doi.org/10.1000/x y", "unexpected ' '", 26},
		{"doi", "https://doi.org/10.1000/a?x=1", "unexpected '?'", 26},
		{"doi", "https://doi.org/10.1000/a#b c", "unexpected '#'", 26},
		{"cdx", "urn:cdx:" + id + "/1#a%20b+c", id + "/1#a%20b+c", 0},
		{"cdx", id + "/1#a b", "unexpected ' '", 41},
		{"cdx", "x/1#a b", `parsing "x/1#a b": malformed cdx name: unexpected 'x'`, 1},
		{"cdx", id + "/99999999999999999999", "want a version from 1 to", 38},
		{"gs1", "(01)4012345111118", "value of 13 characters, want 14 digits", 18},
		{"gs1", "(01)04012345111119", "wrong check digit or check character: it should be '8'", 18},
		{"lei", "7LTWFZYICNSX8D621K87", "wrong check digit: it should be '86'", 19},
		{"gs1", "urn:gs1:01:04012345111118:21:987", "(01)04012345111118(21)987", 0},
		{"gs1", "https://id.gs1.org/01/04012345111118/21/987", "(01)04012345111118(21)987", 0},
		{"gs1", "https://id.gs1.org/01/04012345111119/21/987", "wrong check digit", 36},
		{"isbn", "12%4", "unexpected '%'", 3},
		{"isbn", "\n", "unexpected line end U+000A", 1},
		{"isbn", "1\x00", "unexpected U+0000", 2},
		{"isbn", "1é", "unexpected 'é' (U+00E9)", 2},
		{"isbn", "1\xff", "unexpected byte 0xFF", 2},
		{"mrn", "iala:ab c", "unexpected ' '", 8},
		{"nbn", "de:101-x%4", "unexpected end of input", 11},
	} {
		v, err := parsers[tt.of](tt.text)
		var e *namespace.Error
		if tt.column == 0 && (err != nil || v.String() != tt.want) ||
			tt.column != 0 && (!errors.As(err, &e) || !strings.Contains(strings.Replace(err.Error(), fmt.Sprint(" at column ", tt.column), "", 1), tt.want) || e.Offset != tt.column-1 || strings.Count(err.Error(), " at column ") != 1) {
			t.Errorf("%s.Parse(%q) = %v, %v, want %s at %d", tt.of, tt.text, v, err, tt.want, tt.column)
		}
	}
}

// TestCRSAddress: Parse reads the address of a CRS, if it has one.
func TestCRSAddress(t *testing.T) {
	for text, has := range map[string]bool{
		"OGC:1.3:CRS84": true, "EPSG::4326": true, "a:1:b:0:c": true, "a::x+y%41": true, "a::x+y%41,crs:b:2:x:0:y,crs:a::x+y%41": true,
		"a/b::x": false, "a:1/2:x": false, "a::x/y": false, "EPSG::1,crs:a::x/y": false,
	} {
		c, err := ogc.Parse(text)
		if back, errBack := ogc.Parse(c.URL()); err != nil || (c.URL() != "") != has || has && (errBack != nil || back != c) {
			t.Errorf("%s, %v: the address %q is %s, %v", text, err, c.URL(), back, errBack)
		}
	}
}

// TestOtherReading: a URN whose value would be written as another name, or one that Parse refuses, has no value.
func TestOtherReading(t *testing.T) {
	old := func(s string) urn.URN { return urn.RFC2141.MustParse(s) }
	for _, err := range []error{
		second(iso.FromURN(old("urn:iso:std:iso-iec:9075:-3:draft:ed-4:#n"))),
		second(ogc.FromURN(old("urn:ogc:def:crs:EPSG:6.3:#26986"))),
		second(ogc.FromURN(urn.MustParse("urn:ogc:def:crs:EPSG::4326,crs:EPSG::5713"))),
		second(ogc.FromURN(urn.MustParse("urn:ogc:def:crs:EPSG::1,crs:x"))),
	} {
		if e := (*namespace.Error)(nil); !errors.As(err, &e) || e.Offset <= 0 {
			t.Errorf("%v, want an error with a place", err)
		}
	}
}

func second[T any](_ T, err error) error { return err }

// TestParseOfPart: the fault of a text that begins a URN is where the text or the name goes wrong.
func TestParseOfPart(t *testing.T) {
	for _, tt := range []struct {
		text      string
		at, fault int // at is an offset into the NSS, or -1 for its end
	}{
		{"ab c", -1, 2}, {"ab c", 1, 1}, {"ab%4", -1, 4}, {"ab%4", 2, 2}, {"ab%", 2, 2}, {"urn:example:ab c", -1, 14}, {"ab", -1, 2},
	} {
		_, err := typed.Parse("example", tt.text, func(u urn.URN) (int, error) {
			if tt.at < 0 {
				return 0, typed.Fault(u, len(u.NSS()), "", "want more")
			}
			return 0, typed.Fault(u, tt.at, "", "want less")
		})
		if e := (*namespace.Error)(nil); !errors.As(err, &e) || e.Offset != tt.fault {
			t.Errorf("Parse(%q) with a fault at %d: %v, want offset %d", tt.text, tt.at, err, tt.fault)
		}
	}
}

func as[T text](parse func(string) (T, error)) func(string) (text, error) {
	return func(s string) (text, error) { return parse(s) }
}

// examples are names of the documents.
var examples = []string{
	"urn:isni:0000000121241960", "urn:isni:000000012146438x", // the template; ISNI of a check character "X"
	"urn:lei:7LTWFZYICNSX8D621K86", "urn:LEI:7ltwfzyicnsx8d621k86",
	"urn:doi:10.1000/456%23789", "urn:DOI:10.1000/%41%2fB?=q#f", "urn:doi:10.1000%2f1/x", "urn:doi:%31%2E1/x", "urn:doi:10.1000a/x", "urn:doi:%2F/x", "urn:doi:10..1/x", "urn:doi:%2E/x",
	"urn:eic:22XWATTPLUS----G",
	"urn:gsma:imei:90420156-025763-0", "urn:gsma:imei:90420156-025763-0;svn=42", "URN:GSMA:IMEI:90420156-025763-0;SVN=42;VERS=0", "urn:gsma:imei:90420156-025763-0;vers=1", "urn:gsma:imei:90420156-025763-7",
	"urn:cdx:f08a6ccd-4dce-4759-bd84-c626675d60a7/1", "urn:cdx:F08A6CCD-4DCE-4759-BD84-C626675D60A7/2#componentA", "urn:cdx:f08a6ccd-4dce-4759-bd84-c626675d60a7/99999999999999999999", "urn:cdx:f08a6ccd-4dce-4759-bd84-c626675d60a7/1#pkg:npm/a%20b%c3%a9@1?x=%23",
	"urn:ogc:def:crs:EPSG::4326", "urn:ogc:def:crs:EPSG:6.3:26986", "urn:ogc:def:crs:OGC:1.3:CRS84", "urn:ogc:def:crs:OGC::AUTO42001:99:8888", "urn:ogc:def:crs,crs:EPSG:6.3:26986,crs:EPSG:6.3:5715", "urn:ogc:def:crs:EPSG:4326", "urn:ogc:def:uom:EPSG::9001",
	"urn:nbn:fi-fe201003181510", "urn:nbn:SE:uu:diva-3475", "urn:nbn:de:bvb:12-opus-8123", "urn:nbn:ch:bel-9039%e2",
	"urn:mrn:imo:imo-number:9743368", "urn:mrn:IALA:AtoN:us:1234x5", "urn:mrn:iala:publications:recommendation:e-nav-140",
	"urn:lex:it:stato:legge:2003-09-21;456", "urn:lex:br;sao.paulo:governo:decreto:2004;1", "urn:lex:it:stato:legge:1999-09-21;382:all.1@originale:it$senato.it:text-html~art3;par2",
	"urn:gs1:01:09506000134352:10:ABC123:17:250101", "URN:GS1:01:09506000134352:17:250101:10:ABC123", "urn:gs1:gdd:bie:TradeItem",
	"urn:epc:id:sgtin:4012345.011111.987", "urn:epc:class:lgtin:4012345.012345.998877", "urn:epc:idpat:sgtin:4012345.011111.*", "urn:epc:id:sgtin:4012345.011111.%39%2f",
	"urn:epc:tag:sgtin-96:3.0614141.812345.6789", "urn:epc:raw:96.x3074257BF7194E4000001A85", "urn:epc:raw:16.x3000",
	"urn:ietf:params:scim:schemas:core:2.0:User:emails.type", "urn:ietf:params:SCIM:schemas:core:2.0:User:userName", "urn:scim:schemas:core:1.0:userName",
	"urn:iso:std:iso:9999:-1:ed-1:en", "urn:iso:std:iso-iec:tr:9789-5:ed-1", "urn:iso:std:ISO:9999:-1:stage-50.60.v2:ed-1:v1-amd1.v1:en,fr:amd:2:v2:en:clause:3.1,a.2-b.9", "urn:iso:std:iso:9999:tech:x",
}

// composed adds the law of a value that has parts: New makes the value of its parts.
func composed[T value, P any](k kind, fromURN func(urn.URN) (T, error), parts func(T) P, make func(P) (T, error)) kind {
	laws := k.laws
	k.laws = func(t testing.TB, u urn.URN) {
		t.Helper()
		laws(t, u)
		v, err := fromURN(u)
		if err != nil {
			return
		}
		if back, err := make(parts(v)); err != nil || back != v {
			t.Errorf("%s of %q: New(%+v) = %v, %v, want %v", k.name, u, parts(v), back, err, v)
		}
	}
	return k
}

// seeds yields the URNs of the vectors and of the documents.
func seeds(t testing.TB, yield func(string)) {
	t.Helper()
	f, err := os.Open("../../../testdata/namespace/vectors.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for in := bufio.NewScanner(f); in.Scan(); {
		var v struct{ URN string }
		if err := json.Unmarshal(in.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		yield(v.URN)
		n++
	}
	if n < 100 {
		t.Fatalf("%d vectors", n)
	}
	for _, s := range examples {
		yield(s)
	}
}

func check(t testing.TB, u urn.URN) {
	t.Helper()
	for _, k := range kinds {
		k.laws(t, u)
		k.text(t, u.NSS())
	}
}

func TestVectors(t *testing.T) {
	valid := map[string]int{}
	seeds(t, func(s string) {
		for _, x := range []urn.Syntax{urn.RFC8141, urn.RFC2141} {
			u, err := x.Parse(s)
			if err != nil {
				continue
			}
			check(t, u)
			if v, _ := namespace.Validate(u); v == namespace.Valid {
				valid[strings.ToLower(u.NID())]++
			}
		}
	})
	for _, k := range kinds {
		if valid[k.nid] == 0 {
			t.Errorf("no vector is a valid name of %s", k.nid)
		}
	}
}

func TestZero(t *testing.T) {
	for _, k := range kinds {
		k.zero(t)
		k.laws(t, urn.URN{})
		k.laws(t, urn.MustParse("urn:example:a"))
		for _, s := range []string{"", " ", "%", "urn:", strings.Repeat("0-", 1<<12), strings.Repeat(" ", 1<<12), "1\n", "1#a", "1?=a", "\xff", "\x00", "a\nb", "10.1000/\x1b[31m", "é", "1é"} {
			k.text(t, s)
		}
	}
}

func FuzzLaws(f *testing.F) {
	seeds(f, func(s string) { f.Add(s, uint8(0)) })
	f.Fuzz(func(t *testing.T, s string, x uint8) {
		for _, k := range kinds {
			k.text(t, s)
		}
		u, err := urn.Syntax(x % 4).Parse(s)
		if err != nil {
			return
		}
		check(t, u)
		// The same NSS in every namespace that has a typed value.
		p := u.Parts()
		for _, k := range kinds {
			p.NID = k.nid
			if v, err := u.Syntax().Build(p); err == nil {
				for _, of := range kinds { // check has read the NSS
					of.laws(t, v)
				}
			}
		}
	})
}

// TestNew: a part that contains a delimiter does not become two, and a part that is
// missing is an error.
func TestNew(t *testing.T) {
	for name, err := range map[string]error{
		"nbn: hyphen":           newError(nbn.New(nbn.Parts{Country: "de", Subnamespace: "a-b", ID: "x"})),
		"nbn: colon":            newError(nbn.New(nbn.Parts{Country: "de:a", ID: "x"})),
		"nbn: nothing":          newError(nbn.New(nbn.Parts{})),
		"nbn: hash":             newError(nbn.New(nbn.Parts{Country: "de", ID: "x#y"})),
		"mrn: colon":            newError(mrn.New(mrn.Parts{OID: "imo:x1", OSNID: "yy", OSNS: "1"})),
		"mrn: nothing":          newError(mrn.New(mrn.Parts{OID: "imo", OSNID: "", OSNS: "1"})),
		"lex: annex":            newError(lex.New(lex.Parts{Jurisdiction: "it", Authority: "stato", Measure: "legge", Dates: "2003-09-21", Numbers: "4:a"})),
		"lex: language alone":   newError(lex.New(lex.Parts{Jurisdiction: "it", Authority: "stato", Measure: "legge", Dates: "2003-09-21", Numbers: "4", Language: "it"})),
		"lex: version":          newError(lex.New(lex.Parts{Jurisdiction: "it", Authority: "stato", Measure: "legge", Dates: "2003-09-21", Numbers: "4@b"})),
		"lex: nothing":          newError(lex.New(lex.Parts{})),
		"iso: part in number":   newError(iso.New(iso.Parts{Originator: "iso", Number: "1:-2"})),
		"iso: language in rest": newError(iso.New(iso.Parts{Originator: "iso", Number: "1", Rest: "en"})),
		"iso: nothing":          newError(iso.New(iso.Parts{})),
		"ogc: colon":            newError(ogc.New(ogc.Parts{Authority: "EPSG:1", Code: "4326"})),
		"ogc: nothing":          newError(ogc.New(ogc.Parts{Authority: "EPSG"})),
		"cdx: version":          newError(cdx.New(cdx.Parts{})),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func newError[T value](v T, err error) error {
	var zero T
	if err != nil && v != zero {
		return nil
	}
	return err
}

// TestDocument: docs/typed-values.md lists every type, and "urn ns" names its package.
func TestDocument(t *testing.T) {
	page, err := os.ReadFile("../../../docs/typed-values.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range kinds {
		pkg, name, _ := strings.Cut(k.name, ".")
		if !strings.Contains(string(page), "| `namespace/"+pkg+"` | `"+name+"`") {
			t.Errorf("the page does not list %s", k.name)
		}
		if got := nsdocs.Of(k.nid).Package; got != "namespace/"+pkg {
			t.Errorf("%s: the guide names the package %q", k.name, got)
		}
	}
}
