package lint

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/report"
	"github.com/seed7b5a83f0/urn/namespace"
)

// Finding is something to report.
type Finding struct {
	Rule       RuleID
	Level      Level
	Offset     int64 // in the file, in bytes
	Length     int   // in bytes
	Line       int64 // from 1
	Column     int   // in bytes from 1
	Runes, End int   // columns of the beginning and the end in characters, from 1
	Message    string
	Name       string // the URN, or what stands in its place
	Fix        string // the name as it should be, or ""

	// key is compared with a baseline. It is the normal form of the URN, so that a
	// fix changes no baseline.
	key   string
	edits []edit // what --fix does
	// The name's offset in the file, and its column in characters, for edits.
	nameOffset int64
	nameRunes  int
}

// edit is a byte that --fix changes.
type edit struct {
	offset   int64
	old, new byte
}

// checker checks one file, piece by piece.
type checker struct {
	*Config
	registry *namespace.Registry

	findings   []Finding
	suppressed int64
}

// piece is the part of a file that is being checked: whole lines.
type piece struct {
	*checker
	text   []byte
	offset int64  // of text in the file
	line   int64  // the number of the line that begins at from
	from   int    // the beginning of a line
	bom    int    // length of the byte order mark that text begins with
	before []byte // the line before text, or nil
	marks  marks
}

var byteOrderMark = []byte("\ufeff")

// check checks a part of a file that begins and ends with whole lines. before is the
// last line of the part before it, or nil.
func (c *checker) check(text []byte, offset, line int64, before []byte) {
	p := piece{checker: c, text: text, offset: offset, line: line, before: before}
	n := len(c.findings)
	if offset == 0 && bytes.HasPrefix(text, byteOrderMark) {
		p.bom = len(byteOrderMark)
	}
	for m, fault := range (urn.Finder{Syntax: c.Syntax}).Near(text) {
		switch {
		case fault.Reason != 0:
			p.near(m, fault)
		default:
			p.name(m)
		}
	}
	slices.SortStableFunc(c.findings[n:], func(a, b Finding) int { return cmp.Compare(a.Offset, b.Offset) })
}

// near reports a near miss.
func (p *piece) near(m urn.Match, fault urn.Fault) {
	rule := Malformed
	at := m.Start + fault.Offset
	name, found := urn.Finder{Syntax: p.Syntax, Exact: true}.Next(p.text[m.Start:m.End], 0)
	switch {
	case isPlaceholder(p.text[m.Start:], fault):
		rule = Placeholder
	case fault.Reason == urn.Partial:
		rule = Prefix
	case found && name.Start == 0:
		rule = CutOff
	}
	if p.Levels[rule] == Off {
		return
	}
	shown := word(p.text[m.Start:], fault.Offset)
	size := 0
	if at < m.Start+len(shown) {
		_, size = utf8.DecodeRune(p.text[at:])
	}
	message := fault.Message(string(p.text[m.Start:min(len(p.text), at+utf8.UTFMax)]))
	if rule == CutOff {
		message = "the URN ends after " + report.Visible(string(tail(p.text[m.Start:m.Start+name.End]))) + ": " + message
	}
	p.report(rule, at, at+size, shown, message, "", string(shown))
}

// tail returns the end of a name for people.
func tail(name []byte) []byte {
	const long = 40
	if len(name) > long {
		return append([]byte("..."), name[len(name)-long:]...)
	}
	return name
}

// maxWord bounds what is shown of a near miss after its fault, in bytes.
const maxWord = 64

// word returns the part of text that is shown. text is a near miss with a fault at
// an offset. The part ends before the first white space, quote, "<" or ">" after
// the fault.
func word(text []byte, fault int) []byte {
	end := fault
	for end < len(text) && end < fault+maxWord {
		r, size := utf8.DecodeRune(text[end:])
		if r <= ' ' || strings.ContainsRune("\"'`<>\\", r) || r == 0x7f {
			break
		}
		end += size
	}
	return text[:end]
}

// isPlaceholder reports whether the fault of text, a near miss, is a placeholder of
// a template or of a pattern, an ellipsis, or an escape of a string literal.
func isPlaceholder(text []byte, fault urn.Fault) bool {
	at := fault.Offset
	if fault.Reason == urn.BadEscape { // the fault is after the "%"
		at = bytes.LastIndexByte(text[:at], '%')
		// Verbs of printf and the formats of other languages: %s, %-5d, %(name)s, %{id}.
		return len(text) > at+1 && bytes.IndexByte([]byte("sdvqxXioufgec(-+0123456789{"), text[at+1]) >= 0
	}
	rest := text[at:]
	if len(rest) == 0 {
		return false
	}
	switch rest[0] {
	case '%', '{', '$', '[', '*', '\\', '|', '^':
		return true
	case '<': // it ends a name in XML, unless it begins a placeholder such as <id>
		return bytes.IndexByte(rest[:min(len(rest), maxWord)], '>') > 1 && rest[1] != '/'
	case '.':
		return bytes.HasPrefix(rest, []byte(".."))
	}
	return bytes.HasPrefix(rest, []byte("…"))
}

// isPrefix reports whether begun is only "urn:", or only "urn:" and a namespace
// identifier with its colon. begun is a prefix of some URN, and rest follows it.
func isPrefix(begun, rest []byte) bool {
	if len(begun) == 0 || begun[len(begun)-1] != ':' {
		return false
	}
	r, _ := utf8.DecodeRune(rest)
	return len(rest) == 0 || r <= ' ' || strings.ContainsRune("\"'`()]}<>,;.!?+&", r) || r == 0x7f
}

// name reports what is wrong with a URN.
func (p *piece) name(m urn.Match) {
	text := p.text[m.Start:m.End]
	u, err := p.Syntax.ParseBytes(text)
	if err != nil {
		return // the finder has found it
	}
	s := u.String()
	normal := u.Normalize().String()
	if normal != s {
		p.fixable(m, u, s, normal)
	}
	if _, err := p.registry.Validate(u); err != nil {
		e := err.(*namespace.Error)
		at := m.Start + e.Offset
		p.report(WrongName, at, min(at+1, m.End), text, e.Message(), "", normal)
	}
	var seen [256]bool
	for a := range p.registry.Lint(u) {
		rule := ofAdvice[a.Code]
		if rule == HexCase || seen[rule] {
			continue
		}
		seen[rule] = true
		p.report(rule, m.Start+a.Span.Start, m.Start+a.Span.End, text, a.Message(), "", normal)
	}
}

// fixable reports what differs from the normal form, and collects the edits.
func (p *piece) fixable(m urn.Match, u urn.URN, s, normal string) {
	nid := u.Offsets().NID()
	rules := []struct {
		rule       RuleID
		start, end int
		message    string
	}{
		{SchemeCase, 0, len("urn"), "the scheme should be in lower case (RFC 8141, section 3.1)"},
		{NIDCase, nid.Start, nid.End, "the namespace identifier should be in lower case (RFC 8141, section 3.1)"},
		{HexCase, nid.End, len(s), "the digits of an escape should be in upper case (RFC 8141, section 3.1)"},
	}
	p.seek(m.Start)
	fix := []byte(s)
	for _, r := range rules {
		if p.Levels[r.rule] != Off && !p.suppresses(r.rule) {
			copy(fix[r.start:r.end], normal[r.start:r.end])
		}
	}
	for _, r := range rules {
		var edits []edit
		first := -1
		for i := r.start; i < r.end; i++ {
			if s[i] == normal[i] {
				continue
			}
			if first < 0 {
				first = i
			}
			edits = append(edits, edit{p.offset + int64(m.Start+i), s[i], normal[i]})
		}
		if first < 0 {
			continue
		}
		start, end := r.start, r.end
		if r.rule == HexCase {
			start = strings.LastIndexByte(s[:first], '%')
			end = start + len("%xx")
		}
		if p.report(r.rule, m.Start+start, m.Start+end, p.text[m.Start:m.End], r.message, string(fix), normal) {
			f := &p.findings[len(p.findings)-1]
			f.edits = edits
			f.nameOffset, f.nameRunes = p.offset+int64(m.Start), f.Runes-start
		}
	}
}

// report adds a finding about text[start:end], unless the rule is off or the line
// suppresses it. It reports whether it does.
func (p *piece) report(rule RuleID, start, end int, name []byte, message, fix, key string) bool {
	level := p.Levels[rule]
	if level == Off {
		return false
	}
	p.seek(start)
	if p.suppresses(rule) {
		p.suppressed++
		return false
	}
	p.add(rule, start, end, name, message, fix, key)
	return true
}

// seek moves to the line of an offset in text.
func (p *piece) seek(at int) {
	if i := bytes.LastIndexByte(p.text[p.from:at], '\n'); i >= 0 {
		p.line += int64(bytes.Count(p.text[p.from:p.from+i+1], newline))
		p.from += i + 1
		p.marks.known = false
	}
}

var newline = []byte{'\n'}

func (p *piece) add(rule RuleID, start, end int, name []byte, message, fix, key string) {
	begin := p.from
	if begin == 0 {
		begin = p.bom
	}
	runes := 1 + utf8.RuneCount(p.text[begin:start])
	p.findings = append(p.findings, Finding{
		Rule: rule, Level: p.Levels[rule],
		Offset: p.offset + int64(start), Length: end - start,
		Line: p.line, Column: start - begin + 1,
		Runes: runes, End: runes + utf8.RuneCount(p.text[start:end]),
		Message: message, Name: string(name), Fix: fix, key: key,
	})
}
