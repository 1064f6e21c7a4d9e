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
	any          bool // the lines need not be URNs
	repair       *urn.Repairer
}

func (f *lineFlags) add(cmd *cobra.Command) {
	flags.AddSyntax(cmd, &f.syntax)
	cmd.Flags().BoolVar(&f.json, "json", false, "write one JSON object for every line, also for a line that is not a URN")
	f.addCommon(cmd)
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
	work := lines.New(lines.Options{
		Syntax: f.syntax, MaxLine: f.maxLine, JSON: f.json, Quiet: f.quiet, Keep: f.rejects != "", Any: f.any, Repair: f.repair,
	}, h)
	return job.Run(ctx, s, job.Options{
		Quiet: f.quiet, Stats: f.stats, MaxLine: f.maxLine,
		Rejects: f.rejects, Silent: !writes && f.rejects != "-",
	}, names, work)
}
