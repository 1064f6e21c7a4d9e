package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn"
)

// A testCase is a line of a file of the suite.
type testCase struct {
	Name, Clause, Syntax string
	In                   *string
	InHex                string `json:"in_hex"`
	Valid                *bool
	NID, NSS, R, Q, F    *string
	Norm                 string
	A, B                 string
	Equal                bool

	kind  string // accept, refuse, open, equivalence or world
	input string
}

func readCases(path, kind string) ([]testCase, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var cases []testCase
	for line := range bytes.Lines(data) {
		c := testCase{kind: kind}
		if err := json.Unmarshal(line, &c); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		b, err := hex.DecodeString(c.InHex)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if c.input = string(b); c.In != nil {
			c.input = *c.In
		}
		cases = append(cases, c)
	}
	return cases, nil
}

// readSuite returns the cases for parsers of a syntax.
func readSuite(dir, syntax string) ([]testCase, error) {
	files := [][2]string{{syntax + "-accept", "accept"}, {syntax + "-refuse", "refuse"}, {syntax + "-open", "open"}}
	if syntax == "rfc8141" {
		files = append(files, [2]string{"real-world", "world"})
	}
	var all []testCase
	for _, f := range append(files, [2]string{"equivalence", "equivalence"}) {
		cases, err := readCases(filepath.Join(dir, f[0]+".jsonl"), f[1])
		if err != nil {
			return nil, err
		}
		for _, c := range cases {
			if c.kind == "equivalence" {
				c.Name = fmt.Sprintf("%s and %s", c.A, c.B)
			}
			if c.kind != "equivalence" || c.Syntax == syntax {
				all = append(all, c)
			}
		}
	}
	return all, nil
}

func (c testCase) question() string {
	if c.kind == "equivalence" {
		return "eq\t" + hex.EncodeToString([]byte(c.A)) + "\t" + hex.EncodeToString([]byte(c.B))
	}
	return "parse\t" + hex.EncodeToString([]byte(c.input))
}

// A verdict is the outcome of a case.
type verdict byte

const (
	right   verdict = 'r'
	wrong   verdict = 'w'
	crashed verdict = 'c'
	accepts verdict = 'a' // of an open case
	refuses verdict = 'o' // of an open case
	without verdict = '-' // the parser has no such function, or takes no such octets
)

// judge returns the verdict on an answer, and the fault of a wrong one.
func (c testCase) judge(answer string) (verdict, string) {
	fields := strings.Split(answer, "\t")
	switch {
	case fields[0] == "crash":
		return crashed, fields[1]
	case c.kind == "equivalence":
		switch fields[0] {
		case "none":
			return without, ""
		case fmt.Sprint(c.Equal):
			return right, ""
		}
		return wrong, "says " + fields[0]
	case c.kind == "open" && fields[0] == "accept":
		return accepts, ""
	case c.kind == "open":
		return refuses, ""
	case (fields[0] == "accept") != *c.Valid:
		return wrong, fields[0] + "s"
	case !*c.Valid:
		return right, ""
	}
	want := map[string]*string{"nid": c.NID, "nss": c.NSS, "r": c.R, "q": c.Q, "f": c.F}
	for _, f := range fields[1:] {
		name, value, _ := strings.Cut(f, "=")
		w, ok := want[name]
		if !ok {
			continue
		}
		if value == "~" && (w == nil || *w == "") || value == "*" && w != nil || value == "-" && w == nil {
			continue
		}
		got, err := hex.DecodeString(value)
		if err != nil || w == nil || !same(name, string(got), *w) {
			return wrong, fmt.Sprintf(`%s is "%s"`, name, quote(string(got)))
		}
	}
	return right, ""
}

// mended reports whether a parser that encodes its input has answered with a URN to a string
// that is not one.
func mended(answer string, x urn.Syntax) bool {
	_, norm, _ := strings.Cut(answer, "\tnorm=")
	b, err := hex.DecodeString(norm)
	return strings.HasPrefix(answer, "accept") && err == nil && x.Valid(string(b))
}

var (
	syntaxes = map[string]urn.Syntax{"rfc8141": urn.RFC8141, "rfc2141": urn.RFC2141}
	errLate  = errors.New("it does not answer")
)

// same reports whether a parser may give got for the component that is written want. It
// may have normalised it.
func same(name, got, want string) bool {
	if name == "nid" {
		return strings.EqualFold(got, want)
	}
	return upperEscapes(got) == upperEscapes(want)
}

func upperEscapes(s string) string {
	b := []byte(s)
	for i := 0; i+2 < len(b); i++ {
		if b[i] == '%' {
			copy(b[i:], bytes.ToUpper(b[i:i+3]))
		}
	}
	return string(b)
}

// rule returns the rule that the case is about. One rule on octets has a case for each
// octet that it excludes.
func (c testCase) rule() string { return octet.ReplaceAllString(c.Name, "") }

var octet = regexp.MustCompile("0x[0-9a-f]{2}")

// Long names: what they repeat, for RFC 8141 and for RFC 2141. An octet at the end that no
// name has makes a parser that backtracks try all ways to read the rest.
var (
	sizes   = []int{2_000, 100_000}
	repeats = map[string][][2]string{
		"rfc8141": {{"urn:ab:", "a"}, {"urn:ab:c", "a/"}, {"urn:ab:", "%41"}, {"urn:ab:c", "a%41"}, {"urn:ab:c?+a", "?a"}, {"urn:ab:c?=a", "?="}, {"urn:ab:c#", "/"}},
		"rfc2141": {{"urn:ab:", "a"}, {"urn:ab:c", "a:"}, {"urn:ab:", "%41"}, {"urn:ab:c", "a%41"}},
	}
)

func longNames(syntax string, size int) []testCase {
	x := syntaxes[syntax]
	var cases []testCase
	for _, r := range repeats[syntax] {
		for _, end := range []string{"", " "} {
			c := testCase{Clause: fmt.Sprintf("%d KB", size/1000), input: r[0] + strings.Repeat(r[1], size/len(r[1])) + end}
			u, err := x.Parse(c.input)
			valid := err == nil
			if c.Valid, c.kind = &valid, "refuse"; valid {
				parts := u.Parts()
				c.kind, c.NID, c.NSS = "accept", &parts.NID, &parts.NSS
				for to, s := range map[**string]string{&c.R: parts.R, &c.Q: parts.Q, &c.F: parts.F} {
					if s != "" {
						*to = &s
					}
				}
			}
			cases = append(cases, c)
		}
	}
	return cases
}

// patience is how long a parser may take for one name.
var patience = 10 * time.Second

// ask puts the cases to a peer's driver, and returns its answers. A driver that dies, or
// does not answer, has crashed at the case, and is started again.
func (p peer) ask(cases []testCase) ([]string, error) {
	answers := make([]string, len(cases))
	for next, deaths := 0, 0; next < len(cases); {
		cmd := exec.Command(p.command[0], p.command[1:]...)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		in, err1 := cmd.StdinPipe()
		out, err2 := cmd.StdoutPipe()
		err := errors.Join(err1, err2, cmd.Start())
		if err != nil {
			return nil, err
		}
		lines := bufio.NewReader(out)
		for ; next < len(cases); next++ {
			c := cases[next]
			if !p.octets && !utf8.ValidString(c.input) {
				answers[next] = "skip"
				continue
			}
			late := time.AfterFunc(patience, func() { cmd.Process.Kill() })
			var line string
			if _, err = io.WriteString(in, c.question()+"\n"); err == nil {
				line, err = lines.ReadString('\n')
			}
			if !late.Stop() {
				err = errLate
			}
			if err != nil {
				break
			}
			answers[next] = strings.TrimSuffix(line, "\n")
		}
		in.Close()
		if waited := cmd.Wait(); err == nil {
			err = waited
		}
		if err == nil {
			break
		}
		if deaths++; deaths > 20 || next == len(cases) {
			return nil, fmt.Errorf("%s: %w: %.300s", p.Name, err, stderr.String())
		}
		answers[next] = "crash\tthe process ended"
		if errors.Is(err, errLate) {
			answers[next] = fmt.Sprintf("crash\tno answer in %v", patience)
		}
		next++
	}
	return answers, nil
}
