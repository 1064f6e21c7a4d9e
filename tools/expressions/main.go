// Command expressions writes the regular expressions of docs/regex.md.
//
//	go run ./tools/expressions docs/regex.md
//
// A line of the page that is "```" and the name of an expression, as "```text rfc8141-named",
// begins the block that it replaces. With -verify it changes nothing, and fails if an
// expression is another one. tools/prove proves that each is equal to the tables, and a
// test puts the suite to the engines that are installed.
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/seed7b5a83f0/urn/tools/internal/expression"
	"github.com/seed7b5a83f0/urn/tools/internal/generated"
)

func main() {
	verify := flag.Bool("verify", false, "change nothing")
	flag.Parse()
	if err := run(flag.Arg(0), *verify); err != nil {
		fmt.Fprintln(os.Stderr, "expressions:", err)
		os.Exit(1)
	}
}

func run(page string, verify bool) error {
	text, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	n := 0
	out := expression.Block.ReplaceAllFunc(text, func(old []byte) []byte {
		n++
		name := string(expression.Block.FindSubmatch(old)[1])
		s, e := expression.Write(name)
		if e != nil {
			err = e
		}
		return fmt.Appendf(nil, "```text %s\n%s\n```", name, s)
	})
	switch {
	case err != nil:
		return err
	case n == 0:
		return fmt.Errorf("%s has no expressions", page)
	}
	return generated.Put(page, out, verify, "tools/expressions")
}
