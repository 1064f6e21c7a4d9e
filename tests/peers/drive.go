package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"io"
	"strconv"
	"strings"

	gourn "github.com/leodido/go-urn"

	"github.com/seed7b5a83f0/urn"
)

// A parser is a Go parser behind the protocol of README.md. nss and refuse are measured.
type parser struct {
	parse  func(s string) (string, bool)
	equal  func(a, b string) bool
	nss    func(s string) int
	refuse func(s string) bool
}

func field(name, s string, present bool) string {
	if !present {
		return "\t" + name + "=-"
	}
	return "\t" + name + "=" + hex.EncodeToString([]byte(s))
}

func ours(x urn.Syntax) parser {
	return parser{
		parse: func(s string) (string, bool) {
			u, err := x.Parse(s)
			if err != nil {
				return "", false
			}
			return field("nid", u.NID(), true) + field("nss", u.NSS(), true) + field("r", u.R(), u.R() != "") +
				field("q", u.Q(), u.Q() != "") + field("f", u.F(), u.Parts().HasF) + field("norm", u.Normalize().String(), true), true
		},
		equal:  func(a, b string) bool { return x.MustParse(a).Equal(x.MustParse(b)) },
		nss:    func(s string) int { return len(x.MustParse(s).NSS()) },
		refuse: func(s string) bool { _, err := x.Parse(s); return err != nil },
	}
}

func theirs(mode gourn.ParsingMode) parser {
	parse := func(s string) *gourn.URN {
		u, ok := gourn.Parse([]byte(s), gourn.WithParsingMode(mode))
		if !ok {
			return nil
		}
		return u
	}
	return parser{
		parse: func(s string) (string, bool) {
			u := parse(s)
			if u == nil {
				return "", false
			}
			out := field("nid", u.ID, true) + field("nss", u.SS, true)
			if mode == gourn.RFC8141Only {
				f := field("f", u.FComponent(), true)
				if u.FComponent() == "" {
					f = "\tf=~"
				}
				out += field("r", u.RComponent(), u.RComponent() != "") + field("q", u.QComponent(), u.QComponent() != "") + f
			}
			return out + field("norm", u.Normalize().String(), true), true
		},
		equal:  func(a, b string) bool { return parse(a).Equal(parse(b)) },
		nss:    func(s string) int { return len(parse(s).SS) },
		refuse: func(s string) bool { return parse(s) == nil },
	}
}

// parsers are the parsers written in Go, by the names of their drivers.
var parsers = map[string]parser{
	"urn 8141": ours(urn.RFC8141), "urn 2141": ours(urn.RFC2141),
	"go-urn 8141": theirs(gourn.RFC8141Only), "go-urn 2141": theirs(gourn.RFC2141Only),
}

// drive answers the questions of in, as the drivers of other languages do.
func drive(name string, in io.Reader, out io.Writer) error {
	p, ok := parsers[name]
	if !ok {
		return fmt.Errorf("no parser has the name %q", name)
	}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		fmt.Fprintln(out, p.answer(strings.Split(lines.Text(), "\t")))
	}
	return lines.Err()
}

func (p parser) answer(question []string) (answer string) {
	defer func() {
		if r := recover(); r != nil {
			answer = "crash\tpanic"
		}
	}()
	var args []string
	for _, f := range question[1:] {
		b, err := hex.DecodeString(f)
		if err != nil {
			panic(err)
		}
		args = append(args, string(b))
	}
	if question[0] != "parse" {
		if p.equal == nil {
			return "none"
		}
		return strconv.FormatBool(p.equal(args[0], args[1]))
	}
	fields, ok := p.parse(args[0])
	if !ok {
		return "refuse"
	}
	return "accept" + fields
}
