package scan_test

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
	"github.com/seed7b5a83f0/urn/scan"
)

var syntaxes = []urn.Syntax{urn.RFC8141, urn.RFC2141, urn.Draft2141bis, urn.Relaxed}

// checkLines compares Lines with Locate, line by line.
func checkLines(t testing.TB, x urn.Syntax, text []byte) {
	t.Helper()
	at, lines := 0, 0
	for line, o := range scan.Lines(x, text) {
		if at == len(text) {
			t.Fatalf("%v: a line after the last: %q", x, text)
		}
		lines++
		want, next := text[at:], len(text)
		if end := bytes.IndexByte(want, '\n'); end >= 0 {
			want, next = bytes.TrimSuffix(want[:end], []byte("\r")), at+end+1
		}
		if !bytes.Equal(line, want) || cap(line) != len(line) || len(line) > 0 && &line[0] != &want[0] {
			t.Fatalf("%v: line %d is %q, want %q: %q", x, lines, line, want, text)
		}
		if wantO, fault := x.LocateBytes(want); o != wantO {
			t.Fatalf("%v: Lines says %+v of %q; LocateBytes says %+v, %+v; all: %q", x, o, line, wantO, fault, text)
		}
		at = next
	}
	if at != len(text) {
		t.Fatalf("%v: lines are left: %q", x, text[at:])
	}
}

func TestLines(testingT *testing.T) {
	t := testhelp.FirstFailures(testingT)
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
			checkLines(t, x, []byte(text))
		}
	}
}

// TestLinesAlignment moves every kind of line past every position of a
// block of 64 bytes, and past the end of the text that is looked at at once.
func TestLinesAlignment(testingT *testing.T) {
	t := testhelp.FirstFailures(testingT)
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
				checkLines(t, x, text)
				// The text ends at each position.
				tail := text[len(text)-1000:]
				for i := range 160 {
					checkLines(t, x, tail[:len(tail)-i])
				}
			}
		}
	}
}

// TestLinesChunks moves every kind of line over the end of the first 2 KB, and of
// larger blocks.
func TestLinesChunks(testingT *testing.T) {
	t := testhelp.FirstFailures(testingT)
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
						checkLines(t, x, []byte(pad+kind+end+kind+end+tail))
						checkLines(t, x, []byte(long+kind+end+kind+end+tail))
					}
				}
			}
		}
	}
}

// TestLinesRandom reads lines that are put together from pieces, so that
// about half of them are malformed.
func TestLinesRandom(testingT *testing.T) {
	t := testhelp.FirstFailures(testingT)
	n := 300
	if testing.Short() {
		n = 30
	}
	g := rand.New(rand.NewPCG(11, 2))
	for range n {
		text := randomLines(g, 1+g.IntN(300))
		for _, x := range syntaxes {
			checkLines(t, x, text)
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

// FuzzLines: Lines and LocateBytes agree on each line.
func FuzzLines(f *testing.F) {
	g := rand.New(rand.NewPCG(1, 2))
	for i := range 20 {
		f.Add(randomLines(g, i))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, x := range syntaxes {
			checkLines(t, x, text)
			// Many lines, at other positions.
			if len(text) < 1000 {
				checkLines(t, x, bytes.Repeat(append(slices.Clone(text), '\n'), 200))
			}
		}
	})
}

// TestLinesBreak leaves the loop after each of the lines.
func TestLinesBreak(t *testing.T) {
	text := []byte(strings.Repeat("urn:ex:a\nurn:ex:\n", 600))
	for want := range 1200 {
		n := 0
		for range scan.Lines(urn.RFC8141, text) {
			if n == want {
				break
			}
			n++
		}
		if n != want {
			t.Fatalf("%d lines before a break after %d", n, want)
		}
	}
}

func ExampleLines() {
	text := []byte("urn:isbn:0395363411\r\nurn:isbn:\nurn:example:a#b")
	for line, o := range scan.Lines(urn.RFC8141, text) {
		if o == (urn.Offsets{}) {
			_, fault := urn.RFC8141.LocateBytes(line)
			fmt.Printf("%s: %v at byte %d\n", line, fault.Reason, fault.Offset)
			continue
		}
		fmt.Printf("%s: %s\n", line, line[o.NSS().Start:o.NSS().End])
	}
	// Output:
	// urn:isbn:0395363411: 0395363411
	// urn:isbn:: nss at byte 9
	// urn:example:a#b: a
}

// Counts the names of a stream, in blocks that end with a line end. The key counts equivalent
// names together.
func ExampleLines_stream() {
	in := strings.NewReader("urn:isbn:0395363411\nURN:ISBN:0395363411\nurn:isbn:\nurn:example:a#b")

	counts, malformed := map[string]int{}, 0
	block, n := make([]byte, 1<<16), 0 // n bytes of block are read
	var key []byte
	var err error
	for err == nil {
		if n == len(block) { // one long line
			block = append(block, make([]byte, len(block))...)
		}
		var more int
		more, err = in.Read(block[n:])
		n += more
		end := n // the last line needs no line end
		if err == nil {
			end = bytes.LastIndexByte(block[:n], '\n') + 1
		}
		for line, o := range scan.Lines(urn.RFC8141, block[:end]) {
			if o == (urn.Offsets{}) {
				malformed++
				continue
			}
			key = o.AppendKey(key[:0], line)
			counts[string(key)]++
		}
		n = copy(block, block[end:n])
	}
	if err != io.EOF {
		log.Fatal(err)
	}
	fmt.Println(counts, malformed)
	// Output: map[urn:example:a:1 urn:isbn:0395363411:2] 1
}
