package rewrite

import (
	"bytes"
	"fmt"
	"iter"
	"regexp"
	"strings"
	"sync/atomic"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/leftover"
	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/scan"
)

// Balance counts the findings of replace.
type Balance struct {
	Replaced, Changed atomic.Int64 // names
	// Near and Parts are near misses, and prefixes, templates and patterns of names. They
	// are left as they are, or with Opaque replaced.
	Near, Parts atomic.Int64
	// Others are the matches that [Everything] adds, which are replaced.
	Others atomic.Int64
	Opaque bool
	Hash   bool
	// Clear has what a check of the text that is left finds. Scope says what alone it reads, or is "".
	Clear     leftover.Tally
	Scope     string
	Unwritten atomic.Int64 // replacements that the notation does not allow in their place
}

// Left is how many near misses and parts are left as they are.
func (b *Balance) Left() int64 {
	if b.Opaque {
		return 0
	}
	return b.Near.Load() + b.Parts.Load()
}

// Counts is for --stats.
func (b *Balance) Counts() string {
	return fmt.Sprintf("replaced=%d changed=%d near=%d parts=%d others=%d left=%d clear=%d unwritten=%d",
		b.Replaced.Load(), b.Changed.Load(), b.Near.Load(), b.Parts.Load(), b.Others.Load(), b.Clear.Names.Load(), b.Clear.Others.Load(), b.Unwritten.Load())
}

// Remark returns the text at the end for people: the numbers of findings that were
// replaced, that were left, and that could not be written. If quiet is set, it does not
// include the replaced findings.
func (b *Balance) Remark(quiet bool) string {
	var replaced, left []string
	changed, same := b.Changed.Load(), b.Replaced.Load()-b.Changed.Load()
	if changed+same > 0 || b.Left() == 0 {
		replaced = append(replaced, Count(changed, "name", "names"))
	}
	list := &left
	if b.Opaque {
		list = &replaced
	}
	if n := b.Near.Load(); n > 0 {
		*list = append(*list, Count(n, "near miss", "near misses"))
	}
	if n := b.Parts.Load(); n > 0 {
		*list = append(*list, Count(n, "part of a name", "parts of names"))
	}
	if n := b.Others.Load(); n > 0 {
		replaced = append(replaced, fmt.Sprintf(`%d "urn:" that find does not show`, n))
	}
	var clauses []string
	if len(replaced) > 0 && !quiet {
		said := strings.Join(replaced, " and ") + " replaced"
		if same > 0 {
			said += ", " + Count(same, "name", "names") + " unchanged"
		}
		clauses = append(clauses, said)
	}
	if len(left) > 0 {
		rest := " left as they are: not URNs (urn find --near shows them)"
		if b.Left() == 1 {
			rest = " left as it is: not a URN (urn find --near shows it)"
		}
		clauses = append(clauses, strings.Join(left, " and ")+rest)
	}
	if n := b.Clear.Others.Load(); n > 0 && (b.Hash || !quiet) {
		clauses = append(clauses, Count(n, `"urn:" left, which begins no name`, `"urn:" left, which begin no name`))
	}
	if n := b.Unwritten.Load(); n > 0 {
		clauses = append(clauses, Count(n, "value", "values")+" not written: the notation cannot hold what replaces the URN there")
	}
	if said := b.Clear.String(); said != "" && (b.Hash || !quiet) {
		clauses = append(clauses, said)
	}
	if b.Scope != "" && (!quiet || b.Clear.Names.Load() > 0) {
		clauses = append(clauses, "only "+b.Scope+" was checked for names that are left")
	}
	return strings.Join(clauses, "; ")
}

// Count adds n, which may be negative, to the count of a kind. The kind is not MatchName.
func (b *Balance) Count(kind scan.MatchKind, n int64) {
	[...]*atomic.Int64{0: &b.Others, scan.MatchNearMiss: &b.Near, scan.MatchPart: &b.Parts}[kind].Add(n)
}

// Count returns "1 " with the singular one, or n with the plural more.
func Count(n int64, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}

// beginning is at least the length in bytes of the longest scheme, NID and first character of an NSS
// with their colons.
const beginning = 64

// Everything yields found, the findings in text, and with the Kind 0 the URNs that the finder does
// not take for names, so that none is left in clear. Such a text ends before the next white space or
// quotation mark. The Kind is also 0 for a "urn:" directly before a finding, and for a quoted "urn:" with
// only a blank between: together with the pseudonym, each would be a finding.
func Everything(found iter.Seq[scan.Match], x urn.Syntax, text []byte) iter.Seq[scan.Match] {
	return func(yield func(scan.Match) bool) {
		from := 0
		exact := scan.Finder{Syntax: x, Mode: scan.ModeExact}
		between := func(end int) bool {
			// A URN that begins before end shows it within the next beginning bytes. To search to the
			// end of the text each time would take quadratic time.
			for from < end {
				m, ok := exact.Next(text[:min(len(text), end+beginning)], from)
				k := from + len("/urn:") // after the pseudonym and "/", this is a value
				if from > 0 && k < end && bytes.IndexByte([]byte("/:|"), text[from]) >= 0 &&
					ascii.EqualFold("urn:", text[from+1:k]) && ascii.IsAlnum(text[k]) {
					m, ok = scan.Match{Start: from + 1, End: k}, true
				}
				if !ok || m.Start >= end {
					return true
				}
				for m.End < end && text[m.End] > ' ' && bytes.IndexByte([]byte("\"<>|`"), text[m.End]) < 0 {
					m.End++
				}
				from = min(m.End, end)
				if !yield(scan.Match{Start: m.Start, End: from}) {
					return false
				}
			}
			return true
		}
		for m := range found {
			first := m.Start // or of a "urn:" before it
			if isLabelled(text, from, m.Start, m.End) {
				first = from + len(bytes.TrimRight(text[from:first], " '"))
			}
			for first-4 >= from && bytes.EqualFold(text[first-4:first], []byte("urn:")) {
				first -= 4
			}
			if first > 0 && ascii.IsAlnum(text[first-1]) {
				first = m.Start
			}
			if !between(first) || from <= first && first < m.Start && !yield(scan.Match{Start: first, End: m.Start}) || !yield(m) {
				return
			}
			from = m.End
		}
		between(len(text))
	}
}

// isLabelled reports whether "urn:" and blanks, or an apostrophe that nothing closes, are before text[start:end],
// between quotation marks around both.
func isLabelled(text []byte, from, start, end int) bool {
	if end == len(text) {
		return false
	}
	label := bytes.TrimRight(text[from:start], " ")
	if text[end] != '\'' {
		label = bytes.TrimSuffix(label, []byte("'"))
	}
	i := len(label) - len("urn:")
	return i > 0 && ascii.EqualFold("urn:", label[i:]) &&
		bytes.IndexByte([]byte("\"'`>"), label[i-1]) >= 0 && bytes.IndexByte([]byte("\"'`<>\\"), text[end]) >= 0
}

// CheckWide returns an error if a "urn:" in text is in UTF-16 or UTF-32. text begins in a line of
// the input with the given name.
func CheckWide(text []byte, name string, line int64) error {
	at := 0
	for !wide.Match(text[max(0, at-len("u000r000n000:")):at]) { // the expression is slow
		i := bytes.Index(text[at:], []byte("\x00:"))
		if i < 0 {
			return nil
		}
		at += i + len("\x00:")
	}
	line += int64(bytes.Count(text[:at], []byte{'\n'}))
	return fmt.Errorf("%s:%d: text in UTF-16 or UTF-32 without a byte order mark: convert it to UTF-8 first", name, line)
}

var wide = regexp.MustCompile(`(?i)u(?:\x00r\x00n|\x00{3}r\x00{3}n\x00\x00)\x00:`) // UTF-16, UTF-32
