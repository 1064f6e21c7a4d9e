package scan_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed7b5a83f0/urn/internal/testhelp"
	"github.com/seed7b5a83f0/urn/scan"
)

// tokens are what the units of repeated texts consist of.
var tokens = []string{"urn:ex:a", "urn:ex:", "urn:", "urn:ex:aé", "\"", "'", "''", "<", ">", "</", "(", ")", "[", "]", "{", "`", "*", "_", "|", "\\", "\\\"", "&lt;", "&quot;", "%22", "“", "”",
	".", ",", ";", ":", "!", "?", "?=b", "?+b", "#", "&", "=", "/", "%", "$", "+", "...", "…", "é", " ", "a", "prefix ", "^", "?:", "\x00"}

// slowOnce are units whose repetition took quadratic time, or was not found as in the
// whole text.
var slowOnce = []string{`urn:ex:a."`, `'urn:ex:a.`, `urn:ex:a<`, `"urn:ex:a)b`, `urn:ex:a,`, `"urn:ex:a\`, `(urn:ex:a `, `urn:ex:a.'`, `"urn:`}

// searches are the ways to find names in a text. Each returns what it finds, in short.
var searches = []struct {
	name string
	find func(text []byte) string
}{
	{"All", func(text []byte) string {
		h := summary{}
		for m := range (scan.Finder{}).All(text) {
			h.add(int64(m.Start), int64(m.End))
		}
		return h.String()
	}},
	{"Scanner", func(text []byte) string {
		h := summary{}
		s := scan.NewScanner(bytes.NewReader(text))
		s.Limit = 4 << 10
		for s.Scan() {
			if m := s.Match(); !m.Truncated {
				h.add(m.Start, m.End)
			}
		}
		return h.String()
	}},
	{"Near", func(text []byte) string {
		h := summary{}
		for m := range (scan.Finder{Mode: scan.ModeNear}).All(text) {
			h.add(int64(m.Start), int64(m.End))
			h.add(int64(m.Fault.Offset), int64(len(m.Fault.Reason.String())))
		}
		return h.String()
	}},
	{"Scanner.Near", func(text []byte) string {
		h := summary{}
		s := scan.NewScanner(bytes.NewReader(text))
		s.Finder.Mode = scan.ModeNear
		s.Limit = 4 << 10
		for s.Scan() {
			if m := s.Match(); !m.Truncated {
				h.add(m.Start, m.End)
				h.add(int64(m.Fault.Offset), int64(len(m.Fault.Reason.String())))
			}
		}
		return h.String()
	}},
	{"AppendReplaced", func(text []byte) string {
		out, err := scan.Finder{}.AppendReplaced(nil, text, mark)
		if err != nil {
			return err.Error()
		}
		return fmt.Sprint(len(out))
	}},
	{"Replacer", func(text []byte) string {
		r := scan.NewReplacer(bytes.NewReader(text), mark)
		r.Limit = 4 << 10
		r.KeepLong = true
		n, _ := io.Copy(io.Discard, r)
		return fmt.Sprint(n)
	}},
}

func mark(dst, _ []byte, _ scan.Match) ([]byte, error) { return append(dst, "<>"...), nil }

// summary is a count and a sum of places.
type summary struct{ n, sum uint64 }

func (h *summary) add(a, b int64) {
	h.n++
	h.sum = h.sum*31 + uint64(a)*7 + uint64(b)
}

func (h *summary) String() string { return fmt.Sprint(*h) }

// TestRepeated repeats units of one to three tokens in one line. A search takes four times
// as long for four times the text, and the search of a stream finds what the search of the
// whole finds.
func TestRepeated(t *testing.T) {
	testhelp.Slow(t)
	r := rand.New(rand.NewPCG(25, 1))
	units := slices.Clone(slowOnce)
	n := 15
	if os.Getenv("URN_REPEATED") == "all" {
		n = 6000
	} else if testhelp.IsLong() {
		n = 60
	}
	for range n {
		unit := ""
		for range 1 + r.IntN(3) {
			unit += tokens[r.IntN(len(tokens))]
		}
		if !strings.Contains(unit, "urn:") {
			unit += tokens[r.IntN(4)]
		}
		units = append(units, unit)
	}
	const small, large = 64 << 10, 256 << 10
	for _, unit := range units {
		a, b := []byte(strings.Repeat(unit, small/len(unit))), []byte(strings.Repeat(unit, large/len(unit)))
		var whole string
		for i, s := range searches {
			ta, tb := time.Hour, time.Hour
			got := ""
			for range testhelp.Tries {
				start := testhelp.CPUTime()
				s.find(a)
				ta = min(ta, testhelp.CPUTime()-start)
				start = testhelp.CPUTime()
				got = s.find(b)
				if tb = min(tb, testhelp.CPUTime()-start); tb < 40*time.Millisecond || tb < 10*ta {
					break
				}
			}
			if tb >= 40*time.Millisecond && tb >= 10*ta {
				t.Errorf("%s: %v for %d bytes of %q, %v for %d", s.name, ta, len(a), unit, tb, len(b))
			}
			// Names of more than the limit differ.
			if i%2 == 0 {
				whole = got
			} else if got != whole && !longName(b) {
				t.Errorf("%q, %d bytes: %s finds %s, %s finds %s", unit, len(b), searches[i-1].name, whole, s.name, got)
			}
		}
	}
	require.Greater(t, len(units), len(slowOnce))
}

// longName reports whether text has a name of about 4 KiB, or a text that begins as one.
func longName(text []byte) bool {
	for m := range (scan.Finder{Mode: scan.ModeExact}).All(text) {
		if m.End-m.Start > 4<<10-300 {
			return true
		}
	}
	return false
}
