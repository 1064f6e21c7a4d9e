package flags

import (
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/notation"
)

// In is the notation of a text: --in, and --csv-separator.
type In struct {
	cmd   *cobra.Command
	value string
	csv   atomic.Bool // an input is read as Auto and looks like CSV
}

// AddIn adds --in to a command, with the given notations as values.
func AddIn(cmd *cobra.Command, in *In, usage string, values ...string) {
	in.cmd = cmd
	AddChoice(cmd, &in.value, "in", "notation", usage, values...)
}

// AddSeparator adds --csv-separator to a command.
func AddSeparator(cmd *cobra.Command, separator *string) {
	cmd.Flags().StringVar(separator, "csv-separator", "", "the `character` that separates the cells of CSV, or tab (default the one of , ; | and tab that the header has most often; a tab for files named .tsv)")
}

// Given reports whether the flag is given.
func (in *In) Given() bool { return in.value != "" }

// Of returns the function that returns the notation of an input, for
// [github.com/seed7b5a83f0/urn/cmd/urn/internal/pipeline.Config]. Without the flag, or if it is auto,
// files with the extension of CSV are CSV, and all other files are Auto.
func (in *In) Of(separator string) (func(name string, begin []byte) notation.Notation, error) {
	n := notation.CSV
	auto := !in.Given() || in.value == notation.Auto.String()
	if !auto {
		if err := n.UnmarshalText([]byte(in.value)); err != nil {
			return nil, err
		}
	}
	c, err := separatorOf(separator)
	if err != nil {
		return nil, err
	}
	if c != 0 {
		if n != notation.CSV {
			return nil, errors.New("--csv-separator is for CSV: for --in csv, or for files named .csv or .tsv")
		}
		n = notation.Separated(c)
	}
	return func(name string, begin []byte) notation.Notation {
		if auto && !notation.IsCSV(name) {
			if !in.csv.Load() && notation.LooksLikeCSV(begin) {
				in.csv.Store(true)
			}
			return notation.Auto
		}
		return n.Of(name, begin)
	}, nil
}

// Hint returns remark, with a hint if an input looks like CSV and is not read so: what a text contains never
// decides that.
func (in *In) Hint(remark string) string {
	const hint = "the text looks like CSV: --in csv ends a name where its cell ends"
	switch {
	case !in.csv.Load():
		return remark
	case remark == "":
		return hint
	}
	return remark + "\nurn: " + hint
}

// separatorOf returns the separator of columns, or 0 if it is not given.
func separatorOf(s string) (byte, error) {
	switch {
	case s == "":
		return 0, nil
	case s == "tab" || s == `\t` || s == "\t":
		return '\t', nil
	case len(s) > 1 || s[0] < ' ' || s[0] > '~' || s[0] == '"':
		return 0, fmt.Errorf("--csv-separator %q: want one character of ASCII, such as %q, or tab", s, ";")
	}
	return s[0], nil
}
