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
	"strings"
	"unicode/utf8"
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
		if c.In != nil {
			c.input = *c.In
		} else {
			b, err := hex.DecodeString(c.InHex)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
			c.input = string(b)
		}
		cases = append(cases, c)
	}
	return cases, nil
}

// readSuite returns the cases for parsers of a syntax.
func readSuite(dir, syntax string) ([]testCase, error) {
	var all []testCase
	for _, kind := range []string{"accept", "refuse", "open"} {
		cases, err := readCases(filepath.Join(dir, syntax+"-"+kind+".jsonl"), kind)
		if err != nil {
			return nil, err
		}
		all = append(all, cases...)
	}
	if syntax == "rfc8141" {
		cases, err := readCases(filepath.Join(dir, "real-world.jsonl"), "world")
		if err != nil {
			return nil, err
		}
		all = append(all, cases...)
	}
	pairs, err := readCases(filepath.Join(dir, "equivalence.jsonl"), "equivalence")
	if err != nil {
		return nil, err
	}
	for _, c := range pairs {
		if c.Syntax == syntax {
			c.Name = fmt.Sprintf("%s and %s", c.A, c.B)
			all = append(all, c)
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

// A verdict is what comes of a case.
type verdict byte

const (
	right   verdict = 'r'
	wrong   verdict = 'w'
	crashed verdict = 'c'
	accepts verdict = 'a' // of an open case
	refuses verdict = 'o' // of an open case
	without verdict = '-' // the parser has no such function, or takes no such octets
)

// judge returns the verdict on an answer, and what is wrong with it.
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
			return wrong, fmt.Sprintf("%s is %q", name, got)
		}
	}
	return right, ""
}

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

// ask puts the cases to a peer's driver, and returns its answers. A driver that dies has
// crashed at the case, and is started again.
func (p peer) ask(cases []testCase) ([]string, error) {
	answers := make([]string, len(cases))
	for next, deaths := 0, 0; next < len(cases); {
		cmd := exec.Command(p.command[0], p.command[1:]...)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		in, err := cmd.StdinPipe()
		if err != nil {
			return nil, err
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			return nil, err
		}
		if err := cmd.Start(); err != nil {
			return nil, err
		}
		lines := bufio.NewReader(out)
		for err == nil && next < len(cases) {
			c := cases[next]
			if !p.bytes && !utf8.ValidString(c.input) {
				answers[next] = "skip"
				next++
				continue
			}
			if _, err = io.WriteString(in, c.question()+"\n"); err != nil {
				break
			}
			var line string
			if line, err = lines.ReadString('\n'); err != nil {
				break
			}
			answers[next] = strings.TrimSuffix(line, "\n")
			next++
		}
		in.Close()
		if waited := cmd.Wait(); err == nil {
			err = waited
		}
		if err == nil {
			break
		}
		if deaths++; deaths > 20 || next == len(cases) {
			return nil, errors.Join(fmt.Errorf("%s: %w: %.300s", p.name, err, stderr.String()))
		}
		answers[next] = "crash\tthe process ended"
		next++
	}
	return answers, nil
}
