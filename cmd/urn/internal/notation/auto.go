package notation

// The states of Auto within a line. Auto itself is the state between two tokens.
const (
	notJSON Notation = numNotations + iota // up to the line end
	inString
	inEscape // after a backslash
	inHex    // after "\u", with up to four digits; four states
	_
	_
	_
	afterMinus
	afterZero
	inInteger
	afterPoint
	inFraction
	afterE
	afterSign
	inExponent
	inWord // in words; one state for each byte of words
)

// words has the three words of JSON, each with a space after it. A state in a word says
// which byte has to follow.
const (
	words   = "true false null "
	endAuto = inWord + Notation(len(words))
)

// steps are the steps of Auto within a line: in the state from, each of the bytes leads to the
// state to. The steps in words are not listed. After any other byte, the line is not JSON.
var steps = []struct {
	from  Notation
	bytes string
	to    Notation
}{
	{Auto, " \t\r,:[]{}", Auto},
	{Auto, `"`, inString},
	{Auto, "-", afterMinus},
	{Auto, "0", afterZero},
	{Auto, "123456789", inInteger},
	{Auto, "t", inWord + 1},
	{Auto, "f", inWord + Notation(len("true f"))},
	{Auto, "n", inWord + Notation(len("true false n"))},
	{inString, `"`, Auto},
	{inString, `\`, inEscape},
	{inEscape, `"\/bfnrt`, inString},
	{inEscape, "u", inHex},
	{inHex, "0123456789abcdefABCDEF", inHex + 1},
	{inHex + 1, "0123456789abcdefABCDEF", inHex + 2},
	{inHex + 2, "0123456789abcdefABCDEF", inHex + 3},
	{inHex + 3, "0123456789abcdefABCDEF", inString},
	{afterMinus, "0", afterZero},
	{afterMinus, "123456789", inInteger},
	{afterZero, ".", afterPoint},
	{afterZero, "eE", afterE},
	{inInteger, "0123456789", inInteger},
	{inInteger, ".", afterPoint},
	{inInteger, "eE", afterE},
	{afterPoint, "0123456789", inFraction},
	{inFraction, "0123456789", inFraction},
	{inFraction, "eE", afterE},
	{afterE, "+-", afterSign},
	{afterE, "0123456789", inExponent},
	{afterSign, "0123456789", inExponent},
	{inExponent, "0123456789", inExponent},
	// Another number or word may not follow directly.
	{afterZero, " \t\r,]}", Auto},
	{inInteger, " \t\r,]}", Auto},
	{inFraction, " \t\r,]}", Auto},
	{inExponent, " \t\r,]}", Auto},
}

// next is the state after each state and byte.
var next = func() (next [endAuto][256]Notation) {
	for state := range next {
		for c := range next[state] {
			next[state][c] = notJSON
		}
	}
	add := func(from Notation, bytes string, to Notation) {
		for _, c := range []byte(bytes) {
			next[from][c] = to
		}
	}
	for _, s := range steps {
		add(s.from, s.bytes, s.to)
	}
	for i := range Notation(len(words)) {
		if words[i] == ' ' {
			add(inWord+i, " \t\r,]}", Auto)
		} else {
			add(inWord+i, words[i:i+1], inWord+i+1)
		}
	}
	return next
}()

// lex returns the state after s, which follows the state n and has no line feed.
func lex(n Notation, s []byte) Notation {
	for i := 0; i < len(s); i++ {
		switch n {
		case inString: // most bytes are in strings, or in text that is not JSON
			for c := s[i]; c != '"' && c != '\\'; c = s[i] {
				if i++; i == len(s) {
					return n
				}
			}
		case notJSON:
			return n
		}
		n = next[n][s[i]]
	}
	return n
}
