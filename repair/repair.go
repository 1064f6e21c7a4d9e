// Package repair turns texts that are almost URNs, such as IRIs, into URNs by percent-encoding the
// characters that a URN may not contain (RFC 3987, section 3.1).
//
//	r, err := repair.Parse("urn:example:Köln am Rhein")
//	r.URN()              // urn:example:K%C3%B6ln%20am%20Rhein
//
// A text that is a URN stays as it is.
package repair

import (
	"iter"
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/octet"
)

// Repairer turns texts that are almost URNs into URNs. The zero Repairer uses RFC
// 8141 and escapes no "%".
type Repairer struct {
	// Syntax is the syntax of the URNs.
	Syntax urn.Syntax

	// EscapePercent also escapes each "%" that two hexadecimal digits do not follow. Set it
	// only if such a "%" is data. Without it, that "%" is an error, because it may be
	// a damaged escape.
	EscapePercent bool
}

// Parse turns s into a URN: it escapes each octet that may not occur in its place. All
// other octets stay as they are. Nothing is guessed: no octet is removed or decoded, and no
// delimiter is added. White space at the end is escaped, too. If s is a URN, the result is
// s.
//
// An IRI is mapped to a URI in the same way (RFC 3987, section 3.1). So Parse also turns a
// URN as a browser shows it into a URN.
//
// The components of s are the parts between its delimiters. Under RFC8141 and Relaxed, the
// NSS ends before the first "?+" or "?=", and an r-component before the first "?=". The
// NSS, the r-component and the q-component all end before the first "#". A "?" that begins
// no component is data, and so are "[", "]" and a "#" in an f-component. Parse escapes them
// if they may not occur there. RFC 3987 does not escape them, because they are delimiters
// of other URIs.
//
// The error is a [*urn.Error]. Parse cannot repair a scheme other than "urn", a
// malformed NID, or an empty NSS, r-component or q-component. A "%" that two hexadecimal
// digits do not follow is an error unless EscapePercent is set. Under Draft2141bis, a malformed
// keyword in the query and the octet zero are errors, too. The offset is the position of
// the fault in s. If the URN would have more than [urn.MaxLen] bytes, the reason is
// [urn.TooLong].
//
// If s is a URN, Parse does not allocate. It takes time linear in len(s). The result keeps a
// reference to s, and the error does not.
func (r Repairer) Parse(s string) (Repaired, error) {
	u, err := r.Syntax.Parse(s)
	if err == nil {
		return Repaired{u, s}, nil
	}
	e := err.(*urn.Error) // errors.As would allocate
	switch e.Reason {
	case urn.BadScheme, urn.BadNID, urn.TooLong, urn.UnknownSyntax:
		return Repaired{}, e
	}
	x := r.Syntax
	nss := len("urn:") + strings.IndexByte(s[len("urn:"):], ':') + len(":")
	parts := split(x, s, nss)
	text, ok := r.escape(x, s, &parts)
	if !ok {
		return Repaired{}, &urn.Error{Syntax: x, Offset: urn.MaxLen, Reason: urn.TooLong}
	}
	if u, err = x.Parse(text); err == nil {
		return Repaired{u, s}, nil
	}
	if text != s { // say where the fault is in s
		e = err.(*urn.Error)
		e = urn.Fault{Syntax: x, Offset: inputOffset(s, text, e.Offset), Reason: e.Reason}.Err(s).(*urn.Error)
	}
	return Repaired{}, e
}

// Parse turns s into a URN of RFC 8141; see [Repairer.Parse].
func Parse(s string) (Repaired, error) { return Repairer{}.Parse(s) }

// Repaired is a URN and the text that it was made from.
type Repaired struct {
	urn   urn.URN
	input string
}

// URN returns the URN.
func (r Repaired) URN() urn.URN { return r.urn }

// Input returns the text that was repaired. It is the text of the URN if nothing was changed.
func (r Repaired) Input() string { return r.input }

// Change is a range of octets that became escapes.
type Change struct {
	Input urn.Span // the octets, in bytes of the text that was repaired
	URN   urn.Span // their escapes, in bytes of the URN
}

// Changes returns an iterator over the changes, in the order of the text. Between
// two changes there is at least one byte that has not changed. Changes does not
// allocate, and takes time linear in the length of the URN.
func (r Repaired) Changes() iter.Seq[Change] {
	return func(yield func(Change) bool) {
		in, out := r.input, r.urn.String()
		for i, j := 0, 0; j < len(out); {
			if !becameEscape(in, i, out, j) {
				i, j = i+1, j+1
				continue
			}
			c := Change{urn.Span{Start: i, End: i}, urn.Span{Start: j, End: j}}
			for j < len(out) && becameEscape(in, i, out, j) {
				i, j = i+1, j+len("%XX")
			}
			c.Input.End, c.URN.End = i, j
			if !yield(c) {
				return
			}
		}
	}
}

// becameEscape reports whether in[i] became an escape, which is at out[j].
func becameEscape(in string, i int, out string, j int) bool {
	return out[j] == '%' && (in[i] != '%' || !octet.IsEscape(in, i) && strings.HasPrefix(out[j:], "%25"))
}

// inputOffset returns the offset in the input that corresponds to out[at].
func inputOffset(in, out string, at int) int {
	i := 0
	for j := 0; j < at; i++ {
		size := 1
		if becameEscape(in, i, out, j) {
			size = len("%XX")
		}
		if j += size; j > at {
			break // at is inside the escape
		}
	}
	return i
}

// components is the number of constants of [urn.Component].
const components = int(urn.ComponentF) + 1

// split returns the spans of the components of s by its delimiters. The NSS begins at nss.
// The span of an absent component is zero.
func split(x urn.Syntax, s string, nss int) (parts [components]urn.Span) {
	end := len(s)
	// begin looks for the first delimiter. It ends the last component before the delimiter,
	// and begins c after it.
	begin := func(c urn.Component, delimiter string) {
		if i := strings.Index(s[nss:end], delimiter); i >= 0 {
			parts[c] = urn.Span{Start: nss + i + len(delimiter), End: end}
			end = nss + i
		}
	}
	switch x {
	case urn.Draft2141bis:
		begin(urn.ComponentF, "#")
		begin(urn.ComponentQ, "?")
	case urn.RFC8141, urn.Relaxed:
		begin(urn.ComponentF, "#")
		// The first "?=" begins the q-component, whether a "?+" is before or after it.
		begin(urn.ComponentQ, "?=")
		begin(urn.ComponentR, "?+")
	}
	parts[urn.ComponentNSS] = urn.Span{Start: nss, End: end}
	return parts
}

// octets says which octets may occur in a component. A delimiter may occur where it delimits,
// unlike in [urn.Syntax.Escape], which is for data.
type octets struct {
	first, rest octet.Class // of the first octet, and of the others
	also        string      // octets that may occur there besides
}

var allowed = [...][components]octets{
	urn.RFC8141: {
		urn.ComponentNSS: {first: octet.PChar, rest: octet.NSSChar},
		urn.ComponentR:   {first: octet.PChar, rest: octet.FragChar},
		urn.ComponentQ:   {first: octet.PChar, rest: octet.FragChar},
		urn.ComponentF:   {first: octet.FragChar, rest: octet.FragChar},
	},
	urn.Relaxed: {
		urn.ComponentNSS: {first: octet.PChar, rest: octet.NSSChar},
		urn.ComponentR:   {first: octet.PChar, rest: octet.FragChar},
		urn.ComponentQ:   {first: octet.PChar, rest: octet.FragChar},
		urn.ComponentF:   {first: octet.FragChar, rest: octet.FragChar, also: "#"},
	},
	urn.RFC2141: {
		urn.ComponentNSS: {first: octet.TransChar, rest: octet.TransChar, also: "/?#"},
	},
	urn.Draft2141bis: {
		urn.ComponentNSS: {first: octet.PChar, rest: octet.PChar},
		urn.ComponentQ:   {first: octet.FragChar, rest: octet.FragChar},
		urn.ComponentF:   {first: octet.FragChar, rest: octet.FragChar},
	},
}

// each calls yield with the position of each octet of s that may not occur in its component
// and becomes an escape, until yield returns false.
func (r Repairer) each(x urn.Syntax, s string, parts *[components]urn.Span, yield func(i int) bool) {
	for c, part := range parts {
		may := &allowed[x][c]
		set := may.first
		for i := part.Start; i < part.End; i++ {
			becomes := !octet.Is(s[i], set) && strings.IndexByte(may.also, s[i]) < 0
			if s[i] == '%' {
				becomes = r.EscapePercent && !octet.IsEscape(s, i)
			}
			if becomes && !yield(i) {
				return
			}
			set = may.rest
		}
	}
}

// escape returns s with each octet escaped that may not occur in its component. It returns
// false if the result has more than MaxLen bytes.
func (r Repairer) escape(x urn.Syntax, s string, parts *[components]urn.Span) (string, bool) {
	n, most := 0, (urn.MaxLen-len(s))/len("XX") // of octets that are escaped
	r.each(x, s, parts, func(int) bool { n++; return n <= most })
	if n == 0 || n > most {
		return s, n == 0
	}
	var to strings.Builder
	to.Grow(len(s) + n*len("XX"))
	from := 0
	r.each(x, s, parts, func(i int) bool {
		to.WriteString(s[from:i])
		octet.WriteEscape(&to, s[i])
		from = i + 1
		return true
	})
	to.WriteString(s[from:])
	return to.String(), true
}
