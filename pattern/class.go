package pattern

import (
	"slices"
	"strings"

	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/internal/octet"
)

// class is a set of texts that a field may have. It is a deterministic automaton over
// octets: a match runs it over the text of the field, and [Set.Add] runs it beside the
// automaton of the template, so that both mean the same.
type class struct {
	what string // in words, for errors
	// step returns the state after an octet, which an escape may stand for, or dead.
	step    func(state int16, c byte, escaped bool) int16
	accepts func(state int16) bool
	// special holds the octets that step tells apart, apart from those of alphabet.
	special string
	// quick, if it is not nil, reports whether s is one of the texts, and may report false
	// if it is.
	quick func(s string, raw bool) bool
	bad   octets // if it is not empty, the texts are those without these octets
}

const dead = int16(-1)

// alphabet has groups of octets. No class tells two octets of a group apart, unless one of
// them is special to it.
var alphabet = [...]string{
	"0123456789", "abcdef", "ABCDEF", "ghijklmnopqrstuvwxyz", "GHIJKLMNOPQRSTUVWXYZ", "_", "-", ".", "~!$&'*;@,/", "\xff\xfe",
}

// refused returns the first octet of a text with which no text of c begins, the length of
// the text if it ends too early, and -1 if the text is one of c.
func (c *class) refused(s string, raw bool) int {
	if c.quick != nil && c.quick(s, raw) {
		return -1
	}
	state := int16(0)
	for i := 0; i < len(s); i++ {
		at := i
		if s[i] == '%' && !raw {
			state = c.step(state, octet.Escaped(s, i), true)
			i += len("XX")
		} else {
			state = c.step(state, s[i], false)
		}
		if state == dead {
			return at
		}
	}
	if !c.accepts(state) {
		return len(s)
	}
	return -1
}

// classes are those that have a name only.
var classes = map[string]*class{
	"number": {
		what: "a number, of the digits 0 to 9",
		step: func(_ int16, c byte, escaped bool) int16 {
			if escaped || !ascii.IsDigit(c) {
				return dead
			}
			return 1
		},
		accepts: func(state int16) bool { return state == 1 },
		quick:   func(s string, _ bool) bool { return s != "" && digits(s) == len(s) },
	},
	"id": {
		what: "an identifier: a letter or \"_\", then letters, digits and \"_\"",
		step: func(state int16, c byte, escaped bool) int16 {
			if escaped || c != '_' && !ascii.IsLetter(c) && (state == 0 || !ascii.IsDigit(c)) {
				return dead
			}
			return 1
		},
		accepts: func(state int16) bool { return state == 1 },
		quick: func(s string, _ bool) bool {
			for i := range len(s) {
				if c := s[i]; c != '_' && !ascii.IsLetter(c) && (i == 0 || !ascii.IsDigit(c)) {
					return false
				}
			}
			return s != ""
		},
	},
	"uuid": {
		what: "a UUID, with hyphens",
		step: func(state int16, c byte, escaped bool) int16 {
			hyphen := state == 8 || state == 13 || state == 18 || state == 23
			if escaped || state == 36 || hyphen != (c == '-') || !hyphen && !octet.Is(c, octet.HexDigit) {
				return dead
			}
			return state + 1
		},
		accepts: func(state int16) bool { return state == 36 },
		quick: func(s string, _ bool) bool {
			if len(s) != 36 || s[8] != '-' || s[13] != '-' || s[18] != '-' || s[23] != '-' {
				return false
			}
			hyphens := 0
			for i := range len(s) {
				if !octet.Is(s[i], octet.HexDigit) {
					hyphens++
				}
			}
			return hyphens == 4
		},
	},
	// Semantic Versioning 2.0.0, section 2, and after "-" or "+" what sections 9 and 10 allow.
	"version": {
		what: "a version, such as 1.0.0 or 1.0.0-rc.1",
		step: func(state int16, c byte, escaped bool) int16 {
			digit := ascii.IsDigit(c)
			switch {
			case escaped:
				return dead
			case state < 6 && digit:
				return state | 1
			case state < 5 && state&1 == 1 && c == '.':
				return state + 1
			case state == 5 && (c == '-' || c == '+'), state >= 6 && (digit || ascii.IsLetter(c) || c == '-' || c == '.' || c == '+'):
				return min(state+1, 7)
			}
			return dead
		},
		accepts: func(state int16) bool { return state == 5 || state == 7 },
		quick: func(s string, _ bool) bool {
			for range 2 {
				n := digits(s)
				if n == 0 || n == len(s) || s[n] != '.' {
					return false
				}
				s = s[n+1:]
			}
			return s != "" && digits(s) == len(s)
		},
		special: "+",
	},
	"urn": {
		what: "a URN",
		step: func(state int16, c byte, escaped bool) int16 {
			const scheme = int16(len("urn:"))
			switch {
			case state < scheme:
				if escaped || "urn:"[state] != c {
					return dead
				}
				return state + 1
			case state > scheme+1: // in the NSS
				return scheme + 3
			case escaped:
				return dead
			case c == ':' && state == scheme+1:
				return scheme + 2
			case ascii.IsLetter(c) || ascii.IsDigit(c) || state == scheme+1 && (c == '-' || c == '.'):
				return scheme + 1
			}
			return dead
		},
		accepts: func(state int16) bool { return state == int16(len("urn:"))+3 },
		special: "urn:",
	},
}

// digits returns how many digits s begins with.
func digits(s string) int {
	for i := range len(s) {
		if !ascii.IsDigit(s[i]) {
			return i
		}
	}
	return len(s)
}

// below returns the class of the URNs that begin with "urn:", a prefix and ":".
func below(prefix string) *class {
	begin := "urn:" + prefix + ":"
	n := int16(len(begin))
	return &class{
		what: "a URN that begins with \"" + begin + "\"",
		step: func(state int16, c byte, escaped bool) int16 {
			switch {
			case state >= n:
				return n + 1
			case escaped || begin[state] != c:
				return dead
			}
			return state + 1
		},
		accepts: func(state int16) bool { return state > n },
		special: begin,
		quick:   func(s string, _ bool) bool { return len(s) > int(n) && s[:n] == begin },
	}
}

// oneOf returns the class of the words of a list. With fold they match case-insensitively.
func oneOf(list string, fold bool) *class {
	type node struct {
		next map[byte]int16
		word bool
	}
	nodes := []node{{}}
	words := strings.Split(list, "|")
	for _, word := range words {
		at := int16(0)
		for i := range len(word) {
			c := word[i]
			if fold {
				c |= lowerBit(c)
			}
			to, ok := nodes[at].next[c]
			if !ok {
				to = int16(len(nodes))
				if nodes[at].next == nil {
					nodes[at].next = map[byte]int16{}
				}
				nodes[at].next[c] = to
				nodes = append(nodes, node{})
			}
			at = to
		}
		nodes[at].word = true
	}
	return &class{
		what: "one of " + list,
		step: func(state int16, c byte, escaped bool) int16 {
			if fold {
				c |= lowerBit(c)
			}
			if to, ok := nodes[state].next[c]; ok && !escaped {
				return to
			}
			return dead
		},
		accepts: func(state int16) bool { return nodes[state].word },
		quick:   func(s string, _ bool) bool { return slices.Contains(words, s) },
		special: strings.ReplaceAll(list+strings.ToUpper(list)+strings.ToLower(list), "|", ""),
	}
}

// noneOf returns the class of the texts that are not words of a list.
func noneOf(list string) *class {
	c := oneOf(list, false)
	const other = int16(1<<15 - 1) // no word begins like this
	step, accepts := c.step, c.accepts
	return &class{
		what: "another text than " + list,
		step: func(state int16, octet byte, escaped bool) int16 {
			if state != other {
				state = step(state, octet, escaped)
			}
			if state == dead {
				return other
			}
			return state
		},
		accepts: func(state int16) bool { return state == other || !accepts(state) },
		quick:   func(s string, _ bool) bool { return !c.quick(s, false) },
		special: c.special,
	}
}

// without returns the class of the texts that hold none of some characters unescaped.
func without(characters string) *class {
	var ascii octets
	// The state is how many octets of a character beyond ASCII were read, and which one.
	var longer []string
	for _, r := range characters {
		if r < 0x80 {
			ascii.add(byte(r))
		} else {
			longer = append(longer, string(r))
		}
	}
	return &class{
		bad:  ascii,
		what: "a text without " + characters,
		step: func(state int16, c byte, escaped bool) int16 {
			switch {
			case escaped:
				return 0
			case ascii.has(c):
				return dead
			case c < 0x80:
				return 0
			}
			var before string
			if state > 0 {
				before = longer[state/4][:state%4]
			}
			before += string([]byte{c})
			for {
				for i, l := range longer {
					switch {
					case l == before:
						return dead
					case strings.HasPrefix(l, before):
						return int16(4*i + len(before))
					}
				}
				if len(before) == 1 {
					return 0
				}
				before = before[len(before)-1:] // the first octet of a character is no later one of another
			}
		},
		accepts: func(int16) bool { return true },
		special: characters,
		quick: func(s string, raw bool) bool {
			for i := range len(s) {
				if c := s[i]; c >= 0x80 || ascii[c/64]>>(c%64)&1 != 0 || c == '%' && !raw {
					return false
				}
			}
			return true
		},
	}
}
