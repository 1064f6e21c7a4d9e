package pattern

import (
	"bufio"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/internal/swar"
	"github.com/seed7b5a83f0/urn/namespace"
)

// The limits of a file.
const (
	maxPatterns = 10000
	maxLine     = 4 * maxLen // in bytes
)

// ReadSet reads a file of patterns:
//
//	# names of our own
//	urn:dd:apps:on-prem-runner:{region}:{org}:{runner}  runner
//	urn:dd:user:{id,fold}                               user
//	raw urn:pulumi:{stack}::{project}::{type}::{name...}  resource
//
// Each line contains a pattern and, after spaces or tabs, the name of its kind. The name is the
// value in the set, and defaults to the text of the pattern. Empty lines and lines beginning
// with "#" are skipped. Lines may end in CR LF, and the file may begin with a byte order mark.
// A file may contain up to 10,000 patterns.
//
// The error names the line, and wraps an [*Error] or the error of r.
func ReadSet(r io.Reader) (*Set[string], error) {
	var set Set[string]
	scanner := bufio.NewScanner(r)
	scanner.Buffer(nil, maxLine+len("\r\n"))
	n := 0
	for scanner.Scan() && scanner.Err() == nil { // with an error, the line may be truncated
		n++
		line := scanner.Text()
		if n == 1 {
			line = strings.TrimPrefix(line, "\ufeff")
		}
		line = strings.Trim(line, " \t\r")
		if line == "" || line[0] == '#' {
			continue
		}
		text, name := line, line
		c := compiler{text: line}
		c.words()
		if i := strings.IndexAny(line[c.skip:], " \t"); i >= 0 {
			text, name = line[:c.skip+i], strings.TrimLeft(line[c.skip+i:], " \t")
		}
		p, err := Compile(text)
		if err == nil && len(set.entries) == maxPatterns {
			err = &Error{Reason: Conflict, cause: fmt.Sprintf("more than %d patterns", maxPatterns)}
		}
		if err == nil {
			err = set.Add(p, name)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	if err := scanner.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, fmt.Errorf("line %d: %w", n+1, &Error{Reason: BadPattern, cause: fmt.Sprintf("longer than %d bytes", maxLine)})
	} else if err != nil {
		return nil, fmt.Errorf("line %d: %w", n+1, err)
	}
	return &set, nil
}

// Definitions returns definitions for [namespace.Registry.With], one for each namespace that has
// a pattern in s, ordered by NID. They apply the NSS of the patterns only, except that raw patterns
// define whole keys. A pattern with a field in its NID, or with an NID that [urn.Relaxed] rejects,
// has no definition. s must not be changed afterwards.
//
//   - An NSS is valid if it matches a pattern, in whatever letter case the NID is, unless package
//     namespace rejects it, for instance for a wrong check digit. It is invalid if it begins with the
//     first literal of a pattern and matches none. Otherwise the other rules of the registry decide.
//   - The normal form has the fields that match case-insensitively in lower case. Everything
//     else is as in package namespace.
//   - A name that matches a raw pattern is its own key and normal form, including "?", "#" and what
//     follows. If only its NSS matches, the name has the general normal form, with escapes in upper
//     case. If a literal has an escape in lower case, that form may match no pattern.
//   - Lint advises against unnecessary escapes, and against upper case in a field with the option fold.
func (s *Set[V]) Definitions() []namespace.Definition {
	alone := s.nssAlone()
	folds := map[string]bool{}
	for p := range alone.All() {
		folds[p.nid] = folds[p.nid] || slices.ContainsFunc(p.fields, func(f field) bool { return f.fold })
	}
	var list []namespace.Definition
	for _, nid := range slices.Sorted(maps.Keys(s.roots)) {
		if nid == "" || !urn.Relaxed.Valid("urn:"+nid+":x") {
			continue // the NID is a field, or is not an NID
		}
		_, registered := namespace.Lookup(nid)
		rules := rules[V]{alone, nid, registered, folds[nid]}
		d := namespace.Definition{NID: nid, Validate: rules.validate, Lint: s.lint}
		if rules.folds {
			d.Normalize = rules.normalize
		}
		if s.roots[nid].raw {
			d.Verbatim = func(u urn.URN) bool { _, _, ok := s.MatchURN(u); return ok }
		}
		list = append(list, d)
	}
	return list
}

// nssAlone returns s with each pattern without the components after the NSS.
func (s *Set[V]) nssAlone() *Set[V] {
	alone := Set[V]{entries: slices.Clone(s.entries), roots: s.roots}
	for i := range alone.entries {
		alone.entries[i].pattern = alone.entries[i].pattern.nssAlone()
	}
	return &alone
}

// nssAlone returns p without the components after the NSS. The NID of a raw pattern is in
// lower case: a definition does not know how the NID of a name is written.
func (p *Pattern) nssAlone() *Pattern {
	q, t := *p, *p.templates[componentNSS]
	if p.raw {
		t.prefix.text = ascii.ToLower(p.nid) + t.prefix.text[len(p.nid):]
	}
	q.templates = [componentCount]*template{&t}
	q.fields = p.fields[:len(t.delimiters)]
	q.finish()
	return &q
}

// rules are the functions of a definition.
type rules[V any] struct {
	patterns   *Set[V] // of the NSS alone
	nid        string
	registered bool
	folds      bool // some field matches case-insensitively
}

// name returns the URN with an NSS, under the first syntax that accepts it, or the zero URN.
func (r rules[V]) name(nss string) urn.URN {
	for _, syntax := range [...]urn.Syntax{urn.RFC8141, urn.RFC2141, urn.Relaxed} {
		if u, err := syntax.Build(urn.Parts{NID: r.nid, NSS: nss}); err == nil {
			return u
		}
	}
	return urn.URN{}
}

// match returns the most specific pattern that u matches, or nil, and the spans of its fields.
func (r rules[V]) match(u urn.URN) (p *Pattern, spans [maxFields]urn.Span) {
	if best := r.patterns.best(u.String(), u.Offsets(), r.nid, &spans); best >= 0 {
		p = r.patterns.entries[best].pattern
	}
	return p, spans
}

// validate is the Validate function of a definition.
func (r rules[V]) validate(nss string) (v namespace.Verdict, offset int, err error) {
	u := r.name(nss)
	if u.IsZero() {
		return namespace.Unknown, 0, nil
	}
	if p, _ := r.match(u); p == nil {
		e := r.patterns.refusal(u.String(), u.Offsets(), r.nid)
		if e.cause == causeNoPattern {
			return namespace.Unknown, 0, nil
		}
		offset, e.excerpt = max(0, e.Offset-u.Offsets().NSS().Start), ""
		return namespace.Invalid, offset, e // without the column, which package namespace reports itself
	}
	if r.registered && !allowedByIANA(u) {
		return namespace.Unknown, 0, nil // package namespace says what is wrong
	}
	if !r.registered && !r.folds {
		return namespace.Valid, 0, nil
	}
	normal := r.name(r.normalize(nss))
	if p, _ := r.match(normal); p == nil || r.registered && !allowedByIANA(normal) {
		return namespace.Invalid, 0, fmt.Errorf("its normal form has %.100q, which no pattern matches", normal.NSS())
	}
	return namespace.Valid, 0, nil
}

// allowedByIANA reports whether package namespace does not refuse u.
func allowedByIANA(u urn.URN) bool {
	_, err := namespace.Validate(u)
	return err == nil
}

// normalize is the Normalize function of a definition. It returns the normal form of
// package namespace if it would otherwise not be idempotent: if a field in lower case
// would end elsewhere.
func (r rules[V]) normalize(nss string) string {
	general, folded := r.fold(nss)
	if folded != general {
		if _, again := r.fold(folded); again != folded {
			return general
		}
	}
	return folded
}

// fold returns the normal form of package namespace, and the same with the fields in
// lower case that match case-insensitively.
func (r rules[V]) fold(nss string) (general, folded string) {
	u := namespace.Normalize(r.name(nss))
	if u.IsZero() {
		return nss, nss
	}
	p, spans := r.match(u)
	if p == nil {
		return u.NSS(), u.NSS()
	}
	b := []byte(u.String())
	for i, f := range p.fields {
		if f.fold {
			copy(b[spans[i].Start:], lowered(u.String()[spans[i].Start:spans[i].End]))
		}
	}
	folded = string(b[u.Offsets().NSS().Start:])
	if q, again := r.match(r.name(folded)); q != p || again != spans {
		folded = u.NSS()
	}
	return u.NSS(), folded
}

// lint is the Lint function of a definition.
func (s *Set[V]) lint(u urn.URN) iter.Seq[namespace.Advice] {
	return func(yield func(namespace.Advice) bool) {
		var spans [maxFields]urn.Span
		best := s.best(u.String(), u.Offsets(), u.NID(), &spans)
		if best < 0 {
			return
		}
		p := s.entries[best].pattern
		text := u.Normalize().String()
		for i, f := range p.fields {
			raw := text[spans[i].Start:spans[i].End]
			if f.fold && lowered(raw) != raw {
				if !yield(namespace.Advice{Span: spans[i], Text: fmt.Sprintf("the field %q of %.100q is case-insensitive: write it in lower case", f.name, p.text)}) {
					return
				}
			}
		}
		var fault *Error
		if _, err := p.ParseURN(u); errors.As(err, &fault) {
			span := urn.Span{Start: fault.Offset, End: fault.Offset}
			for i, f := range p.fields {
				if f.name == fault.Field {
					span = spans[i]
				}
			}
			yield(namespace.Advice{Span: span, Text: fmt.Sprintf("the field %q of %.100q: %s", fault.Field, p.text, fault.cause)})
		}
	}
}

// lowered returns s, which is in normal form, with its letters in lower case, except in escapes.
func lowered(s string) string {
	b := []byte(ascii.ToLower(s))
	swar.UpperEscapes(b)
	return string(b)
}

//go:embed vendors.txt
var vendors string

// Vendors returns a new set of patterns for names in wide use, each with the name of its kind:
// those of Pulumi, DataHub, SCIM, CycloneDX, Peppol and others. The file vendors.txt of this
// package cites where each owner documents them. The set follows the owners, so a minor version
// may change it. A call takes about 10 ms.
func Vendors() *Set[string] {
	set, err := ReadSet(strings.NewReader(vendors))
	if err != nil {
		panic(err) // a test reads the file
	}
	return set
}
