package pattern

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/internal/dfa"
	"github.com/seed7b5a83f0/urn/internal/equivalence"
	"github.com/seed7b5a83f0/urn/internal/octet"
	"github.com/seed7b5a83f0/urn/internal/truncate"
	"github.com/seed7b5a83f0/urn/namespace"
)

// Patterns may come from users, so their size is bounded.
const (
	maxLen       = 1024 // the length of a pattern in bytes
	maxFields    = 16
	maxDelimiter = 64 // the length of a literal after a field: it bounds the cost of the search for it
	maxDepth     = 8  // parentheses open at once in a field whose end is searched for; deeper, no end is found
)

// Pattern is a compiled pattern. It is immutable and safe for concurrent use.
type Pattern struct {
	templates [componentCount]*template
	fields    []field
	more      bool // there is more to match than the template of the NSS and values
	valued    bool // some field has a class, or escapes
	classed   bool // some field is not decided
	// conditional says that letters of the prefix of the NSS match case-insensitively, or
	// do not, as the fields are.
	conditional bool
	nid         string // in lower case; as it is written if raw; "" if it has a field
	begin       string // the beginning of a URN of this spelling
	text        string
	raw, own    bool
	only        bool // a URN has only the components of the pattern
	flat        bool // a parenthesis is a character like others
}

// The components that a pattern may describe, in the order they have in a URN. A raw
// pattern has one template, for the text after "urn:".
const (
	componentNSS = iota
	componentF
	componentCount
	componentRaw
)

// field is a field of a pattern.
type field struct {
	name      string
	component int
	rest      bool // {name...}
	fold      bool // {name,fold}
	empty     bool // {name,empty}
	plus      bool // {name,plus}
	filled    bool // {name...,nonempty}
	escaping  bool // {name,escape=}: its class has the texts without these characters
	escapes   octets
	class     *class // of the text of the field, or nil
	decided   bool   // without an octet of setBad, its text is one of its class
	// encode and decode write and read the escapes of a field of a raw pattern.
	encode, decode *strings.Replacer
}

// mayBeEmpty reports whether the empty text is one of f.
func (f *field) mayBeEmpty() bool {
	return f.empty || f.rest && !f.filled && (f.class == nil || f.class.accepts(0))
}

// octets is a set of ASCII characters.
type octets [2]uint64

func (o *octets) add(c byte)      { o[c/64&1] |= 1 << (c % 64) }
func (o *octets) has(c byte) bool { return c < 0x80 && o[c/64&1]>>(c%64)&1 != 0 }

// template describes a component: a literal, then fields, each with the literal
// after it. The delimiter of the last field is empty if the field ends with the
// component.
type template struct {
	prefix     literal
	first      int // index of the first field
	delimiters []literal
	*shape
}

// shape is a template without its literals.
type shape struct {
	open    bool   // the last field ends with the component
	rest    bool   // the last field is {name...}
	plain   bool   // find can match it
	uniform bool   // all delimiters are the same byte, and no other is in setFirst
	empty   uint16 // bit i: field first+i may be empty
	closed  int    // the number of delimiters that are not empty
	sets    dfa.Sets
}

// The sets of a template.
const (
	setFirst = iota // the bytes that delimiters begin with, and ":" if no last field holds one
	setBad          // what some field does not hold, and "%"
	setOther        // "("
)

// literal is text that matches itself.
type literal struct {
	text string
	// foldable has a byte for each byte of text: caseBit where the letter case
	// makes no difference, 0 elsewhere.
	foldable string
	exact    bool // foldable has no caseBit
	raw      bool // "%" begins no escape
	flat     bool // a field before it may have any parenthesis
}

const caseBit = 0x20

// Compile compiles a pattern. The error is an [*Error] with the Reason [BadPattern]. The
// Pattern keeps a reference to the text.
func Compile(pattern string) (*Pattern, error) {
	c := compiler{text: pattern}
	if err := c.compile(); err != nil {
		return nil, err
	}
	return &c.p, nil
}

// MustCompile is [Compile] for constants. It panics if pattern does not compile.
func MustCompile(pattern string) *Pattern {
	p, err := Compile(pattern)
	if err != nil {
		panic(err)
	}
	return p
}

// String returns the text that p was compiled from.
func (p *Pattern) String() string { return p.text }

// Names returns the names of the fields in pattern order, in a new slice.
func (p *Pattern) Names() []string {
	names := make([]string, len(p.fields))
	for i := range p.fields {
		names[i] = p.fields[i].name
	}
	return names
}

// compiler parses a pattern.
type compiler struct {
	text string
	skip int // the length of the words before the pattern
	p    Pattern
}

func (c *compiler) fail(at int, format string, args ...any) error {
	text := strings.Clone(truncate.To(c.text, 100))
	return &Error{Pattern: text, Reason: BadPattern, Offset: at, cause: fmt.Sprintf(format, args...), excerpt: text}
}

func (c *compiler) compile() error {
	if len(c.text) > maxLen {
		return c.fail(maxLen, "the pattern is longer than %d bytes", maxLen)
	}
	c.p.text = c.text
	c.words()
	tokens, err := c.tokens()
	if err != nil {
		return err
	}
	check := c.check
	if c.p.raw {
		check = c.checkRaw
	}
	spans, err := check(tokens)
	if err != nil {
		return err
	}
	return c.build(tokens, spans)
}

// words reads the words before a pattern.
func (c *compiler) words() {
	for set := (map[string]*bool{"raw": &c.p.raw, "exclusive": &c.p.own, "only": &c.p.only, "flat": &c.p.flat}); ; {
		word, _, found := strings.Cut(c.text[c.skip:], " ")
		if !found || set[word] == nil || *set[word] {
			return
		}
		*set[word] = true
		c.skip += len(word + " ")
	}
}

// token is a literal or a field of the pattern's text.
type token struct {
	at      int    // where it is in the pattern
	literal string // "" for a field
	field   field
}

// tokens divides the text at its braces.
func (c *compiler) tokens() ([]token, error) {
	var list []token
	fields := 0
	for i := c.skip; i < len(c.text); {
		brace := strings.IndexAny(c.text[i:], "{}")
		if brace < 0 {
			brace = len(c.text) - i
		}
		if brace > 0 {
			if n := len(list); n > 0 && list[n-1].field.plus && c.text[i] == '+' {
				return nil, c.fail(list[n-1].at, "the field %q writes a space as \"+\", so the literal after it must not begin with \"+\"", list[n-1].field.name)
			}
			if len(list) > 0 && brace > maxDelimiter {
				return nil, c.fail(i, "the literal after a field is longer than %d bytes", maxDelimiter)
			}
			list = append(list, token{at: i, literal: c.text[i : i+brace]})
			i += brace
			continue
		}
		if c.text[i] == '}' {
			return nil, c.fail(i, "unexpected \"}\"")
		}
		end := strings.IndexAny(c.text[i+1:], "{}")
		if end < 0 || c.text[i+1+end] == '{' {
			return nil, c.fail(i, "unclosed \"{\"")
		}
		f, err := c.field(i, c.text[i+1:i+1+end])
		if err != nil {
			return nil, err
		}
		for _, t := range list {
			if t.literal == "" && t.field.name == f.name {
				return nil, c.fail(i, "duplicate field %q", f.name)
			}
		}
		if n := len(list); n > 0 && list[n-1].literal == "" {
			return nil, c.fail(i, "no literal between the fields %q and %q: cannot tell where the first one ends", list[n-1].field.name, f.name)
		}
		if fields++; fields > maxFields {
			return nil, c.fail(i, "more than %d fields", maxFields)
		}
		list = append(list, token{at: i, field: f})
		i += end + len("{}")
	}
	return list, nil
}

// field parses the text between braces.
func (c *compiler) field(at int, s string) (field, error) {
	name, options, more := strings.Cut(s, ",")
	f := field{name: strings.TrimSuffix(name, "..."), rest: strings.HasSuffix(name, "...")}
	if !isName(f.name) {
		return f, c.fail(at, "%.40q is not a name: a name is a letter or \"_\", then letters, digits and \"_\"", f.name)
	}
	var p fieldParser
	for more {
		var option string
		if option, options, more = strings.Cut(options, ","); strings.HasPrefix(option, "escape=") || strings.HasPrefix(option, "excluding=") {
			if more {
				option += "," + options // all up to "}" are characters
			}
			more = false
		}
		if cause := p.option(&f, option); cause != "" {
			return f, c.fail(at, "%s", cause)
		}
	}
	switch {
	case f.fold && c.p.raw:
		return f, c.fail(at, "raw names are compared byte for byte, so a field cannot have the option fold")
	case f.empty && f.rest:
		return f, c.fail(at, "{%s...} may be empty anyway: leave out the option empty", f.name)
	case f.class != nil && (p.escaped != "" || f.plus):
		return f, c.fail(at, "a field with a class of values cannot have the options escape= and plus")
	}
	if f.plus {
		p.escaped = strings.ReplaceAll(p.escaped, "+", "") // it is a space
	}
	switch {
	case f.fold && p.words != "":
		f.class = oneOf(p.words, true)
	case p.escaped != "":
		f.class, f.escaping = without(p.escaped), true
	}
	f.escape(p.escaped, c.p.raw)
	return f, nil
}

// fieldParser parses the options of a field.
type fieldParser struct {
	words, escaped string // the arguments of in= and escape=
}

// option sets what an option says. It returns the cause if there is no such option, or if it
// cannot follow the options before it.
func (p *fieldParser) option(f *field, option string) (cause string) {
	n := strings.IndexByte(option, '=') + 1
	name, argument := option, ""
	if n > 0 {
		name, argument = option[:n], option[n:]
	}
	flag := map[string]*bool{"fold": &f.fold, "empty": &f.empty, "plus": &f.plus, "nonempty": &f.filled}[name]
	class := classes[name]
	switch {
	case (name == "escape=" || name == "excluding=") && argument == "":
		return fmt.Sprintf("no characters after %q", name)
	case name == "escape=":
		p.escaped = argument
	case class != nil && f.class != nil:
		return fmt.Sprintf("a field can have only one class of values: %.40q is a second one", option)
	case class != nil && (n == 0 || argument != ""):
		f.class = class(argument)
		if name == "in=" {
			p.words = argument
		}
	case flag != nil && !*flag && (name != "nonempty" || f.rest):
		*flag = true
	default:
		return fmt.Sprintf("unknown or repeated option %.40q: the options are fold, empty, nonempty (after \"...\"), plus, number, ident, alnum, "+
			"oid, uuid, lower-uuid, semver, urn, urn=, in=, not= and, as the last one, escape= or excluding=", option)
	}
	return ""
}

// escape sets the characters that f escapes.
func (f *field) escape(characters string, raw bool) {
	var encode, decode []string
	if f.plus {
		characters += "+"
		encode, decode = []string{" ", "+"}, []string{"+", " "}
	}
	for _, r := range characters {
		if r < 0x80 {
			f.escapes.add(byte(r))
		}
		var b strings.Builder
		for _, octetOf := range []byte(string(r)) {
			octet.WriteEscape(&b, octetOf)
		}
		encode, decode = append(encode, string(r), b.String()), append(decode, b.String(), string(r))
	}
	if raw {
		f.encode, f.decode = strings.NewReplacer(encode...), strings.NewReplacer(decode...)
	}
}

func isName(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c != '_' && !ascii.IsLetter(c) && (i == 0 || !ascii.IsDigit(c)) {
			return false
		}
	}
	return s != ""
}

// placeholder replaces the fields when a pattern is tried as a URN.
const placeholder = "x"

// sample returns the pattern with its fields replaced by the placeholder, and the
// offset of each token in it.
func sample(tokens []token) (text string, starts []int) {
	return sampleAround(tokens, 0, placeholder, placeholder)
}

// sampleAround is sample with one text for the fields before a token, and another one
// for those after it.
func sampleAround(tokens []token, at int, before, after string) (text string, starts []int) {
	var b strings.Builder
	for i, t := range tokens {
		starts = append(starts, b.Len())
		switch {
		case t.literal != "":
			b.WriteString(t.literal)
		case i < at:
			b.WriteString(before)
		default:
			b.WriteString(after)
		}
	}
	return b.String(), starts
}

// check returns the components of the URN of [sample], which the pattern describes.
func (c *compiler) check(tokens []token) (spans [componentCount]urn.Span, err error) {
	text, starts := sample(tokens)
	// column returns the place in the pattern of an offset into text.
	column := func(offset int) int {
		i := len(starts) - 1
		for starts[i] > offset {
			i--
		}
		if tokens[i].literal == "" {
			return tokens[i].at
		}
		return tokens[i].at + offset - starts[i]
	}
	if len(tokens) == 0 || strings.Count(tokens[0].literal, ":") < 2 {
		at := 0
		if len(tokens) > 1 && tokens[0].literal != "" {
			at = tokens[1].at
		}
		return spans, c.fail(at, "the pattern must begin with \"urn:\", a namespace identifier without fields, and \":\"")
	}
	u, err := urn.Parse(text)
	if err != nil {
		return spans, c.fail(column(err.(*urn.Error).Offset), "no URN can contain this text here: %v", err)
	}
	c.p.nid = strings.ToLower(u.NID())
	o := u.Offsets()
	for _, span := range [...]urn.Span{o.R(), o.Q()} {
		if span != (urn.Span{}) {
			return spans, c.fail(column(span.Start-len("?=")), "a pattern cannot have an r- or q-component, which is a parameter (RFC 8141, sections 2.3.1 and 2.3.2)")
		}
	}
	return components(o), c.checkEmpty(tokens)
}

// checkRaw returns where [sample] has the text that a raw pattern describes: after "urn:".
func (c *compiler) checkRaw(tokens []token) (spans [componentCount]urn.Span, err error) {
	const scheme = "urn:"
	if c.p.only {
		return spans, c.fail(0, "a raw pattern matches whole names, so it cannot have the word \"only\"")
	}
	if len(tokens) == 0 || !strings.HasPrefix(tokens[0].literal, scheme) {
		return spans, c.fail(c.skip, "a raw pattern must begin with \"urn:\", in lower case")
	}
	if nid, _, ok := strings.Cut(tokens[0].literal[len(scheme):], ":"); ok || len(tokens) == 1 {
		c.p.nid = nid
	}
	text, _ := sample(tokens)
	spans[componentNSS] = urn.Span{Start: len(scheme), End: len(text)}
	return spans, nil
}

// checkEmpty reports the first field that must not be empty, but may be by its options. It is
// enough to look at each field by itself: a literal is between two fields.
func (c *compiler) checkEmpty(tokens []token) error {
	for i, t := range tokens {
		if !t.field.empty {
			continue
		}
		text, _ := sample(append(slices.Clone(tokens[:i]), tokens[i+1:]...))
		if _, err := urn.Parse(text); err != nil {
			return c.fail(t.at, "the field %q cannot be empty: without it this is not a URN: %v", t.field.name, err)
		}
	}
	return nil
}

// build makes the templates. The components of the sample are at spans.
func (c *compiler) build(tokens []token, spans [componentCount]urn.Span) error {
	text, starts := sample(tokens)
	foldable, err := c.foldable(tokens, spans[componentNSS])
	if err != nil {
		return err
	}
	for k, span := range spans {
		if span == (urn.Span{}) {
			continue
		}
		t := &template{first: len(c.p.fields)}
		c.p.templates[k] = t
		for i, token := range tokens {
			if token.literal == "" {
				if starts[i] < span.Start || starts[i] >= span.End {
					continue
				}
				f := token.field
				f.component = k
				c.p.fields = append(c.p.fields, f)
				t.delimiters = append(t.delimiters, literal{raw: c.p.raw, flat: c.p.flat})
				continue
			}
			from, to := max(starts[i], span.Start), min(starts[i]+len(token.literal), span.End)
			if from >= to {
				continue
			}
			l := newLiteral(text[from:to], foldable[i][from-starts[i]:to-starts[i]])
			l.raw, l.flat = c.p.raw, c.p.flat
			if n := len(t.delimiters); n > 0 {
				if c.p.fields[len(c.p.fields)-1].rest {
					return c.fail(token.at, "unexpected text after {%s...}, which takes the rest", c.p.fields[len(c.p.fields)-1].name)
				}
				t.delimiters[n-1] = l
			} else {
				t.prefix = l
			}
		}
		t.finish(c.p.fields)
	}
	c.p.finish()
	return nil
}

// finish sets what follows from the templates.
func (p *Pattern) finish() {
	p.more, p.classed, p.valued = p.only || p.templates[componentF] != nil, false, false
	for i := range p.fields {
		f := &p.fields[i]
		p.classed = p.classed || !f.decided
		p.valued = p.valued || f.class != nil
	}
	p.begin = "urn:" + p.templates[componentNSS].prefix.text
	if !p.raw {
		p.begin = "urn:" + p.nid + ":" + p.templates[componentNSS].prefix.text
	}
}

func (t *template) finish(fields []field) {
	t.shape = &shape{plain: true}
	one, single := true, true // setFirst has one byte; every delimiter is one byte
	t.sets.Add(setBad, '%')
	for i, l := range t.delimiters {
		if !l.flat {
			t.sets.Add(setOther, '(')
		}
		f := &fields[t.first+i]
		if f.mayBeEmpty() {
			t.empty |= 1 << i
		}
		f.decided = f.class == nil || f.class.bad != octets{} && f.component == componentNSS
		for c := range byte(0x80) {
			if f.class != nil && f.class.bad.has(c) {
				t.sets.Add(setBad, c)
			}
		}
		if l.text == "" {
			t.open, t.rest = true, f.rest
			if !f.rest {
				t.sets.Add(setFirst, ':')
				one = one && (i == 0 || t.delimiters[0].text[0] == ':')
			}
			break
		}
		first := l.text[0]
		// Another first byte could be part of an escape, and begin where one of setFirst does not.
		t.plain = t.plain && l.exact && first < 0x80 && (l.raw || first != '%' && !octet.Is(first, octet.HexDigit))
		one, single = one && first == t.delimiters[0].text[0], single && len(l.text) == 1
		if t.plain {
			t.sets.Add(setFirst, first)
		}
		t.closed++
	}
	t.uniform = one && single
}

func newLiteral(text, foldable string) literal {
	return literal{text: text, foldable: foldable, exact: strings.IndexByte(foldable, caseBit) < 0}
}

// components returns where the components of a URN are. The span of an absent one is zero.
func components(o urn.Offsets) [componentCount]urn.Span {
	return [...]urn.Span{o.NSS(), o.F()}
}

// fillings replace the fields when a namespace with a rule of its own is asked which
// letters it compares case-insensitively.
var fillings = [...]string{placeholder, "x:x-x", "x:x:x", "1", "x:x:https://x.x/x"}

// foldable returns, for each literal, the bytes whose letter case makes no difference.
// They are the digits of an escape (RFC 8141, section 3.1), and the letters of the NSS
// that the namespace compares case-insensitively: none, all, or by a rule of its own, for
// instance those before the first "-". By such a rule a letter before the first field is
// foldable, and Match asks the namespace; see [Pattern.conditional]. After a field it is
// an error, unless it is foldable whatever the fields are: where the field ends would
// depend on the letter, and whether the letter matches on where the field ends.
func (c *compiler) foldable(tokens []token, nss urn.Span) ([]string, error) {
	list := make([]string, len(tokens))
	_, starts := sample(tokens)
	first := tokens[0].literal
	rule := equivalenceOf(c.p.nid, first[min(nss.Start, len(first)):min(nss.End, len(first))])
	for i, t := range tokens {
		b := make([]byte, len(t.literal))
		for j := 0; j < len(b); j++ {
			at := starts[i] + j
			switch {
			case c.p.raw: // letters are compared as they are, and "%" begins no escape
			case t.literal[j] == '%':
				for end := j + 2; j < end; {
					if j++; ascii.IsLetter(t.literal[j]) {
						b[j] = caseBit
					}
				}
			case at < nss.Start || at >= nss.End || !ascii.IsLetter(t.literal[j]):
			case i == 0 && rule.first == equivalence.Special:
				b[j] = caseBit
				c.p.conditional = true
			case i > 0 && rule.rest == equivalence.Special && (rule.undecided || !foldableInAll(tokens, i, j)):
				return nil, c.fail(t.at+j, "in some names of the namespace %q this letter is case-insensitive, in others it is not: it cannot follow a field", c.p.nid)
			case i > 0 && rule.rest != equivalence.General, i == 0 && rule.first != equivalence.General:
				b[j] = caseBit
			}
		}
		list[i] = string(b)
	}
	return list, nil
}

// equivalences are the rules for the letters before the first field, and after it.
type equivalences struct {
	first, rest equivalence.Class
	undecided   bool // the fields decide which rule holds
}

// equivalenceOf returns the rules of a NID for a pattern whose NSS begins with a prefix.
// A namespace with several rules has them for parts, such as "ietf:params".
func equivalenceOf(nid, prefix string) equivalences {
	var rules equivalences
	longest := -1
	for _, r := range equivalence.Of(nid) {
		part := r.Part
		switch {
		case part != "" && strings.HasPrefix(part+":", ascii.ToLower(prefix)) && len(prefix) <= len(part):
			return equivalences{equivalence.Special, equivalence.Special, true}
		case part == "", strings.HasPrefix(ascii.ToLower(prefix), part+":"):
			if rules.first = r.Class; longest >= 0 {
				rules.first = equivalence.Special // the words that name the part have another rule
			}
			if len(part) > longest {
				rules.rest, longest = r.Class, len(part)
			}
		}
	}
	return rules
}

// foldableInAll reports whether letter j of token i is foldable with all fillings of the
// fields before and after it.
func foldableInAll(tokens []token, i, j int) bool {
	for _, before := range fillings {
		for _, after := range fillings {
			text, starts := sampleAround(tokens, i, before, after)
			at := starts[i] + j
			u, errU := urn.Parse(text)
			v, errV := urn.Parse(text[:at] + string(text[at]^caseBit) + text[at+1:])
			if errU != nil || errV != nil || !namespace.Equal(u, v) {
				return false
			}
		}
	}
	return true
}
