package flags

import (
	"errors"
	"strconv"

	"github.com/spf13/cobra"
)

// Fields are the flags that say in which field of a record a URN is.
type Fields struct {
	cmd       *cobra.Command
	Column    string // of CSV: a name, or a number from 1
	Path      string // of JSON Lines
	separator string
	NoHeader  bool
}

// AddFields adds the flags to a command.
func AddFields(cmd *cobra.Command, f *Fields) {
	f.cmd = cmd
	cmd.Flags().Var(text(&f.Column), "csv-column", "work on one `column` of CSV or TSV: its name in the header, or its number, from 1")
	AddSeparator(cmd, &f.separator)
	cmd.Flags().BoolVar(&f.NoHeader, "csv-no-header", false, "the first record of CSV is not a header; for the number of a column")
	cmd.Flags().Var(text(&f.Path), "json-field", "work on one field of JSON Lines, by its `path`, such as user.id, or /user/id")
	cmd.MarkFlagsMutuallyExclusive("csv-column", "json-field")
}

// text returns the value of a flag that is a text.
func text(to *string) value {
	return value{"string", func() string { return *to }, func(s string) error { *to = s; return nil }}.once()
}

// IsCSV and IsJSON report whether the flag is given.
func (f *Fields) IsCSV() bool  { return f.cmd != nil && f.cmd.Flags().Changed("csv-column") }
func (f *Fields) IsJSON() bool { return f.cmd != nil && f.cmd.Flags().Changed("json-field") }

// Number returns the number of the column, or 0 if it has a name.
func (f *Fields) Number() int {
	n, err := strconv.Atoi(f.Column)
	if err != nil || n < 1 {
		return 0
	}
	return n
}

// Separator returns the separator of columns, or 0 if it is not given.
func (f *Fields) Separator() byte {
	c, _ := separatorOf(f.separator) // Check has reported the error
	return c
}

// SeparatorText returns the flag as it is given.
func (f *Fields) SeparatorText() string { return f.separator }

// Check checks the values of the flags. text says that the command also reads CSV as text.
func (f *Fields) Check(text bool) error {
	if f.cmd == nil {
		return nil
	}
	_, err := separatorOf(f.separator)
	switch {
	case f.NoHeader && !f.IsCSV(), f.separator != "" && !f.IsCSV() && (!text || f.IsJSON()):
		return errors.New("--csv-separator and --csv-no-header are for --csv-column")
	case f.IsCSV() && f.Column == "", f.IsJSON() && f.Path == "":
		return errors.New("the name of the field is empty")
	case f.NoHeader && f.Number() == 0:
		return errors.New("--csv-no-header is for the number of a column: without a header, columns have no names")
	}
	return err
}
