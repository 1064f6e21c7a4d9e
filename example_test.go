package urn_test

import (
	"bytes"
	"embed"
	"encoding/gob"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/scan"
)

func Example() {
	u, err := urn.Parse("URN:ISBN:0-395-36341-1?+s=loan?=page=3#cover")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(u.NID(), u.NSS(), u.R(), u.Q(), u.F())
	fmt.Println(u.Equal(urn.MustParse("urn:isbn:0-395-36341-1")))
	fmt.Println(u.Normalize())

	_, err = urn.Parse("urn:isbn:0 395 36341 1")
	fmt.Println(errors.Is(err, urn.BadNSS), err)
	// Output:
	// ISBN 0-395-36341-1 s=loan page=3 cover
	// true
	// urn:isbn:0-395-36341-1?+s=loan?=page=3#cover
	// true urn: parsing "urn:isbn:0 395 36341 1": malformed namespace-specific string at column 11: unexpected ' ' (U+0020); a URN has no white space: remove it, or write it as %20 if the name contains it
}

func ExampleParse() {
	u, err := urn.Parse("urn:example:a123,z456?=xyz")
	fmt.Println(u.NSS(), err)
	_, err = urn.Parse("http://www.example.com/")
	fmt.Println(err)
	// Output:
	// a123,z456 <nil>
	// urn: parsing "http://www.example.com/": does not begin with "urn:" at column 1: unexpected 'h'
}

func ExampleMustParse() {
	var schema = urn.MustParse("urn:ietf:params:xml:ns:yang:ietf-interfaces")
	fmt.Println(schema.NID())
	// Output: ietf
}

func ExampleValid() {
	fmt.Println(urn.Valid("urn:example:a"), urn.Valid("urn:example:"))
	// Output: true false
}

func ExampleSyntax_Parse() {
	// "#" begins an f-component, but in RFC 2141 it is one of the NSS's own.
	u, err := urn.RFC2141.Parse("urn:x:a#b")
	fmt.Println(u.NSS(), err)
	_, err = urn.RFC8141.Parse("urn:x:a#b")
	fmt.Println(err)
	// Output:
	// a#b <nil>
	// urn: parsing "urn:x:a#b": malformed namespace identifier at column 6: unexpected ':'; a namespace identifier has 2 to 32 letters, digits and '-', and begins and ends with a letter or digit
}

func ExampleSyntax_ParseBytes() {
	line := []byte("urn:example:a")
	u, err := urn.RFC8141.ParseBytes(line)
	copy(line, "overwritten..")
	fmt.Println(u, err)
	// Output: urn:example:a <nil>
}

func ExampleSyntax_Valid() {
	const s = "urn:example:a&b"
	fmt.Println(urn.RFC8141.Valid(s), urn.RFC2141.Valid(s))
	// Output: true false
}

func ExampleSyntax_LocateBytes() {
	line := []byte("urn:isbn:0395363411#p7")
	o, fault := urn.RFC8141.LocateBytes(line)
	if fault != (urn.Fault{}) {
		fmt.Println(fault.Err(string(line)))
		return
	}
	nss := o.NSS()
	fmt.Printf("%s\n", line[nss.Start:nss.End])
	// Output: 0395363411
}

func ExampleSyntax_Locate() {
	_, fault := urn.RFC8141.Locate("urn:isbn:0395363411#p 7")
	fmt.Println(fault.Offset, fault.Reason)
	// Output: 21 f
}

func ExampleSyntax_Build() {
	quarters, err := urn.RFC8141.Escape(urn.ComponentNSS, "Q1 & Q2")
	if err != nil {
		fmt.Println(err)
		return
	}
	u, err := urn.RFC8141.Build(urn.Parts{
		NID: "example",
		NSS: "report/" + quarters,
		Q:   url.Values{"page": {"3"}}.Encode(),
	})
	fmt.Println(u, err)
	_, err = urn.RFC8141.Build(urn.Parts{NID: "example", NSS: "report#1"})
	fmt.Println(err)
	// Output:
	// urn:example:report/Q1%20&%20Q2?=page=3 <nil>
	// urn: building "urn:example:report#1": malformed namespace-specific string at column 19: unexpected '#'; write it as %23
}

func ExampleSyntax_String() {
	fmt.Println(urn.RFC8141, urn.RFC2141, urn.Draft2141bis, urn.Relaxed)
	// Output: rfc8141 rfc2141 draft2141bis relaxed
}

func ExampleSyntax_MarshalText() {
	b, err := json.Marshal(map[string]urn.Syntax{"syntax": urn.Draft2141bis})
	fmt.Printf("%s %v\n", b, err)
	// Output: {"syntax":"draft2141bis"} <nil>
}

func ExampleSyntax_UnmarshalText() {
	var syntax urn.Syntax
	flags := flag.NewFlagSet("example", flag.ContinueOnError)
	flags.TextVar(&syntax, "syntax", urn.RFC8141, "the document to go by")
	err := flags.Parse([]string{"-syntax", "rfc2141"})
	fmt.Println(syntax, err)
	// Output: rfc2141 <nil>
}

func ExampleSyntax_Escape() {
	for _, c := range []struct {
		component urn.Component
		data      string
	}{
		{urn.ComponentNSS, "1/406/47452/2"},
		{urn.ComponentNSS, "/etc/hosts?"},
		{urn.ComponentNSS, "100% 中文"},
		{urn.ComponentR, "really?=yes"},
		{urn.ComponentQ, "really?=yes&note=two words"},
		{urn.ComponentF, "/chapter[3]"},
	} {
		fmt.Println(urn.RFC8141.Escape(c.component, c.data))
	}
	fmt.Println(urn.RFC2141.Escape(urn.ComponentNSS, "a/b~c"))
	_, err := urn.RFC2141.Escape(urn.ComponentR, "a")
	fmt.Println(err)
	_, err = urn.Draft2141bis.Escape(urn.ComponentNSS, "a\x00b")
	fmt.Println(errors.Is(err, urn.BadEscape))
	// Output:
	// 1/406/47452/2 <nil>
	// %2Fetc/hosts%3F <nil>
	// 100%25%20%E4%B8%AD%E6%96%87 <nil>
	// really%3F=yes <nil>
	// really?=yes&note=two%20words <nil>
	// /chapter%5B3%5D <nil>
	// a%2Fb%7Ec <nil>
	// urn: rfc2141 has no r-component
	// true
}

func ExampleUnescape() {
	s, err := urn.Unescape("100%25%20%E4%B8%AD%E6%96%87")
	fmt.Println(s, err)
	_, err = urn.Unescape("100%")
	fmt.Println(err)
	// Output:
	// 100% 中文 <nil>
	// urn: unescaping "100%": malformed percent-encoding at column 5: unexpected end of input; two hexadecimal digits follow a '%'; write a '%' that is data as %25
}

func ExampleOffsets_NID() {
	o, _ := urn.RFC8141.Locate("urn:isbn:0395363411")
	fmt.Println(o.NID())
	// Output: {4 8}
}

func ExampleOffsets_NSS() {
	const s = "urn:isbn:0395363411?=q"
	o, _ := urn.RFC8141.Locate(s)
	fmt.Println(s[o.NSS().Start:o.NSS().End])
	// Output: 0395363411
}

func ExampleOffsets_R() {
	o, _ := urn.RFC8141.Locate("urn:example:a?+r?=q")
	fmt.Println(o.R())
	// Output: {15 16}
}

func ExampleOffsets_Q() {
	o, _ := urn.RFC8141.Locate("urn:example:a?=q")
	fmt.Println(o.Q(), o.R() == urn.Span{})
	// Output: {15 16} true
}

func ExampleOffsets_F() {
	o, _ := urn.RFC8141.Locate("urn:example:a#")
	fmt.Println(o.F())
	// Output: {14 14}
}

func ExampleFault_Err() {
	const s = "urn:example:a b"
	_, fault := urn.RFC8141.Locate(s)
	err := fault.Err(s)
	fmt.Println(errors.Is(err, urn.BadNSS), err)
	// Output: true urn: parsing "urn:example:a b": malformed namespace-specific string at column 14: unexpected ' ' (U+0020); a URN has no white space: remove it, or write it as %20 if the name contains it
}

func ExampleReason_Error() {
	_, err := urn.Parse("urn:x:a")
	fmt.Println(errors.Is(err, urn.BadNID), urn.BadNID)
	// Output: true nid
}

func ExampleReason_MarshalText() {
	_, err := urn.Parse("urn:x:a")
	b, _ := json.Marshal(err)
	fmt.Printf("%s\n", b)
	// Output: {"Syntax":"rfc8141","Reason":"nid","Offset":5}
}

func ExampleReason_UnmarshalText() {
	var seen map[urn.Reason]int
	err := json.Unmarshal([]byte(`{"nid":2}`), &seen)
	fmt.Println(seen[urn.BadNID], err)
	// Output: 2 <nil>
}

func ExampleReason_String() {
	fmt.Println(urn.BadNID.String(), urn.BadNSS.String())
	// Output: nid nss
}

func ExampleError_Error() {
	_, err := urn.Parse("urn:example:a%zz")
	var e *urn.Error
	if errors.As(err, &e) {
		fmt.Println(e.Syntax, e.Offset, e.Reason)
		fmt.Println(e.Error())
	}
	// Output:
	// rfc8141 14 escape
	// urn: parsing "urn:example:a%zz": malformed percent-encoding at column 15: unexpected 'z'; two hexadecimal digits follow a '%'; write a '%' that is data as %25
}

func ExampleError_Unwrap() {
	_, err := urn.Parse("urn:example:a%zz")
	fmt.Println(errors.Is(err, urn.BadEscape), errors.Is(err, urn.BadNID))
	// Output: true false
}

func ExampleURN_IsZero() {
	var u urn.URN
	fmt.Println(u.IsZero(), u.String() == "")
	// Output: true true
}

func ExampleURN_Syntax() {
	u, err := urn.Draft2141bis.Parse("urn:example:a?s=I2L")
	fmt.Println(u.Syntax(), err)
	// Output: draft2141bis <nil>
}

func ExampleURN_Offsets() {
	u := urn.MustParse("urn:example:a?+r")
	r := u.Offsets().R()
	fmt.Println(u.String()[:r.Start])
	// Output: urn:example:a?+
}

func ExampleURN_String() {
	fmt.Println(urn.MustParse("URN:Example:a%2c").String())
	// Output: URN:Example:a%2c
}

func ExampleURN_GoString() {
	fmt.Printf("%#v\n", []urn.URN{urn.MustParse("urn:example:a"), urn.RFC2141.MustParse("urn:x:a?b#c")})
	// Output: []urn.URN{urn.MustParse("urn:example:a"), urn.RFC2141.MustParse("urn:x:a?b#c")}
}

func ExampleURN_NID() {
	fmt.Println(urn.MustParse("urn:ISBN:0395363411").NID())
	// Output: ISBN
}

func ExampleURN_NSS() {
	fmt.Println(urn.MustParse("urn:example:a%2Cb?=c").NSS())
	// Output: a%2Cb
}

func ExampleURN_R() {
	fmt.Println(urn.MustParse("urn:example:foo-bar-baz-qux?+CCResolve:cc=uk").R())
	// Output: CCResolve:cc=uk
}

func ExampleURN_Q() {
	fmt.Println(urn.MustParse("urn:example:weather?=op=map&lat=39.56").Q())
	// Output: op=map&lat=39.56
}

func ExampleURN_F() {
	fmt.Println(urn.MustParse("urn:example:foo-bar-baz-qux#somepart").F())
	// Output: somepart
}

func ExampleURN_AssignedName() {
	fmt.Println(urn.MustParse("URN:example:a?+r?=q#f").AssignedName())
	// Output: URN:example:a
}

func ExampleURN_As() {
	u := urn.RFC2141.MustParse("urn:example:a/b")
	v, err := u.As(urn.RFC8141)
	fmt.Println(v, v.Syntax(), err)
	_, err = urn.RFC2141.MustParse("urn:example:a#b").As(urn.RFC8141)
	fmt.Println(err)
	// Output:
	// urn:example:a/b rfc8141 <nil>
	// urn: converting "urn:example:a#b": rfc8141 would read this as a different name
}

func ExampleURN_Parts() {
	p := urn.MustParse("urn:example:a?+r?=q").Parts()
	p.NSS += "/b"
	fmt.Println(urn.RFC8141.Build(p))
	p.R, p.Q, p.F = "", url.Values{"lat": {"39.56"}}.Encode(), "page"
	fmt.Println(urn.RFC8141.Build(p))
	p.F = "a#b"
	_, err := urn.RFC8141.Build(p)
	fmt.Println(errors.Is(err, urn.BadF))
	// Output:
	// urn:example:a/b?+r?=q <nil>
	// urn:example:a/b?=lat=39.56#page <nil>
	// true
}

func ExampleURN_Normalize() {
	fmt.Println(urn.MustParse("URN:EXAMPLE:a123%2cz456#%c3%a9").Normalize())
	// Output: urn:example:a123%2Cz456#%C3%A9
}

func ExampleURN_Key() {
	count := map[string]int{}
	for _, s := range []string{"urn:example:a123,z456", "URN:example:a123,z456?=xyz", "urn:EXAMPLE:a123,z456#789", "urn:example:A123,z456"} {
		count[urn.MustParse(s).Key()]++
	}
	fmt.Println(count)
	// Output: map[urn:example:A123,z456:1 urn:example:a123,z456:3]
}

func ExampleURN_Equal() {
	a := urn.MustParse("urn:example:a123%2Cz456")
	b := urn.MustParse("URN:EXAMPLE:a123%2cz456?=xyz")
	c := urn.MustParse("urn:example:a123,z456")
	fmt.Println(a.Equal(b), a == b, a.Equal(c))
	// Output: true false false
}

func ExampleURN_Compare() {
	list := []urn.URN{urn.MustParse("urn:example:b"), urn.MustParse("URN:example:c"), urn.MustParse("urn:EXAMPLE:a")}
	slices.SortFunc(list, urn.URN.Compare)
	fmt.Println(list)
	// Output: [urn:EXAMPLE:a urn:example:b URN:example:c]
}

func ExampleURN_AppendText() {
	b, err := urn.MustParse("urn:example:a").AppendText([]byte("id="))
	fmt.Printf("%s %v\n", b, err)
	// Output: id=urn:example:a <nil>
}

func ExampleURN_MarshalText() {
	type book struct {
		ID     urn.URN `json:"id"`
		Parent urn.URN `json:"parent,omitzero"`
	}
	b, err := json.Marshal(book{ID: urn.MustParse("urn:isbn:0395363411")})
	fmt.Printf("%s %v\n", b, err)
	// Output: {"id":"urn:isbn:0395363411"} <nil>
}

func ExampleURN_UnmarshalText() {
	var prices map[urn.URN]int
	err := json.Unmarshal([]byte(`{"urn:isbn:0395363411": 20}`), &prices)
	fmt.Println(prices, err)

	err = json.Unmarshal([]byte(`{"urn:isbn:0395 363411": 20}`), &prices)
	var e *urn.Error
	if errors.As(err, &e) {
		fmt.Println(e.Offset, e.Reason)
	}
	// Output:
	// map[urn:isbn:0395363411:20] <nil>
	// 13 nss
}

// An empty string, null and a missing key are read as the zero URN. Check for it
// where a name is required.
func ExampleURN_UnmarshalText_required() {
	for _, in := range []string{`{"id":"urn:isbn:0395363411"}`, `{"id":""}`, `{"id":null}`, `{}`} {
		var book struct {
			ID urn.URN `json:"id"`
		}
		err := json.Unmarshal([]byte(in), &book)
		if err == nil && book.ID.IsZero() {
			err = errors.New("the book has no id")
		}
		fmt.Println(err)
	}
	// Output:
	// <nil>
	// the book has no id
	// the book has no id
	// the book has no id
}

func ExampleURN_MarshalBinary() {
	u := urn.MustParse("urn:example:a")
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(u); err != nil {
		fmt.Println(err)
		return
	}
	var v urn.URN
	err := gob.NewDecoder(&b).Decode(&v)
	fmt.Println(v, v == u, err)
	// Output: urn:example:a true <nil>
}

func ExampleURN_UnmarshalBinary() {
	var u urn.URN
	err := u.UnmarshalBinary([]byte("\x02urn:example:a?s=I2L"))
	fmt.Println(u, u.Syntax(), err)
	// Output: urn:example:a?s=I2L draft2141bis <nil>
}

func ExampleURN_Scan() {
	var u urn.URN // what rows.Scan(&u) is given for a column of type TEXT
	fmt.Println(u.Scan("urn:example:a"), u)
	fmt.Println(u.Scan(nil), u.IsZero())
	fmt.Println(u.Scan(42))
	// Output:
	// <nil> urn:example:a
	// <nil> true
	// urn: cannot read a value of type int as a URN: it is not text
}

func ExampleURN_Value() {
	fmt.Println(urn.MustParse("urn:example:a").Value())
	fmt.Println(urn.URN{}.Value())
	// Output:
	// urn:example:a <nil>
	// <nil> <nil>
}

func ExampleURN_URL() {
	v := urn.MustParse("URN:example:a?+r?=q#f").URL()
	fmt.Println(v.Scheme, v.Opaque, v.RawQuery, v.Fragment)
	fmt.Println(v)
	// Output:
	// urn example:a +r?=q f
	// urn:example:a?+r?=q#f
}

// A reference against a URN: of a fragment or a query, it is a URN, and of a path, it is not.
func ExampleURN_URL_base() {
	base := urn.MustParse("urn:example:a/b").URL()
	for _, reference := range []string{"#g", "?=q", "c"} {
		v, err := base.Parse(reference)
		fmt.Println(v, err, urn.Valid(v.String()))
	}
	// Output:
	// urn:example:a/b#g <nil> true
	// urn:example:a/b?=q <nil> true
	// urn:///c <nil> false
}

func ExampleURN_ResolveTo() {
	u := urn.MustParse("urn:example:weather?=op=map&lat=39.56&lon=-104.85&datetime=1969-07-21T02:56:15Z")
	locator, err := url.Parse("https://weatherapp.example") // what a resolver returned for u.Key()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(u.ResolveTo(locator))
	// Output: https://weatherapp.example?op=map&lat=39.56&lon=-104.85&datetime=1969-07-21T02:56:15Z
}

// The files of the package are embedded: the result of a test that reads the folder is not
// cached, because git writes below it.
//
//go:embed *.go
var packageFiles embed.FS

// parsePackage reads the files of the package with their comments.
func parsePackage(t *testing.T, fset *token.FileSet) (sources, tests []*ast.File) {
	t.Helper()
	paths, err := fs.Glob(packageFiles, "*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		text, err := packageFiles.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f, err := parser.ParseFile(fset, path, text, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(path, "_test.go") {
			tests = append(tests, f)
		} else {
			sources = append(sources, f)
		}
	}
	return sources, tests
}

// Every exported function and method has an example that runs.
func TestEveryEntryPointHasAnExample(t *testing.T) {
	fset := token.NewFileSet()
	sources, tests := parsePackage(t, fset)
	have := map[string]bool{}
	for _, e := range doc.Examples(tests...) {
		if e.Output != "" {
			have[e.Name] = true
		}
	}
	pkg, err := doc.NewFromFiles(fset, sources, "github.com/seed7b5a83f0/urn")
	if err != nil {
		t.Fatal(err)
	}
	want := func(name string) {
		if !have[name] {
			t.Errorf("%s has no example", strings.Replace(name, "_", ".", 1))
		}
	}
	n := 0
	for _, f := range pkg.Funcs {
		want(f.Name)
		n++
	}
	for _, typ := range pkg.Types {
		for _, f := range typ.Funcs {
			want(f.Name)
			n++
		}
		for _, m := range typ.Methods {
			want(typ.Name + "_" + m.Name)
			n++
		}
	}
	if n < 50 {
		t.Errorf("found %d entry points: is this the package's directory?", n)
	}
}

func ExampleSyntax_ParseBytes_line() {
	line := []byte("urn:example:a")
	u, err := urn.RFC8141.ParseBytes(line)
	copy(line, "overwritten..")
	fmt.Println(u, err)
	// Output: urn:example:a <nil>
}

func ExampleSyntax_MustParse() {
	u := urn.RFC2141.MustParse("urn:example:a#b")
	fmt.Println(u.NSS())
	// Output: a#b
}

func ExampleSyntax_Build_short() {
	u, err := urn.RFC8141.Build(urn.Parts{NID: "example", NSS: "Q1%20&%20Q2", Q: "page=3"})
	fmt.Println(u, err)
	// Output: urn:example:Q1%20&%20Q2?=page=3 <nil>
}

func ExampleFault_Message() {
	const s = "urn:x:y"
	_, fault := urn.RFC8141.Locate(s)
	fmt.Println(fault.Message(s))
	// Output: malformed namespace identifier: unexpected ':'; a namespace identifier has 2 to 32 letters, digits and '-', and begins and ends with a letter or digit
}

func ExampleError_Message() {
	_, err := urn.Parse("urn:example:100%")
	if e := (*urn.Error)(nil); errors.As(err, &e) {
		fmt.Println(e.Message())
	}
	// Output: malformed percent-encoding: unexpected end of input; two hexadecimal digits follow a '%'; write a '%' that is data as %25
}

func ExampleURN_AppendKey() {
	buf := []byte("key: ")
	fmt.Printf("%s\n", urn.MustParse("URN:Example:a?=q").AppendKey(buf))
	// Output: key: urn:example:a
}

func ExampleURN_AppendNormalized() {
	fmt.Printf("%s\n", urn.MustParse("URN:Example:a%2fb?=q").AppendNormalized(nil))
	// Output: urn:example:a%2Fb?=q
}

// The key of every URN of a text, without a string for each.
func ExampleOffsets_String() {
	fmt.Println(urn.MustParse("urn:example:a#b").Offsets())
	// Output: nid=4:11 nss=12:13 f=14:15
}

func ExampleOffsets_AppendKey() {
	text := []byte("see URN:Example:a and urn:EXAMPLE:%2c#f.")
	var buf []byte
	for m := range (scan.Finder{}).All(text) {
		buf = m.Offsets.AppendKey(buf[:0], text[m.Start:m.End])
		fmt.Printf("%s\n", buf)
	}
	// Output:
	// urn:example:a
	// urn:example:%2C
}

func ExampleOffsets_AppendNormalized() {
	b := []byte("URN:Example:a%2fb?=q")
	if o, fault := urn.RFC8141.LocateBytes(b); fault.Reason == 0 {
		fmt.Printf("%s\n", o.AppendNormalized(nil, b))
	}
	// Output: urn:example:a%2Fb?=q
}

// Example_readme is the example of the README.
func Example_readme() {
	u, err := urn.Parse("URN:EXAMPLE:a123%2cz456?+res=1?=page=2#top")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(u.NID(), u.NSS(), u.Q(), u.F())
	fmt.Println(u.Key()) // the map key for URN-equivalence
	// Output:
	// EXAMPLE a123%2cz456 page=2 top
	// urn:example:a123%2Cz456
}

// TestReadmeExample: the README shows the code and the output of Example_readme.
func TestReadmeExample(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, block, ok := strings.Cut(string(readme), "```go\n")
	if !ok {
		t.Fatal("README.md has no Go block")
	}
	block, _, _ = strings.Cut(block, "```")
	_, body, _ := strings.Cut(string(source), "func Example_readme() {\n")
	body, _, _ = strings.Cut(body, "\n}\n")
	n := 0
	for line := range strings.Lines(block) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "return err") {
			continue
		}
		n++
		if !strings.Contains(body, "\t"+line) {
			t.Errorf("README.md shows a line that Example_readme does not run: %s", line)
		}
	}
	if n < 7 {
		t.Errorf("README.md shows %d lines of Go", n)
	}
}

// TestPicture: the parts that docs/urn.svg shows are those that the library finds.
func TestPicture(t *testing.T) {
	picture, err := os.ReadFile("docs/urn.svg")
	if err != nil {
		t.Fatal(err)
	}
	text, parts := "", map[string]string{}
	for _, m := range regexp.MustCompile(`data-part="(\w*)"[^>]*>([^<]+)<`).FindAllStringSubmatch(string(picture), -1) {
		text += m[2]
		parts[m[1]] = m[2]
	}
	u, err := urn.Parse(text)
	if err != nil || parts["scheme"] != "urn" || u.NID() != parts["NID"] || u.NSS() != parts["NSS"] || u.R() != parts["r"] || u.Q() != parts["q"] || u.F() != parts["f"] {
		t.Errorf("the picture shows %q as %q: %v", text, parts, err)
	}
}
