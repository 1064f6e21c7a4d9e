package lint

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/lint/dictionary"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/published"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/report"
	"github.com/seed7b5a83f0/urn/internal/advice"
	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/internal/editdistance"
	"github.com/seed7b5a83f0/urn/internal/find"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/pattern"
)

// registered reports whether an NID is registered or defined.
func (t *tree) registered(nid string) bool {
	_, ok := t.registry.Lookup(nid)
	return ok
}

// isDescribed reports whether the owner of an unregistered NID has published its rules.
func (p *piece) isDescribed(nid string) bool {
	e, _ := p.registry.Lookup(nid)
	return e.Kind == namespace.InUse
}

// printf matches a format of C, which may look like an escape.
var printf = regexp.MustCompile(`%0[1-9][xXdu]`)

// name reports the faults of a URN.
func (p *piece) name(around *place) {
	text := around.name
	if len(printf.FindAll(text, 2)) > 1 {
		p.partial(around)
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
	if normal != s && (p.all || p.class&(testFile|foreign) == 0 && !around.says("fail") && !around.isXMLName()) {
		p.fixable(around, u, s, normal)
	}
	p.otherType(around, u, certain)
	if p.goesOn(around) != nil || p.doubled(around, u, certain) {
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
	case published.Has(text) || around.isXMLName() && !dictionary.HasNID(u.NID()) || dictionary.Has(normal):
		return false
	case isMeant(u, e):
		p.leave(WrongName, unfinished)
		return false
	}
	class := p.class
	isNote := class == testFile && !own && isExact(u, e) && (e.Reason == namespace.BadCheckDigit || len(u.NSS()) == len("f81d4fae-7dec-11d0-a765-00a0c91e6bf6"))
	if isNote { // such a name is seldom wrong on purpose
		p.class = 0
	}
	admitted := p.admits(WrongName, certain || own || isExact(u, e) && around.alone(), around)
	if p.class = class; !admitted {
		return false
	}
	at := around.Start + e.Offset
	f := p.report(WrongName, at, min(at+1, around.End), text, e.Message(), normal)
	if f == nil || p.all {
		return true
	}
	if isNote {
		f.soften()
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
	if is("exactNIDs", strings.ToLower(u.NID())) {
		return digits(u.String()) >= 6
	}
	return e.Reason == namespace.BadCheckDigit
}

// follows matches text that is not part of a name: the date in the release identifier of an EPUB,
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
		return numbers == 0 || ascii.IsLetter(last[0]) && !isExact(u, e) || !is("dottedNIDs", u.NID()) && numbers+strings.Count(last, ".") == len(last) && numbers < len(last) || dictionary.Has(s)
	}
	rest := s[fault:]
	value, _, _ := strings.Cut(rest, ":")
	return strings.Contains(s, "...") || strings.HasSuffix(s, "*") || rest[0] == '&' && dictionary.Has(s[:fault]) || follows.MatchString(rest) ||
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
	if bytes.Contains(p.text[:around.Start], []byte("module "+name[strings.LastIndexByte(name, ':')+1:]+" ")) {
		meant = "" // a module of YANG, whose namespace ends with its name
	}
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
				!p.all && (published.Has(text) || p.isDescribed(u.NID()) || p.class&prose != 0 || around.isXMLName()) {
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
	from, to := p.source(around.Start, around.End)
	isEncoded := string(p.raw[from:to]) != s
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
				edits = append(edits, edit{p.offset + int64(from+i), s[i], normal[i]})
			}
		}
		if edits == nil {
			continue
		}
		start, end := around.Start+r.start, around.Start+r.end
		if r.rule == HexCase {
			start = bytes.LastIndexByte(p.text[:around.Start+int(edits[0].offset-p.offset)-from], '%')
			end = start + len("%xx")
		}
		switch f := p.report(r.rule, start, end, around.name, r.message, normal); {
		case f != nil && isEncoded:
			f.Message, f.key = r.message+"; the name is encoded, so --fix does not change it", string(p.raw[from:to])
		case f != nil:
			f.edits, f.Fix = edits, string(fix)
		}
	}
}
