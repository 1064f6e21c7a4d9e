package main

import (
	"strings"
	"testing"
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

// TestText: what is not text is not put to a parser of text.
func TestText(t *testing.T) {
	p := peer{name: "echo", command: []string{"cat"}}
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
	p := peer{name: "dies", command: []string{"sh", "-c", `while read -r line; do case "$line" in *64) exit 3;; esac; echo accept; done`}}
	answers, err := p.ask([]testCase{{input: "c"}, {input: "d"}, {input: "e"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(answers, ","); got != "accept,crash\tthe process ended,accept" {
		t.Errorf("%q", got)
	}
}
