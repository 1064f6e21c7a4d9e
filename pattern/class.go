package pattern

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn/internal/ascii"
)

// class is a set of texts that a field may have. It is a deterministic automaton over
// octets: a match runs it over the text of the field, and [Set.Add] runs it beside the
// automaton of the template, so that both mean the same.
type class struct {
	what  string      // in words, for errors
	not   string      // the characters that a text must not have, if the class is made by without
	kind  [257]uint16 // of each octet, and of all escapes: octets of a kind lead to the same states
	kinds int
	next  []int32 // by a state and a kind: the next state, or dead. States are multiples of kinds.
	final []bool  // by state/kinds: a text may end here
	bad   octets  // if it is not empty, the texts are those without these octets
}

const (
	dead      = int32(-1)
	escapedAt = 256 // the index in class.kind of all octets from an escape
)

// step returns the state after an octet, or after an escape of an octet. It may be dead.
func (c *class) step(state int32, octet byte, escaped bool) int32 {
	at := int(octet)
	if escaped {
		at = escapedAt
	}
	return c.next[state+int32(c.kind[at])]
}

func (c *class) accepts(state int32) bool { return c.final[int(state)/c.kinds] }

// refused returns the first octet of a text with which no text of c begins, the length of
// the text if it ends too early, and -1 if the text is one of c.
func (c *class) refused(s string, raw bool) int {
	state := int32(0)
	for i := 0; i < len(s); i++ {
		at := i
		escaped := s[i] == '%' && !raw
		if escaped {
			i += len("XX")
		}
		if state = c.step(state, s[at], escaped); state == dead {
			return at
		}
	}
	if !c.accepts(state) {
		return len(s)
	}
	return -1
}

// fault returns why a text is not one of c, and where, for an offset from refused. A field
// with the option escape= may have the characters of c.not escaped.
func (c *class) fault(s string, offset int, escaping bool) (at int, cause string) {
	if c.not == "" {
		return offset, fmt.Sprintf("the field must be %.200s", c.what)
	}
	for at = offset; at > 0 && !utf8.RuneStart(s[at]); {
		at--
	}
	r, _ := utf8.DecodeRuneInString(s[at:])
	if escaping {
		return at, fmt.Sprintf("%q is not escaped, and the field escapes it", r)
	}
	return at, fmt.Sprintf("unexpected %q: the field must not contain any of %.100s", r, c.not)
}

// edge leads from a state to another one over each of some octets, or, if there are none,
// over every octet and escape.
type edge struct {
	from   int
	octets string
	to     int
}

// newClass returns a class with states from 0 on, of which 0 is the first.
func newClass(what string, states int, final []int, edges []edge) *class {
	c := &class{what: what, final: make([]bool, states)}
	for _, state := range final {
		c.final[state] = true
	}
	columns := make([][]int, len(c.kind))
	for i := range columns {
		columns[i] = slices.Repeat([]int{int(dead)}, states)
	}
	for _, e := range edges {
		for _, octet := range []byte(e.octets) {
			columns[octet][e.from] = e.to
		}
		for i := range columns {
			if e.octets == "" {
				columns[i][e.from] = e.to
			}
		}
	}
	var kinds [][]int
	for i, column := range columns {
		kind := slices.IndexFunc(kinds, func(k []int) bool { return slices.Equal(k, column) })
		if kind < 0 {
			kind = len(kinds)
			kinds = append(kinds, column)
		}
		c.kind[i] = uint16(kind)
	}
	c.kinds = len(kinds)
	for state := range states {
		for _, column := range kinds {
			next := dead
			if column[state] >= 0 {
				next = int32(column[state] * c.kinds)
			}
			c.next = append(c.next, next)
		}
	}
	return c
}

// chain returns the edges over the octets of a text, from state 0 on.
func chain(text string) []edge {
	var edges []edge
	for i := range len(text) {
		edges = append(edges, edge{i, text[i : i+1], i + 1})
	}
	return edges
}

const (
	digits  = "0123456789"
	letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
)

// classes makes the class of each option, whose name ends with "=" if it has an argument.
var classes = map[string]func(argument string) *class{
	"urn=":       below,
	"in=":        func(list string) *class { return oneOf(list, false) },
	"not=":       noneOf,
	"excluding=": without,
	"number": named(func() *class {
		return newClass("a number (digits 0 to 9)", 2, []int{1}, []edge{{0, digits, 1}, {1, digits, 1}})
	}),
	"ident": named(func() *class {
		return newClass("an identifier: a letter or \"_\", then letters, digits and \"_\"", 2, []int{1}, []edge{
			{0, letters + "_", 1}, {1, letters + digits + "_", 1}})
	}),
	"alnum": named(func() *class {
		return newClass("a letter, then letters and digits", 2, []int{1}, []edge{{0, letters, 1}, {1, letters + digits, 1}})
	}),
	"uuid":       named(func() *class { return uuid("a UUID, with hyphens", digits+"abcdefABCDEF") }),
	"lower-uuid": named(func() *class { return uuid("a UUID in lower case, with hyphens", digits+"abcdef") }),
	// RFC 3061, section 3, and Recommendation ITU-T X.660: the first arc is 0, 1 or 2.
	"oid": named(func() *class {
		return newClass("an OID of two arcs or more, without leading zeros", 5, []int{3, 4}, []edge{
			{0, "012", 1}, {1, ".", 2}, {2, "0", 3}, {2, digits[1:], 4}, {3, ".", 2}, {4, digits, 4}, {4, ".", 2}})
	}),
	// Semantic Versioning 2.0.0, section 2, and after "-" or "+" what sections 9 and 10 allow.
	"semver": named(func() *class {
		const more = digits + letters + "-.+"
		return newClass("a version, such as 1.0.0 or 1.0.0-rc.1", 8, []int{5, 7}, []edge{
			{0, digits, 1}, {1, digits, 1}, {1, ".", 2}, {2, digits, 3}, {3, digits, 3}, {3, ".", 4},
			{4, digits, 5}, {5, digits, 5}, {5, "-+", 6}, {6, more, 7}, {7, more, 7}})
	}),
	"urn": named(func() *class {
		return newClass("a URN", 8, []int{7}, append(chain("urn:"),
			edge{4, letters + digits, 5}, edge{5, letters + digits + "-.", 5}, edge{5, ":", 6}, edge{6, "", 7}, edge{7, "", 7}))
	}),
}

// named returns a function that makes a class once.
func named(build func() *class) func(string) *class {
	once := sync.OnceValue(build)
	return func(string) *class { return once() }
}

// uuid returns the class of UUIDs with these digits.
func uuid(what, hex string) *class {
	var edges []edge
	for i, c := range []byte("xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx") {
		edges = append(edges, edge{i, strings.Replace(string(c), "x", hex, 1), i + 1})
	}
	return newClass(what, len(edges)+1, []int{len(edges)}, edges)
}

// below returns the class of the URNs that begin with "urn:", a prefix and ":".
func below(prefix string) *class {
	begin := "urn:" + prefix + ":"
	n := len(begin)
	return newClass("a URN that begins with \""+begin+"\"", n+2, []int{n + 1},
		append(chain(begin), edge{n, "", n + 1}, edge{n + 1, "", n + 1}))
}

// oneOf returns the class of the words of a list. With fold they match case-insensitively.
func oneOf(list string, fold bool) *class {
	states := []string{""} // the text that was read
	state := func(text string) int {
		if fold {
			text = ascii.ToLower(text)
		}
		at := slices.Index(states, text)
		if at < 0 {
			at = len(states)
			states = append(states, text)
		}
		return at
	}
	var edges []edge
	var final []int
	for word := range strings.SplitSeq(list, "|") {
		for i := range len(word) {
			octets := word[i : i+1]
			if fold {
				octets = strings.ToLower(octets) + strings.ToUpper(octets)
			}
			edges = append(edges, edge{state(word[:i]), octets, state(word[:i+1])})
		}
		final = append(final, state(word))
	}
	return newClass("one of "+list, len(states), final, edges)
}

// noneOf returns the class of the texts that are not words of a list.
func noneOf(list string) *class {
	c := oneOf(list, false)
	c.what = "any text except " + list
	other := int32(len(c.next)) // no word begins with the text that was read
	for i, next := range c.next {
		if next == dead {
			c.next[i] = other
		}
	}
	c.next = append(c.next, slices.Repeat([]int32{other}, c.kinds)...)
	for i, final := range c.final {
		c.final[i] = !final
	}
	c.final = append(c.final, true)
	return c
}

// without returns the class of the texts that hold none of some characters unescaped.
func without(characters string) *class {
	states := []string{""} // the beginning of a character that was read
	var list []string
	for _, r := range characters {
		list = append(list, string(r))
		for i := 1; i < len(string(r)); i++ {
			states = append(states, string(r)[:i])
		}
	}
	var edges []edge
	var final []int
	for i, begin := range states {
		final = append(final, i)
		edges = append(edges, edge{i, "", 0})
		for _, octet := range []byte(characters) {
			to := int(dead)
			for text := begin + string([]byte{octet}); !slices.Contains(list, text); text = text[1:] {
				if to = slices.Index(states, text); to >= 0 {
					break
				}
			}
			edges = append(edges, edge{i, string([]byte{octet}), to})
		}
	}
	c := newClass("a text without "+characters, len(states), final, edges)
	c.not = characters
	for _, r := range characters {
		if r < 0x80 {
			c.bad.add(byte(r))
		}
	}
	return c
}
