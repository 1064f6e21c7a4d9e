package command

import (
	"context"
	"errors"

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
}

func (f *lineFlags) add(cmd *cobra.Command) {
	flags.AddSyntax(cmd, &f.syntax)
	cmd.Flags().BoolVar(&f.json, "json", false, "write one JSON object a line, for what is a URN and for what is not")
	cmd.Flags().BoolVarP(&f.quiet, "quiet", "q", false, "do not report on standard error what is not a URN, show no progress")
	addStats(cmd, &f.stats)
	flags.AddMaxLine(cmd, &f.maxLine)
	flags.AddFile(cmd, &f.rejects, "rejects", "keep lines that are not URNs in `file`, byte for byte (-: standard output)")
}

func addStats(cmd *cobra.Command, stats *bool) {
	cmd.Flags().BoolVar(stats, "stats", false, "write counts to standard error at the end")
}

// run gives the URNs on the lines of the inputs to h. writes tells that h writes
// to standard output.
func (f *lineFlags) run(ctx context.Context, s stdio.Streams, names []string, h lines.Handler, writes bool) error {
	if f.rejects == "-" && writes {
		return errors.New("--rejects -: there is other output on standard output")
	}
	work := lines.New(lines.Options{
		Syntax: f.syntax, MaxLine: f.maxLine, JSON: f.json, Quiet: f.quiet, Keep: f.rejects != "",
	}, h)
	return job.Run(ctx, s, job.Options{
		Quiet: f.quiet, Stats: f.stats, MaxLine: f.maxLine,
		Rejects: f.rejects, Silent: !writes && f.rejects != "-",
	}, names, work)
}
