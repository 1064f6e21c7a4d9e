package lint

import (
	"bytes"
	_ "embed"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/internal/find"
)

// class is the kind of a file.
type class uint8

const (
	testFile class = 1 << iota // a test, or the input or expected output of a test
	prose                      // text for people
	foreign                    // generated, or a copy of a file of others
)

// words has the lists of words.txt.
var words = func() map[string][]string {
	m := map[string][]string{}
	for line := range strings.Lines(wordsText) {
		if key, list, ok := strings.Cut(strings.TrimSuffix(line, "\n"), ": "); ok && line[0] != '#' {
			m[key] = strings.Split(list, ", ")
		}
	}
	return m
}()

//go:embed words.txt
var wordsText string

// initials has the words of each list by their first letters, in lower case.
var initials = func() map[string]*[256][]string {
	m := map[string]*[256][]string{}
	for list, all := range words {
		m[list] = new([256][]string)
		for _, w := range all {
			m[list][w[0]] = append(m[list][w[0]], w)
		}
	}
	return m
}()

// is reports whether a word is in a list of words.txt.
func is(list, word string) bool { return slices.Contains(words[list], word) }

// classOf returns the class of a file by its name. The names of directories above the
// checked directory make no difference.
func classOf(name string) (c class) {
	name = filepath.ToSlash(filepath.Clean(name))
	dir, base := path.Split(name)
	if path.IsAbs(name) {
		dir = ""
	}
	lower := strings.ToLower(base)
	end := path.Ext(lower)
	for d := range strings.SplitSeq(dir, "/") {
		d = strings.ToLower(d)
		if is("testDirs", d) || is("specDirs", d) && !is("specEnds", end) {
			c |= testFile
		}
		if is("foreignDirs", d) {
			c |= foreign
		}
	}
	isForeignEnd := func(end string) bool { return strings.HasSuffix(lower, end) }
	if is("foreignNames", base) || slices.ContainsFunc(words["foreignEnds"], isForeignEnd) {
		c |= foreign
	}
	stem := strings.TrimSuffix(lower, end)
	if is("proseEnds", end) || is("proseNames", stem) {
		c |= prose
	}
	if is("specEnds", end) {
		base = strings.NewReplacer("spec", "", "Spec", "", "SPEC", "").Replace(base) // a specification
	}
	mayBeTest := func(word string) bool { return strings.Contains(base, word) } // to save time
	if is("testEnds", end) || slices.ContainsFunc(words["testWords"], mayBeTest) && testWord.MatchString(base) {
		c |= testFile
	}
	return c
}

// testWord matches the name of a test by a word in it: a_test.go, TestA.java, ASpec.scala,
// a.spec.ts, AIT.java. A capital letter begins a word.
var testWord = regexp.MustCompile(`(?:^|[^A-Za-z])(?i:tests?|testing|specs?|testcases?|fixtures?|mocks?)(?:[^a-z]|$)|` +
	`(?:Tests?|Testing|Specs?|Test[Cc]ases?|Fixtures?|Mocks?)(?:[^a-z]|$)|[a-z0-9]IT\.[^.]*$`)

// headSize is how much of a file is searched for a mark of generated files, in bytes.
const headSize = 4 << 10

// longLine is the length of a line that nobody has written into a program, in bytes.
const longLine = 5000

// isGenerated reports whether a file that begins so says that a program wrote it, or has a
// line that only a program writes.
func isGenerated(name string, head []byte) bool {
	end, isLong := path.Ext(name), func(line []byte) bool { return len(line) > longLine }
	long := (end == ".js" || end == ".css") && slices.ContainsFunc(bytes.SplitAfter(head, newline), isLong)
	head = head[:min(len(head), headSize)]
	return long || slices.ContainsFunc(words["generated"], func(mark string) bool { return bytes.Contains(head, []byte(mark)) })
}

// place is a finding with the text around it in its line: at most maxAround bytes on each
// side, without the delimiters of the finding.
type place struct {
	find.Finding
	Fault               urn.Fault // of name; zero for Nothing and for a URN
	name, before, after []byte
}

const maxAround = 120 // bytes of the text before and after a name that are looked at

// place returns the place of a finding.
func (p *piece) place(g find.Finding) place {
	text := p.text
	around := place{Finding: g, name: text[g.Start:g.End]}
	if g.Kind != find.Nothing && g.Kind != find.Name {
		_, around.Fault = p.Syntax.LocateBytes(around.name)
	}
	start, end := g.Start-len(g.Open), g.End+len(g.Close)
	around.before = text[max(0, start-maxAround):start]
	around.before = bytes.TrimPrefix(around.before[bytes.LastIndexByte(around.before, '\n')+1:], byteOrderMark)
	around.after, _, _ = bytes.Cut(text[end:min(len(text), end+maxAround)], newline)
	around.after = bytes.TrimSuffix(around.after, []byte{'\r'})
	return around
}

// enclosed reports whether delimiters show the beginning and the end of the name.
func (p *place) enclosed() bool { return len(p.Open) > 0 && len(p.Close) > 0 }

// certain reports whether the text shows that this is a whole name, not a part of a URL or
// the beginning of names. That is the case if it is enclosed, also together with the address of
// its schema, or is the value on a line. The finder recognises templates, patterns and concatenation.
func (p *place) certain() bool {
	return (p.enclosed() || p.isValue() || len(p.Open) > 0 && schemaAddress.Match(p.after)) && !p.prefixed()
}

// schemaAddress matches the text after a namespace in an xsi:schemaLocation.
var schemaAddress = regexp.MustCompile(`^\s+(https?://|[^\s"'<>]+\.xsd["'\s])`)

// isValue reports whether a name without delimiters is the value of a line, after nothing but white
// space, a key with ":" or "=", or the mark of a list, or a URI of a certificate (RFC 5280, GeneralName).
func (p *place) isValue() bool {
	before := bytes.TrimSpace(p.before)
	spaced := len(before) < len(p.before)
	last := string(before[max(0, len(before)-1):])
	isLast := p.ends() && (last == "" || last == "=" || spaced && (last == ":" || last == "-"))
	return len(p.Open) == 0 && (isLast || bytes.HasSuffix(p.before, []byte("=URI:")) || bytes.HasSuffix(p.before, []byte(",URI:")))
}

// alone reports whether a name is a word of a text, or the value of a line.
func (p *place) alone() bool {
	r, size := utf8.DecodeLastRune(p.before)
	return (len(p.Open) == 0 || string(p.Open) == "(") && (size == 0 || unicode.IsSpace(r) || len(p.Open) > 0 || p.isValue()) &&
		p.ends() && !p.prefixed()
}

// isIdentifier reports whether a text between quotation marks is the value of a key whose
// values are names.
func (p *place) isIdentifier() bool {
	key := bytes.TrimRight(p.before, " \t")
	if len(p.Open) != 1 || !bytes.Equal(p.Open, p.Close) || len(key) == 0 || strings.IndexByte(":=", key[len(key)-1]) < 0 {
		return false
	}
	key = bytes.TrimRight(key[:len(key)-1], " \t")
	if n := len(key) - 1; n >= 0 && (key[n] == '"' || key[n] == '\'') {
		key = key[:n]
	}
	lower := strings.ToLower(string(key))
	return slices.ContainsFunc(words["identifierKeys"], func(w string) bool { return strings.HasSuffix(lower, w) })
}

// ends reports whether white space, punctuation of a sentence or nothing follows.
func (p *place) ends() bool {
	rest := bytes.TrimLeft(p.after, `.,;:!?)]}"'\`+"`")
	return len(rest) == 0 || rest[0] <= ' '
}

// prefixed reports whether the text before a name shows that it is the beginning of names,
// a pattern, or a part of a URL.
func (p *place) prefixed() bool {
	n := len(p.before)
	word := p.before[bytes.LastIndexAny(p.before, " \t\"'<>(")+1:]
	isPattern := n > 0 && len(p.Open) == 1 && strings.IndexByte("rR@", p.before[n-1]) >= 0 && (n == 1 || !ascii.IsLetter(p.before[n-2])) // r"…"
	lower := strings.ToLower(string(p.before[max(0, n-40):]))
	return isPattern || bytes.HasSuffix(word, []byte("/")) || bytes.Contains(word, []byte("://")) ||
		slices.ContainsFunc(words["prefix"], func(w string) bool { return strings.Contains(lower, w) })
}

var notAlnum = regexp.MustCompile(`[^0-9A-Za-z]`)

// isPlaceholder reports whether a part of a name that breaks the rules of its namespace
// is in the place of a value: a letter again and again, or a word in capitals, as in
// urn:oid:x.x.x.x, urn:uuid:xxxxxxxx-xxxx and urn:uuid:UUID.
func isPlaceholder(part string) bool {
	letters := notAlnum.ReplaceAllString(part, "")
	lower := strings.ToLower(letters)
	if letters == "" || digits(letters) > 0 {
		return strings.Contains(lower, "xxx") || strings.TrimRight(lower, "v0123456789") == "uuid"
	}
	return strings.Trim(letters, letters[:1]) == "" || strings.Contains(lower, "xxx") || strings.ToUpper(part) == part
}

// says reports whether the line has a word of a list of words.txt, except in a comment after the name.
func (p *place) says(list string) bool {
	after := p.after
	if i := comment.FindIndex(after); i != nil {
		after = after[:i[0]]
	}
	return hasWord(p.before, initials[list]) || hasWord(after, initials[list])
}

// comment matches the beginning of a comment.
var comment = regexp.MustCompile(`\s(?://|/\*|#|--|<!--|;)`)

// hasWord reports whether text has a word that begins with one of a list.
func hasWord(text []byte, list *[256][]string) bool {
	for i, c := range text {
		if !ascii.IsLetter(c) || i > 0 && ascii.IsLetter(text[i-1]) && (c >= 'a' || text[i-1] < 'a') {
			continue // within a word
		}
		for _, w := range list[c|0x20] {
			stem, whole := strings.CutSuffix(w, ".")
			end := i + len(stem)
			if end <= len(text) && strings.EqualFold(string(text[i:end]), stem) &&
				(!whole || end == len(text) || !ascii.IsLetter(text[end]) || text[end] < 'a') {
				return true
			}
		}
	}
	return false
}

// isXMLName reports whether the name belongs to an XML namespace, to a schema or to a
// prefix of RDF. Programs compare such names byte by byte, and their owner has set
// them.
func (p *place) isXMLName() bool {
	lower := strings.ToLower(string(p.before))
	return slices.ContainsFunc(words["xml"], func(w string) bool { return strings.Contains(lower, w) }) || bytes.Contains(p.after, []byte("prefix="))
}

// digits returns how many digits a text has.
func digits[T string | []byte](text T) (n int) {
	for i := range len(text) {
		if ascii.IsDigit(text[i]) {
			n++
		}
	}
	return n
}
