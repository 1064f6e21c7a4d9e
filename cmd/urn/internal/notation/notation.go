// Package notation undoes the escapes of JSON, XML, HTML, URLs, CSV and SQL in a text, and
// maps places in the result to places in the text. It is used to find URNs in such texts.
//
// In a JSON text, the URN urn:ex:a&b may be written urn:ex:a\u0026b, as
// [encoding/json.Marshal] does. In HTML, it is written urn:ex:a&amp;b. A
// [scan.Finder] that searches these texts finds urn:ex:a in the first, and
// urn:ex:a&amp;b in the second. Both are valid URNs, but neither is the right
// one.
//
// [Text] is for a text in memory, whole or in blocks.
//
// # What is undone
//
// Escapes are undone anywhere in the text. So a text may have JSON within a log line, or
// may be a part of a document. Everything else stays as it is. Only one level of escapes is
// undone.
//
//   - [JSON]: the escapes of RFC 8259, section 7. Two that encode a surrogate pair
//     become one character. A lone surrogate becomes U+FFFD, as in [encoding/json]:
//     its last digit must not hide a URN that follows it. The escapes of a quotation mark and
//     of control characters except white space stay: the finder reads them as text within the
//     string. In JSON within a JSON string, \\u003a and the like are undone for the characters of names.
//   - [XML]: the character references and the five predefined entities of XML 1.0, sections
//     4.1 and 4.6. A reference to a character that XML does not allow stays, and so do
//     references to entities that a document declares. CDATA sections, comments and
//     processing instructions have no references (sections 2.4 to 2.7), and stay as they
//     are.
//   - [HTML]: the character references of the HTML standard, section 13.5. A named one without
//     the ";", such as "&copy" in an attribute, may be a part of a query, so it stays. Numeric
//     references have the values that [html.UnescapeString] gives them. Comments, scripts, style sheets and other raw text stay as they are. Syntax
//     that depends on the element tree, such as CDATA sections within svg, is read as in
//     other elements.
//   - [URL]: the escapes of a percent-encoded name. The name begins with "urn%3A", or with
//     the escape of an opening delimiter such as "%22" directly before it. It consists of
//     unreserved characters and escapes. If the ":" after the NID is not encoded, it may
//     have more ":". A byte before or after it that could belong to a
//     name becomes "|", which ends any name. An escape within a name that is not
//     percent-encoded, as in urn:ex:a/urn%3Aex%3Ab, is a part of that name.
//   - [CSV]: two quotation marks in a quoted cell become one, and the separators of cells
//     become "|". A quoted cell may have line ends. A quotation mark in an unquoted cell is
//     an ordinary character. An unquoted cell that begins with "urn:" gets quotation marks,
//     unless it has some, or at least 4 KiB.
//   - [SQL]: two apostrophes in a string become one. The delimiters of strings, such as
//     "E'" and "$tag$", become quotation marks. Backslashes are escapes in E'…' and in the
//     lines of COPY … FROM stdin, which pg_dump writes, and nowhere else. The escapes \\ \'
//     \" and a backslash with a letter, such as \n, for a control character are undone. In
//     replace('…' and unistr('…', as the shell of SQLite writes them, the escapes of line
//     ends are undone.
//   - [MySQL]: strings in apostrophes or quotation marks, with backslashes.
//   - [Auto]: JSON or not, decided for each line. The escapes of JSON are undone up to the first
//     byte that shows that the line is not JSON. After that, the references of HTML are undone, and
//     names in which every ":" has a backslash, as in files of properties and in queries of
//     Lucene. Percent-encoded names are undone everywhere, as in URL. Colours of a terminal are left out.
//
// A quotation mark in a value that the same mark encloses does not end the value: it is
// written with a backslash in the result. The marks around an attribute in apostrophes become
// quotation marks.
//
// A reference of more than 64 bytes stays.
package notation

import (
	"bytes"
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/internal/swar"
)

// Notation is a format in which some characters are written as escapes. The zero Notation
// is Plain. Values other than the constants come from [Notation.After] and [Separated]. Any
// further value behaves as Plain.
type Notation uint32

const (
	Plain Notation = iota // no escapes
	JSON                  // RFC 8259
	XML                   // XML 1.0
	HTML                  // the HTML standard
	// Auto is JSON in a line that consists of tokens of JSON (RFC 8259, section 2), and
	// text with references of HTML in any other. The tokens may be in any order, so that a line of a JSON text of
	// many lines is recognised. An escape is undone if it is in a string and the line is
	// JSON up to the escape.
	Auto
	// URL is for names that are percent-encoded in a path, a query or a form: "urn%3A", and
	// the unreserved characters and escapes after it.
	URL
	CSV   // cells between commas, in quotation marks or not (RFC 4180); see [Separated]
	SQL   // SQL as PostgreSQL, SQLite and the standard write it
	MySQL // SQL with the backslashes of MySQL and MariaDB

	numNotations
)

var names = [numNotations]string{"text", "json", "xml", "html", "auto", "url", "csv", "sql", "mysql"}

// The low byte of a Notation is a constant, or a state within the notation of a constant.
// The other bits are the extra of the state: the separator of CSV, the hash of the tag of a
// dollar-quoted string, or the element of HTML.
const (
	stateMask  = 0xff
	extraShift = 8
)

func (n Notation) state() Notation { return n & stateMask }
func (n Notation) extra() uint32   { return uint32(n >> extraShift) }

// with returns state with the extra of n.
func (n Notation) with(state Notation) Notation { return n&^stateMask | state }

// base returns n if n is a constant, and otherwise the constant that n is a state of.
func (n Notation) base() Notation {
	switch n = n.state(); {
	case n < numNotations:
		return n
	case n < endAuto:
		return Auto
	case n < endCSV:
		return CSV
	case n < endSQL:
		return SQL
	case n < endMySQL:
		return MySQL
	case n < endXML:
		return XML
	case n < endHTML:
		return HTML
	}
	return Plain
}

// String returns "text", "json", "xml", "html", "auto", "url", "csv", "sql" or "mysql".
func (n Notation) String() string { return names[n.base()] }

// UnmarshalText implements [encoding.TextUnmarshaler]. It accepts the results of
// [Notation.String]. For any other text, it returns an error, and n stays as it was.
func (n *Notation) UnmarshalText(text []byte) error {
	i := slices.Index(names[:], string(text))
	if i < 0 {
		return fmt.Errorf("notation: unknown notation %.40q", text)
	}
	*n = Notation(i)
	return nil
}

// After returns the notation of the bytes that follow text in the input, where text is in
// notation n. It is n itself for Plain, JSON and URL. For Auto, it includes whether the
// last line of text is JSON so far. For the others, it includes a quoted cell, a string or
// a comment that text has not closed.
func (n Notation) After(text []byte) Notation {
	switch n.base() {
	case CSV:
		return n.afterCSV(text)
	case SQL, MySQL, XML, HTML:
		l := lexer{n: n}
		l.run(text, true)
		return l.n
	case Auto:
		if i := swar.LastLineEnd(text); i >= 0 {
			n, text = Auto, text[i+1:]
		}
		return lex(n, text)
	}
	return n
}

// Upto returns the notation of text[to:], where text is in notation n, and the notation of text[from:], so that
// a later call may continue there: a tag may begin directly before text[to:].
func (n Notation) Upto(text []byte, to int) (after, safe Notation, from int) {
	if from = to; n.base() == XML || n.base() == HTML {
		from = len(bytes.TrimSuffix(bytes.TrimSuffix(text[:to], []byte("/")), []byte("<")))
	}
	safe = n.After(text[:from])
	return safe.After(text[from:to]), safe, from
}

// maxReference is the length in bytes of the longest reference that is undone. The
// longest name of HTML has 33 with "&" and ";". A limit is needed because numbers may
// have leading zeros, and a stream must not wait for a ";" that never comes.
const maxReference = 64

// unit is an escape and the characters that it encodes.
type unit struct {
	size int     // the length of the escape in bytes; 0 if it is not an escape
	text [8]byte // the characters
	n    int     // the length of text
}

func (u *unit) set(size int, r rune) {
	u.size, u.n = size, utf8.EncodeRune(u.text[:], r)
}

// json reads the escape at the start of s, which begins with a backslash. more says that s is too
// short to tell. The result is in u, which is zero before, because a copy would take longer.
func (u *unit) json(s []byte) (more bool) {
	if len(s) < 2 {
		return true
	}
	const letters, characters = `"\/bfnrt`, "\"\\/\b\f\n\r\t"
	if i := strings.IndexByte(letters, s[1]); i >= 0 {
		u.set(2, rune(characters[i]))
	} else if s[1] == 'u' {
		r, more := hex4(s)
		switch {
		case more || r < 0:
			return more
		case !utf16.IsSurrogate(r):
			u.set(6, r)
		case r >= 0xdc00:
			u.set(6, utf8.RuneError)
		default:
			low, more := hex4(s[6:])
			if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
				u.set(12, r)
			} else {
				u.set(6, r)
			}
			return more
		}
	}
	return false
}

// nested reads an escape of a character of names in JSON within a JSON string, such as "\\u003a", at
// src[pos]. more says that src is too short to tell. The result is in u, which is zero before.
func (u *unit) nested(src []byte, pos int) (more bool) {
	const like = `\\u00`
	s := src[pos:]
	if k := min(len(s), len(like)); string(s[:k]) != like[:k] || pos > 0 && src[pos-1] == '\\' {
		return false
	}
	r, more := hex4(s[1:])
	if c := byte(r); r > 0 && (ascii.IsAlnum(c) || bytes.IndexByte([]byte(mayContinue+"'<>"), c) >= 0) {
		u.set(len(like)+2, r)
	}
	return more
}

// hex4 reads "\uXXXX". The result is -1 if s does not begin with such an escape.
func hex4(s []byte) (r rune, more bool) {
	for i := range 6 {
		if i == len(s) {
			return -1, true
		}
		d, ok := hexDigit(s[i])
		switch {
		case i == 0 && s[i] == '\\', i == 1 && s[i] == 'u':
		case i < 2 || !ok:
			return -1, false
		default:
			r = r<<4 | d
		}
	}
	return r, false
}

func hexDigit(c byte) (rune, bool) { return rune(c&15 + c>>6*9), ascii.IsHex(c) }

// entities has the entities that XML predefines.
var entities = map[string]rune{"amp": '&', "lt": '<', "gt": '>', "quot": '"', "apos": '\''}

// reference reads the reference of XML or HTML at the start of s, which begins with "&".
// more says that s is too short to tell.
func reference(s []byte, isHTML bool) (u unit, more bool) {
	if isHTML && len(s) > 2 && s[1] == '#' {
		return numeric(s)
	}
	end := 0
	for i := 1; end == 0; i++ {
		switch {
		case i == maxReference:
			return u, false
		case i == len(s):
			return u, true
		case s[i] == ';':
			end = i
		case s[i] == '#' && i == 1, ascii.IsAlnum(s[i]):
		default:
			return u, false
		}
	}
	size, name := end+1, s[1:end]
	if r, ok := entities[string(name)]; ok {
		u.set(size, r)
		return u, false
	}
	if len(name) == 0 || name[0] != '#' && !isHTML {
		return u, false
	}
	if name[0] == '#' {
		if r, ok := number(name[1:]); ok {
			u.set(size, r)
		}
		return u, false
	}
	// UnescapeString also undoes a prefix of a name, such as "&amp" in "&ample;". In that
	// case the ";" stays.
	text := html.UnescapeString(string(s[:size]))
	if text[len(text)-1] != ';' || string(name) == "semi" {
		u.size, u.n = size, copy(u.text[:], text)
	}
	return u, false
}

// numeric is reference for a numeric reference of HTML, which needs no ";".
func numeric(s []byte) (u unit, more bool) {
	start, base := len("&#"), rune(10)
	if s[2]|0x20 == 'x' {
		start, base = start+1, 16
	}
	i := start
	for ; i < len(s) && i < maxReference; i++ {
		if d, ok := hexDigit(s[i]); !ok || d >= base {
			break
		}
	}
	size := i
	if i < len(s) && s[i] == ';' {
		size++
	}
	if start < i && i < maxReference {
		digits := bytes.TrimLeft(s[start:min(i, start+maxReference)], "0")
		if u.size, u.n = size, copy(u.text[:], html.UnescapeString(string(s[:size]))); len(digits) > 7 {
			u.n = copy(u.text[:], "\ufffd") // package html computes modulo 2³²
		}
	}
	return u, i == len(s)
}

// number returns the character of a numeric reference of XML. s is the part of the reference after the "#".
func number(s []byte) (r rune, ok bool) {
	digits, base := string(s), 10
	if hex, ok := strings.CutPrefix(digits, "x"); ok {
		digits, base = hex, 16
	}
	n, err := strconv.ParseUint(digits, base, 31)
	if r = rune(n); err != nil {
		return 0, false
	}
	return r, r == '\t' || r == '\n' || r == '\r' || r >= ' ' && r != 0xfffe && r != 0xffff && utf8.ValidRune(r)
}
