package main

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	gourn "github.com/leodido/go-urn"

	"github.com/seed7b5a83f0/urn"
)

// TestJudge: each kind of wrong answer is seen.
func TestJudge(t *testing.T) {
	yes, no, nss := true, false, "c%2c"
	name := testCase{kind: "accept", Valid: &yes, NID: &nss, NSS: &nss}
	for _, test := range []struct {
		c      testCase
		answer string
		want   verdict
	}{
		{name, "accept", right},
		{name, "accept\tnss=63253263", right},
		{name, "accept\tnss=63253243", right}, // another case of the digits
		{name, "accept\tnss=632c", wrong},
		{name, "accept\tnss=-", wrong},
		{name, "accept\tf=-", right},
		{name, "accept\tf=~", right},
		{name, "accept\tf=", wrong},
		{name, "accept\tf=*", wrong},
		{name, "accept\tnss=*", right},
		{name, "refuse", wrong},
		{name, "crash\tpanic", crashed},
		{testCase{kind: "refuse", Valid: &no}, "refuse", right},
		{testCase{kind: "refuse", Valid: &no}, "accept", wrong},
		{testCase{kind: "open"}, "accept", accepts},
		{testCase{kind: "open"}, "refuse", refuses},
		{testCase{kind: "equivalence", Equal: true}, "true", right},
		{testCase{kind: "equivalence", Equal: true}, "false", wrong},
		{testCase{kind: "equivalence", Equal: true}, "none", without},
	} {
		if got, _ := test.c.judge(test.answer); got != test.want {
			t.Errorf("%+v.judge(%q) = %c, want %c", test.c, test.answer, got, test.want)
		}
	}
}

// TestDrivers: this library is right in every case, and go-urn is not.
func TestDrivers(t *testing.T) {
	for _, test := range []struct {
		name, syntax string
		p            parser
		wrong        bool
	}{
		{"urn", "rfc8141", ours(urn.RFC8141), false},
		{"urn, RFC2141", "rfc2141", ours(urn.RFC2141), false},
		{"go-urn", "rfc2141", theirs(gourn.RFC2141Only), true},
		{"go-urn, RFC8141Only", "rfc8141", theirs(gourn.RFC8141Only), true},
	} {
		cases, err := readSuite("../../testdata/suite", test.syntax)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, c := range cases {
			answer := test.p.answer(strings.Split(c.question(), "\t"))
			if v, detail := c.judge(answer); v == wrong || v == crashed {
				if n++; !test.wrong {
					t.Errorf("%s, %s: %s", test.name, c.Name, detail)
				}
			}
		}
		if test.wrong != (n > 0) {
			t.Errorf("%s: %d wrong cases of %d", test.name, n, len(cases))
		}
	}
}

// TestText: a parser of text is not asked about octets that are not text.
func TestText(t *testing.T) {
	p := peer{Name: "echo", command: []string{"cat"}}
	cases := []testCase{{input: "urn:ab:c"}, {input: "urn:ab:\xff"}, {input: "urn:ab:d"}}
	answers, err := p.ask(cases)
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range answers {
		if (a == "skip") == utf8.ValidString(cases[i].input) {
			t.Errorf("%q: %q", cases[i].input, a)
		}
	}
}

// TestDeadDriver: a driver that dies has crashed at the case, and is asked the next one.
func TestDeadDriver(t *testing.T) {
	p := peer{Name: "dies", command: []string{"sh", "-c", `while read -r line; do case "$line" in *64) exit 3;; esac; echo accept; done`}}
	answers, err := p.ask([]testCase{{input: "c"}, {input: "d"}, {input: "e"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(answers, ","); got != "accept,crash\tthe process ended,accept" {
		t.Errorf("%q", got)
	}
}

// BenchmarkParse measures the parsers of Go on the same names, in turn: README.md of the
// repository has their ratios.
func BenchmarkParse(b *testing.B) {
	data, err := os.ReadFile("../../testdata/corpus.txt")
	if err != nil {
		b.Fatal(err)
	}
	var names []string
	for name := range strings.Lines(string(data)) {
		name = strings.TrimSuffix(name, "\n")
		ok := len(names) < 2000 && !strings.ContainsAny(name, "?#/")
		for _, p := range parsers {
			ok = ok && !p.refuse(name)
		}
		if ok {
			names = append(names, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(parsers)) {
		nss := parsers[name].nss
		b.Run(name, func(b *testing.B) {
			sum := 0
			for b.Loop() {
				for _, s := range names {
					sum += nss(s)
				}
			}
			if sum == 0 {
				b.Error("nothing was parsed")
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(names)), "ns/name")
		})
	}
}

// TestCheck: a parser that does not answer is left out.
func TestCheck(t *testing.T) {
	sh := func(script string) peer { return peer{Name: "any", command: []string{"sh", "-c", script}} }
	if err := sh("read -r line; echo accept").check(); err != nil {
		t.Error(err)
	}
	for _, p := range []peer{sh("echo no module >&2; exit 2"), sh("true"), {command: []string{"no such program"}}, {Language: "Go", command: []string{"gourn of none"}}} {
		if err := p.check(); err == nil {
			t.Errorf("%q can be asked", p.command)
		}
	}
	if err := sh("echo no module >&2; exit 2").check(); !strings.Contains(err.Error(), "no module") {
		t.Error(err)
	}
}

// TestLate: a parser that does not answer has crashed at the case.
func TestLate(t *testing.T) {
	defer func(d time.Duration) { patience = d }(patience)
	patience = time.Second
	p := peer{Name: "slow", command: []string{"sh", "-c", `while read -r line; do case "$line" in *64) exec sleep 60;; esac; echo accept; done`}}
	answers, err := p.ask([]testCase{{input: "c"}, {input: "d"}, {input: "e"}})
	if got := strings.Join(answers, ","); err != nil || got != "accept,crash\tno answer in 1s,accept" {
		t.Errorf("%q, %v", got, err)
	}
}

// TestLong: half of the long names are URNs, with the component that is long.
func TestLong(t *testing.T) {
	for syntax, long := range map[string]string{"rfc8141": "nss nss nss nss r q f", "rfc2141": "nss nss nss nss"} {
		var got []string
		for i, c := range longNames(syntax, 2000) {
			if n := len(c.input); *c.Valid != (i%2 == 0) || n < 2000 || n > 2020 {
				t.Errorf("%s: case %d has %d octets, and is valid: %v", syntax, i, n, *c.Valid)
			}
			for part, s := range map[string]*string{"nss": c.NSS, "r": c.R, "q": c.Q, "f": c.F} {
				if s != nil && len(*s) > 1000 {
					got = append(got, part)
				}
			}
		}
		if strings.Join(got, " ") != long {
			t.Errorf("%s: %q, want %q", syntax, got, long)
		}
	}
}

// TestRules: a rule is known if each of its cases is refused.
func TestRules(t *testing.T) {
	c := column{verdicts: []verdict{right, wrong, right, without, right}}
	for _, name := range []string{"a-0x00-in-nid", "a-0x01-in-nid", "a-0x02-in-nss", "a-0xff-in-nss", "b"} {
		c.cases = append(c.cases, testCase{kind: "refuse", Name: name})
	}
	if got := c.Rules(); got != "2/3" {
		t.Errorf("%s rules are known, want 2/3", got)
	}
}

// TestClaims: a parser need not refuse strings that it is documented to take, or to encode.
func TestClaims(t *testing.T) {
	all := []string{"sh", "-c", "while read -r line; do echo accept; done"}
	columns, err := judgeAll([]peer{
		{Name: "any", Syntax: "rfc8141", command: all},
		{Name: "any", Syntax: "rfc8141", command: all, both: true},
		{Name: "encodes", Syntax: "rfc8141", encodes: true, command: []string{"sh", "-c", `while read -r line; do printf 'accept\tnorm=75726e3a61623a63\n'; done`}},
	}, "../../testdata/suite")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"urn:ab-:c": "wa-", "urn:ab:%": "ww-", "urn:ab": "ww-"}
	for input, verdicts := range want {
		var got strings.Builder
		for _, c := range columns {
			for i, v := range c.verdicts {
				if c.cases[i].input == input && c.cases[i].kind != "equivalence" {
					got.WriteString(string(v))
				}
			}
		}
		if got.String() != verdicts {
			t.Errorf("%q: verdicts %q, want %q", input, got.String(), verdicts)
		}
	}
	if columns[0].Of("accept") == "-" || columns[2].Of("refuse") != "-" {
		t.Errorf("accept: %s; refuse of the one that encodes: %s", columns[0].Of("accept"), columns[2].Of("refuse"))
	}
	for _, without := range []string{"", "one, dead", "Dead", "one, dead (Dead)"} {
		t.Setenv("PEERS_WITHOUT", "x;"+without)
		named := strings.Contains(without, "Dead")
		if columns, err := judgeAll([]peer{{Name: "one, dead", Language: "Dead", command: []string{"false"}}}, ""); len(columns) > 0 || (err == nil) != named {
			t.Errorf("a parser that cannot be asked, PEERS_WITHOUT=%q: %v", without, err)
		}
	}
}

// TestUpstream: each report has three cases of the suite, by the clause that decides them,
// and the list of wrong verdicts has that clause for the parser.
func TestUpstream(t *testing.T) {
	cases, err := readSuite("../../testdata/suite", "rfc8141")
	if err != nil {
		t.Fatal(err)
	}
	wrong, err := readTSV("../../docs/peers-wrong.tsv")
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]string{"go-urn.md": "leodido/go-urn, RFC8141Only", "urnlib.md": "urnlib, rfc8141", "urnparse.md": "urnparse", "league-uri.md": "league/uri", "urns.md": "urns"}
	row := regexp.MustCompile("(?m)^\\| `([^`]+)`(?: and `([^`]+)`)? \\| ([^|]+) \\| (RFC [0-9]+), (section [0-9.]*[0-9])")
	for file, parser := range names {
		text, err := os.ReadFile("../../docs/upstream/" + file)
		if err != nil {
			t.Fatal(err)
		}
		rows := row.FindAllStringSubmatch(string(text), -1)
		if len(rows) != 3 {
			t.Errorf("%s has %d cases", file, len(rows))
		}
		for _, r := range rows {
			clause, found := r[4]+" "+r[5], false
			for _, c := range cases {
				if c.Clause != clause || r[2] == "" && c.input != r[1] || r[2] != "" && (c.A != r[1] || c.B != r[2]) {
					continue
				}
				found = true
				if r[3] == "accepted" && *c.Valid || r[3] == "refused" && !*c.Valid || r[3] == "equal" && c.Equal || r[3] == "different" && !c.Equal {
					t.Errorf("%s: %q is right about %q", file, r[3], r[1])
				}
			}
			if !found {
				t.Errorf("%s: the suite has no case %q, %s", file, r[1], clause)
			}
			if !slices.ContainsFunc(wrong.rows, func(w map[string]string) bool { return w["parser"] == parser && w["clause"] == clause }) {
				t.Errorf("%s: %s gets no case of %s wrong", file, parser, clause)
			}
		}
	}
}
