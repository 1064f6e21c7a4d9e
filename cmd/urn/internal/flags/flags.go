// Package flags has the values of flags that several commands share. Only this package
// decides which values are allowed, and how messages name them.
package flags

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/seed7b5a83f0/urn"
)

// CompleteNothing has the values of a command's flags complete to nothing, unless they are
// files, or the flag has a completion of its own.
func CompleteNothing(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if _, ok := cmd.GetFlagCompletionFunc(f.Name); !ok && f.Value.Type() != "bool" && f.Value.Type() != "file" {
			CompleteBy(cmd, f.Name, cobra.NoFileCompletions)
		}
	})
}

// Complete makes the shell complete the value of a flag of cmd from values.
func Complete(cmd *cobra.Command, flag string, values ...string) {
	CompleteBy(cmd, flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}

// CompleteBy completes the value of a flag of cmd by f.
func CompleteBy(cmd *cobra.Command, flag string, f cobra.CompletionFunc) {
	if err := cmd.RegisterFlagCompletionFunc(flag, f); err != nil {
		panic(err) // the caller has added the flag
	}
}

// value is the value of a flag.
type value struct {
	kind string // the name of the value in the help text
	text func() string
	set  func(string) error
}

func (v value) Type() string       { return v.kind }
func (v value) String() string     { return v.text() }
func (v value) Set(s string) error { return v.set(s) }

// once refuses a second value, which would silently take the place of the first.
func (v value) once() value {
	set, given := v.set, ""
	v.set = func(s string) error {
		if given != "" && given != s {
			return fmt.Errorf("%s is given already", given)
		}
		err := set(s)
		if err == nil {
			given = s
		}
		return err
	}
	return v
}

// AddSyntax adds --syntax to a command.
func AddSyntax(cmd *cobra.Command, x *urn.Syntax) {
	var names []string
	for _, x := range []urn.Syntax{urn.RFC8141, urn.RFC2141, urn.Draft2141bis, urn.Relaxed} {
		names = append(names, x.String())
	}
	list := strings.Join(names, ", ")
	cmd.Flags().VarP(value{"name", x.String, func(s string) error {
		if x.UnmarshalText([]byte(s)) != nil {
			return errors.New("want " + list)
		}
		return nil
	}}, "syntax", "s", list)
	Complete(cmd, "syntax", names...)
}

// Size is a number of bytes from 1 to MaxSize, such as 4096, 64K or 16M.
type Size int

// MaxSize is the largest Size. Other packages add to it, and the sums fit in 31 bits.
const MaxSize = 1 << 30

var sizeUnits = []struct {
	suffix string
	shift  uint
}{{"G", 30}, {"M", 20}, {"K", 10}, {"", 0}}

func (f *Size) Type() string { return "size" }

func (f *Size) String() string {
	for _, u := range sizeUnits {
		if n := int(*f) >> u.shift; n > 0 && n<<u.shift == int(*f) {
			return strconv.Itoa(n) + u.suffix
		}
	}
	return strconv.Itoa(int(*f))
}

func (f *Size) Set(s string) error {
	for _, u := range sizeUnits {
		digits, ok := strings.CutSuffix(strings.ToUpper(s), u.suffix)
		if !ok {
			continue
		}
		n, err := strconv.ParseUint(digits, 10, 31)
		if err != nil || n < 1 || n > MaxSize>>u.shift {
			break
		}
		*f = Size(n << u.shift)
		return nil
	}
	return fmt.Errorf("want a number of bytes from 1 to 1G, such as 4096, 64K or 16M")
}

// AddSize adds a flag for a number of bytes to a command. Its value is *n until
// it is set.
func AddSize(cmd *cobra.Command, n *int, name, usage string) {
	cmd.Flags().Var((*Size)(n), name, usage)
}

// DefaultMaxLine is the default of --max-line.
const DefaultMaxLine = 16 << 20

// AddMaxLine adds --max-line to a command.
func AddMaxLine(cmd *cobra.Command, n *int) {
	*n = DefaultMaxLine
	AddSize(cmd, n, "max-line", "length of the longest line in `bytes` (or K, M, G); a longer line is not a URN")
}

// number returns the value of a flag that is a whole number from least to most. kind is its
// name in the help text, and want in messages.
func number(to *int, least, most int, kind, want string) value {
	return value{kind, func() string { return strconv.Itoa(*to) }, func(s string) error {
		n, err := strconv.ParseUint(s, 10, 31)
		if err != nil || int(n) < least || int(n) > most {
			return errors.New("want " + want)
		}
		*to = int(n)
		return nil
	}}
}

// AddThreads adds --threads to a command. *n is 0 until it is set. Any number from 1 is
// valid: the users of *n limit it to the number of cores.
func AddThreads(cmd *cobra.Command, n *int) {
	cmd.Flags().VarP(number(n, 1, math.MaxInt32, "int", "a number of cores, from 1"), "threads", "j", "how many cores to use, at most all (default all)")
}

// AddRows adds a flag for a number of rows, from 1, to a command. *n is 0 until it is set.
func AddRows(cmd *cobra.Command, n *int, name, usage string) {
	cmd.Flags().Var(number(n, 1, math.MaxInt32, "n", "a number from 1"), name, usage)
}

// maxLines bounds how many lines of a text are kept in memory.
const maxLines = 1000

// AddLines adds a flag for a number of lines to a command.
func AddLines(cmd *cobra.Command, n *int, name, short, usage string) {
	cmd.Flags().VarP(number(n, 0, maxLines, "lines", fmt.Sprintf("a number of lines from 0 to %d", maxLines)), name, short, usage)
}

// UseThreads has the program use n cores, at most all, until the function that it
// returns is called. It does nothing if n is 0.
func UseThreads(n int) (restore func()) {
	if n == 0 {
		return func() {}
	}
	before := runtime.GOMAXPROCS(min(n, runtime.NumCPU()))
	return func() { runtime.GOMAXPROCS(before) }
}

// AddChoice adds a flag whose value is one of a few words to a command. kind is the name of
// the value in the help text.
func AddChoice(cmd *cobra.Command, to *string, name, kind, usage string, words ...string) {
	cmd.Flags().Var(value{kind, func() string { return *to }, func(s string) error {
		if !slices.Contains(words, s) {
			return errors.New("want " + strings.Join(words, ", "))
		}
		*to = s
		return nil
	}}.once(), name, usage)
	Complete(cmd, name, words...)
}

// file returns the value of a flag for the name of a file, which cannot be empty.
func file(name *string) value {
	return value{"file", func() string { return *name }, func(s string) error {
		if s == "" {
			return errors.New("the name of the file is empty")
		}
		*name = s
		return nil
	}}
}

// AddFile adds a flag for the name of a file to a command.
func AddFile(cmd *cobra.Command, name *string, flag, usage string) {
	cmd.Flags().Var(file(name), flag, usage)
}
