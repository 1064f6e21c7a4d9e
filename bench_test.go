package urn_test

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"net/url"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	gourn "github.com/leodido/go-urn"
	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
	"github.com/seed7b5a83f0/urn/scan"
)

// All benchmarks run over testdata/corpus.txt: 20,000 URNs of 15 namespaces in
// random order. A handful of fixed strings would measure how well the branch
// predictor learns them, which is a third of the truth.

// rfc8141Expression is the grammar of RFC 8141 as a regular expression, with
// the components as groups.
var rfc8141Expression = regexp.MustCompile(`^(?i:urn):([0-9A-Za-z][0-9A-Za-z-]{0,30}[0-9A-Za-z])` +
	`:((?:[0-9A-Za-z._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})(?:[0-9A-Za-z._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})*)` +
	`(?:\?\+((?:[0-9A-Za-z._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})(?:[0-9A-Za-z._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*?))?` +
	`(?:\?=((?:[0-9A-Za-z._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})(?:[0-9A-Za-z._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*))?` +
	`(?:#((?:[0-9A-Za-z._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*))?$`)

// engine is something that reads one URN. It reports whether it took it.
type engine struct {
	name string
	read func(s string, b []byte) bool
}

var engines = []engine{
	{"utf8.ValidString", func(s string, _ []byte) bool { return utf8.ValidString(s) }},
	{"LocateBytes", func(_ string, b []byte) bool { _, f := urn.RFC8141.LocateBytes(b); return f.Reason == 0 }},
	{"Locate", func(s string, _ []byte) bool { _, f := urn.RFC8141.Locate(s); return f.Reason == 0 }},
	{"Parse", func(s string, _ []byte) bool { _, err := urn.Parse(s); return err == nil }},
	{"ParseBytes", func(_ string, b []byte) bool { _, err := urn.RFC8141.ParseBytes(b); return err == nil }},
	{"Locate/rfc2141", func(_ string, b []byte) bool { urn.RFC2141.LocateBytes(b); return true }},
	{"Locate/draft2141bis", func(_ string, b []byte) bool { urn.Draft2141bis.LocateBytes(b); return true }},
	{"Locate/relaxed", func(_ string, b []byte) bool { urn.Relaxed.LocateBytes(b); return true }},
	{"Key", func(s string, _ []byte) bool { u, _ := urn.Parse(s); return u.Key() != "" }},
	// go-urn lower-cases its argument in place, so each round gets a new copy,
	// which is not timed.
	{"go-urn/rfc8141", func(_ string, b []byte) bool {
		_, ok := gourn.Parse(b, gourn.WithParsingMode(gourn.RFC8141Only))
		return ok
	}},
	{"go-urn/rfc2141", func(_ string, b []byte) bool { gourn.Parse(b); return true }},
	{"url.Parse", func(s string, _ []byte) bool { _, err := url.Parse(s); return err == nil }},
	{"regexp", func(s string, _ []byte) bool { return rfc8141Expression.FindStringSubmatchIndex(s) != nil }},
}

// benchCorpus returns the corpus as strings and as copies of their bytes.
func benchCorpus(tb testing.TB) (texts []string, slices [][]byte, size int64) {
	texts = corpus(tb)
	for _, s := range texts {
		slices = append(slices, []byte(s))
		size += int64(len(s))
	}
	return texts, slices, size
}

func BenchmarkCorpus(b *testing.B) {
	texts, list, size := benchCorpus(b)
	for _, e := range engines {
		b.Run(e.name, func(b *testing.B) {
			b.SetBytes(size)
			b.ReportAllocs()
			for b.Loop() {
				for i, s := range texts {
					e.read(s, list[i])
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(texts)), "ns/URN")
		})
	}
}

// BenchmarkRatio times all engines in turn, round by round, so that a change of
// the machine's speed affects all of them alike. It reports the median ratio of
// each engine to utf8.ValidString and to go-urn.
func BenchmarkRatio(b *testing.B) {
	texts, list, _ := benchCorpus(b)
	const rounds = 25
	times := make([][]float64, len(engines))
	index := map[string]int{}
	for range rounds {
		for k, e := range engines {
			index[e.name] = k
			if strings.HasPrefix(e.name, "go-urn") {
				_, list, _ = benchCorpus(b)
			}
			start := time.Now()
			for i, s := range texts {
				e.read(s, list[i])
			}
			times[k] = append(times[k], float64(time.Since(start).Nanoseconds())/float64(len(texts)))
		}
	}
	for range b.N { // the rounds above are the measurement
	}
	b.ReportMetric(0, "ns/op")
	var table strings.Builder
	fmt.Fprintf(&table, "%s, %s/%s, %d URNs, medians of %d rounds\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, len(texts), rounds)
	fmt.Fprintf(&table, "%-22s %8s %20s %14s\n", "", "ns/URN", "x utf8.ValidString", "go-urn is x")
	for k, e := range engines {
		fmt.Fprintf(&table, "%-22s %8.1f %20.2f %14.1f\n", e.name, median(times[k]),
			median(ratios(times[k], times[index["utf8.ValidString"]])),
			median(ratios(times[index["go-urn/rfc8141"]], times[k])))
	}
	fmt.Print(table.String()) // a benchmark's log is cut after ten lines
}

// BenchmarkLength shows that time is linear in length: ns/byte settles and
// stays. Each length is measured over names that differ.
func BenchmarkLength(b *testing.B) {
	g := rand.New(rand.NewPCG(1, 2))
	for _, shape := range []struct {
		name string
		unit func() string
	}{
		{"plain", func() string { return "abcdefgh:"[g.IntN(8):] }},
		{"escapes", func() string { return fmt.Sprintf("%%%02X", g.IntN(256)) }},
		{"mixed", func() string { return []string{"abc", "%2F", "/", "x-y", "%c3%a9"}[g.IntN(5)] }},
	} {
		for n := 16; n <= 1<<20; n *= 4 {
			names := make([]string, max(1, min(1024, 1<<21/n)))
			size := 0
			for i := range names {
				var s strings.Builder
				s.WriteString("urn:example:a")
				for s.Len() < n {
					s.WriteString(shape.unit())
				}
				names[i] = s.String()
				size += s.Len()
			}
			b.Run(fmt.Sprintf("%s/%d", shape.name, n), func(b *testing.B) {
				b.SetBytes(int64(size))
				b.ReportAllocs()
				for b.Loop() {
					for _, s := range names {
						if !urn.Valid(s) {
							b.Fatalf("Valid(%.80q) = false", s)
						}
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(size), "ns/byte")
			})
		}
	}
}

// The table by shape measures names that are in no corpus. They are drawn at
// random and packed in one buffer, so that no branch predictor learns their
// order. Each row has 200,000 of them.
const shapeNames = 200_000

// A shape is one way for names to look.
type nameShape struct {
	name string
	// weight is the share of the shape in the mix, in percent.
	weight int
	// draw returns a name of about n bytes.
	draw func(g *rand.Rand, n int) string
	// valid says whether the names are URNs of RFC 8141.
	valid bool
}

var shapes = []nameShape{
	{"plain", 70, func(g *rand.Rand, n int) string {
		return fill(g, "urn:"+drawNID(g)+":", n, plainBytes, 0)
	}, true},
	{"escapes", 10, func(g *rand.Rand, n int) string {
		return fill(g, "urn:"+drawNID(g)+":", n, plainBytes, 4)
	}, true},
	{"components", 10, func(g *rand.Rand, n int) string { return drawComponents(g, n, 0) }, true},
	{"mixed", 5, func(g *rand.Rand, n int) string { return drawComponents(g, n, 4) }, true},
	{"refused early", 2, func(g *rand.Rand, n int) string {
		return fill(g, pick(g, "url:", "http://", "urn:-a:", "urn:x:", "urn:a_b:", "urn:ab-:", "urn::", "urn:isbn:/", " urn:isbn:"), n, plainBytes, 0)
	}, false},
	{"refused late", 3, func(g *rand.Rand, n int) string {
		fault := pick(g, "%", "%4", "%zz", " ", "<", "\x00", "ü", "?", "?x", "\"")
		return fill(g, "urn:"+drawNID(g)+":", n-len(fault), plainBytes, 0) + fault
	}, false},
}

// lengths are the lengths in bytes that names are drawn in.
var lengths = []struct {
	name     string
	weight   int // the share in the mix, in percent
	min, max int
}{
	{"short", 80, 16, 63},
	{"64-128", 16, 64, 128},
	{"long", 4, 129, 1024},
}

const (
	plainBytes = "0123456789abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ::--..__//"
	nidBytes   = "abcdefghijklmnopqrstuvwxyz0123456789"
)

func pick(g *rand.Rand, words ...string) string { return words[g.IntN(len(words))] }

// drawNID returns a namespace identifier of 2 to 12 bytes. One in eight has a
// hyphen.
func drawNID(g *rand.Rand) string {
	b := make([]byte, 2+g.IntN(11))
	for i := range b {
		b[i] = nidBytes[g.IntN(len(nidBytes))]
	}
	if len(b) > 2 && g.IntN(8) == 0 {
		b[1+g.IntN(len(b)-2)] = '-'
	}
	if string(b) == "urn" { // draft-ietf-urnbis-rfc2141bis-urn-03 refuses it
		b[0] = 'a'
	}
	return string(b)
}

// fill appends bytes of alphabet to s until it has n, at least one. If every is
// not 0, one in so many units is an escape, and at least one is.
func fill(g *rand.Rand, s string, n int, alphabet string, every int) string {
	b := []byte(s)
	if every != 0 && n-len(b) < 4 {
		n = len(b) + 4
	}
	b = append(b, nidBytes[g.IntN(len(nidBytes))])
	escaped := every == 0
	for len(b) < n {
		if left := n - len(b); every != 0 && left >= 3 && (g.IntN(every) == 0 || left == 3 && !escaped) {
			b = fmt.Appendf(b, pick(g, "%%%02X", "%%%02x"), 1+g.IntN(255))
			escaped = true
		} else {
			b = append(b, alphabet[g.IntN(len(alphabet))])
		}
	}
	return string(b)
}

// drawComponents returns a name with at least one of r-, q- and f-component.
func drawComponents(g *rand.Rand, n, every int) string {
	s := "urn:" + drawNID(g) + ":"
	has := 1 + g.IntN(7)
	parts := 1 + has&1 + has>>1&1 + has>>2
	part := func(s string) string {
		share := max(1, (n-len(s))/parts)
		parts--
		return fill(g, s, len(s)+share, plainBytes, every)
	}
	s = part(s)
	if has&1 != 0 {
		s = part(s + "?+")
	}
	if has&2 != 0 {
		s = part(s + "?=")
	}
	if has&4 != 0 {
		s = part(s + "#")
	}
	return s
}

// weighted returns an index drawn with the given weights.
func weighted(g *rand.Rand, n int, weight func(int) int) int {
	sum := 0
	for i := range n {
		sum += weight(i)
	}
	at := g.IntN(sum)
	for i := range n {
		if at -= weight(i); at < 0 {
			return i
		}
	}
	panic("unreachable")
}

// drawLength returns a length of lengths[i], short ones as often as those twice
// as long.
func drawLength(g *rand.Rand, i int) int {
	lo, hi := float64(lengths[i].min), float64(lengths[i].max)
	return int(lo * math.Pow(hi/lo, g.Float64()))
}

// drawNames returns n names, one a line. A shape or length below 0 stands for
// all of them, by weight.
func drawNames(n, ofShape, ofLength int) []byte {
	g := rand.New(rand.NewPCG(uint64(ofShape+1), uint64(ofLength+1)))
	var text []byte
	for range n {
		k, l := ofShape, ofLength
		if k < 0 {
			k = weighted(g, len(shapes), func(i int) int { return shapes[i].weight })
		}
		if l < 0 {
			l = weighted(g, len(lengths), func(i int) int { return lengths[i].weight })
		}
		text = append(text, shapes[k].draw(g, drawLength(g, l))...)
		text = append(text, '\n')
	}
	return text
}

// splitLines returns the lines of text, as strings that share one buffer.
func splitLines(text []byte) []string {
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

func TestShapes(t *testing.T) {
	for k, shape := range shapes {
		for l, length := range lengths {
			size := 0
			names := splitLines(drawNames(1000, k, l))
			for _, s := range names {
				size += len(s)
				if o, _ := urn.RFC8141.Locate(s); urn.Valid(s) != shape.valid ||
					shape.name == "plain" && (strings.Contains(s, "%") || o.NSS().End != len(s)) ||
					shape.name == "escapes" && (!strings.Contains(s, "%") || o.NSS().End != len(s)) ||
					(shape.name == "components" || shape.name == "mixed") && (o.NSS().End == len(s) || strings.Contains(s, "%") != (shape.name == "mixed")) {
					t.Fatalf("%s, %s: %q", shape.name, length.name, s)
				}
			}
			if mean := size / len(names); len(names) != 1000 || mean < length.min || mean > length.max {
				t.Errorf("%s, %s: %d names, %d bytes each", shape.name, length.name, len(names), mean)
			}
		}
	}
}

// shapeEngine reads a buffer of names, one a line. lines are the same names.
type shapeEngine struct {
	name string
	read func(text []byte, lines []string)
}

var shapeEngines = []shapeEngine{
	{"utf8", func(_ []byte, lines []string) {
		for _, s := range lines {
			sink = utf8.ValidString(s)
		}
	}},
	{"Locate", func(_ []byte, lines []string) {
		for _, s := range lines {
			_, fault := urn.RFC8141.Locate(s)
			sink = fault.Reason == 0
		}
	}},
	{"Locate/relaxed", func(_ []byte, lines []string) {
		for _, s := range lines {
			_, fault := urn.Relaxed.Locate(s)
			sink = fault.Reason == 0
		}
	}},
	{"Parse", func(_ []byte, lines []string) {
		for _, s := range lines {
			u, _ := urn.Parse(s)
			sink = u.IsZero()
		}
	}},
	{"IndexByte+Locate", func(text []byte, _ []string) {
		for len(text) > 0 {
			n := bytes.IndexByte(text, '\n')
			_, fault := urn.RFC8141.LocateBytes(text[:n])
			sink = fault.Reason == 0
			text = text[n+1:]
		}
	}},
	// Names by the buffer, against a search for each line end and Locate.
	{"Lines", func(text []byte, _ []string) {
		for _, o := range scan.Lines(urn.RFC8141, text) {
			sink = o != urn.Offsets{}
		}
	}},
	// go-urn takes 20 to 100 times as long: it reads one name in twenty. It
	// writes to its argument, which is a copy made outside of the time.
	{"go-urn", func(text []byte, lines []string) {
		for range len(lines) / 20 {
			n := bytes.IndexByte(text, '\n')
			_, ok := gourn.Parse(text[:n:n], gourn.WithParsingMode(gourn.RFC8141Only))
			sink = ok
			text = text[n+1:]
		}
	}},
}

// sink keeps results alive.
var sink bool

// BenchmarkShapes prints a table by shape and length. All engines run in turn,
// round by round, so that a change of the machine's speed affects them alike.
// The cells are medians over the rounds of the ratio to utf8.ValidString, with
// the quartiles.
func BenchmarkShapes(b *testing.B) {
	fmt.Printf("%s\nratios to utf8.ValidString of the same names: median (quartiles) of %d rounds\n", machineText(), shapeRounds)
	fmt.Printf("%-13s %-6s %6s %8s", "shape", "length", "bytes", "utf8, ns")
	for _, e := range shapeEngines[1:] {
		fmt.Printf(" %19s", e.name)
	}
	fmt.Println()
	shapeRow(-1, -1)
	for k := range shapes {
		for l := range lengths {
			shapeRow(k, l)
		}
	}
	for range b.N { // the rounds above are the measurement
	}
	b.ReportMetric(0, "ns/op")
}

const shapeRounds = 11

func shapeRow(ofShape, ofLength int) {
	text := drawNames(shapeNames, ofShape, ofLength)
	lines := splitLines(text)
	times := make([][]float64, len(shapeEngines))
	scratch := make([]byte, len(text))
	for round := range shapeRounds + 1 {
		for k := range shapeEngines {
			k = (k + round) % len(shapeEngines)
			e := shapeEngines[k]
			n := len(lines)
			own := text
			if e.name == "go-urn" {
				own = scratch
				copy(own, text)
				n /= 20
			}
			start := testhelp.CPUTime()
			e.read(own, lines)
			if elapsed := testhelp.CPUTime() - start; round > 0 { // the first round warms up
				times[k] = append(times[k], float64(elapsed.Nanoseconds())/float64(n))
			}
		}
	}
	name, length := "the mix", "all"
	if ofShape >= 0 {
		name, length = shapes[ofShape].name, lengths[ofLength].name
	}
	fmt.Printf("%-13s %-6s %6.1f %8.1f", name, length, float64(len(text))/float64(len(lines))-1, median(times[0]))
	for k := range shapeEngines[1:] {
		r := slices.Sorted(slices.Values(ratios(times[k+1], times[0])))
		fmt.Printf(" %5.2f %13s", r[len(r)/2], fmt.Sprintf("(%.2f-%.2f)", r[len(r)/4], r[len(r)*3/4]))
	}
	fmt.Println()
}

// machineText names the machine and the compiler.
func machineText() string {
	cpu := "unknown processor"
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.Lines(string(text)) {
			if key, value, _ := strings.Cut(line, ":"); strings.TrimSpace(key) == "model name" {
				cpu = strings.TrimSpace(value)
				break
			}
		}
	}
	return fmt.Sprintf("%s, %s/%s, %s, %d CPUs", runtime.Version(), runtime.GOOS, runtime.GOARCH, cpu, runtime.NumCPU())
}
