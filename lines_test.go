package urn_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/few"
	"github.com/seed7b5a83f0/urn/internal/soak"
)

// checkLines compares LocateLines with Locate, line by line. It calls
// LocateLines with room for few lines at a time.
func checkLines(t testing.TB, x urn.Syntax, text []byte, room int) {
	t.Helper()
	lines := make([]urn.Line, room)
	at := 0
	for {
		for i := range lines { // what an earlier call has left must not matter
			lines[i] = urn.Line{Span: urn.Span{Start: -1, End: -1}}
		}
		rest := text[at:]
		n, consumed := x.LocateLines(rest, lines)
		from := 0
		for _, line := range lines[:n] {
			end := bytes.IndexByte(rest[from:], '\n')
			if end < 0 {
				t.Fatalf("%v: %d lines of %q", x, n, rest)
			}
			want := bytes.TrimSuffix(rest[from:from+end], []byte("\r"))
			if span := (urn.Span{Start: from, End: from + len(want)}); line.Span != span {
				t.Fatalf("%v: a line at %v, want %v: %q", x, line.Span, span, rest)
			}
			o, fault := x.LocateBytes(want)
			if line.Offsets() != o || line.Fault() != fault {
				t.Fatalf("%v: LocateLines says %+v, %+v of %q; LocateBytes says %+v, %+v; all: %q", x, line.Offsets(), line.Fault(), want, o, fault, rest)
			}
			from += end + 1
		}
		if consumed != from {
			t.Fatalf("%v: consumed %d bytes, want %d: %q", x, consumed, from, rest)
		}
		for _, line := range lines[n:] {
			if line.Span.Start != -1 {
				t.Fatalf("%v: a line after the last is written: %q", x, rest)
			}
		}
		at += consumed
		if n < room {
			break
		}
	}
	if bytes.IndexByte(text[at:], '\n') >= 0 {
		t.Fatalf("%v: lines are left: %q", x, text[at:])
	}
}

func TestLocateLines(testingT *testing.T) {
	t := few.Of(testingT)
	long := "urn:example:" + strings.Repeat("%2Fx/", 3000)
	for _, text := range []string{
		"", "\n", "\r\n", "\r", "\n\n", "\r\r\n", "\n\r\n\r", "a", "a\n",
		"urn:ex:a", "urn:ex:a\r", "urn:ex:a\nurn:ex:b", "urn:ex:a\r\nurn:ex:b\r\n",
		"urn:ex:a\rb\n", "urn:ex:\rurn:ex:b\n", "urn:ex:\n:b\n", "urn\n:ex:b\n", "urn:ex:%2\nF\n", "urn:ex:%\r\n41\n", "urn:ex:a?\n+b\n", "urn:ex:a?+\nb\n",
		"urn:ex:a?+b?=c#d\nurn:ex:a#\n#\nurn:ex:a?=b??//?\nurn:ex:%41?+%42?=%43#%44\n",
		"urn:ex:a?x=%41&?y\nurn:urn:a\nURN:urna:b\nurn:urn-:b\n",
		long + "\n", long + "\r\n" + long + "?+" + long[4:] + "\n", long + "%\n" + long, strings.Repeat("\n", 10000),
		strings.Repeat("?", 10000) + "\n", "urn:ex:a?=b" + strings.Repeat("?", 10000) + "\n", strings.Repeat("urn:example:a\xff\n", 1000),
	} {
		for _, x := range syntaxes {
			for _, room := range []int{1, 2, 100} {
				checkLines(t, x, []byte(text), room)
			}
			n, consumed := x.LocateLines([]byte(text), nil)
			require.Zero(t, n)
			require.Zero(t, consumed)
		}
	}
}

// TestLocateLinesAlignment moves every kind of line past every position of a
// block of 64 bytes, and past the end of the text that is looked at at once.
func TestLocateLinesAlignment(testingT *testing.T) {
	t := few.Of(testingT)
	kinds := []string{
		"urn:example:a", "urn:example:a%2Fb", "urn:example:%c3%a9", "urn:ex:a?+b?=c#d", "urn:ex:a?+%41?=%42#%43", "urn:ex:a?=b?/?c#?/",
		"urn:ex:a%", "urn:ex:a%4", "urn:ex:a%4g", "urn:ex:a%00", "urn:ex:%%41", "urn:e:", "urn:ex:/a", "urn:-x:a", "urn:x-:a", "urn:urn:a", "", "x", "urn:ex:a\xff", "urn:ex:a b",
	}
	for _, kind := range kinds {
		for _, end := range []string{"\n", "\r\n"} {
			var text []byte
			for pad := range 130 {
				text = append(text, "urn:pad:"...)
				text = append(text, strings.Repeat("p", pad+1)...)
				text = append(text, end...)
				text = append(text, kind...)
				text = append(text, end...)
			}
			for _, x := range syntaxes {
				checkLines(t, x, text, 1000)
				// The text ends at each position.
				tail := text[len(text)-1000:]
				for i := range 160 {
					checkLines(t, x, tail[:len(tail)-i], 100)
				}
			}
		}
	}
}

// TestLocateLinesChunks moves every kind of line over the end of the first 2 KB, and of
// what is read at once if there is room for few lines.
func TestLocateLinesChunks(testingT *testing.T) {
	t := few.Of(testingT)
	kinds := []string{"urn:example:a%2Fb?+c?=d#e", "urn:ex:%c3%a9", "urn:ex:a%4", "urn:ex:a?", "urn:ex:\r", "\r", "", "urn:ex:a\xff", "http://a"}
	tail := strings.Repeat("urn:ex:b\n", 20)
	for k, kind := range kinds {
		for _, end := range []string{"\n", "\r\n"} {
			for _, limit := range []int{1088, 2048, 4096, 65535} {
				step := 1
				if testing.Short() || limit > 2048 {
					step = 5
				}
				for n := limit - len(kind) - 12 + k%step; n < limit+5; n += step {
					pad := strings.Repeat("urn:ex:p\n", n/9) + strings.Repeat("q", n%9)
					long := "urn:ex:" + strings.Repeat("p", max(n-7-len(end), 0)) + end
					for _, x := range syntaxes[:1+k%2*3] {
						for _, room := range []int{1, 16, 17, 1000} {
							if limit/room < 1000 {
								checkLines(t, x, []byte(pad+kind+end+kind+end+tail), room)
							}
							checkLines(t, x, []byte(long+kind+end+kind+end+tail), room)
						}
					}
				}
			}
		}
	}
}

// TestLocateLinesRandom reads lines that are put together from pieces, so that
// about half of them are malformed.
func TestLocateLinesRandom(testingT *testing.T) {
	t := few.Of(testingT)
	n := 300
	if testing.Short() {
		n = 30
	}
	g := rand.New(rand.NewPCG(11, 2))
	for range n {
		text := randomLines(g, 1+g.IntN(300))
		for _, x := range syntaxes {
			checkLines(t, x, text, 1+g.IntN(400))
		}
	}
}

var linePieces = []string{
	"urn:", "URN:", "Urn:", "urn:ex:", "urn:isbn:", "urn:urn:", "a", "b-c", "9", ":", "-", "--", ".", "_", "~", "&", "/", "//", "?", "??", "?+", "?=", "#", "##",
	"%41", "%c3%a9", "%00", "%0", "%", "%zz", "\x00", " ", "\xff", "é", "\r", "\r\r", "key=value", "=", "+", "@", "0123456789abcdef", "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
}

func randomLines(g *rand.Rand, n int) []byte {
	var b []byte
	for range n {
		if g.IntN(4) != 0 {
			b = append(b, "urn:example-"[:4+g.IntN(8)]...)
			b = append(b, ":x"...)
		}
		for range g.IntN(1 << g.IntN(6)) {
			b = append(b, linePieces[g.IntN(len(linePieces))]...)
		}
		b = append(b, []string{"\n", "\r\n"}[g.IntN(2)]...)
	}
	return b[:max(0, len(b)-g.IntN(3))]
}

// FuzzLocateLines: LocateLines says of each line what LocateBytes says.
func FuzzLocateLines(f *testing.F) {
	g := rand.New(rand.NewPCG(1, 2))
	for i := range 20 {
		f.Add(randomLines(g, i), uint8(i))
	}
	for _, v := range readVectors(f) {
		f.Add([]byte(v.input+"\r\n"+v.input+"\n"), uint8(1))
	}
	soak.Run(f, func(t *testing.T, text []byte, room uint8) {
		for _, x := range syntaxes {
			checkLines(t, x, text, int(room)+1)
			// Many lines, at other positions.
			if len(text) < 1000 {
				checkLines(t, x, bytes.Repeat(append(slices.Clone(text), '\n'), 10), 200)
			}
		}
	})
}

func ExampleSyntax_LocateLines() {
	text := []byte("urn:isbn:0395363411\r\nurn:isbn:\nurn:example:a#b\nurn:exam")
	var lines [2]urn.Line // 500 is better
	for {
		n, consumed := urn.RFC8141.LocateLines(text, lines[:])
		for _, line := range lines[:n] {
			name := text[line.Span.Start:line.Span.End]
			if fault := line.Fault(); fault.Reason != 0 {
				fmt.Printf("%s: %v at byte %d\n", name, fault.Reason, fault.Offset)
				continue
			}
			nss := line.Offsets().NSS()
			fmt.Printf("%s: %s\n", name, name[nss.Start:nss.End])
		}
		text = text[consumed:]
		if n < len(lines) {
			break
		}
	}
	fmt.Printf("not a whole line: %s\n", text)
	// Output:
	// urn:isbn:0395363411: 0395363411
	// urn:isbn:: malformed namespace-specific string at byte 9
	// urn:example:a#b: a
	// not a whole line: urn:exam
}
