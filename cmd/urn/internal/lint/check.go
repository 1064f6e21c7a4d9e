package lint

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/lint/dictionary"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/record"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/report"
	"github.com/seed7b5a83f0/urn/internal/advice"
	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/internal/editdistance"
	"github.com/seed7b5a83f0/urn/internal/find"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/pattern"
	"github.com/seed7b5a83f0/urn/scan"
)

// Place is the position of a finding, and the name there.
type Place struct {
	File       string
	Name       string // the URN, or the text in its place
	Offset     int64  // in the file, in bytes
	Length     int    // in bytes
	Line       int64  // from 1
	Column     int    // in bytes from 1
	Runes, End int    // columns of the beginning and the end in characters, from 1

	Fix   string // the name as it should be, or ""
	edits []edit // the changes of --fix
}

// Finding is something to report.
type Finding struct {
	Place
	Rule    RuleID
	Level   Level
	Count   int64 // how often it occurs in the tree
	Files   int   // in how many files
	Message string

	more []Place // after the first
	// key is compared with a baseline. It is the normal form of the URN, so that a
	// fix changes no baseline.
	key string
	// group is the same for all names that are wrong in the same way, or "".
	group string
	// cause is the same for all names that are wrong for the same reason, or "".
	cause string
	apart bool   // it is not merged with findings about other names or in other files
	begin string // of a name for the dialect, to the end of the part that may be wrong
	why   int    // if not 0, it is left out, for this reason
	known int64  // how many more the baseline has
}

// places returns the first place and the others.
func (f *Finding) places() []Place { return append([]Place{f.Place}, f.more...) }

// edit is a byte that --fix changes.
type edit struct {
	offset   int64
	old, new byte
}

// checker checks one file, piece by piece.
type checker struct {
	*tree
	class      class // of the file
	file       string
	findings   []Finding
	named      bool      // the file has names
	again      bool      // the file is read again for more places of wrong names
	told       []Finding // the findings for these places
	suppressed int64
	left       leftOut
}

// leftOut counts names by the reason why they are left out, and at 0 those that are reported.
type leftOut [6]int64

const (
	besideWords = iota + 1
	inTests
	ofOthers
	uncertain
	unfinished
)

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

	// A line may have many findings, but is read only once: text[from:sought] is known to
	// have no line end, and the characters of text[begin:counted] have been counted.
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
	for g := range find.All(find.Finder{Syntax: uint8(c.Syntax)}, text) {
		around := p.place(g)
		if g.Kind != find.Nothing {
			p.declare(&around)
		}
		switch g.Kind {
		case find.Nothing:
			p.nothing(&around)
		case find.Prefix:
			p.partial(Prefix, &around)
		case find.Template:
			if !p.braces(&around) {
				p.partial(Placeholder, &around)
			}
		case find.NearMiss:
			if !p.spaced(&around) && !p.misplaced(&around) {
				p.near(&around)
			}
		case find.Name:
			p.name(&around)
		}
	}
	slices.SortStableFunc(c.findings[n:], func(a, b Finding) int { return cmp.Compare(a.Offset, b.Offset) })
}

// partBytes are the bytes of the parts of a name before a placeholder.
const partBytes = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_:"

// partial reports a prefix or a template.
func (p *piece) partial(rule RuleID, around *place) {
	if end := bytes.LastIndexByte(around.name[:len(around.name)-len(bytes.TrimLeft(around.name, partBytes))], ':'); end > len("urn:") && p.class&foreign == 0 {
		p.remember(around.Start, string(around.name[:end]), around, true)
	}
	if p.Levels[rule] != Off {
		e := record.ErrorOf(p.Syntax, p.text, scan.Match{Start: around.Start, End: around.End, Kind: scan.MatchPart, Fault: around.Fault})
		at := around.Start + e.Offset
		p.report(rule, at, at, around.name, e.Message, string(around.name))
	}
}

// braces reports a name with a value in braces that would be right without them, such as
// urn:uuid:{6ba7b810-9dad-11d1-80b4-00c04fd430c8}.
func (p *piece) braces(around *place) bool {
	name := around.name
	open := bytes.IndexByte(name, '{')
	if open < 0 || name[len(name)-1] != '}' || bytes.Count(name, []byte{'{'}) > 1 || digits(name[open:]) < 4 {
		return false
	}
	without := slices.Concat(name[:open], name[open+1:len(name)-1])
	u, err := p.Syntax.ParseBytes(without)
	if verdict, _ := p.registry.Validate(u); err != nil || !p.registered(u.NID()) || verdict == namespace.Invalid {
		return false
	}
	p.uncertain(Malformed, around.Start+open, 1, name, "write it without the braces", around.certain(), around)
	return true
}

// uncertain reports a finding if it is certain, and counts it otherwise. It returns the
// reported finding, or nil.
func (p *piece) uncertain(rule RuleID, at, size int, name []byte, message string, certain bool, around *place) *Finding {
	if !p.admits(rule, certain, around) {
		return nil
	}
	nid, _, _ := bytes.Cut(name[len("urn:"):], []byte{':'})
	return p.report(rule, at, at+size, name, message, string(name)).causedBy(nid, message)
}

// admits reports whether to report a finding, and counts it otherwise.
func (p *piece) admits(rule RuleID, certain bool, around *place) bool {
	why := p.why(certain, around)
	p.leave(rule, why)
	return why == 0 && p.Levels[rule] != Off
}

// why returns why a finding is left out, or 0.
func (p *piece) why(certain bool, around *place) int {
	switch {
	case p.all:
	case !certain:
		return uncertain
	case p.class&foreign != 0:
		return ofOthers
	case p.class&testFile != 0:
		return inTests
	case around.says("fail"):
		return besideWords
	}
	return 0
}

// misspelledNID reports an NID that is one letter away from a registered or published NID. It
// also reports the NID in tests, and in an XML namespace if the NID that is meant is strict or not
// registered. It returns whether the NID is misspelled, even if it does not report the NID.
func (p *piece) misspelledNID(nid string, around *place, certain bool) bool {
	want := misspelled(nid)
	if want == "" || p.Levels[MisspelledNID] == Off || p.owns([]byte(nid)) {
		return false
	}
	inTest := certain && p.class&testFile != 0 && p.class&foreign == 0 && !around.says("fail")
	if (p.all || !around.isXMLName() || dictionary.HasNID(want) || !p.registered(want)) && (inTest || p.admits(MisspelledNID, certain, around)) {
		key := string(around.name)
		if !p.all {
			key = "urn:" + strings.ToLower(nid) + ":" // once for each NID
		}
		start := around.Start + len("urn:")
		p.report(MisspelledNID, start, start+len(nid), around.name, fmt.Sprintf("is %q meant? The namespace %q is not registered", want, report.Visible(nid)), key)
	}
	return true
}

// leave counts a name that is left out and would be more than a note.
func (p *piece) leave(rule RuleID, why int) {
	if p.Levels[rule] >= Warning {
		p.left[why]++
	}
}

// spaced reports a published name with a space in it. It returns false if the name is not
// such a name.
func (p *piece) spaced(around *place) bool {
	space := bytes.IndexByte(around.name, ' ')
	return space > 0 && dictionary.Has(strings.Replace(string(around.name), " ", "", 1)) &&
		p.uncertain(Truncated, around.Start+space, 1, around.name, "white space is not part of a URN; without the white space, this is a published name", true, around) != nil
}

// These match the text after "urn:": an NID, an empty NID, the name of a domain, and an NID
// before a "/".
var (
	leadingNID = regexp.MustCompile(`^[A-Za-z0-9-]*`)
	withoutNID = regexp.MustCompile(`^:[^:]+:`)
	ownWord    = regexp.MustCompile(`^[A-Z][A-Za-z0-9]*[a-z][A-Z][A-Za-z0-9]*$`)
	dottedNID  = regexp.MustCompile(`^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$`)
	authority  = regexp.MustCompile(`^//[A-Za-z0-9]`)
	slashNID   = regexp.MustCompile(`^([A-Za-z0-9-]{2,})/[^/]`)
)

// misplaced reports names such as "urn::b:c" and "urn:a/b" between delimiters. It returns
// false for other names.
func (p *piece) misplaced(around *place) bool {
	whole := around.name
	value := whole[len("urn:"):]
	if p.Levels[Malformed] == Off || len(around.Close) == 0 || len(value) == 0 || bytes.ContainsAny(value, " \t\r\n{}$%*<>\"'`\\") || around.prefixed() {
		return false
	}
	at := around.Start + len("urn:")
	nid := slashNID.FindSubmatch(value)
	switch {
	case withoutNID.Match(value) && !bytes.Contains(value[1:], []byte("::")):
		p.uncertain(Malformed, at, 1, whole, "there is no namespace identifier", true, around)
	case authority.Match(value):
		p.uncertain(Malformed, at, 2, whole, `"//" is in the place of the namespace identifier`, true, around)
	case nid != nil && !p.registered(string(nid[1])):
		p.uncertain(Malformed, at+len(nid[1]), 1, whole, "malformed: '/' is in the place of the ':' that ends the namespace identifier", true, around)
	default:
		return false
	}
	return true
}

// inProse reports whether a space precedes a name, and neither delimiters nor a ":", "=" or ">"
// before the space show a value. Then the name may be an ordinary word.
func (a *place) inProse() bool {
	front := bytes.TrimRight(a.before, " ")
	return len(a.Open) == 0 && len(front) < len(a.before) && !bytes.ContainsAny(front[max(0, len(front)-1):], ":=>")
}

// nothing reports "urn:" before a number, such as "urn:BPNL000000000DWF". The finder takes
// it for a part of a program or a sentence, but it is meant as a name.
func (p *piece) nothing(around *place) {
	start := around.Start
	if p.Levels[Malformed] == Off || start > 0 && ascii.IsAlnum(p.text[start-1]) {
		return
	}
	at := start + len("urn:")
	nid := leadingNID.Find(p.text[at:min(len(p.text), at+maxAround)])
	around.End = at + len(nid)
	if len(nid) > 32 || digits(nid) < 4 {
		return
	}
	*around = p.place(find.Finding{Start: start, End: around.End, Open: around.Open})
	if p.all || around.alone() {
		around.Fault = urn.Fault{Syntax: p.Syntax, Offset: around.End - start, Reason: urn.BadNID}
		p.near(around)
	}
}

// closing returns the quotation mark that closes an opening one, or "".
func closing(mark string) string {
	for _, pair := range words["quotes"] {
		if opening, end, _ := strings.Cut(pair, " "); opening == mark {
			return end
		}
	}
	return ""
}

// near reports a near miss.
func (p *piece) near(around *place) {
	fault := around.Fault
	rule := Malformed
	start, at := around.Start, around.Start+fault.Offset
	shown := p.text[start:max(at, min(around.End, at+maxShownBytes))]
	name, found := scan.Finder{Syntax: p.Syntax, Mode: scan.Exact}.Next(shown, 0)
	if found && name.Start == 0 {
		rule = Truncated
	}
	if p.Levels[rule] == Off {
		return
	}
	nid, _, hasNSS := bytes.Cut(shown[len("urn:"):], []byte{':'})
	inNID := fault.Offset <= len("urn:")+len(nid)
	if inNID && hasNSS && p.misspelledNID(string(nid), around, p.all || p.certainNear(rule, around, shown, hasNSS)) {
		return
	}
	if !p.all {
		if rule == Malformed && p.class&foreign == 0 && fault.Offset < len(shown) && bytes.IndexByte(shown[fault.Offset:], ':') > 0 {
			p.remember(start, string(shown), around, !bytes.ContainsFunc(shown, unicode.IsSpace) && !around.prefixed())
		}
		switch {
		case around.isXMLName() && !dictionary.HasNID(string(nid)), dictionary.IsFixed(shown), moduleParameter.Match(shown):
			return
		case !hasNSS && digits(nid) < 4 && (around.inProse() || !dottedNID.Match(nid) && (p.class&prose != 0 || !ownWord.Match(nid))):
			return // a word may be anything, a number is meant
		case dictionary.Has(string(bytes.TrimSuffix(shown[:fault.Offset], []byte("?")))):
			return // a capability of NETCONF, which has parameters (RFC 6241, section 8)
		}
	}
	if !p.admits(rule, p.all || p.certainNear(rule, around, shown, hasNSS), around) {
		return
	}
	message := fault.Message(string(p.text[start:min(len(p.text), at+utf8.UTFMax)]))
	cause, key := message, string(shown)
	switch {
	case rule == Truncated:
		const long = 40
		end, cut := p.text[start:start+name.End], ""
		if len(end) > long {
			end, cut = end[len(end)-long:], "..."
		}
		message = "the URN ends after " + cut + report.Visible(string(end)) + ": " + message
	case inNID && p.owns(nid):
		return
	case inNID && fault.Offset == len(shown): // all of it is letters, digits and hyphens
		cause = "no NID" // the message has the name
		message = fmt.Sprintf("there is no namespace identifier: write urn:NID:%s, with the NID of a namespace", report.Visible(string(nid)))
	case inNID && hasNSS && !p.all:
		key = strings.ToLower(string(shown[:len("urn:")+len(nid)+1])) // once for each NID
		message += "; " + Rules[unregistered].Remedy
		cause = message
	}
	size := 0
	if at < start+len(shown) {
		_, size = utf8.DecodeRune(p.text[at:])
	}
	if inNID {
		nid = nil // names of several namespaces have the same cause
	}
	f := p.report(rule, at, at+size, shown, message, key).causedBy(nid, cause)
	if !hasNSS && digits(shown) < 4 && !p.all {
		f.soften() // it may be a name of Auth0, or an action of SOAP
	}
}

// moduleParameter matches the parameters of a module of YANG (RFC 6020, section 5.6.4).
var moduleParameter = regexp.MustCompile(`\?(?:module=|revision=\d{4}-)`)

// maxShownBytes bounds how much of a near miss is kept after its fault.
const maxShownBytes = 4 << 10

// causedBy sets the cause of a finding, which may be nil. Names of an NID with the same cause
// are merged into one finding.
func (f *Finding) causedBy(nid []byte, cause string) *Finding {
	if f != nil {
		f.cause = strings.ToLower(string(nid)) + "\x00" + cause
	}
	return f
}

// soften makes a finding, which may be nil, a note.
func (f *Finding) soften() {
	if f != nil {
		f.Level = min(f.Level, Note)
	}
}

// isOpen reports whether a name ends like the beginning of a longer one.
func isOpen(name []byte) bool { return strings.IndexByte(":/#=-_.&?+", name[len(name)-1]) >= 0 }

// certainNear reports whether a near miss is worth a report.
func (p *piece) certainNear(rule RuleID, around *place, shown []byte, hasNSS bool) bool {
	nss := shown[len("urn:"):]
	switch {
	case isOpen(shown), bytes.Contains(shown, []byte("…")), bytes.Contains(shown, []byte("...")):
		return false
	case bytes.ContainsFunc(shown, unicode.IsSpace):
		return around.isIdentifier() && !bytes.Contains(nss, []byte("urn:"))
	case !hasNSS:
		return rule == Malformed && (around.enclosed() && !around.prefixed() || around.alone())
	case bytes.Contains(bytes.ToLower(nss), []byte("urn:")):
		return false // several in one, as others have set them
	}
	wrong, _ := utf8.DecodeRune(shown[min(len(shown), around.Fault.Offset):])
	return (around.certain() || isInvisible(wrong) && around.alone()) && ascii.IsAlnum(nss[0])
}

// owns reports whether the configuration lists an NID, case-insensitively.
func (p *piece) owns(nid []byte) bool { return p.own[strings.ToLower(string(nid))] }

// registered reports whether an NID is registered or defined.
func (t *tree) registered(nid string) bool {
	_, ok := t.registry.Lookup(nid)
	return ok
}

// isDescribed reports whether the owner of an unregistered NID has published its rules.
func (p *piece) isDescribed(nid string) bool {
	e, _ := p.registry.Lookup(nid)
	return e.Kind == namespace.Published
}

// printf matches a format of C, which may look like an escape.
var printf = regexp.MustCompile(`%0[1-9][xXdu]`)

// name reports the faults of a URN.
func (p *piece) name(around *place) {
	text := around.name
	if len(printf.FindAll(text, 2)) > 1 {
		p.partial(Placeholder, around)
		return
	}
	u, err := p.Syntax.ParseBytes(text)
	if err != nil {
		return // the finder has found it
	}
	s := u.String()
	normal := u.Normalize().String()
	certain := around.certain() && !isOpen(text)
	if p.class&foreign == 0 {
		p.remember(around.Start, s[:u.Offsets().NSS().End], around, certain)
	}
	if p.again {
		return
	}
	if normal != s && (p.all || p.class&(testFile|foreign) == 0 && !around.says("fail") && !around.isXMLName()) {
		p.fixable(around, u, s, normal)
	}
	p.otherType(around, u, certain)
	if p.goesOn(around) != nil || p.nearUUID(around, u) != nil || p.nearKey(around, u, certain) != nil || p.doubled(around, u, certain) {
		return
	}
	if !p.misspelled(around, u, normal, certain) && !p.wrong(around, u, normal, certain) {
		p.advice(around, u, normal, certain)
	}
}

// doubled reports a name after a second "urn:" between quotation marks, and a name with its
// NID twice. It returns whether it has reported the name.
func (p *piece) doubled(around *place, u urn.URN, certain bool) bool {
	nss := u.Offsets().NSS().Start
	if part, _, more := strings.Cut(u.NSS(), ":"); more && strings.EqualFold(part, u.NID()) {
		return p.uncertain(Malformed, around.Start+nss, len(part), around.name, fmt.Sprintf("%q is there twice", u.NID()+":"), certain, around) != nil
	}
	if i := strings.Index(u.NSS(), ":urn:"); i >= 0 {
		i += nss + len(":")
		begin := around.name[:i]
		return bytes.HasPrefix(around.name[i:], begin) &&
			p.uncertain(Malformed, around.Start+i, i, around.name, fmt.Sprintf("%q is there twice", report.Visible(string(begin))), certain, around) != nil
	}
	n := len(around.before) - len("urn:")
	if n < 1 || !strings.EqualFold(string(around.before[n:]), "urn:") || len(around.after) == 0 ||
		around.before[n-1] != around.after[0] || closing(string(around.after[:1])) == "" {
		return false
	}
	start := around.Start - len("urn:")
	return p.uncertain(Malformed, start, len("urn:"), p.text[start:around.End], `"urn:" is there twice`, true, around) != nil
}

// grouped matches a text with the hyphens of a UUID, notHexadecimal a byte that no UUID has.
var (
	grouped        = regexp.MustCompile(`^[0-9A-Za-z]{7,9}-[0-9A-Za-z]*-[0-9A-Za-z]*-[0-9A-Za-z]*-[0-9A-Za-z]{11,13}$`)
	notHexadecimal = regexp.MustCompile(`[^0-9A-Fa-f-]`)
)

// nearUUID reports a name with a part that differs from a UUID in the length of one group, or in
// one letter that is not hexadecimal. Names of urn:uuid have a rule of their own.
func (p *piece) nearUUID(around *place, u urn.URN) *Finding {
	start := around.Start + u.Offsets().NSS().Start
	for part := range strings.SplitSeq(u.NSS(), ":") {
		if u.NID() != "uuid" && grouped.MatchString(part) {
			wrong := len(notHexadecimal.FindAllString(part, -1))
			for i, group := range strings.Split(part, "-") {
				if len(group) != [...]int{8, 4, 4, 4, 12}[i] {
					wrong++
				}
			}
			if wrong == 1 {
				return p.uncertain(BrokenUUID, start, len(part), around.name, "a UUID has groups of 8, 4, 4, 4 and 12 hexadecimal digits", around.certain(), around)
			}
		}
		start += len(part) + len(":")
	}
	return nil
}

func notALetter(r rune) bool { return r >= utf8.RuneSelf || !ascii.IsLetter(byte(r)) }

// lastKey matches the key of a value, before the value.
var lastKey = regexp.MustCompile(`([A-Za-z]{10,})["']?[ \t]*[:=][ \t]*$`)

// nearKey reports a name with a long word that differs from the end of its key by a few letters,
// such as refPeopleCountDevice: urn:ngsi-ld:PorpleCountDecice:1.
func (p *piece) nearKey(around *place, u urn.URN, certain bool) *Finding {
	start := around.Start + u.Offsets().NSS().Start
	const longest = 60
	key := lastKey.FindSubmatch(around.before[max(0, len(around.before)-longest):])
	if key == nil {
		return nil
	}
	for part := range strings.SplitSeq(u.NSS(), ":") {
		if n := len(part); n >= dictionary.LongForTwo && n <= len(key[1]) && !strings.ContainsFunc(part, notALetter) {
			end := string(key[1][len(key[1])-n:])
			if letters := editdistance.Of(strings.ToLower(part), strings.ToLower(end), 3); letters > 0 && 5*letters <= n && (n == len(key[1]) || end < "a") {
				if part[0] < 'a' {
					end = strings.ToUpper(end[:1]) + end[1:]
				}
				f := p.uncertain(Dialect, start, n, around.name, fmt.Sprintf("The key is %q", key[1]), certain, around)
				if f != nil {
					f.Fix = string(p.text[around.Start:start]) + end + string(p.text[start+n:around.End])
				}
				return f
			}
		}
		start += len(part) + len(":")
	}
	return nil
}

// members matches at most four members of an object, whose values are not objects.
const members = `(?:\s*"[^"\\]*"\s*:\s*(?:"[^"\\]*"|[\w.+-]+|\[[^\][{}]*\])\s*,){0,4}\s*`

// These match the type of an object, and the members between it and the value of the identifier.
var (
	typeAfter  = regexp.MustCompile(`^"\s*,` + members + `"@?type"\s*:\s*"(\w+)"`)
	typeBefore = regexp.MustCompile(`[{,]\s*"@?type"\s*:\s*"(\w+)"\s*,` + members + `"@?id"\s*:\s*"$`)
)

// otherType reports the identifier of an entity of NGSI-LD if its first part is not the type of
// the entity (ETSI GS CIM 009, annex A). It counts both kinds in typed.
func (p *piece) otherType(around *place, u urn.URN, certain bool) {
	if !strings.EqualFold(u.NID(), "ngsi-ld") || !idKey.Match(around.before) {
		return
	}
	m := typeAfter.FindSubmatch(p.text[around.End:min(len(p.text), around.End+4*maxAround)])
	if m == nil {
		m = typeBefore.FindSubmatch(p.text[max(0, around.Start-4*maxAround):around.Start])
	}
	if m == nil || string(m[1]) == "Feature" { // a feature of GeoJSON has the type inside
		return
	}
	part, _, more := strings.Cut(u.NSS(), ":")
	if part == string(m[1]) {
		p.typed.Add(1)
		return
	}
	p.typed.Add(-1)
	start := around.Start + u.Offsets().NSS().Start
	f := p.report(Dialect, start, start+len(part), around.name, fmt.Sprintf("the type is %q, but %q is in its place", m[1], report.Visible(part)), "urn:ngsi-ld:"+part+" "+string(m[1]))
	if f != nil {
		f.group, f.why = "type", p.why(certain, around)
		if more {
			f.soften() // another type may be meant
		}
	}
}

// wrong reports a name that breaks a rule of its namespace, and says whether it does.
func (p *piece) wrong(around *place, u urn.URN, normal string, certain bool) bool {
	_, err := p.registry.Validate(u)
	e, isWrong := err.(*namespace.Error)
	if !isWrong {
		return false
	}
	text := around.name
	own := errors.As(err, new(*pattern.Error)) // a pattern of the user refuses the name
	switch {
	case p.all || own:
	case dictionary.IsFixed(text) || around.isXMLName() && !dictionary.HasNID(u.NID()) || dictionary.Has(normal):
		return false
	case isMeant(u, e):
		p.leave(WrongName, unfinished)
		return false
	}
	if !p.admits(WrongName, certain || own || isExact(u, e) && around.alone(), around) {
		return false
	}
	at := around.Start + e.Offset
	f := p.report(WrongName, at, min(at+1, around.End), text, e.Message(), normal)
	if f == nil || p.all {
		return true
	}
	if !own {
		begin := min(e.Offset, len(normal))
		part, _, _ := strings.Cut(normal[begin:], ":")
		f.group = normal[:begin] + part // names with the same fault have the same group
	}
	if p.isDescribed(u.NID()) {
		f.soften() // the list that an owner has published may be incomplete
	}
	cause := e.Message()
	switch {
	case e.Reason != namespace.BadSyntax:
		cause = e.Reason.String()
	case strings.EqualFold(u.NID(), "uuid"):
		cause = "" // all are no UUID
	case e.Offset < len(normal) && ascii.IsAlnum(normal[e.Offset]):
		cause = strconv.Itoa(e.Offset) // a letter or digit in place of another character
	}
	f.causedBy([]byte(u.NID()), cause)
	return true
}

// isExact reports whether a name that its namespace refuses is certainly wrong, anywhere
// in a text: its check digit is wrong, or all names of the namespace have the same length.
func isExact(u urn.URN, e *namespace.Error) bool {
	switch strings.ToLower(u.NID()) {
	case "uuid", "isbn", "issn", "isan", "lei", "eic", "epc":
		return digits(u.String()) >= 6
	}
	return e.Reason == namespace.BadCheckDigit
}

// follows matches what is no part of a name: the date in the release identifier of an EPUB,
// the next key of key=name;key=value, and the extension of a file.
var follows = regexp.MustCompile(`^(?:@\d{4}-\d\d-\d\dT|;\w+=|\.[a-z]{0,6}$)`)

// isMeant reports whether a name that its namespace refuses was probably written on
// purpose: it is the beginning of names, a placeholder, a name with a text that a program
// removes, the name of a file, or a name that fills a buffer.
func isMeant(u urn.URN, e *namespace.Error) bool {
	s, fault := u.String()[:u.Offsets().NSS().End], e.Offset
	if fault >= len(s) {
		last := s[strings.LastIndexByte(s, ':')+1:]
		numbers := digits(last)
		return numbers == 0 || ascii.IsLetter(last[0]) && !isExact(u, e) || u.NID() != "epc" && numbers+strings.Count(last, ".") == len(last) && numbers < len(last) || dictionary.Has(s)
	}
	rest := s[fault:]
	value, _, _ := strings.Cut(rest, ":")
	return strings.Contains(s, "...") || rest[0] == '&' && dictionary.Has(s[:fault]) || follows.MatchString(rest) ||
		len(rest) > 1 && !ascii.IsAlnum(rest[0]) && strings.Trim(rest, rest[:1]) == "" ||
		isPlaceholder(s[strings.LastIndexByte(s[:fault], ':')+1:fault]+value)
}

// misspelled reports a name that is nearly a published name, or that is below a closed
// prefix and not published. It returns whether the name is dealt with.
func (p *piece) misspelled(around *place, u urn.URN, normal string, certain bool) bool {
	name := normal[:u.Offsets().NSS().End]
	if !dictionary.HasNID(u.NID()) || dictionary.Has(name) || p.Levels[MisspelledName] == Off && p.Levels[UnlistedName] == Off {
		return false
	}
	text := around.name
	meant, open := dictionary.Nearest(name)
	otherCase := 0 // letters, if only their case differs
	if spelt := dictionary.OtherCase(name); spelt != "" {
		otherCase = editdistance.Of(spelt, name, 2)
	}
	switch {
	case otherCase > 0 && !p.all && (meant == "" || around.says("case")):
		return true
	case meant != "":
		what := "It is published, and this name is not"
		if !dictionary.Has(meant) {
			what = "Published names begin like this"
		}
		message := fmt.Sprintf("is %q meant? %s", meant, what)
		isTest := p.class == testFile && dictionary.Has(meant) && otherCase == 0 && !bytes.ContainsAny(text, "$,/")
		class := p.class
		if isTest { // such a name is seldom wrong on purpose
			p.class = 0
		}
		f := p.uncertain(MisspelledName, around.Start, len(text), text, message, (certain || around.alone()) && !isOpen(text), around)
		p.class = class
		if isTest || open || otherCase > 2 && p.class&prose != 0 {
			f.soften()
		}
		return f != nil
	}
	for _, c := range dictionary.Closed {
		if strings.HasPrefix(name, c) && !strings.Contains(name, ":non_sellable_") && !dictionary.IsBelow(name) {
			message := "not in the published list of names below " + strings.TrimSuffix(c, ":") + ": check the spelling"
			return p.uncertain(UnlistedName, around.Start, len(text), text, message, certain, around).causedBy([]byte(c), "") != nil
		}
	}
	return false
}

// isInvisible reports whether a character is invisible, or looks like "-".
func isInvisible(r rune) bool { return unicode.Is(unicode.Cf, r) || r == '\u2010' || r == '\u2011' }

// These match the text before and after the value of an identifier in JSON.
var (
	idKey      = regexp.MustCompile(`["']@?id["'][ \t]*:[ \t]*$`)
	endOfValue = regexp.MustCompile(`^\s*[,}]`)
)

// goesOn reports a name that ends too early, and returns the finding, or nil:
//
//   - White space is between the name and a quotation mark.
//   - The closing quotation mark is missing, or the text after the last colon.
//   - The following character is invisible, or looks like another character.
func (p *piece) goesOn(around *place) *Finding {
	rest, end := around.after, around.End
	if len(around.Close) > 0 {
		if p.text[end-1] == ':' && idKey.Match(around.before) && endOfValue.Match(p.text[end+len(around.Close):]) {
			return p.uncertain(Truncated, end-1, 1, around.name, "it is the value of an identifier, and nothing follows the last colon", true, around)
		}
		return nil
	}
	r, size := utf8.DecodeRune(rest)
	spaces := len(rest) - len(bytes.TrimLeft(rest, " "))
	mark := closing(string(around.Open))
	switch word := bytes.TrimRight(around.before, " "); {
	case string(around.Open) == `"` && string(bytes.TrimSpace(rest)) == ";" && !bytes.HasSuffix(around.before, around.Open):
		return p.uncertain(Truncated, end, 1, around.name, "the closing quotation mark is missing", true, around)
	case (isInvisible(r) || unicode.Is(unicode.Pd, r) && r >= utf8.RuneSelf || r == '’') && len(rest) > size && ascii.IsAlnum(rest[size]) &&
		!bytes.HasPrefix(bytes.ToLower(rest[size:]), []byte("urn:")):
		if i := bytes.IndexAny(rest, " \t\"'`<>"); i >= 0 {
			rest = rest[:i]
		}
		whole := place{Finding: around.Finding, before: around.before}
		return p.uncertain(Truncated, end, size, p.text[around.Start:end+len(rest)], fmt.Sprintf("the URN ends before the character U+%04X, which no URN has", r),
			len(around.Open) > 0 || whole.isValue() || isInvisible(r) && whole.alone(), around)
	case mark != "" && 0 < spaces && spaces <= 2 && bytes.HasPrefix(rest[spaces:], []byte(mark)) && !around.prefixed():
		past := end + spaces + len(mark)
		next := bytes.TrimLeft(p.text[past:min(len(p.text), past+maxAround)], " \t\r\n\\")
		if isPart := bytes.HasPrefix(next, []byte("+")) || bytes.HasPrefix(next, []byte(mark)); !isPart {
			return p.uncertain(Truncated, end, spaces, p.text[around.Start:end+spaces], "white space precedes the closing quotation mark, and is not part of a URN", true, around)
		}
	case len(word) > 0 && len(word) < len(around.before) && len(rest) > 0:
		at := around.Start - len(around.before) + len(word) // after a quotation mark
		value := place{Finding: find.Finding{Open: word[len(word)-1:], Close: rest[:1]}, before: word[:len(word)-1]}
		if value.isIdentifier() {
			return p.uncertain(Truncated, at, around.Start-at, p.text[at:end], "white space follows the opening quotation mark, and is not part of a URN", true, around)
		}
	}
	return nil
}

// advice reports well-formed names that the documents advise against.
func (p *piece) advice(around *place, u urn.URN, normal string, certain bool) {
	text := around.name
	var seen [256]bool
	for a := range p.registry.Lint(u) {
		rule, _ := RuleByName(a.Code)
		if rule == HexCase || seen[rule] || a.Code == advice.WrongCheckDigit && ascii.IsLetter(text[a.Span.End-1]) { // "x" for a digit
			continue
		}
		seen[rule] = true
		key := normal
		switch a.Code {
		case advice.UnregisteredNID, advice.ReservedNID, advice.ExperimentalNID, advice.RelaxedNID: // about the NID alone
			if !p.all {
				key = "urn:" + strings.ToLower(u.NID()) + ":" // once for each NID
			}
			if p.owns([]byte(u.NID())) || rule == unregistered && p.misspelledNID(u.NID(), around, certain) ||
				!p.all && (dictionary.IsFixed(text) || p.isDescribed(u.NID()) || p.class&prose != 0 || around.isXMLName()) {
				continue
			}
		}
		if !p.admits(rule, certain, around) {
			continue
		}
		if f := p.report(rule, around.Start+a.Span.Start, around.Start+a.Span.End, text, a.Message(), key); key == normal {
			f.causedBy([]byte(u.NID()), Rules[rule].Name)
		}
	}
}

// fixable reports the differences from the normal form, with their edits.
func (p *piece) fixable(around *place, u urn.URN, s, normal string) {
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
	p.seek(around.Start)
	fix := []byte(s)
	for _, r := range rules {
		if p.Levels[r.rule] != Off && !p.suppresses(r.rule) {
			copy(fix[r.start:r.end], normal[r.start:r.end])
		}
	}
	for _, r := range rules {
		var edits []edit
		for i := r.start; i < r.end; i++ {
			if s[i] != normal[i] {
				edits = append(edits, edit{p.offset + int64(around.Start+i), s[i], normal[i]})
			}
		}
		if edits == nil {
			continue
		}
		start, end := around.Start+r.start, around.Start+r.end
		if r.rule == HexCase {
			start = bytes.LastIndexByte(p.text[:edits[0].offset-p.offset], '%')
			end = start + len("%xx")
		}
		if f := p.report(r.rule, start, end, around.name, r.message, normal); f != nil {
			f.edits, f.Fix = edits, string(fix)
		}
	}
}

// report adds a finding about text[start:end], and returns the finding. It returns nil if the
// rule is off, or if the line suppresses the finding.
func (p *piece) report(rule RuleID, start, end int, name []byte, message, key string) *Finding {
	if p.Levels[rule] == Off {
		return nil
	}
	if p.seek(start); p.suppresses(rule) {
		p.suppressed++
		return nil
	}
	if remedy := Rules[rule].Remedy; remedy != "" {
		message += "; " + remedy
	}
	p.findings = append(p.findings, p.at(rule, start, end, name, message, key))
	return &p.findings[len(p.findings)-1]
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

// at returns a finding about text[start:end], which is in the current line.
func (p *piece) at(rule RuleID, start, end int, name []byte, message, key string) Finding {
	begin := max(p.from, p.bom)
	if p.begin != begin || start < p.counted {
		p.begin, p.counted, p.runes = begin, begin, 0
	}
	runes := p.runes + utf8.RuneCount(p.text[p.counted:start])
	if start < len(p.text) && utf8.RuneStart(p.text[start]) {
		p.counted, p.runes = start, runes
	}
	runes++
	return Finding{
		Place: Place{
			File: p.file, Name: string(name),
			Offset: p.offset + int64(start), Length: end - start,
			Line: p.line, Column: start - begin + 1,
			Runes: runes, End: runes + utf8.RuneCount(p.text[start:end]),
		},
		Count: 1, Files: 1, Rule: rule, Level: p.Levels[rule],
		Message: message, key: key, apart: p.all,
	}
}
