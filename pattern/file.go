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
	"github.com/seed7b5a83f0/urn/namespace"
)

// maxPatterns is the largest number of patterns of a file.
const maxPatterns = 10000

// maxLine is the length of the longest line that ReadSet reads, in bytes.
const maxLine = 4 * maxLen

// words may come before a pattern.
var words = [...]string{"raw ", "own ", "only ", "lenient "}

// ReadSet reads a file of patterns:
//
//	# names of our own
//	urn:dd:apps:on-prem-runner:{region}:{org}:{runner}  runner
//	urn:dd:user:{id,fold}                               user
//	raw urn:pulumi:{stack}::{project}::{type}::{name...}  resource
//
// It has a pattern on each line, and after it, separated by spaces or tabs, the
// name of what it describes. The name is the value in the set; without one it is
// the text of the pattern. Empty lines, and those whose first character is "#",
// are skipped. A line may end with CR LF, and a byte order mark may come first. A file
// has at most 10,000 patterns.
//
// The error names the line. It wraps an [*Error] or the error of r.
func ReadSet(r io.Reader) (*Set[string], error) {
	var set Set[string]
	scanner := bufio.NewScanner(r)
	scanner.Buffer(nil, maxLine+len("\r\n"))
	n := 0
	for scanner.Scan() {
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
		skip := 0
		for i := 0; i >= 0; skip += i {
			if i = strings.IndexByte(line[skip:], ' ') + 1; i == 0 || !slices.Contains(words[:], line[skip:skip+i]) {
				break
			}
		}
		if i := strings.IndexAny(line[skip:], " \t"); i >= 0 {
			text, name = line[:skip+i], strings.TrimLeft(line[skip+i:], " \t")
		}
		p, err := Compile(text)
		if err == nil && len(set.entries) == maxPatterns {
			err = &Error{Reason: Conflict, Offset: -1, Cause: fmt.Sprintf("more than %d patterns", maxPatterns)}
		}
		if err == nil {
			err = set.Add(p, name)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	if err := scanner.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, fmt.Errorf("line %d: %w", n+1, &Error{Reason: BadPattern, Offset: -1, Cause: fmt.Sprintf("longer than %d bytes", maxLine)})
	} else if err != nil {
		return nil, fmt.Errorf("line %d: %w", n+1, err)
	}
	return &set, nil
}

// Definitions returns a definition of each namespace that s has a pattern of, in
// the order of the NIDs, for [namespace.Registry.With]. It looks at the NSS alone, with the
// escapes that it has as a URN. A pattern whose NID is a field, or is not an NID of RFC 8141,
// has no definition. s must not be changed afterwards.
//
//   - An NSS is valid if it matches a pattern, and package namespace does not
//     refuse it, for a wrong check digit for example. It is invalid if it begins with the
//     literal that a pattern begins with, and matches none. s does not cover any
//     other NSS, and the other rules of the registry decide.
//   - The normal form has the fields that match case-insensitively in lower case. For
//     everything else, package namespace decides.
//   - Lint advises against a needless escape, and against upper case in a field
//     that matches case-insensitively.
func (s *Set[V]) Definitions() []namespace.Definition {
	folds := map[string]bool{}
	for i := range s.entries {
		p := s.entries[i].Pattern
		for _, f := range p.fields {
			folds[p.nid] = folds[p.nid] || f.fold && f.component == componentNSS
		}
	}
	var list []namespace.Definition
	for _, nid := range slices.Sorted(maps.Keys(s.roots)) {
		if nid == "" || !urn.Valid("urn:"+nid+":x") {
			continue // the NID is a field, or is not one of RFC 8141
		}
		_, registered := namespace.Lookup(nid)
		d := namespace.Definition{
			NID: nid,
			Validate: func(nss string) (int, error) {
				offset, err := s.validate(nid, nss)
				if err == nil && registered && !allowedByIANA(nid, nss) {
					err = namespace.ErrUnknown // package namespace says what is wrong
				}
				if err != nil || !registered && !folds[nid] {
					return offset, err
				}
				normal := s.normalize(nid, nss)
				if normal != nss && (s.bestNSS(nid, normal, nil) == nil || registered && !allowedByIANA(nid, normal)) {
					err = fmt.Errorf("its normal form has %.100q, which no pattern matches", normal)
				}
				return 0, err
			},
			Lint: s.lint,
		}
		if folds[nid] {
			d.Normalize = func(nss string) string { return s.normalize(nid, nss) }
		}
		list = append(list, d)
	}
	return list
}

// matchNSS finds the fields of an NSS, or for a raw pattern of the name that it is in.
// spans has room for all fields of p. They are offsets into it, and in the name for a raw
// pattern, as is the offset of the mismatch.
func (p *Pattern) matchNSS(nss string, spans []urn.Span) mismatch {
	if p.raw {
		return p.match("urn:"+p.nid+":"+nss, urn.Offsets{}, spans)
	}
	t := p.templates[componentNSS]
	m := t.match(p.fields, componentNSS, nss, urn.Span{End: len(nss)}, spans)
	if m.cause == 0 && p.conditional && !p.equivalentPrefix(nss) {
		m = mismatch{causeLiteral, componentNSS, -1, 0}
	}
	if m.cause == 0 {
		m = p.matchValues(nss, len(t.delimiters), false, spans)
	}
	return m
}

// prefixed returns the text of an NSS that the templates of r describe.
func (r *root) prefixed(nid, nss string) string {
	if r.raw {
		return nid + ":" + nss
	}
	return nss
}

// bestNSS returns the most specific pattern whose description of the NSS matches.
// If several describe the NSS alike, it is the first one.
// spans may be nil.
func (s *Set[V]) bestNSS(nid, nss string, spans []urn.Span) *Pattern {
	best := -1
	if spans == nil {
		spans = make([]urn.Span, maxFields)
	}
	r := s.roots[nid]
	text := r.prefixed(nid, nss)
	for _, prefix := range r.path(text, nil, true) {
		prefix.literals.visit(text[prefix.end:], func(i int) {
			e := &s.entries[i]
			if best >= 0 && (e.rank < s.entries[best].rank || e.rank == s.entries[best].rank && i > best) {
				return
			}
			if m := e.Pattern.matchNSS(nss, spans); m.cause == 0 {
				best = i
			}
		})
	}
	if best < 0 {
		return nil
	}
	p := s.entries[best].Pattern
	p.matchNSS(nss, spans)
	return p
}

// allowedByIANA reports whether package namespace does not refuse an NSS.
func allowedByIANA(nid, nss string) bool {
	u, err := urn.Parse("urn:" + nid + ":" + nss)
	if err == nil {
		_, err = namespace.Validate(u)
		return err == nil
	}
	return true
}

// validate says whether an NSS matches, does not match, or is not covered.
func (s *Set[V]) validate(nid, nss string) (offset int, err error) {
	var spans [maxFields]urn.Span
	if s.bestNSS(nid, nss, spans[:]) != nil {
		return 0, nil
	}
	r := s.roots[nid]
	text := r.prefixed(nid, nss)
	furthest, of, owned := s.furthest(r, text, func(p *Pattern) mismatch { return p.matchNSS(nss, spans[:]) })
	switch {
	case of == nil && owned:
		return 0, refusal{&Error{Reason: OtherPrefix, Cause: causeOwned}}
	case of == nil:
		return 0, namespace.ErrUnknown
	}
	before := 0
	if of.raw {
		text, before = "urn:"+text, len("urn:")+len(nid)+len(":")
	}
	return max(0, furthest.offset-before), refusal{of.newError(text, furthest)}
}

// refusal is an [*Error] for package namespace. Its text leaves out the column and the
// name, which package namespace reports itself.
type refusal struct{ e *Error }

func (r refusal) Error() string { return r.e.Message() }
func (r refusal) Unwrap() error { return r.e }

// normalize is the Normalize function of a definition. It returns the normal form of
// package namespace if it would otherwise not be idempotent: if a field in lower case
// would end elsewhere.
func (s *Set[V]) normalize(nid, nss string) string {
	general, folded := s.fold(nid, nss)
	if folded != general {
		if _, again := s.fold(nid, folded); again != folded {
			return general
		}
	}
	return folded
}

// fold returns the normal form of package namespace, and the same with the fields in
// lower case that match case-insensitively.
func (s *Set[V]) fold(nid, nss string) (general, folded string) {
	if u, err := urn.RFC8141.Build(urn.Parts{NID: nid, NSS: nss}); err == nil {
		nss = namespace.Normalize(u).NSS()
	}
	var spans [maxFields]urn.Span
	p := s.bestNSS(nid, nss, spans[:])
	if p == nil {
		return nss, nss
	}
	b := []byte(nss)
	for i, f := range p.fields {
		if f.fold && f.component == componentNSS {
			copy(b[spans[i].Start:], lowered(nss[spans[i].Start:spans[i].End]))
		}
	}
	var again [maxFields]urn.Span
	if q := s.bestNSS(nid, string(b), again[:]); q != p || again != spans {
		return nss, nss
	}
	return nss, string(b)
}

// lint is the Lint function of a definition.
func (s *Set[V]) lint(u urn.URN) iter.Seq[namespace.Advice] {
	return func(yield func(namespace.Advice) bool) {
		e, spans, ok := s.Match(u, nil)
		if !ok {
			return
		}
		p := e.Pattern
		text := u.String()
		for i, f := range p.fields {
			raw := text[spans[i].Start:spans[i].End]
			if f.fold && lowered(raw) != raw {
				if !yield(namespace.Advice{Span: spans[i], Text: fmt.Sprintf("the field %q of %.100q is case-insensitive: write it in lower case", f.name, p.text)}) {
					return
				}
			}
		}
		var fault *Error
		if _, err := p.Values(u, nil); errors.As(err, &fault) {
			span := urn.Span{Start: fault.Offset, End: fault.Offset}
			for i, f := range p.fields {
				if f.name == fault.Field {
					span = spans[i]
				}
			}
			yield(namespace.Advice{Span: span, Text: fmt.Sprintf("the field %q of %.100q: %s", fault.Field, p.text, fault.Cause)})
		}
	}
}

// lowered returns s with its letters in lower case, except in escapes.
func lowered(s string) string {
	b := []byte(s)
	for i := 0; i < len(b); i++ {
		if b[i] == '%' {
			i += len("XX")
		} else {
			b[i] = ascii.Lower(b[i])
		}
	}
	return string(b)
}

//go:embed vendors.txt
var vendors string

// Vendors returns a set of patterns of names that many programs meet: names of Pulumi,
// DataHub, SCIM, CycloneDX, Peppol and others, each with the name of its kind. The file
// vendors.txt of this package says where the owner of each publishes its shape. Kinds
// may be added in a later version. Each call makes a set of its own, in about 10 ms.
func Vendors() *Set[string] {
	set, err := ReadSet(strings.NewReader(vendors))
	if err != nil {
		panic(err) // a test reads the file
	}
	return set
}
