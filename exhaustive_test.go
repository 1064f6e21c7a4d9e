package urn_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/few"
)

// exhaustiveAlphabet has a member of each class of octets that one of the
// grammars distinguishes. They are the delimiters, "%", a digit, letters
// that are and are not hexadecimal digits, and "-". They are also octets
// that only RFC 2141 refuses ("&", "~"), an excluded octet of ASCII, and one
// beyond ASCII. ":" and "+" stand for the rest of pchar. That there are no
// more classes is what TestEveryOctetEverywhere is for.
const exhaustiveAlphabet = "?+=#%1fg-&~:/<\x80"

// TestExhaustive checks every string up to length n over the alphabet, after
// each prefix and under each syntax, against the reference: verdict, spans,
// offset and reason.
//
// The strings are walked as a tree, and a subtree is left out when its root p
// is a dead end: when no URN begins with p. That loses nothing. For the
// reference, the fault of p is the length of the longest prefix of p that some
// URN begins with. p is not such a prefix itself, so every continuation of p
// has the same fault. The test checks the library's answer for p. It also
// checks that the library does not look at what follows p: it adds a tail to
// every dead end, a different one each time.
func TestExhaustive(testingT *testing.T) {
	t := few.Of(testingT)
	n := 6
	if testing.Short() {
		n--
	}
	if raceEnabled { // there is nothing for it to find here
		n--
	}
	for _, x := range syntaxes {
		alphabet := exhaustiveAlphabet
		if x == urn.Draft2141bis {
			alphabet += "0" // it forbids "%00"
		}
		if x == urn.Relaxed {
			alphabet += "." // as "_", in its NID
		}
		for _, c := range []struct{ prefix, alphabet string }{
			{"", "uUrRnNa:% "},
			{"urn:", alphabet + "uRn"}, // two of the syntaxes forbid the NID "urn"
			{"urn:ex:", alphabet},
		} {
			t.Run(fmt.Sprintf("%v/%s", x, c.prefix), func(testingT *testing.T) {
				t := few.Of(testingT)
				t.Parallel()
				w := walker{t: t, syntax: x, alphabet: c.alphabet}
				w.walk([]byte(c.prefix), n)
				if want := subtree(len(c.alphabet), n); w.covered != want {
					t.Errorf("%d strings are covered, want %d", w.covered, want)
				}
				t.Logf("%d strings covered, %d checked, %d of them dead ends", w.covered, w.checked, w.dead)
			})
		}
	}
}

type walker struct {
	t             testing.TB
	syntax        urn.Syntax
	alphabet      string
	reader        refReader
	checked, dead int
	covered       int // the strings checked, and those after a dead end
}

// subtree counts the strings up to length n over an alphabet of k.
func subtree(k, n int) int {
	if n == 0 {
		return 1
	}
	return 1 + k*subtree(k, n-1)
}

var tails = []string{"a", ":a", "?+a", "?=a", "#", "%41", "\x00", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "urn:ex:a"}

func (w *walker) walk(s []byte, depth int) {
	w.checked++
	verdict := compareWithReference(w.t, &w.reader, w.syntax, string(s))
	if w.t.Failed() {
		return // the shortest disagreement of this branch is reported
	}
	if !verdict.valid && verdict.offset < len(s) {
		w.dead++
		w.covered += subtree(len(w.alphabet), depth)
		tail := tails[w.dead%len(tails)]
		_, before := w.syntax.LocateBytes(s)
		_, after := w.syntax.Locate(string(s) + tail)
		if before != after {
			w.t.Errorf("%v.Locate(%q): fault %+v, without the last %d bytes %+v", w.syntax, string(s)+tail, after, len(tail), before)
		}
		return
	}
	w.covered++
	if depth == 0 {
		return
	}
	for i := range len(w.alphabet) {
		w.walk(append(s, w.alphabet[i]), depth-1)
	}
}

// TestEveryOctetEverywhere puts each of the 256 octets at each place of a few
// URNs: over the first, in between, at the end. No two octets are taken to be
// alike here.
func TestEveryOctetEverywhere(testingT *testing.T) {
	t := few.Of(testingT)
	shapes := []string{
		"urn:ex:a", "urn:ex-1:a%2F%01b", "urn:urn:a", "urn:urn-7:a", "urn:a:b",
		"urn:ex:a?+b?=c#d", "urn:ex:a?+b%2F?c?=d%2F?e#f%2F?", "urn:ex:a#", "urn:ex:a??", "urn:ex:a%00",
		"urn:ex:a?k=v&k-2=v%2F%01#f%2F%01", "urn:ex:a?s=", "urn:ex:a?k-k=", "URN:EX:%e9",
		"urn:abcdefghijklmnopqrstuvwxyz012345:c",                         // an NID of 32
		"urn:a_b.c:d#e#f%2F#", "urn:" + strings.Repeat("a.", 31) + "b:c", // an NID of 63
		"urn:ex:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", // more than a vector's width
		"urn:ex:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa?+aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
		"urn:ex:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa?aa=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
	}
	for _, x := range syntaxes {
		t.Run(x.String(), func(testingT *testing.T) {
			t := few.Of(testingT)
			t.Parallel()
			var reader refReader
			for _, shape := range shapes {
				for i := range len(shape) + 1 {
					for c := range 256 {
						o := string([]byte{byte(c)})
						compareWithReference(t, &reader, x, shape[:i]+o+shape[i:])
						if i < len(shape) {
							compareWithReference(t, &reader, x, shape[:i]+o+shape[i+1:])
						}
					}
				}
			}
		})
	}
}

// TestEveryPlaceInAnNID puts pairs of the octets that matter at every place of an NID of
// up to 65 octets. After the pair, the input or the NID ends, or goes on, or the NID is
// filled up to 32, 33, 63 and 64 octets. The rule of the NID is the only one with a
// count, and has a state for each octet.
func TestEveryPlaceInAnNID(testingT *testing.T) {
	t := few.Of(testingT)
	const first, second = "a-1:urN", "a0gAG1-:%._uUrRnN?+=#/&~\x80"
	for _, x := range syntaxes {
		t.Run(x.String(), func(testingT *testing.T) {
			t := few.Of(testingT)
			t.Parallel()
			var reader refReader
			for _, base := range []string{"a", "a-", "urn", "g--------"} {
				places := 34
				if x == urn.Relaxed {
					places = 65
				}
				for place := range places {
					head := "urn:" + strings.Repeat(base, 65)[:place]
					for i := range len(first) {
						for j := range len(second) {
							s := head + first[i:i+1] + second[j:j+1]
							fill := strings.Repeat("b", max(0, len("urn:")+32-len(s)))
							longest := strings.Repeat("b", max(0, len("urn:")+63-len(s)))
							for _, tail := range []string{"", ":x", "-b", fill + ":x", fill + "b:x", longest + ":x", longest + "b:x"} {
								compareWithReference(t, &reader, x, s+tail)
							}
						}
					}
				}
			}
		})
	}
}
