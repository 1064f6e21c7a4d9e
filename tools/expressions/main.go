// Command expressions writes the regular expressions of docs/regex.md from the ABNF in
// testdata/abnf.
//
//	go run ./tools/expressions docs/regex.md
//
// A line of the page that is "```" and the name of an expression, as "```text rfc8141-named",
// begins the block that it replaces. With -verify it changes nothing, and fails if an
// expression is another one. tools/prove proves that each is equal to the tables.
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/seed7b5a83f0/urn/tools/internal/abnf"
	"github.com/seed7b5a83f0/urn/tools/internal/expression"
)

var dialects = map[string]expression.Dialect{
	"named": expression.Named, "p": expression.P, "possessive": expression.Possessive, "plain": expression.Plain,
}

var rules = map[string]string{"rfc8141": "namestring-prose", "rfc2141": "URN"}

var captures = map[string]string{"NID": "nid", "NSS": "nss", "r-component-prose": "r", "q-component": "q", "f-component": "f"}

func main() {
	verify := flag.Bool("verify", false, "change nothing")
	root := flag.String("abnf", "testdata/abnf", "`directory` of the grammars")
	real := flag.Bool("engines", false, "put the suite to the engines that are installed, and write a table")
	flag.Parse()
	if *real {
		if err := try(os.Stdout, flag.Arg(0)); err != nil {
			fmt.Fprintln(os.Stderr, "expressions:", err)
			os.Exit(1)
		}
		return
	}
	if err := run(*root, flag.Arg(0), *verify); err != nil {
		fmt.Fprintln(os.Stderr, "expressions:", err)
		os.Exit(1)
	}
}

func run(root, page string, verify bool) error {
	text, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	out := expression.Block.ReplaceAllFunc(text, func(old []byte) []byte {
		m := expression.Block.FindSubmatch(old)
		g, e := abnf.ParseFiles(root, string(m[1])+".abnf", string(m[1])+".rules")
		d, known := dialects[string(m[2])]
		if !known {
			e = fmt.Errorf("there is no dialect %s", m[2])
		}
		s := ""
		if e == nil {
			s, e = d.Write(g, rules[string(m[1])], captures)
		}
		if e != nil {
			err = e
			return old
		}
		return fmt.Appendf(nil, "```text %s-%s\n%s\n```", m[1], m[2], s)
	})
	if err != nil {
		return err
	}
	if n := len(expression.Block.FindAll(text, -1)); n == 0 {
		return fmt.Errorf("%s has no expressions", page)
	}
	if !verify {
		return os.WriteFile(page, out, 0o666)
	}
	if string(out) != string(text) {
		return fmt.Errorf("%s is not what the grammars give: run make generate", page)
	}
	return nil
}
