package lint

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/report"
	"github.com/seed7b5a83f0/urn/namespace"
)

// Finding is something to report.
type Finding struct {
	File       string
	Rule       RuleID
	Level      Level
	Count      int64 // how often it occurs in the tree
	Files      int   // in how many files
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
	key string
	// group is the beginning that names have in common which are wrong in the same way,
	// or "".
	group string
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
	all      bool
	class    class // of the file
	names    *trie // all names of the tree, or nil

	file       string
	findings   []Finding
	suppressed int64
	spared     int64 // findings in tests, in copies and generated files, and in text that is not certain
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

	// Many findings may be in one line, so it is read once: there is no line end in
	// text[from:sought], and text[begin:counted] has so many characters.
	sought                int
	begin, counted, runes int
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
	from := 0
	for m := range (urn.Finder{Syntax: c.Syntax, Near: true}).All(text) {
		p.numbers(from, m.Start)
		from = m.End
		switch {
		case m.Fault.Reason != 0:
			p.near(m)
		default:
			p.name(m)
		}
	}
	p.numbers(from, len(text))
	slices.SortStableFunc(c.findings[n:], func(a, b Finding) int { return cmp.Compare(a.Offset, b.Offset) })
}

// numbers reports "urn:" before a number, such as "urn:BPNL000000000DWF", in
// text[from:end], where the finder has found nothing. It takes an NID without an NSS for
// a word of the sentence, unless it is delimited.
func (p *piece) numbers(from, end int) {
	if p.Levels[Malformed] == Off {
		return
	}
	for from < end {
		i := indexScheme(p.text[from:end])
		if i < 0 {
			return
		}
		start := from + i
		at := start + len("urn:")
		from = at
		for from < len(p.text) && (isLetterOrDigit(p.text[from]) || p.text[from] == '-') {
			from++
		}
		nid := p.text[at:from]
		if len(nid) > 32 || digits(nid) < 4 || start > 0 && isLetterOrDigit(p.text[start-1]) {
			continue
		}
		around := placeOf(p.text, start, from)
		if len(around.unit) == from-start {
			p.near(urn.Match{Start: start, End: from, Fault: urn.Fault{Syntax: p.Syntax, Offset: from - start, Reason: urn.BadNID}})
		}
	}
}

// indexScheme returns where "urn:" begins first in text, in any case, or -1.
func indexScheme(text []byte) int {
	const scheme = "urn"
	for from := 0; ; {
		i := bytes.IndexByte(text[from:], ':')
		if i < 0 {
			return -1
		}
		if from += i; from >= len(scheme) && text[from-1]|0x20 == 'n' && strings.EqualFold(string(text[from-len(scheme):from]), scheme) {
			return from - len(scheme)
		}
		from++
	}
}

// near reports a near miss.
func (p *piece) near(m urn.Match) {
	fault := m.Fault
	rule := Malformed
	at := m.Start + fault.Offset
	name, found := urn.Finder{Syntax: p.Syntax, Exact: true}.Next(p.text[m.Start:m.End], 0)
	switch {
	case fault.Reason == urn.Partial && isTemplate(p.text[m.Start:m.End]):
		rule = Placeholder
	case fault.Reason == urn.Partial:
		rule = Prefix
	case found && name.Start == 0:
		rule = Truncated
	}
	if p.Levels[rule] == Off {
		return
	}
	shown := word(p.text[m.Start:], fault.Offset)
	key, message := string(shown), ""
	if !p.all && (rule == Malformed || rule == Truncated) {
		around := placeOf(p.text, m.Start, max(at, m.End))
		if rule == Malformed && p.names != nil && p.class&foreign == 0 && len(around.unit) > fault.Offset && bytes.IndexByte(around.unit[fault.Offset:], ':') > 0 && !isTemplate(around.unit) {
			unit := string(around.unit)
			p.remember(m.Start, unit, unit, &around, !bytes.ContainsFunc(around.unit, unicode.IsSpace) && !prefixed(around.before))
		}
		if !p.certainNear(rule, &around, fault.Offset) {
			p.spared++
			return
		}
		shown, key = around.unit, string(around.unit)
	}
	nid, _, hasNSS := bytes.Cut(shown[len("urn:"):], []byte{':'})
	inNID := fault.Offset <= len("urn:")+len(nid)
	switch {
	case rule == Malformed && inNID && p.owns(nid):
		return
	case p.all:
	case rule == Malformed && inNID && hasNSS:
		key = strings.ToLower(string(shown[:len("urn:")+len(nid)+1])) // once for each NID
	case rule == Malformed && !hasNSS:
		message = fmt.Sprintf("there is no namespace identifier: write urn:NID:%s, with the NID of a namespace", report.Visible(string(nid)))
	}
	size := 0
	if at < m.Start+len(shown) {
		_, size = utf8.DecodeRune(p.text[at:])
	}
	if message == "" {
		message = fault.Message(string(p.text[m.Start:min(len(p.text), at+utf8.UTFMax)]))
		if rule == Malformed && inNID && hasNSS && !p.all {
			message += "; " + addNID
		}
	}
	if rule == Truncated {
		message = "the URN ends after " + report.Visible(string(tail(p.text[m.Start:m.Start+name.End]))) + ": " + message
	}
	p.report(rule, at, at+size, shown, message, "", key)
}

// certainNear reports whether a near miss is worth a report. fault is the offset of its
// fault.
func (p *piece) certainNear(rule RuleID, around *place, fault int) bool {
	unit := around.unit
	if len(unit) <= len("urn:") || p.class&(testFile|foreign) != 0 || around.isXMLName() || around.meansToFail() || isPublished(unit) {
		return false
	}
	nss := unit[len("urn:"):]
	nid, _, ok := bytes.Cut(nss, []byte{':'})
	if !ok { // a word may be anything, a number is meant
		return rule == Malformed && digits(nid) >= 4 && !isTemplate(unit) && !prefixed(around.before) &&
			!bytes.ContainsFunc(unit, unicode.IsSpace) && !(around.delimited && goesOn(around.after))
	}
	switch {
	case !around.certain(), fault >= len(unit):
		return false
	case bytes.Contains(bytes.ToLower(nss), []byte("urn:")):
		return false // several in one, as others have set them
	case rule == Truncated && unit[fault] >= utf8.RuneSelf && !p.registered(string(nid)):
		return false // an IRI of a namespace whose rules nobody knows
	}
	return len(nid) > 0 && isLetterOrDigit(nid[0])
}

func digits(b []byte) (n int) {
	for _, c := range b {
		if '0' <= c && c <= '9' {
			n++
		}
	}
	return n
}

func isLetterOrDigit(c byte) bool { return isLetter(c) || '0' <= c && c <= '9' }

// owns reports whether the configuration lists an NID, in any case.
func (p *piece) owns(nid []byte) bool { return p.own[strings.ToLower(string(nid))] }

// registered reports whether an NID is registered or defined.
func (p *piece) registered(nid string) bool {
	_, ok := p.registry.Lookup(nid)
	return ok
}

// isDescribed reports whether the owner of an unregistered NID has published its rules.
func (p *piece) isDescribed(nid string) bool {
	e, _ := p.registry.Lookup(nid)
	return e.Kind == namespace.Published
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

// name reports what is wrong with a URN.
func (p *piece) name(m urn.Match) {
	text := p.text[m.Start:m.End]
	u, err := p.Syntax.ParseBytes(text)
	if err != nil {
		return // the finder has found it
	}
	s := u.String()
	normal := u.Normalize().String()
	around := &place{}
	certain, spared := true, false
	if !p.all {
		*around = placeOf(p.text, m.Start, m.End)
		certain = around.certain() && len(around.unit) == len(text)
		spared = p.class&(testFile|foreign) != 0 || around.meansToFail()
	}
	if p.names != nil && p.class&foreign == 0 {
		p.remember(m.Start, s[:u.Offsets().NSS().End], normal, around, certain)
	}
	if normal != s && !spared && !(around.unit != nil && around.isXMLName()) {
		p.fixable(m, u, s, normal)
	}
	if _, err := p.registry.Validate(u); err != nil && p.Levels[WrongName] != Off {
		e := err.(*namespace.Error)
		at := m.Start + e.Offset
		if p.all || certain && !spared && !isPublished(text) && !around.isXMLName() && !isBeginning(u, e.Offset) {
			if p.report(WrongName, at, min(at+1, m.End), text, e.Message(), "", normal) && !p.all {
				f := &p.findings[len(p.findings)-1]
				f.group = groupOf(normal, e.Offset)
				if p.isDescribed(u.NID()) {
					f.Level = min(f.Level, Note) // what an owner has published need not be all
				}
			}
		} else {
			p.spared++
		}
	}
	p.advice(m, u, normal, around, certain, spared)
}

// advice reports what the documents advise against.
func (p *piece) advice(m urn.Match, u urn.URN, normal string, around *place, certain, spared bool) {
	text := p.text[m.Start:m.End]
	var seen [256]bool
	for a := range p.registry.Lint(u) {
		rule := ofAdvice[a.Code]
		if rule == HexCase || seen[rule] {
			continue
		}
		seen[rule] = true
		message, key := a.Message(), normal
		if rule == unregistered || rule == reserved || rule == experimental || rule == relaxedNID {
			if p.owns([]byte(u.NID())) {
				continue
			}
			if !p.all {
				key = "urn:" + strings.ToLower(u.NID()) + ":" // once for each NID
			}
			if want := misspelled(u.NID()); want != "" && rule == unregistered {
				if p.Levels[MisspelledNID] == Off {
					// as any other NID
				} else if p.all || certain && !around.meansToFail() && p.class&foreign == 0 && !around.isXMLName() {
					p.report(MisspelledNID, m.Start+a.Span.Start, m.Start+a.Span.End, text,
						fmt.Sprintf("is %q meant? The namespace %q is not registered", want, report.Visible(u.NID())), "", key)
					continue
				} else {
					p.spared++
					continue
				}
			}
			if !p.all && (isPublished(text) || p.isDescribed(u.NID()) || p.class&prose != 0 || around.isXMLName()) {
				continue
			}
		}
		if p.Levels[rule] == Off {
			continue
		}
		if !p.all && (!certain || spared) {
			p.spared++
			continue
		}
		p.report(rule, m.Start+a.Span.Start, m.Start+a.Span.End, text, message, "", key)
	}
}

// isBeginning reports whether a name of which its namespace wants more is the beginning
// of names: its last part has no digit, as in "urn:epc:id". fault is the offset of the
// fault.
func isBeginning(u urn.URN, fault int) bool {
	s := u.String()
	if fault < u.Offsets().NSS().End {
		return false
	}
	return digits([]byte(s[strings.LastIndexByte(s, ':')+1:])) == 0
}

// groupOf returns the part of a name that ends with the part in which the fault lies.
// Names that are wrong in the same way have the same.
func groupOf(name string, fault int) string {
	fault = min(fault, len(name))
	if i := strings.IndexByte(name[fault:], ':'); i >= 0 {
		return name[:fault+i]
	}
	return name
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
	if remedy := Rules[rule].Remedy; remedy != "" {
		message += "; " + remedy
	}
	p.add(rule, start, end, name, message, fix, key)
	return true
}

// seek moves to the line of an offset in text.
func (p *piece) seek(at int) {
	from := max(p.from, p.sought)
	if at <= from {
		return
	}
	p.sought = at
	if i := bytes.LastIndexByte(p.text[from:at], '\n'); i >= 0 {
		p.line += int64(bytes.Count(p.text[from:from+i+1], newline))
		p.from = from + i + 1
		p.marks.known = false
	}
}

var newline = []byte{'\n'}

func (p *piece) add(rule RuleID, start, end int, name []byte, message, fix, key string) {
	begin := p.from
	if begin == 0 {
		begin = p.bom
	}
	if p.begin != begin || start < p.counted {
		p.begin, p.counted, p.runes = begin, begin, 0
	}
	runes := p.runes + utf8.RuneCount(p.text[p.counted:start])
	if start < len(p.text) && utf8.RuneStart(p.text[start]) {
		p.counted, p.runes = start, runes
	}
	runes++
	p.findings = append(p.findings, Finding{
		File: p.file, Count: 1, Files: 1, Rule: rule, Level: p.Levels[rule],
		Offset: p.offset + int64(start), Length: end - start,
		Line: p.line, Column: start - begin + 1,
		Runes: runes, End: runes + utf8.RuneCount(p.text[start:end]),
		Message: message, Name: string(name), Fix: fix, key: key,
	})
}
