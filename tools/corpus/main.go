// Command corpus writes the project's generated test data. The same seed gives
// the same bytes.
//
//	go run ./tools/corpus urns > testdata/corpus.txt
//	go run ./tools/corpus -o testdata/find/sample.log.gz -list testdata/find/sample.tsv.gz log
package main

import (
	"bufio"
	"compress/gzip"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
)

func main() {
	seed := flag.Uint64("seed", 8141, "seed of the generator")
	n := flag.Int("n", 20000, "urns: `number` of URNs")
	size := flag.Int64("size", sampleSize, "log: length in `bytes`; the last line is completed")
	out := flag.String("o", "", "write to `file` instead of standard output, compressed if its name ends in .gz")
	list := flag.String("list", "", "log: list the URNs in `file`, compressed if its name ends in .gz")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: corpus [flags] urns|log")
		flag.PrintDefaults()
	}
	flag.Parse()
	g := newGenerator(*seed)
	var err error
	switch {
	case flag.NArg() == 1 && flag.Arg(0) == "urns":
		err = toFile(*out, os.Stdout, func(w io.Writer) error {
			writeURNs(w, g, *n)
			return nil
		})
	case flag.NArg() == 1 && flag.Arg(0) == "log":
		err = toFile(*out, os.Stdout, func(w io.Writer) error {
			return toFile(*list, io.Discard, func(list io.Writer) error {
				return writeLog(w, list, g, *size)
			})
		})
	default:
		flag.Usage()
		os.Exit(2)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "corpus:", err)
		os.Exit(1)
	}
}

// toFile runs write on a file, or on std if the name is empty.
func toFile(name string, std io.Writer, write func(io.Writer) error) (err error) {
	if name != "" {
		f, cerr := os.Create(name)
		if cerr != nil {
			return cerr
		}
		// Close reports errors that a write could not, such as a full disk.
		defer func() {
			if cerr := f.Close(); err == nil {
				err = cerr
			}
		}()
		std = f
	}
	buffered := bufio.NewWriter(std)
	if !strings.HasSuffix(name, ".gz") {
		if err := write(buffered); err != nil {
			return err
		}
		return buffered.Flush()
	}
	z, err := gzip.NewWriterLevel(buffered, gzip.BestCompression)
	if err != nil {
		return err
	}
	if err := write(z); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	return buffered.Flush()
}

// writeURNs writes n URNs, one a line. The namespace is drawn again for each
// line, so that no branch predictor learns their order.
func writeURNs(w io.Writer, g *generator, n int) {
	for range n {
		fmt.Fprintln(w, g.urn())
	}
}

type generator struct{ *rand.Rand }

func newGenerator(seed uint64) *generator {
	return &generator{rand.New(rand.NewPCG(seed, 0x75726e))}
}

const (
	digits = "0123456789"
	hexLow = "0123456789abcdef"
	lower  = "abcdefghijklmnopqrstuvwxyz"
	upper  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
)

// from returns n bytes drawn from alphabet.
func (g *generator) from(alphabet string, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = alphabet[g.IntN(len(alphabet))]
	}
	return string(b)
}

func (g *generator) one(words ...string) string { return words[g.IntN(len(words))] }

// between returns a number of lo to hi.
func (g *generator) between(lo, hi int) int { return lo + g.IntN(hi-lo+1) }

// urn returns a URN as it is in logs and catalogues: mostly plain
// assigned-names, sometimes with escapes, sometimes with components.
func (g *generator) urn() string {
	u := g.assignedName()
	if g.IntN(20) == 0 {
		u = g.one("URN", "Urn") + u[3:]
	}
	switch g.IntN(24) {
	case 0:
		u += "#" + g.from(lower, g.between(0, 8))
	case 1:
		u += "?=" + g.one("op", "page", "lang") + "=" + g.from(lower, g.between(1, 8)) + "&v=" + g.from(digits, g.between(1, 3))
	case 2:
		u += "?+" + g.one("res", "CCResolve:cc") + "=" + g.from(lower, 2)
	}
	return u
}

func (g *generator) uuid() string {
	h := g.from(hexLow, 32)
	return h[:8] + "-" + h[8:12] + "-4" + h[13:16] + "-" + g.one("8", "9", "a", "b") + h[17:20] + "-" + h[20:]
}

// isbn13 returns an ISBN-13 with a right check digit and plausible hyphens.
func (g *generator) isbn13() string {
	d := "978" + g.from(digits, 9)
	sum := 0
	for i, c := range []byte(d) {
		sum += int(c-'0') * (1 + i%2*2)
	}
	d += string(rune('0' + (10-sum%10)%10))
	if g.IntN(2) == 0 {
		return d
	}
	k := g.between(2, 7)
	return d[:3] + "-" + d[3:4] + "-" + d[4:4+k] + "-" + d[4+k:12] + "-" + d[12:]
}

func (g *generator) issn() string {
	d := g.from(digits, 7)
	sum := 0
	for i, c := range []byte(d) {
		sum += int(c-'0') * (8 - i)
	}
	check := (11 - sum%11) % 11
	return d[:4] + "-" + d[4:] + "0123456789X"[check:check+1]
}

func (g *generator) oid() string {
	var b strings.Builder
	b.WriteString(g.one("1.3.6.1.4.1", "1.2.840.113549", "2.16.840.1"))
	for range g.between(1, 6) {
		fmt.Fprintf(&b, ".%d", g.IntN(g.either(10, 100000)))
	}
	return b.String()
}

func (g *generator) either(a, b int) int {
	if g.IntN(2) == 0 {
		return a
	}
	return b
}

// words returns n lower-case words joined by sep.
func (g *generator) words(n int, sep string) string {
	w := make([]string, n)
	for i := range w {
		w[i] = g.from(lower, g.between(2, 9))
	}
	return strings.Join(w, sep)
}

// escaped returns a word with a few escaped octets of UTF-8 in it.
func (g *generator) escaped() string {
	return g.from(lower, g.between(2, 6)) + g.one("%C3%A9", "%c3%bc", "%20", "%2F", "%E2%82%AC", "%d0%b0") + g.from(lower, g.between(1, 6))
}

func (g *generator) assignedName() string {
	switch g.IntN(14) {
	case 0, 1:
		return "urn:" + g.one("uuid", "uuid", "UUID") + ":" + g.uuid()
	case 2:
		return "urn:" + g.one("isbn", "isbn", "ISBN") + ":" + g.isbn13()
	case 3:
		return "urn:" + g.one("issn", "ISSN") + ":" + g.issn()
	case 4:
		return "urn:oid:" + g.oid()
	case 5:
		return "urn:ietf:" + g.one("rfc:", "params:xml:ns:", "params:oauth:grant-type:", "params:rtp-hdrext:") + g.words(g.between(1, 2), "-")
	case 6:
		return "urn:ietf:params:scim:" + g.one("schemas:core:2.0:User", "schemas:core:2.0:Group", "api:messages:2.0:ListResponse",
			"schemas:extension:enterprise:2.0:User", "schemas:extension:"+g.from(lower, 6)+":2.0:User")
	case 7:
		return "urn:nbn:" + g.one("de:bvb:19-", "fi-fe", "nl:ui:13-", "se:uu:diva-", "ch:bel-") + g.from(digits, g.between(4, 9))
	case 8:
		return "urn:epc:id:sgtin:" + g.from(digits, 7) + "." + g.from(digits, 6) + "." + g.from(digits, g.between(1, 9))
	case 9:
		return "urn:3gpp:" + g.one("video-orientation", "state-and-event-info", "audio-mixing-gain", "imei:"+g.from(digits, 14)) + ":" + g.from(digits, g.between(1, 3))
	case 10:
		return "urn:oasis:names:tc:" + g.one("SAML", "xacml", "ebxml") + ":" + g.one("1.1", "2.0", "3.0") + ":" + g.words(g.between(1, 3), ":")
	case 11:
		return "urn:lex:" + g.one("it:stato:legge", "br:federal:lei", "fr:etat:lois") + ":" + g.from(digits, 4) + "-0" + g.from("123456789", 1) + "-1" + g.from(digits, 1) + ";" + g.from(digits, g.between(1, 4))
	case 12:
		return "urn:mrn:" + g.one("iala", "mcp", "imo") + ":" + g.from(lower, g.between(3, 6)) + ":" + g.from(upper+digits, g.between(3, 14))
	default:
		return "urn:" + g.one("example", "publicid", "x-acme-inventory", "urn-7") + ":" + g.one(g.escaped(), g.words(g.between(1, 3), "/"), g.words(2, ":"))
	}
}
