package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed7b5a83f0/urn"
)

// syntaxFlag is the value of --syntax.
type syntaxFlag urn.Syntax

func (f *syntaxFlag) Type() string   { return "name" }
func (f *syntaxFlag) String() string { return urn.Syntax(*f).String() }

func (f *syntaxFlag) Set(s string) error {
	if (*urn.Syntax)(f).UnmarshalText([]byte(s)) != nil {
		return fmt.Errorf("want %s", strings.Join(syntaxNames(), ", "))
	}
	return nil
}

func syntaxNames() []string {
	var names []string
	for _, x := range []urn.Syntax{urn.RFC8141, urn.RFC2141, urn.Draft2141bis} {
		names = append(names, x.String())
	}
	return names
}

// addSyntax adds --syntax, with completion, to a command.
func addSyntax(cmd *cobra.Command, x *urn.Syntax) {
	cmd.Flags().VarP((*syntaxFlag)(x), "syntax", "s", strings.Join(syntaxNames(), ", "))
	complete := cobra.FixedCompletions(syntaxNames(), cobra.ShellCompDirectiveNoFileComp)
	if err := cmd.RegisterFlagCompletionFunc("syntax", complete); err != nil {
		panic(err) // there is such a flag: it was added above
	}
}

// sizeFlag is a number of bytes, such as 4096, 64K or 16M.
type sizeFlag int

const maxSize = 1 << 30

var sizeUnits = []struct {
	suffix string
	shift  uint
}{{"G", 30}, {"M", 20}, {"K", 10}, {"", 0}}

func (f *sizeFlag) Type() string { return "size" }

func (f *sizeFlag) String() string {
	for _, u := range sizeUnits {
		if n := int(*f) >> u.shift; n > 0 && n<<u.shift == int(*f) {
			return strconv.Itoa(n) + u.suffix
		}
	}
	return strconv.Itoa(int(*f))
}

func (f *sizeFlag) Set(s string) error {
	for _, u := range sizeUnits {
		digits, ok := strings.CutSuffix(strings.ToUpper(s), u.suffix)
		if !ok {
			continue
		}
		n, err := strconv.ParseUint(digits, 10, 31)
		if err != nil || n < 1 || n > maxSize>>u.shift {
			break
		}
		*f = sizeFlag(n << u.shift)
		return nil
	}
	return fmt.Errorf("want a number of bytes from 1 to 1G, such as 4096, 64K or 16M")
}

// inputFlags are the flags of every command that reads inputs.
type inputFlags struct {
	syntax  urn.Syntax
	json    bool
	quiet   bool
	stats   bool
	maxLine int
}

const defaultMaxLine = 16 << 20

func (f *inputFlags) add(cmd *cobra.Command) {
	addSyntax(cmd, &f.syntax)
	f.maxLine = defaultMaxLine
	flags := cmd.Flags()
	flags.BoolVar(&f.json, "json", false, "write one JSON object a line, for what is a URN and for what is not")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "do not report on standard error what is not a URN, show no progress")
	flags.BoolVar(&f.stats, "stats", false, "write counts to standard error at the end")
	flags.Var((*sizeFlag)(&f.maxLine), "max-line", "length in `bytes` (or K, M, G) of the longest line; what is longer is not a URN")
}
