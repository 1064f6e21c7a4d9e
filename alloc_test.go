package urn_test

import (
	"database/sql/driver"
	"go/ast"
	"go/token"
	"net/url"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed7b5a83f0/urn"
)

// Sinks keep the compiler from leaving out the measured calls.
var (
	sinkURN     urn.URN
	sinkOffsets urn.Offsets
	sinkFault   urn.Fault
	sinkSpan    urn.Span
	sinkParts   urn.Parts
	sinkSyntax  urn.Syntax
	sinkString  string
	sinkBytes   []byte
	sinkBool    bool
	sinkInt     int
	sinkError   error
	sinkValue   driver.Value
	sinkURL     *url.URL
)

// allocation is a call of the exported API and what it may allocate.
type allocation struct {
	api  string // the function, or the type and the method
	what string // its arguments
	most float64
	call func()
}

const anyNumber = -1 // it makes something new, and its comment says so

// allocations lists the whole exported API. TestAllocationsAreComplete sees to
// that.
func allocations() []allocation {
	const (
		spelling = "URN:Example:a%2fb/c?+r%2f?=q%2f#f%2f"
		normal   = "urn:example:a%2Fb/c?+r%2F?=q%2F#f%2F"
		bad      = "urn:example:a%2fb/c?+r%2f?=q%2f#f%2 and more than an error keeps of what it is about"
		draft    = "urn:example:a?b=1&c=2"
	)
	u, n := urn.MustParse(spelling), urn.MustParse(normal)
	assigned := urn.MustParse("urn:example:a%2Fb/c")
	other := urn.MustParse("urn:EXAMPLE:a%2Fb/d")
	spellingBytes, badBytes := []byte(spelling), []byte(bad)
	o, _ := urn.RFC8141.Locate(spelling)
	_, fault := urn.RFC8141.Locate(bad)
	_, badErr := urn.Parse(bad)
	syntaxError := badErr.(*urn.Error)
	buf, nid := make([]byte, 0, 256), []byte("nid")
	text := []byte("draft2141bis")
	var x urn.Syntax
	var target urn.URN
	var source any = spellingBytes
	locator := &url.URL{Scheme: "https", Host: "example.org"}

	old := urn.RFC2141.MustParse("urn:example:a?b")

	return []allocation{
		{"Parse", "a URN", 0, func() { sinkURN, sinkError = urn.Parse(spelling) }},
		{"Parse", "no URN", 1, func() { sinkURN, sinkError = urn.Parse(bad) }},
		{"Parse", "nothing", 1, func() { sinkURN, sinkError = urn.Parse("") }},
		{"MustParse", "a URN", 0, func() { sinkURN = urn.MustParse(spelling) }},
		{"Syntax.ParseBytes", "a URN, copied", 1, func() { sinkURN, sinkError = urn.RFC8141.ParseBytes(spellingBytes) }},
		{"Syntax.Build", "parts", anyNumber, func() { sinkURN, sinkError = urn.RFC8141.Build(u.Parts()) }},
		{"Valid", "a URN", 0, func() { sinkBool = urn.Valid(spelling) }},
		{"Valid", "no URN", 0, func() { sinkBool = urn.Valid(bad) }},
		{"Syntax.Parse", "a URN", 0, func() { sinkURN, sinkError = urn.RFC8141.Parse(spelling) }},
		{"Syntax.Parse", "a URN of RFC 2141", 0, func() { sinkURN, sinkError = urn.RFC2141.Parse(spelling) }},
		{"Syntax.Parse", "a URN of the draft", 0, func() { sinkURN, sinkError = urn.Draft2141bis.Parse(draft) }},
		{"Syntax.Parse", "no URN", 1, func() { sinkURN, sinkError = urn.RFC2141.Parse(bad) }},
		{"Syntax.ParseBytes", "a URN, copied", 1, func() { sinkURN, sinkError = urn.RFC8141.ParseBytes(spellingBytes) }},
		{"Syntax.ParseBytes", "no URN", 1, func() { sinkURN, sinkError = urn.RFC8141.ParseBytes(badBytes) }},
		{"Syntax.MustParse", "a URN", 0, func() { sinkURN = urn.RFC8141.MustParse(spelling) }},
		{"Syntax.Valid", "a URN", 0, func() { sinkBool = urn.RFC8141.Valid(spelling) }},
		{"Syntax.Valid", "no URN", 0, func() { sinkBool = urn.RFC8141.Valid(bad) }},
		{"Syntax.LocateBytes", "a URN", 0, func() { sinkOffsets, sinkFault = urn.RFC8141.LocateBytes(spellingBytes) }},
		{"Syntax.LocateBytes", "no URN", 0, func() { sinkOffsets, sinkFault = urn.RFC8141.LocateBytes(badBytes) }},
		{"URN.AppendKey", "", 0, func() { sinkBytes = u.AppendKey(buf[:0]) }},
		{"URN.AppendNormalized", "", 0, func() { sinkBytes = u.AppendNormalized(buf[:0]) }},
		{"Syntax.Locate", "a URN", 0, func() { sinkOffsets, sinkFault = urn.RFC8141.Locate(spelling) }},
		{"Syntax.Locate", "no URN", 0, func() { sinkOffsets, sinkFault = urn.RFC8141.Locate(bad) }},
		{"Syntax.Build", "parts", anyNumber, func() { sinkURN, sinkError = urn.RFC8141.Build(u.Parts()) }},
		{"Syntax.String", "", 0, func() { sinkString = urn.Draft2141bis.String() }},
		{"Syntax.MarshalText", "", 1, func() { sinkBytes, sinkError = urn.Draft2141bis.MarshalText() }},
		{"Syntax.UnmarshalText", "a name", 0, func() { sinkError = x.UnmarshalText(text) }},

		{"Offsets.NID", "", 0, func() { sinkSpan = o.NID() }},
		{"Offsets.NSS", "", 0, func() { sinkSpan = o.NSS() }},
		{"Offsets.R", "", 0, func() { sinkSpan = o.R() }},
		{"Offsets.Q", "", 0, func() { sinkSpan = o.Q() }},
		{"Offsets.F", "", 0, func() { sinkSpan = o.F() }},

		{"URN.IsZero", "", 0, func() { sinkBool = u.IsZero() }},
		{"URN.Syntax", "", 0, func() { sinkSyntax = u.Syntax() }},
		{"URN.Offsets", "", 0, func() { sinkOffsets = u.Offsets() }},
		{"URN.Parts", "", 0, func() { sinkParts = u.Parts() }},
		{"URN.String", "", 0, func() { sinkString = u.String() }},
		{"URN.NID", "", 0, func() { sinkString = u.NID() }},
		{"URN.NSS", "", 0, func() { sinkString = u.NSS() }},
		{"URN.R", "", 0, func() { sinkString = u.R() }},
		{"URN.Q", "", 0, func() { sinkString = u.Q() }},
		{"URN.F", "", 0, func() { sinkString = u.F() }},
		{"URN.AssignedName", "", 0, func() { sinkString = u.AssignedName() }},
		{"URN.Normalize", "a normal URN", 0, func() { sinkURN = n.Normalize() }},
		{"URN.Normalize", "another", 1, func() { sinkURN = u.Normalize() }},
		{"URN.Key", "a normal URN", 0, func() { sinkString = n.Key() }},
		{"URN.Key", "another", 1, func() { sinkString = u.Key() }},
		{"URN.Equal", "an equivalent URN", 0, func() { sinkBool = u.Equal(n) }},
		{"URN.Equal", "the same name in another spelling", 0, func() { sinkBool = u.Equal(assigned) }},
		{"URN.Equal", "another name", 0, func() { sinkBool = u.Equal(other) }},
		{"URN.Compare", "an equivalent URN", 0, func() { sinkInt = u.Compare(n) }},
		{"URN.Compare", "another name", 0, func() { sinkInt = u.Compare(other) }},
		{"Offsets.String", "", anyNumber, func() { sinkString = o.String() }},
		{"Offsets.AppendKey", "a big enough buffer", 0, func() { sinkBytes = o.AppendKey(buf, spellingBytes) }},
		{"Offsets.AppendNormalized", "a big enough buffer", 0, func() { sinkBytes = o.AppendNormalized(buf, spellingBytes) }},
		{"Offsets.AppendKey", "the text of a URN", 0, func() { sinkBytes = u.Offsets().AppendKey(buf, []byte(u.String())) }},
		{"Offsets.AppendNormalized", "the text of a URN", 0, func() { sinkBytes = n.Offsets().AppendNormalized(buf, []byte(n.String())) }},

		{"URN.AppendText", "a big enough buffer", 0, func() { sinkBytes, sinkError = u.AppendText(buf) }},
		{"URN.MarshalText", "", 1, func() { sinkBytes, sinkError = u.MarshalText() }},
		{"URN.UnmarshalText", "a URN, copied", 1, func() { sinkError = target.UnmarshalText(spellingBytes) }},
		{"URN.UnmarshalText", "no URN", 1, func() { sinkError = target.UnmarshalText(badBytes) }},
		{"URN.As", "the same name", 0, func() { sinkURN, sinkError = assigned.As(urn.RFC2141) }},
		{"URN.As", "another name", anyNumber, func() { sinkURN, sinkError = old.As(urn.RFC8141) }},
		{"URN.MarshalBinary", "", 1, func() { sinkBytes, sinkError = u.MarshalBinary() }},
		{"URN.UnmarshalBinary", "a URN, copied", 1, func() { sinkError = target.UnmarshalBinary(spellingBytes) }},
		{"URN.Scan", "bytes, copied", 1, func() { sinkError = target.Scan(source) }},
		{"URN.Scan", "NULL", 0, func() { sinkError = target.Scan(nil) }},
		{"URN.Value", "a string in an interface", 1, func() { sinkValue, sinkError = u.Value() }},
		{"URN.Value", "NULL", 0, func() { sinkValue, sinkError = urn.URN{}.Value() }},
		{"URN.URL", "", anyNumber, func() { sinkURL = u.URL() }},
		{"URN.ResolveTo", "", anyNumber, func() { sinkURL = u.ResolveTo(locator) }},

		{"Syntax.Escape", "nothing to escape in an NSS", 0, func() { sinkString, sinkError = urn.RFC8141.Escape(urn.ComponentNSS, "a/b") }},
		{"Syntax.Escape", "nothing to escape in an r-component", 0, func() { sinkString, sinkError = urn.RFC8141.Escape(urn.ComponentR, "a/b?") }},
		{"Syntax.Escape", "nothing to escape in a q-component", 0, func() { sinkString, sinkError = urn.RFC8141.Escape(urn.ComponentQ, "a/b?=") }},
		{"Syntax.Escape", "nothing to escape in an f-component", 0, func() { sinkString, sinkError = urn.RFC8141.Escape(urn.ComponentF, "/?a") }},
		{"Syntax.Escape", "NSS", 1, func() { sinkString, sinkError = urn.RFC2141.Escape(urn.ComponentNSS, "a/b") }},
		{"Syntax.Escape", "r", 1, func() { sinkString, sinkError = urn.RFC8141.Escape(urn.ComponentR, "a b") }},
		{"Syntax.Escape", "q", 1, func() { sinkString, sinkError = urn.RFC8141.Escape(urn.ComponentQ, "a b") }},
		{"Syntax.Escape", "f", 1, func() { sinkString, sinkError = urn.Draft2141bis.Escape(urn.ComponentF, "a b") }},
		{"Unescape", "nothing to unescape", 0, func() { sinkString, sinkError = urn.Unescape("a+b") }},
		{"Unescape", "something", 1, func() { sinkString, sinkError = urn.Unescape("%41%42") }},
		{"Unescape", "no escape", 1, func() { sinkString, sinkError = urn.Unescape("a%4g") }},

		{"Fault.Err", "no fault", 0, func() { sinkError = urn.Fault{}.Err(bad) }},
		{"Fault.Err", "a fault", 1, func() { sinkError = fault.Err(bad) }},
		{"Reason.Error", "", 0, func() { sinkString = fault.Reason.Error() }},
		{"Reason.MarshalText", "", 1, func() { sinkBytes, sinkError = fault.Reason.MarshalText() }},
		{"Reason.UnmarshalText", "a name", 0, func() { sinkError = fault.Reason.UnmarshalText(nid) }},
		{"Reason.String", "", 0, func() { sinkString = fault.Reason.String() }},
		{"Error.Message", "", anyNumber, func() { sinkString = syntaxError.Message() }},
		{"Fault.Message", "", 1, func() { sinkString = fault.Message(bad) }},
		{"Error.Error", "", anyNumber, func() { sinkString = syntaxError.Error() }},
		{"URN.GoString", "", anyNumber, func() { sinkString = urn.URN{}.GoString() }},
		{"Error.Unwrap", "", 0, func() { sinkError = syntaxError.Unwrap() }},
	}
}

// TestAllocations is serial: testing.AllocsPerRun counts what all goroutines
// allocate.
func TestAllocations(t *testing.T) {
	for _, a := range allocations() {
		if a.most == anyNumber {
			a.call() // at least it does not panic
			continue
		}
		if n := testing.AllocsPerRun(100, a.call); n > a.most {
			t.Errorf("%s (%s) allocates %v times, want at most %v", a.api, a.what, n, a.most)
		}
	}
}

// TestAllocationsAreComplete fails when something exported is not in the
// table.
func TestAllocationsAreComplete(t *testing.T) {
	var listed []string
	for _, a := range allocations() {
		listed = append(listed, a.api)
	}
	exported := exportedAPI(t)
	for _, name := range exported {
		if !slices.Contains(listed, name) {
			t.Errorf("%s is not in the table of allocations", name)
		}
	}
	for _, name := range listed {
		if !slices.Contains(exported, name) {
			t.Errorf("%s is in the table of allocations, but not exported", name)
		}
	}
}

// exportedAPI lists the exported functions and the exported methods of
// exported types, as the source has them.
func exportedAPI(t *testing.T) []string {
	sources, _ := parsePackage(t, token.NewFileSet())
	var list []string
	for _, file := range sources {
		for _, decl := range file.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if !ok || !f.Name.IsExported() {
				continue
			}
			name := f.Name.Name
			if f.Recv != nil {
				receiver := f.Recv.List[0].Type
				if star, ok := receiver.(*ast.StarExpr); ok {
					receiver = star.X
				}
				id, ok := receiver.(*ast.Ident)
				require.True(t, ok, "%s has an odd receiver", name)
				if !id.IsExported() {
					continue
				}
				name = id.Name + "." + name
			}
			if !slices.Contains(list, name) {
				list = append(list, name)
			}
		}
	}
	require.NotEmpty(t, list)
	return list
}
