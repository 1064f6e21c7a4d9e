package command

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/flags"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/job"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/lines"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
)

// lineFlags are the flags of the commands that read URNs one a line: check,
// parse and normalize.
type lineFlags struct {
	syntax       urn.Syntax
	json         bool
	quiet, stats bool
	maxLine      int
	rejects      string
	any          bool // the lines need not be URNs
	repair       *urn.Repairer
	fields       flags.Fields
	rewrite      lines.RecordOptions // with fields: what is written, if it is not what the Handler writes
}

func (f *lineFlags) add(cmd *cobra.Command) {
	flags.AddSyntax(cmd, &f.syntax)
	cmd.Flags().BoolVar(&f.json, "json", false, "write one JSON object for every line, also for a line that is not a URN")
	f.addCommon(cmd)
	flags.AddFields(cmd, &f.fields)
}

// addCommon adds the flags that do not depend on what is written.
func (f *lineFlags) addCommon(cmd *cobra.Command) {
	cmd.Flags().BoolVarP(&f.quiet, "quiet", "q", false, "do not report lines that are not URNs on standard error; show no progress")
	addStats(cmd, &f.stats)
	flags.AddMaxLine(cmd, &f.maxLine)
	flags.AddFile(cmd, &f.rejects, "rejects", "write lines that are not URNs to `file`, byte for byte (-: standard output)")
}

func addStats(cmd *cobra.Command, stats *bool) {
	cmd.Flags().BoolVar(stats, "stats", false, "write counts to standard error at the end")
}

// run passes the URNs on the lines of the inputs to h. writes reports whether h
// writes to standard output.
func (f *lineFlags) run(ctx context.Context, s stdio.Streams, names []string, h lines.Handler, writes bool) error {
	if f.rejects == "-" && writes {
		return errors.New("--rejects -: standard output already has other output")
	}
	o := lines.Options{
		Syntax: f.syntax, MaxLine: f.maxLine, JSON: f.json, Quiet: f.quiet, Keep: f.rejects != "", Any: f.any, Repair: f.repair,
	}
	j := job.Options{
		Quiet: f.quiet, Stats: f.stats, MaxLine: f.maxLine,
		Rejects: f.rejects, Silent: !writes && f.rejects != "-",
	}
	if format, err := recordFormat(&f.fields); err != nil {
		return err
	} else if format != nil {
		f.rewrite.Options, f.rewrite.Format, f.rewrite.Handler = o, format, h
		return runRecords(ctx, s, j, names, f.rewrite)
	}
	return job.Run(ctx, s, j, names, lines.New(o, h))
}

// recordFormat returns the format that the flags ask for, or nil for URNs one a line.
func recordFormat(f *flags.Fields) (lines.Format, error) {
	if err := f.Check(); err != nil {
		return nil, err
	}
	switch {
	case f.IsCSV():
		c := &lines.CSV{Number: f.Number(), Separator: f.Separator(), NoHeader: f.NoHeader}
		if c.Number == 0 {
			c.Name = f.Column
		}
		return c, nil
	case f.IsJSON():
		j, err := lines.NewJSONField(f.Path)
		if err != nil {
			return nil, fmt.Errorf("--json-field: %w", err)
		}
		return j, nil
	}
	return nil, nil
}

// runRecords works on one field of each record of the inputs.
func runRecords(ctx context.Context, s stdio.Streams, j job.Options, names []string, o lines.RecordOptions) error {
	_, j.Quoted = o.Format.(*lines.CSV)
	j.Begin = o.Format.Begin
	j.NoUTF16 = o.Rewrites()
	return job.Run(ctx, s, j, names, lines.NewRecords(o))
}
