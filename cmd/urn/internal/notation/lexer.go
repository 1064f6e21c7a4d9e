package notation

import (
	"bytes"

	"github.com/seed7b5a83f0/urn/internal/ascii"
)

// lexer reads a text and keeps its state. It may also undo the escapes.
type lexer struct {
	n    Notation // the notation of the next byte, with its state
	undo bool

	// If undo is set:
	dst    []byte  // the text so far with its escapes undone
	in     int     // the length in bytes of its source
	places []place // the escapes in order, after one of length 0 at the beginning
	hint   int     // the result of the last call of place is places[hint]
	left   [len(Left)]int
	names  []int // where the first ":" of each percent-encoded name is in dst
	last   bool  // the source is the end of the input
	opened bool  // reopen has changed an apostrophe, and the next one closes what it opened
	plain  plainRun
	shown  plainRun // in dst
}

// run reads src and returns the number of bytes that it has used. This is len(src), unless
// last is false and an escape at the end may continue.
func (l *lexer) run(src []byte, last bool) int {
	for pos := 0; pos < len(src); {
		n := l.step(src[pos:], last)
		if n < 0 {
			return pos
		}
		pos += n
	}
	return len(src)
}

// step reads a part of s. It returns the length of the part, or -1 if s is too short.
func (l *lexer) step(s []byte, last bool) int {
	if e := ends[l.n.state()]; e.text != "" {
		return l.upTo(s, e.text, e.next, last)
	}
	switch l.n.base() {
	case CSV:
		return l.csv(s, last)
	case SQL, MySQL:
		return l.sql(s, last)
	case XML:
		return l.xml(s, last)
	}
	return l.html(s, last)
}

// Divided appends to cuts the positions in text[:size] where a value of the notation ends
// or markup begins: at a quotation mark that closes a string, at the "<" of a tag, at
// "]]>". A name that is replaced must not extend over such a position. text begins within a
// value in notation n. The text after size is needed to recognise the end of a value that
// begins before size.
func (n Notation) Divided(cuts []int, text []byte, size int) []int {
	switch base := n.base(); base {
	case CSV, SQL, MySQL, XML, HTML:
		text = text[:min(len(text), size+maxReference)]
		l := lexer{n: n}
		for pos := 0; pos < size; {
			was := l.n.value()
			k := max(l.step(text[pos:], true), 0)
			if is := l.n.value(); pos > 0 && (is != was || text[pos] == '<' && (was == XML || was == HTML) ||
				was == inXMLTag && (text[pos] == '/' || text[pos] == '=')) {
				cuts = append(cuts, pos)
			}
			if pos += k; k > 0 && was == inCell && pos <= size && text[pos-1] == n.Separator() {
				cuts = append(cuts, pos-1)
			}
		}
	case URL, Auto, JSON:
		if base != JSON && ascii.HasPrefixFold(text[:size], "urn%3a") {
			k, _ := encodedLen(text, false)
			// Bytes such as braces may not occur in a URL, but they occur in templates of
			// names.
			if i := bytes.IndexAny(text[k:], "%&=#?,;\"'<> \t\r\n"); i >= 0 {
				k += i
			} else {
				k = len(text)
			}
			if k < size {
				cuts = append(cuts, k)
			}
		} else if base == JSON || n == inString {
			for pos := 0; pos < size; pos++ {
				switch {
				case text[pos] == '\\':
					pos++
				case text[pos] == '"' && pos > 0:
					cuts = append(cuts, pos)
				}
			}
		}
	}
	return cuts
}

// DividesName reports whether [Notation.Divided] may divide name, a URN with its escapes
// undone. It is false for most names. It is faster than Divided, which needs the state at
// the start of the name.
func (n Notation) DividesName(name []byte) bool {
	switch last := name[len(name)-1]; n.base() {
	case SQL, MySQL:
		return bytes.ContainsAny(name, "'$*#") || bytes.Contains(name, []byte("--"))
	case XML:
		return last == '-' || last == '?' || bytes.ContainsAny(name, "'/=")
	case HTML:
		return last == '-' || bytes.ContainsAny(name, "'/=")
	}
	return false
}

// value returns the state. It returns the same state for all states that text without
// delimiters can lead to from one another.
func (n Notation) value() Notation {
	switch state := n.state(); state {
	case CSV:
		return inCell
	case inQuote:
		return inQuoted
	case inSQLWord, inSQLE, inSQLEnd:
		return SQL
	case inSQLRow:
		return inSQLCopy
	case inSQLQuote:
		return inSQLString
	case inMySQLWord:
		return MySQL
	case inEscaped, inInner:
		return inRaw
	default:
		return state
	}
}

func (l *lexer) set(state Notation) { l.n = l.n.with(state) }

// copy appends text to the result unchanged.
func (l *lexer) copy(text []byte) int {
	if l.undo {
		l.dst = append(l.dst, text...)
		l.in += len(text)
	}
	return len(text)
}

// put appends text to the result in place of raw. text has fewer than 256 bytes.
func (l *lexer) put(raw []byte, text ...byte) int {
	if l.undo {
		l.places = append(l.places, place{len(l.dst), l.in, uint8(len(text)), uint8(len(raw))})
		l.dst = append(l.dst, text...)
		l.in += len(raw)
	}
	return len(raw)
}

// ends has the states that one text ends, with that text and the state after it.
var ends = [stateMask + 1]struct {
	text string
	next Notation
}{
	inSQLDouble:      {`"`, SQL},
	inSQLLine:        {"\n", SQL},
	inSQLBlock:       {"*/", SQL},
	inMySQLBacktick:  {"`", MySQL},
	inMySQLLine:      {"\n", MySQL},
	inMySQLBlock:     {"*/", MySQL},
	inXMLCDATA:       {"]]>", XML},
	inXMLComment:     {"-->", XML},
	inXMLInstruction: {"?>", XML},
	inBogus:          {">", HTML},
}

// begins returns the index of the first of texts that s begins with, or -1. more says that s is
// too short to tell.
func begins(s []byte, last bool, texts ...string) (i int, more bool) {
	for i, text := range texts {
		if bytes.HasPrefix(s, []byte(text)) {
			return i, false
		}
		if !last && len(s) < len(text) && text[:len(s)] == string(s) {
			return -1, true
		}
	}
	return -1, false
}

// token appends to the result the first of texts that s begins with, or otherwise one byte. It
// returns the index of the text, or -1, and the same as step.
func (l *lexer) token(s []byte, last bool, texts ...string) (i, n int) {
	i, more := begins(s, last, texts...)
	switch {
	case more:
		return -1, -1
	case i < 0:
		return -1, l.copy(s[:1])
	}
	return i, l.copy(s[:len(texts[i])])
}

// upTo appends to the result the part of text before the first occurrence of end. If text
// begins with end, it appends end and sets the state after. If end does not occur, it
// appends all of text, except, unless last is set, the last bytes if they may begin end.
func (l *lexer) upTo(text []byte, end string, after Notation, last bool) int {
	i := bytes.Index(text, []byte(end))
	if i < 0 {
		n := len(text)
		for k := min(len(end)-1, n); k > 0 && !last; k-- {
			if bytes.HasSuffix(text, []byte(end[:k])) {
				n -= k
				break
			}
		}
		if n == 0 {
			return -1
		}
		return l.copy(text[:n])
	}
	if i > 0 {
		return l.copy(text[:i])
	}
	l.set(after)
	return l.copy(text[:len(end)])
}

// The states of CSV. CSV itself is the beginning of a cell.
const (
	inCell   = endAuto + iota // in a cell that is not quoted
	inQuoted                  // in a quoted cell
	inQuote                   // after a quotation mark in a quoted cell
	endCSV
)

// Separated returns the notation of CSV with the separator c.
func Separated(c byte) Notation { return CSV | Notation(c)<<extraShift }

// Separator returns the byte that separates CSV cells.
func (n Notation) Separator() byte {
	if c := byte(n.extra()); c != 0 {
		return c
	}
	return ','
}

// afterCSV is [Notation.After] for CSV. It looks only at quotation marks and at the byte
// before each of them.
func (n Notation) afterCSV(text []byte) Notation {
	state := n.state()
	for len(text) > 0 {
		i := bytes.IndexByte(text, '"')
		switch {
		case state == inQuoted && i < 0:
			return n.with(inQuoted)
		case state == inQuoted:
			state, text = inQuote, text[i+1:]
			continue
		case state == inQuote && i == 0:
			state, text = inQuoted, text[1:]
			continue
		case state == inQuote:
			state = inCell
		}
		before := text
		if i >= 0 {
			before = text[:i]
		}
		for bytes.HasSuffix(before, []byte(bom)) {
			before = before[:len(before)-len(bom)]
		}
		begins := state == CSV
		if k := len(before) - 1; k >= 0 {
			c := before[k]
			begins = c == n.Separator() || c == '\n' || c == '\r'
		}
		switch {
		case begins && i >= 0:
			state = inQuoted
		case begins:
			return n.with(CSV)
		default:
			state = inCell
		}
		if i < 0 {
			break
		}
		text = text[i+1:]
	}
	return n.with(state)
}

// Record reads the record at the start of text, and appends the end of each cell to cells.
// The next cell begins one byte later. size is the length in bytes of the record with its
// line end. If the record is not CSV (RFC 4180), fault says why, and size is the position
// of the fault.
func (n Notation) Record(cells []int, text []byte) (_ []int, size int, fault string) {
	l := lexer{n: Separated(n.Separator())}
	closed := false // the closing quotation mark has been read
	for size < len(text) {
		was, part := l.n.state(), text[size:]
		part = part[:l.csv(part, true)]
		switch is := l.n.state(); {
		case was == CSV && len(part) > 1 && bytes.HasPrefix(text[size+len(part):], []byte{'"'}): // a byte order mark
			return cells, size + len(part), "a quotation mark within a cell, not around it"
		case was == inQuoted:
			closed = is == inCell || is == inQuote
		case was == inCell:
			end := size + len(part)
			if is == CSV || text[end-1] == '"' {
				end-- // before the separator, the line end or the quotation mark
			}
			if closed && end > size || is != CSV && end < size+len(part) {
				return cells, end, "a quotation mark within a cell, not around it"
			}
			if closed = false; is != CSV {
				break
			}
			cells = append(cells, end)
			switch size += len(part); {
			case text[size-1] == '\n':
				return cells, size, ""
			case text[size-1] != '\r':
			case size == len(text):
				return cells, size, ""
			case text[size] == '\n':
				return cells, size + 1, ""
			default:
				return cells, size - 1, "a CR without LF, outside of quotation marks: lines have to end with LF or CR LF"
			}
			continue
		}
		size += len(part)
	}
	if l.n.state() == inQuoted {
		begin := 0
		if n := len(cells); n > 0 {
			begin = cells[n-1] + 1
		}
		return cells, begin, "a quotation mark that nothing closes"
	}
	return append(cells, size), size, ""
}

const bom = "\ufeff"

// csv reads a part of a cell. Quotation marks are special at the beginning of a cell and in
// a quoted cell. Text after the closing quotation mark counts as unquoted, as in Python.
func (l *lexer) csv(s []byte, last bool) int {
	switch l.n.state() {
	case CSV:
		if bytes.HasPrefix(s, []byte(bom)) {
			return l.copy(s[:len(bom)])
		}
		if s[0] == '"' {
			l.set(inQuoted)
			return l.copy(s[:1])
		}
		if !l.undo {
			l.set(inCell)
			return 0
		}
		if n := l.whole(s, last); n != 0 {
			return n
		}
		l.set(inCell)
	case inQuoted:
		i := bytes.IndexByte(s, '"')
		switch {
		case i < 0:
			return l.copy(s)
		case i > 0:
			return l.copy(s[:i])
		case len(s) == 1 && !last:
			return -1
		case len(s) == 1:
			l.set(inQuote)
			return l.copy(s)
		case s[1] == '"':
			return l.put(s[:2], '"')
		}
		l.set(inCell)
		return l.copy(s[:1])
	case inQuote:
		if s[0] == '"' {
			l.set(inQuoted)
			return l.put(s[:1])
		}
		l.set(inCell)
		return 0
	}
	sep := l.n.Separator()
	for i, c := range s {
		if c == '"' && !l.undo {
			return i + 1 // Record checks this byte
		}
		if c == sep || c == '\n' || c == '\r' {
			l.copy(s[:i])
			l.set(CSV)
			if c == sep {
				// U+001F ends even a near miss that is not between two "|".
				l.put(s[i:i+1], '|', '\x1f', '|')
			} else {
				l.copy(s[i : i+1])
			}
			return i + 1
		}
	}
	return l.copy(s)
}

// A cell that whole reads has fewer than maxWhole bytes. A stream must not wait for an end that never
// comes.
const maxWhole = 4 << 10

// whole reads a cell without quotation marks that begins with "urn:", with the separator or line end
// after it. It adds quotation marks, because the cell is a value, like a quoted one. It returns
// what step returns, or 0 if there is no such cell.
func (l *lexer) whole(s []byte, last bool) int {
	const begin = "urn:"
	if k := min(len(s), len(begin)); !ascii.EqualFold(begin[:k], s[:k]) || last && k < len(begin) {
		return 0
	}
	sep := l.n.Separator()
	for i, c := range s[:min(len(s), maxWhole)] {
		switch c {
		case '"':
			return 0
		case sep, '\n', '\r':
			if i < len(begin) {
				return 0
			}
			l.put(s[:1], '"', s[0])
			l.copy(s[1:i])
			if c == sep {
				return i + l.put(s[i:i+1], '"', '|', '\x1f', '|')
			}
			return i + l.put(s[i:i+1], '"', c)
		}
	}
	switch {
	case len(s) >= maxWhole:
		return 0
	case !last:
		return -1
	}
	l.put(s[:1], '"', s[0])
	l.copy(s[1 : len(s)-1])
	l.put(s[len(s)-1:], s[len(s)-1], '"')
	l.set(inCell)
	return len(s)
}

// The states of SQL and MySQL. The constant SQL is the state outside of strings, comments
// and words.
const (
	inSQLWord    = endCSV + iota
	inSQLE       // after an E that begins a word
	inSQLEnd     // after COPY … FROM stdin; in the same line
	inSQLString  // in '…'; see escapesInString
	inSQLQuote   // after an apostrophe in '…'
	inSQLEscaped // in E'…'
	inSQLDouble  // in "…", a quoted identifier
	inSQLLine    // after "--"
	inSQLBlock   // in /* … */
	inSQLDollar  // in $tag$ … $tag$; the extra is a hash of the tag
	inSQLCopy    // at the beginning of a line after COPY … FROM stdin
	inSQLRow     // further on in such a line
	endSQL
)

// sqlWords are the words outside of strings that change how the text after them is read.
// Outside of strings, the extra of a state is the index of the byte that continues a word,
// or 0.
const (
	sqlWords     = "copy\nfrom stdin\nreplace(\nunistr(\n"
	endOfCopy    = len("copy")
	beginOfFrom  = endOfCopy + len("\nf")
	endOfStdin   = endOfCopy + len("\nfrom stdin")
	endOfReplace = endOfStdin + len("\nreplace(")
	endOfUnistr  = endOfReplace + len("\nunistr(")
)

const (
	// sqlCopies: the statement has the word COPY. sqlStdin: it also has FROM stdin after
	// that. The states of strings and comments in the statement keep these bits, so 22 bits
	// remain for the hash of a tag.
	sqlCopies    Notation = 1 << 30
	sqlStdin     Notation = 1 << 31
	sqlStatement          = sqlCopies | sqlStdin
	// The string is in replace('…' or unistr('…', as the shell of SQLite writes them.
	escapesInString Notation = 1 << extraShift
)

// enter sets the state, and keeps the bits of the statement.
func (l *lexer) enter(state Notation) { l.n = l.n&sqlStatement | state }

const (
	inMySQLWord     = endSQL + iota
	inMySQLString   // in '…'
	inMySQLDouble   // in "…"
	inMySQLBacktick // in `…`
	inMySQLLine
	inMySQLBlock
	endMySQL
)

// sql reads a part of s in SQL or MySQL.
func (l *lexer) sql(s []byte, last bool) int {
	switch state := l.n.state(); state {
	case inSQLString, inSQLEscaped:
		return l.sqlString(s, '\'', state == inSQLEscaped || l.n&escapesInString != 0, last)
	case inMySQLString:
		return l.sqlString(s, '\'', true, last)
	case inMySQLDouble:
		return l.sqlString(s, '"', true, last)
	case inSQLQuote:
		if s[0] == '\'' {
			l.set(inSQLString)
			return l.put(s[:1])
		}
		l.enter(SQL)
		return 0
	case inSQLDollar:
		return l.sqlDollar(s, last)
	case inSQLCopy, inSQLRow:
		i := bytes.IndexByte(s, '\\')
		if i < 0 {
			i = len(s)
		}
		switch {
		case i > 0 && s[i-1] == '\n':
			l.set(inSQLCopy)
			return l.copy(s[:i])
		case i > 0:
			l.set(inSQLRow)
			return l.copy(s[:i])
		case len(s) == 1 && !last:
			return -1
		case len(s) > 1 && s[1] == '.' && state == inSQLCopy:
			l.n = SQL
			return l.copy(s[:2])
		}
		l.set(inSQLRow)
		return l.sqlEscape(s, last)
	}
	return l.sqlOutside(s, last)
}

// sqlOutside reads a part of s outside of strings and comments.
func (l *lexer) sqlOutside(s []byte, last bool) int {
	i, n := l.n.outside(s)
	if l.n = n; i > 0 {
		return l.copy(s[:i])
	}
	state, base, word := n.state(), n.base(), n.word()
	c := s[0]
	if !last && (len(s) == 1 && (c == '-' || c == '/') || len(s) == 2 && base == MySQL && string(s) == "--") {
		return -1
	}
	l.n = n.endOfWord(word)
	// either returns sql or mysql, depending on the dialect.
	either := func(sql, mysql Notation) Notation {
		if base == SQL {
			return sql
		}
		return mysql
	}
	switch {
	case c == '\'' && state == inSQLE:
		l.enter(inSQLEscaped)
		return l.put(s[:1], '"')
	case c == '\'':
		l.enter(either(inSQLString, inMySQLString))
		if word == endOfReplace || word == endOfUnistr {
			l.n |= escapesInString
		}
		return l.put(s[:1], '"')
	case c == '"':
		l.enter(either(inSQLDouble, inMySQLDouble))
	case c == '`' && base == MySQL:
		l.n = inMySQLBacktick
	case bytes.HasPrefix(s, []byte("--")) && (base == SQL || len(s) == 2 || s[2] <= ' '), c == '#' && base == MySQL:
		l.enter(either(inSQLLine, inMySQLLine))
	case bytes.HasPrefix(s, []byte("/*")):
		l.enter(either(inSQLBlock, inMySQLBlock))
		return l.copy(s[:2])
	case c == '$' && state == SQL:
		tag, more := dollarTag(s)
		if more && !last {
			return -1
		}
		if tag != nil {
			l.enter(inSQLDollar | hashOf(tag)<<extraShift)
			return l.put(tag, '"')
		}
		l.enter(SQL)
	case c == '\n' && state == inSQLEnd:
		l.n = inSQLCopy
	default:
		l.enter(base)
	}
	return l.copy(s[:1])
}

// outside returns the number of bytes before the first byte that may begin a string or a
// comment or that ends a line, and the state there. n is the state before s, outside of
// strings.
func (n Notation) outside(s []byte) (int, Notation) {
	base, begins := n.base(), n.state() != inSQLWord && n.state() != inSQLE
	i, at, end := 0, n.word(), -1 // end is the end of a COPY … FROM stdin
	if n.state() == inSQLEnd {
		end = 0
	}
	for ; i < len(s); i++ {
		c := s[i]
		class := sqlClass[c]
		if class == 0 && at == 0 {
			continue
		}
		if class == special {
			break
		}
		if at > 0 && (c == sqlWords[at] || at < endOfStdin && c|0x20 == sqlWords[at]) {
			at++
			continue
		}
		if !isSQLWord(c) {
			n = n.endOfWord(at)
		}
		at = 0
		if class == semicolon {
			if end = -1; n&sqlStdin != 0 {
				end = i + 1
			}
			n &^= sqlStatement
		} else if base == SQL && (i == 0 && begins || i > 0 && !isSQLWord(s[i-1])) {
			at = int(class)
		}
	}
	if i == 0 {
		return i, n
	}
	state := inSQLWord
	switch c := s[i-1]; {
	case end >= 0 && len(bytes.Trim(s[end:i], " \r")) == 0:
		state = inSQLEnd
	case !isSQLWord(c):
		state = base
	case base == MySQL:
		state = inMySQLWord
	case c|0x20 == 'e' && (i == 1 && begins || i > 1 && !isSQLWord(s[i-2])):
		state = inSQLE
	}
	return i, n&sqlStatement | Notation(at)<<extraShift | state
}

// sqlClass classifies the bytes outside of strings: special bytes, the semicolon, and the
// first byte of each word in sqlWords, with the index of the byte after it.
var sqlClass = [256]int{
	'\n': special, '\'': special, '"': special, '`': special, '$': special, '-': special, '/': special, '#': special,
	';': semicolon, 'c': 1, 'C': 1, 'f': beginOfFrom, 'F': beginOfFrom,
	'r': endOfStdin + len("\nr"), 'u': endOfReplace + len("\nu"),
}

const semicolon, special = 0xfe, 0xff

// word returns the index in sqlWords of the byte that continues a word, or 0. n is a state
// outside of strings.
func (n Notation) word() int { return int(n.extra() & 0x3f) }

// endOfWord returns the state after the word that ends at index at of sqlWords. COPY and
// FROM stdin change the bits of the statement.
func (n Notation) endOfWord(at int) Notation {
	switch {
	case at == endOfCopy:
		return n | sqlCopies
	case at == endOfStdin && n&sqlCopies != 0:
		return n | sqlStdin
	}
	return n
}

func isSQLWord(c byte) bool {
	return c >= 0x80 || c == '_' || ascii.IsAlnum(c)
}

// sqlString reads a part of a string. If escapes is set, a backslash begins an escape.
func (l *lexer) sqlString(s []byte, quote byte, escapes, last bool) int {
	i := 0
	for i < len(s) && s[i] != quote && (s[i] != '\\' || !escapes) {
		i++ // a search for the quote alone would be repeated after each escape
	}
	switch {
	case i > 0:
		return l.copy(s[:i])
	case len(s) == 1 && !last:
		return -1
	case s[0] == '\\':
		return l.sqlEscape(s, last)
	case len(s) == 1 && l.n.state() == inSQLString:
		l.set(inSQLQuote)
		return l.put(s, '"')
	case len(s) > 1 && s[1] == quote:
		return l.put(s[:2], quote)
	}
	l.enter(l.n.base())
	return l.put(s[:1], '"')
}

// shellEscapes are the escapes of the shell of SQLite. It writes a line feed as \n, or as \012
// if the string has a \n, and calls replace. Later versions call unistr.
var shellEscapes = []string{`\n`, `\r`, `\012`, `\015`, `\u000a`, `\u000d`, `\u0009`}

// sqlEscape undoes the escape at the start of s.
func (l *lexer) sqlEscape(s []byte, last bool) int {
	if len(s) == 1 {
		return l.copy(s)
	}
	if l.n.state() == inSQLString {
		switch i, more := begins(s, last, shellEscapes...); {
		case more:
			return -1
		case i >= 0:
			return l.put(s[:len(shellEscapes[i])], "\n\r\n\r\n\r\t"[i])
		}
		return l.copy(s[:1])
	}
	const letters, controls = "bfnrtv", "\b\f\n\r\t\v"
	c := s[1]
	switch i := bytes.IndexByte([]byte(letters), c); {
	case i >= 0:
		return l.put(s[:2], controls[i])
	case c == '\\' || c == '\'' || c == '"':
		return l.put(s[:2], c)
	}
	return l.copy(s[:2])
}

// dollarTag returns the tag of the dollar-quoted string at the start of s, or nil. more
// says that s is too short to tell.
func dollarTag(s []byte) (tag []byte, more bool) {
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == '$':
			return s[:i+1], false
		case !isSQLWord(c) || i == 1 && ascii.IsDigit(c) || i == maxReference:
			return nil, false
		}
	}
	return nil, true
}

// hashOf returns 22 bits of FNV-1a.
func hashOf(tag []byte) Notation {
	h := uint32(2166136261)
	for _, c := range tag {
		h = (h ^ uint32(c)) * 16777619
	}
	return Notation(h>>22 ^ h&0x3fffff)
}

// sqlDollar reads a part of a dollar-quoted string.
func (l *lexer) sqlDollar(s []byte, last bool) int {
	i := bytes.IndexByte(s, '$')
	if i < 0 {
		return l.copy(s)
	}
	if i > 0 {
		return l.copy(s[:i])
	}
	tag, more := dollarTag(s)
	switch {
	case more && !last:
		return -1
	case tag != nil && l.n&^sqlStatement == inSQLDollar|hashOf(tag)<<extraShift:
		l.enter(SQL)
		return l.put(tag, '"')
	}
	return l.copy(s[:1])
}

// The states of XML. In the state XML itself, references are undone.
const (
	inXMLCDATA = endMySQL + iota
	inXMLComment
	inXMLInstruction
	inXMLTag
	inXMLDouble // in the value of an attribute between quotation marks
	inXMLSingle
	endXML
)

func (l *lexer) xml(s []byte, last bool) int {
	state, c := l.n.state(), s[0]
	switch {
	case c == '<': // it ends what is not well-formed
		i, n := l.token(s, last, "<![CDATA[", "<!--", "<?")
		switch {
		case i >= 0:
			l.set(inXMLCDATA + Notation(i))
		case n > 0 && (len(s) == 1 || s[1] >= 0x80 || ascii.IsLetter(s[1]) || bytes.IndexByte([]byte("/_:"), s[1]) >= 0):
			l.set(inXMLTag)
		case n > 0:
			l.set(XML)
		}
		return n
	case state == XML:
		return l.references(s, "&<", last)
	case state == inXMLTag:
		i := bytes.IndexByte([]byte(`"'>/=`), c)
		if i < 0 {
			return l.references(s, `&<"'>/=`, last)
		}
		l.set([]Notation{inXMLDouble, inXMLSingle, XML, inXMLTag, inXMLTag}[i])
		if c == '\'' {
			return l.put(s[:1], '"')
		}
	case state == inXMLDouble && c == '"':
		l.set(inXMLTag)
	case state == inXMLDouble:
		return l.references(s, `&<"`, last)
	default:
		return l.single(s, "&<\"'", inXMLTag, last)
	}
	return l.copy(s[:1])
}

// single reads a part of an attribute in apostrophes, which become quotation marks. after is the state
// after the attribute.
func (l *lexer) single(s []byte, end string, after Notation, last bool) int {
	switch s[0] {
	case '\'':
		l.set(after)
		return l.put(s[:1], '"')
	case '"':
		return l.put(s[:1], '\\', '"')
	}
	return l.references(s, end, last)
}

// references appends s to the result, with the references undone, up to a byte of end, which
// has "&". The first byte of s is not in end, except if it is "&".
func (l *lexer) references(s []byte, end string, last bool) int {
	if s[0] != '&' {
		i := bytes.IndexAny(s[1:], end)
		if i < 0 {
			return l.copy(s)
		}
		return l.copy(s[:1+i])
	}
	if !l.undo {
		return 1
	}
	u, more := reference(s, l.n.base() == HTML)
	switch {
	case more && !last:
		return -1
	case u.size == 0:
		return l.copy(s[:1])
	}
	return l.character(s[:u.size], u.text[:u.n])
}

// The states of HTML. HTML itself is text between tags.
const (
	inComment = endXML + iota
	inBogus   // a bogus comment or a document type: it ends at ">"
	inTagName // in the name of a tag that is longer than the names of elements
	inTag     // before the name of an attribute
	inName    // in the name of an attribute
	afterName
	beforeValue
	inDouble // in a value between quotation marks
	inSingle
	inUnquoted
	inRaw     // in an element whose text has no tags; see elements
	inEscaped // in a script, after "<!--"
	inInner   // in a script element within inEscaped
	endHTML
)

// elements lists the elements that have no tags in their text. The extra of a state is the
// index of the element plus one. References are undone only in the first two.
var elements = []string{"title", "textarea", "script", "style", "xmp", "iframe", "noembed", "noframes", "plaintext"}

const withReferences, script, plaintext = 2, 3, 9

func (l *lexer) html(s []byte, last bool) int {
	switch state := l.n.state(); state {
	case HTML:
		if s[0] == '<' {
			return l.markup(s, last)
		}
		return l.references(s, "&<", last)
	case inComment:
		i := bytes.Index(s, []byte("--"))
		if i < 0 {
			if i = len(s); !last && s[i-1] == '-' {
				i--
			}
		}
		if i > 0 {
			return l.copy(s[:i])
		}
		i, n := l.token(s, last, "-->", "--!>")
		if i >= 0 {
			l.set(HTML)
		}
		return n
	case inSingle:
		return l.single(s, "&\"'", inTag, last)
	case inDouble:
		if s[0] == '"' {
			l.set(inTag)
			return l.copy(s[:1])
		}
		return l.references(s, `&"`, last)
	case inRaw, inEscaped, inInner:
		return l.raw(s, last)
	}
	return l.tag(s, last)
}

// tag reads a part of a tag outside of quotation marks.
func (l *lexer) tag(s []byte, last bool) int {
	state, c := l.n.state(), s[0]
	space := c <= ' ' && bytes.IndexByte([]byte("\t\n\f\r "), c) >= 0
	switch {
	case state == inTagName && !endsTagName(c):
		i := 1
		for i < len(s) && !endsTagName(s[i]) {
			i++
		}
		return l.copy(s[:i])
	case c == '>':
		l.set(HTML)
		if l.n.extra() > 0 {
			l.set(inRaw)
		}
		return l.copy(s[:1])
	case state == beforeValue && (c == '"' || c == '\''):
		l.set(inDouble)
		if c == '\'' {
			l.set(inSingle)
			return l.put(s[:1], '"')
		}
	case state == beforeValue && !space, state == inUnquoted && !space:
		l.set(inUnquoted)
		return l.references(s, "&\t\n\f\r >", last)
	case state == inUnquoted, state == afterName && c == '/', state == inName && c == '/', state == inTag && c == '/', state == inTagName:
		l.set(inTag)
	case state == inName && space:
		l.set(afterName)
	case (state == inName || state == afterName) && c == '=':
		if len(s) == 1 && !last {
			return -1
		}
		l.set(beforeValue)
		if len(s) > 1 && s[1] > ' ' && bytes.IndexByte([]byte("\"'>"), s[1]) < 0 {
			return l.put(s[:1], ' ') // after "=", the finder would read a name as part of a URL
		}
	case !space:
		l.set(inName)
	}
	return l.copy(s[:1])
}

// maxTagName is greater than the length of "</" and the name of any of the elements.
const maxTagName = 16

// markup reads the beginning of a tag or of a comment.
func (l *lexer) markup(s []byte, last bool) int {
	l.n = HTML
	i := 1
	switch {
	case len(s) == 1:
		if !last {
			return -1
		}
		return l.copy(s)
	case s[1] == '!' || s[1] == '?':
		i, n := l.token(s, last, "<!-->", "<!--->", "<!--", "<!", "<?")
		if i == 2 {
			l.set(inComment)
		} else if i > 2 {
			l.set(inBogus)
		}
		return n
	case s[1] == '/':
		switch {
		case len(s) == 2 && !last:
			return -1
		case len(s) == 2:
			return l.copy(s)
		case s[2] == '>':
			return l.copy(s[:3])
		case !ascii.IsLetter(s[2]):
			l.set(inBogus)
			return l.copy(s[:2])
		}
		i = 2
	case !ascii.IsLetter(s[1]):
		return l.copy(s[:1])
	}
	begin := i
	for i < len(s) && !endsTagName(s[i]) {
		i++
	}
	if i == len(s) {
		if !last && i < maxTagName {
			return -1
		}
		l.set(inTagName)
		return l.copy(s)
	}
	if begin == 1 {
		for k, name := range elements {
			if bytes.EqualFold(s[begin:i], []byte(name)) {
				l.n = HTML | Notation(k+1)<<extraShift
			}
		}
	}
	l.set(inTag)
	return l.copy(s[:i])
}

// raw reads text up to the end tag of its element. In a script, after "<!--", the text may
// contain a whole script element, whose end tag does not end the outer script.
func (l *lexer) raw(s []byte, last bool) int {
	element := int(l.n.extra())
	state := l.n.state()
	if s[0] != '<' && s[0] != '-' {
		if element <= withReferences {
			return l.references(s, "&<", last)
		}
		i := bytes.IndexAny(s, "<-")
		if i < 0 {
			i = len(s)
		}
		return l.copy(s[:i])
	}
	// is reports whether s begins with a text. It sets more if s is too short to tell.
	more := false
	is := func(begin string, ends bool) bool {
		n := min(len(s), len(begin))
		if !bytes.EqualFold(s[:n], []byte(begin[:n])) {
			return false
		}
		if n < len(begin) || ends && len(s) == n {
			more = true
			return false
		}
		return !ends || endsTagName(s[n])
	}
	name := elements[element-1]
	size, next := 1, state
	switch {
	case element == plaintext:
	case is("</"+name, true):
		if state == inInner {
			size, next = len("</")+len(name), inEscaped
			break
		}
		l.n = HTML
		size, next = len("</")+len(name), inTag
	case element != script:
	case state == inRaw && is("<!--", false):
		size, next = len("<!"), inEscaped // "<!-->" ends it again
	case state == inEscaped && is("<script", true):
		size, next = len("<script"), inInner
	case state != inRaw && is("-->", false):
		size, next = len("-->"), inRaw
	}
	if more && !last {
		return -1
	}
	l.set(next)
	return l.copy(s[:size])
}

func endsTagName(c byte) bool { return bytes.IndexByte([]byte("\t\n\f\r />"), c) >= 0 }
