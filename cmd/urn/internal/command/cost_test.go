package command

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/cmdtest"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
)

// costTokens are what a unit of TestCommandCost is made of: names, near misses, and what the notations
// give a meaning to.
var costTokens = []string{
	"urn:ex:a", "urn:ex:", "urn:a.b:c", "urn:", "urn%3Aex%3Aa", "urn%253A", `urn\u003aex:a`, "urn&#58;ex:a", "urn:ex:{a}", "urn:isbn:0-395-36341-0",
	",", ";", " ", "\n", "/", ":", "%20", "%3A", "(", ")", "'", `"`, `""`, "''", `\`, `\"`, `\'`, `\\`, `\n`, `\u0041`, "{", "}", "[", "]",
	"<", ">", "</a>", "<a b='", "<!--", "-->", "<![CDATA[", "]]>", "&amp;", "&lt;", "&#39;", "&", "E'", "$a$", "$", "--", "/*", "*/", "`",
	"COPY t FROM stdin;\n", "|", "=", "a", "?", "#", "é", "\t", `"a":`, "http://h/",
}

// costOf returns the processor time that a command takes for each byte of text, in nanoseconds.
func costOf(t *testing.T, args []string, text []byte) float64 {
	best := time.Hour
	for range 3 {
		if args[0] == "lint" {
			if err := os.WriteFile("text", text, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		var stderr bytes.Buffer
		start := testhelp.CPUTime()
		if run(t.Context(), args, bytes.NewReader(text), io.Discard, &stderr); strings.Contains(stderr.String(), "Try 'urn") {
			t.Fatalf("urn %q: %s", args, &stderr)
		}
		best = min(best, testhelp.CPUTime()-start)
	}
	return float64(best) / float64(len(text))
}

// costLog returns lines of a log in a notation, about n bytes.
func costLog(in string, n int) []byte {
	line := map[string]string{
		"json": `{"time":"2026-03-01T10:00:00Z","path":"\/a\/b","user":"urn:ex:user:%d","text":"said \"no\""}`,
		"xml":  `<entry time="2026-03-01T10:00:00Z" path="/a/b"><user>urn:ex:user:%d</user> a &amp; b</entry>`,
		"csv":  `2026-03-01T10:00:00Z,/a/b,urn:ex:user:%d,"said ""no"", and left"`,
		"sql":  `INSERT INTO entry VALUES ('2026-03-01T10:00:00Z', '/a/b', 'urn:ex:user:%d', 'said ''no''');`,
	}
	line["html"], line["mysql"] = line["xml"], line["sql"]
	format := line[in]
	if format == "" {
		format = `10.0.0.1 - - [01/Mar/2026:10:00:00 +0000] "GET /a/b?u=urn%%3Aex%%3Aa HTTP/1.1" 200 17 urn:ex:user:%d`
	}
	var b []byte
	for i := 0; len(b) < n; i++ {
		b = append(fmt.Appendf(b, format, i), '\n')
	}
	return b
}

// No text costs a command much more than a log in the same notation, and eight times the text costs
// eight times as much. The test tries units of one to four tokens, the same each time, in every
// notation. URN_COMMAND_COST is how long to search for each command and notation, such as 1m.
func TestCommandCost(t *testing.T) {
	testhelp.Long(t)
	if testhelp.Race {
		t.Skip("the race detector changes what costs how much")
	}
	cmdtest.ChdirTemp(t)
	if err := os.WriteFile("key", []byte("0123456789abcdef"), 0o666); err != nil {
		t.Fatal(err)
	}
	d, tries := time.Duration(0), 12
	if s := os.Getenv("URN_COMMAND_COST"); s != "" {
		var err error
		if d, err = time.ParseDuration(s); err != nil {
			t.Fatal(err)
		}
	}
	// These were quadratic, or cost most.
	known := []string{"urn:ex:a,", `{\"a\":\"b\"}`, "urn:ex:a%2F", "urn:a.b:c ", `"id":"urn:ex:a b", `, `"urn:a.b:c" `, "urn:ex:a\x1b[mb", "\x1b[m", "\x1b["}
	const size = 16 << 10
	for _, c := range []struct {
		args  string
		in    []string
		limit float64
	}{
		{"find", []string{"text", "auto", "url", "json", "xml", "html", "csv"}, 30},
		{"find", []string{"sql", "mysql"}, 10}, // the end of a string was searched for again after each escape
		{"find --near", []string{"text", "auto", "html"}, 30},
		{"replace --to key", []string{"text", "auto", "url", "json", "xml", "html", "csv"}, 30},
		{"replace --to key", []string{"sql", "mysql"}, 10},
		{"replace --to hash --secret-file key", []string{"text", "auto", "url", "json", "xml", "html", "csv"}, 30},
		{"replace --to hash --secret-file key", []string{"sql", "mysql"}, 10},
		{"lint --no-baseline -q text", []string{"text", "auto", "json", "csv"}, 30},
	} {
		for _, in := range c.in {
			args := append(strings.Fields(c.args), "--in", in)
			r := rand.New(rand.NewPCG(54, uint64(d)))
			log := costLog(in, size)
			base := costOf(t, args, log)
			head := map[string]string{"sql": "('", "mysql": "('", "xml": "<a>", "json": `{"a":"`}[in]
			text := func(unit string, n int) []byte {
				return []byte(head + strings.Repeat(unit, n/len(unit)+1))
			}
			worst, cost := "", 0.0
			begin := testhelp.CPUTime()
			for i := 0; i < tries || testhelp.CPUTime()-begin < d; i++ {
				unit := ""
				if i < len(known) {
					unit = known[i]
				} else {
					for range 1 + r.IntN(4) {
						unit += costTokens[r.IntN(len(costTokens))]
					}
				}
				if this := costOf(t, args, text(unit, size)); this > cost {
					worst, cost = unit, this
				}
			}
			// Some texts are decoded several times if they do not fit in a block.
			long, longest := costOf(t, args, text(worst, 8*size)), costOf(t, args, text(worst, 32*size))
			t.Logf("%q: %q takes %.0f ns a byte, %.1f times a log; 8 times the text %.0f, 32 times the text %.0f", args, worst, cost, cost/base, long, longest)
			for try := 0; max(cost, longest) > c.limit*base || longest > 2*long; try++ {
				if try == 5 {
					t.Errorf("%q: %q takes %.0f ns a byte, 8 times the text %.0f, 32 times the text %.0f; a log takes %.0f", args, worst, cost, long, longest, base)
					break
				}
				base, cost = costOf(t, args, log), costOf(t, args, text(worst, size))
				long, longest = costOf(t, args, text(worst, 8*size)), costOf(t, args, text(worst, 32*size))
			}
		}
	}
}
