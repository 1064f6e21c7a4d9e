// Package gs1ai has the GS1 application identifiers: the syntax of their values, and which
// of them may occur together in a urn:gs1, in which order (IANA template of urn:gs1,
// Assignment). The data are from the GS1 Barcode Syntax Dictionary, in dictionary.txt.
package gs1ai

import (
	_ "embed"
	"iter"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/seed7b5a83f0/urn/internal/octet"
)

// Updated is the date of the copy of the dictionary.
const Updated = "2026-07-27"

//go:embed dictionary.txt
var dictionary string

// entry is the dictionary's entry for an application identifier.
type entry struct {
	parts     []part
	attribute bool         // it may be a data attribute in a GS1 Digital Link
	key       bool         // it is a primary key
	sequences [][]string   // its qualifiers, in their order; some keys have alternatives
	requires  [][][]string // of each list, one of the groups must be present
	excludes  []string
}

// part is a part of a value.
type part struct {
	set      byte // N: digits, X: 82 characters, Y: 39 characters, Z: base64url
	min, max int
	optional bool
	tests    []string
}

// tables are the entries by application identifier, and the code lists by their names.
type tables struct {
	entries map[string]*entry
	lists   map[string]map[string]bool
}

// read reads the dictionary, once.
var read = sync.OnceValue(func() tables {
	t := tables{map[string]*entry{}, map[string]map[string]bool{}}
	for line := range strings.Lines(dictionary) {
		fields := strings.Fields(line)
		if fields[0] == "#" {
			continue
		}
		if name, ok := strings.CutPrefix(fields[0], "!"); ok {
			t.lists[name] = map[string]bool{}
			for _, code := range fields[1:] {
				t.lists[name][code] = true
			}
			continue
		}
		e := &entry{attribute: strings.Contains(fields[1], "?")}
		for _, f := range fields[2:] {
			e.add(f)
		}
		first, last, ranged := strings.Cut(fields[0], "-")
		t.entries[first] = e
		for ai := []byte(first); ranged && string(ai) != last; { // only the last digit differs
			ai[len(ai)-1]++
			t.entries[string(ai)] = e
		}
	}
	return t
})

// add adds a part of a value or an attribute of an entry.
func (e *entry) add(field string) {
	name, list, ok := strings.Cut(field, "=")
	switch {
	case name == "dlpkey":
		e.key = true
		for alternative := range strings.SplitSeq(list, "|") {
			if alternative != "" {
				e.sequences = append(e.sequences, strings.Split(alternative, ","))
			}
		}
		return
	case name == "ex":
		e.excludes = append(e.excludes, strings.Split(list, ",")...)
		return
	case name == "req":
		var groups [][]string
		for group := range strings.SplitSeq(list, ",") {
			groups = append(groups, strings.Split(group, "+"))
		}
		e.requires = append(e.requires, groups)
		return
	case ok:
		panic("gs1ai: the dictionary has an attribute that is not known: " + field)
	}
	list, optional := strings.CutPrefix(field, "[")
	tests := strings.Split(strings.Replace(list, "]", "", 1), ",")
	p := part{set: tests[0][0], optional: optional, tests: tests[1:]}
	size, ranged := strings.CutPrefix(tests[0][1:], "..")
	p.max, _ = strconv.Atoi(size)
	if p.min = p.max; ranged {
		p.min = 1
	}
	e.parts = append(e.parts, p)
}

// Known reports whether GS1 has assigned an application identifier.
func Known(ai string) bool { return read().entries[ai] != nil }

// IsKey reports whether an application identifier names a primary key.
func IsKey(ai string) bool {
	e := read().entries[ai]
	return e != nil && e.key
}

// Qualifiers returns the qualifiers of a key for which has is true, in their order. If a
// key has several lists of qualifiers, the result is from the first list that has such a
// qualifier.
func Qualifiers(key string, has func(ai string) bool) (list []string) {
	e := read().entries[key]
	if e == nil {
		return nil
	}
	for _, sequence := range e.sequences {
		for _, ai := range sequence {
			if has(ai) {
				list = append(list, ai)
			}
		}
		if list != nil {
			break
		}
	}
	return list
}

// Value returns the offset of the first fault in the value of an application identifier, or
// -1. If digits is set, it looks only for wrong check digits, and value must have no other
// fault. Otherwise it does not look at check digits. It does not allocate.
func Value(ai string, value []byte, digits bool) int {
	e := read().entries[ai]
	if e == nil {
		return 0
	}
	at := 0
	for _, p := range e.parts {
		n := min(p.max, len(value)-at)
		if n == 0 && p.optional {
			break
		}
		s := value[at : at+n]
		if !digits {
			for i, c := range s {
				if !inSet(p.set, c) {
					return at + i
				}
			}
			if n < p.min {
				return len(value)
			}
		}
		if p.set == 'Z' {
			if fault := padding(s); fault >= 0 {
				return at + fault
			}
		}
		for _, t := range p.tests {
			if fault := test(t, s, digits); fault >= 0 {
				return at + fault
			}
		}
		at += n
	}
	if at < len(value) {
		return at
	}
	return -1
}

// Order returns the offset of the first application identifier in an NSS of urn:gs1 that is
// not known or may not occur in its position, or -1. It does not allocate.
func Order(nss string) int {
	keyAI, _, _ := strings.Cut(nss, ":")
	key := read().entries[keyAI]
	if key == nil || !key.key {
		return 0
	}
	var sequence []string
	for _, s := range key.sequences {
		if sequence = s; slices.ContainsFunc(s, func(ai string) bool { return has(nss, ai, "") }) {
			break
		}
	}
	rank, attribute := -1, ""
	for at, p := range pairs(nss) {
		ai := p.ai
		e := read().entries[ai]
		switch r := slices.Index(sequence, ai); {
		case at == 0: // the key
		case e == nil:
			return at
		case r >= 0:
			if r <= rank || attribute != "" {
				return at
			}
			rank = r
		case !e.attribute || ai <= attribute || ai == keyAI:
			return at
		default:
			attribute = ai
		}
	}
	for at, p := range pairs(nss) {
		if !associated(nss, p.ai) {
			return at
		}
	}
	return -1
}

// associated reports whether an NSS has the identifiers that an application identifier in it
// requires, and none that it excludes.
func associated(nss, ai string) bool {
	e := read().entries[ai]
	missing := func(other string) bool { return !has(nss, other, "") }
	met := func(group []string) bool { return !slices.ContainsFunc(group, missing) }
	return !slices.ContainsFunc(e.excludes, func(other string) bool { return has(nss, other, ai) }) &&
		!slices.ContainsFunc(e.requires, func(groups [][]string) bool { return !slices.ContainsFunc(groups, met) })
}

// has reports whether an NSS has an application identifier, other than except, that matches
// a pattern such as "01" or "310n".
func has(nss, pattern, except string) bool {
	for _, p := range pairs(nss) {
		ai := p.ai
		same := len(ai) == len(pattern) && ai != except
		for i := 0; same && i < len(ai); i++ {
			same = pattern[i] == 'n' || pattern[i] == ai[i]
		}
		if same {
			return true
		}
	}
	return false
}

// Check returns the offset of the first fault of the values in an NSS of urn:gs1 whose
// escapes are well formed, or -1; see [Value]. It does not allocate.
func Check(nss string, digits bool) int {
	const longest = 100 // bytes, more than a value has
	var buf [longest]byte
	for at, p := range pairs(nss) {
		ai, value := p.ai, p.value
		if !Known(ai) {
			return at
		}
		start, n := at+len(ai)+1, 0
		for i := 0; i < len(value) && n < longest; i++ {
			buf[n] = value[i]
			if value[i] == '%' {
				buf[n] = octet.Escaped(value, i)
				i += 2
			}
			n++
		}
		fault := Value(ai, buf[:n], digits)
		if fault < 0 {
			continue
		}
		for i := 0; ; i++ { // convert the offset to an offset in the escaped value
			if fault--; fault < 0 || i >= len(value) {
				return start + i
			}
			if value[i] == '%' {
				i += 2
			}
		}
	}
	return -1
}

// pair is an application identifier in an NSS of urn:gs1, and its value.
type pair struct{ ai, value string }

// pairs yields the pairs of an NSS, each with its offset.
func pairs(nss string) iter.Seq2[int, pair] {
	return func(yield func(int, pair) bool) {
		for at := 0; at < len(nss); {
			var p pair
			p.ai, p.value, _ = strings.Cut(nss[at:], ":")
			p.value, _, _ = strings.Cut(p.value, ":")
			if !yield(at, p) {
				return
			}
			at += len(p.ai) + len(p.value) + len("::")
		}
	}
}
