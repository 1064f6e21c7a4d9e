package notation

import "strings"

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

// lex returns the state after s, which follows the state n and has no line feed.
func lex(n Notation, s []byte) Notation {
	for i := 0; i < len(s); i++ {
		switch n {
		case inString:
			// Most bytes are in strings, or in text that is not JSON.
			for c := s[i]; c != '"' && c != '\\'; c = s[i] {
				if i++; i == len(s) {
					return n
				}
			}
		case notJSON:
			return n
		}
		n = step(n, s[i])
	}
	return n
}

// step returns the state after c. c is not a line feed. In a string, c is a quote or a
// backslash.
func step(n Notation, c byte) Notation {
	digit := c-'0' < 10
	switch n {
	case inString:
		if c == '\\' {
			return inEscape
		}
		return Auto
	case inEscape:
		switch {
		case c == 'u':
			return inHex
		case strings.IndexByte(`"\/bfnrt`, c) >= 0:
			return inString
		}
		return notJSON
	case inHex, inHex + 1, inHex + 2, inHex + 3:
		if _, ok := hexDigit(c); !ok {
			return notJSON
		}
		if n == inHex+3 {
			return inString
		}
		return n + 1
	case Auto:
		return between(c)
	case afterMinus:
		switch {
		case c == '0':
			return afterZero
		case digit:
			return inInteger
		}
		return notJSON
	case inInteger, afterZero:
		switch {
		case digit && n == inInteger:
			return n
		case c == '.':
			return afterPoint
		case c|0x20 == 'e':
			return afterE
		}
	case afterPoint:
		if digit {
			return inFraction
		}
		return notJSON
	case inFraction:
		switch {
		case digit:
			return n
		case c|0x20 == 'e':
			return afterE
		}
	case afterE, afterSign:
		switch {
		case digit:
			return inExponent
		case n == afterE && (c == '+' || c == '-'):
			return afterSign
		}
		return notJSON
	case inExponent:
		if digit {
			return n
		}
	default:
		if want := words[n-inWord]; want != ' ' {
			if c != want {
				return notJSON
			}
			return n + 1
		}
	}
	// A number or a word has ended. Another one may not follow directly.
	switch c {
	case ' ', '\t', '\r', ',', ']', '}':
		return Auto
	}
	return notJSON
}

// between returns the state after c, which is between two tokens.
func between(c byte) Notation {
	switch c {
	case ' ', '\t', '\r', ',', ':', '[', ']', '{', '}':
		return Auto
	case '"':
		return inString
	case '-':
		return afterMinus
	case '0':
		return afterZero
	case 't':
		return inWord + 1
	case 'f':
		return inWord + Notation(len("true f"))
	case 'n':
		return inWord + Notation(len("true false n"))
	}
	if c-'1' < 9 {
		return inInteger
	}
	return notJSON
}
