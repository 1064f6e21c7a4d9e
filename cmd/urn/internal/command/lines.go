package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/flags"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/input"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/job"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/lines"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/notation"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/pipeline"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/report"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
	"github.com/seed7b5a83f0/urn/repair"
)

// lineFlags are the flags of the commands that read one URN on each line: check, parse,
// normalize, map, match and build.
type lineFlags struct {
	cmd          *cobra.Command
	syntax       urn.Syntax
	json         bool
	quiet, stats bool
	namespace    bool
	color        flags.Color
	threads      int
	maxLine      int
	rejects      string
	useNull      bool // answer every line, with null if it is not a URN
	null         string
	summary      bool          // count the lines that do not pass, by reason
	any          bool          // the lines need not be URNs
	reads        bool          // with any: they are names all the same
	first        int           // which argument is the first input, from 0
	remark       func() string // see lines.Options.Also
	repairer     *repair.Repairer
	fields       flags.Fields
	rewrite      lines.RecordOptions // with fields: the output, unless the Handler writes it
}

func (f *lineFlags) add(cmd *cobra.Command) {
	flags.AddSyntax(cmd, &f.syntax)
	cmd.Flags().BoolVar(&f.json, "json", false, "write one JSON object for every line, also for a line that is not a URN")
	flags.AddNamespace(cmd, &f.namespace)
	f.addCommon(cmd)
	flags.AddFields(cmd, &f.fields)
}

// addCommon adds the flags that do not depend on the output.
func (f *lineFlags) addCommon(cmd *cobra.Command) {
	f.cmd = cmd
	if cmd.ValidArgsFunction == nil {
		cmd.ValidArgsFunction = completeInputs
	}
	cmd.Flags().BoolVarP(&f.quiet, "quiet", "q", false, "do not report lines that are not URNs on standard error; show no progress")
	addStats(cmd, &f.stats)
	flags.AddColor(cmd, &f.color)
	flags.AddThreads(cmd, &f.threads)
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
	defer flags.UseThreads(f.threads)()
	o := lines.Options{
		Style: reportStyle(f.color, s), Summary: f.summary, Syntax: f.syntax, MaxLine: f.maxLine, JSON: f.json, Quiet: f.quiet, Keep: f.rejects != "", Any: f.any, Repair: f.repairer, Also: f.remark,
		UseNull: f.useNull, Null: f.null, AsIs: f.useNull && !stdio.IsRegular(s.In),
	}
	j := job.Options{
		Quiet: f.quiet, Stats: f.stats, Config: pipeline.Config{MaxLine: f.maxLine},
		Rejects: f.rejects, Silent: !writes && f.rejects != "-", AsIs: f.useNull,
	}
	format, err := recordFormat(&f.fields, false)
	switch {
	case err != nil:
		return err
	case format != nil && f.useNull && f.json:
		return errors.New("--errors cannot be used with --csv-column or --json-field")
	case format != nil:
		f.rewrite.Options, f.rewrite.Format, f.rewrite.Handler = o, format, h
		return runRecords(ctx, s, j, names, f.rewrite)
	}
	if !f.any || f.reads {
		names = urnsIn(f.cmd, names, f.first)
	}
	o.Quiet = o.Quiet || f.useNull
	if b, ok := h.(*lines.Builder); ok {
		j.Begin = b.Begin
	}
	work := lines.New(o, h)
	j.Remark = work.Remark
	return job.Run(ctx, s, j, names, work)
}

// reportStyle returns the style of reports on standard error.
func reportStyle(c flags.Color, s stdio.Streams) report.Style {
	return report.Style{Color: c.On(s.Err), Columns: stdio.Columns(s.Err)}
}

// urnsIn returns the names of the inputs. An argument that is a URN is an input itself: it
// begins with "urn:", and follows "--" or names no file. args are the arguments of cmd from
// the index first on.
func urnsIn(cmd *cobra.Command, args []string, first int) []string {
	names := slices.Clone(args)
	for i, arg := range args {
		if len(arg) < len("urn:") || !strings.EqualFold(arg[:len("urn:")], "urn:") {
			continue
		}
		_, err := os.Lstat(arg)
		if dash := cmd.ArgsLenAtDash(); err != nil || dash >= 0 && first+i >= dash {
			names[i] = input.Argument(first+i+1, arg)
		}
	}
	return names
}

// completeInputs completes the names of files, and the beginning of a URN once "urn:" is
// there.
func completeInputs(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	if len(typed) >= len("urn:") {
		if urns, directive := completeURN(cmd, args, typed); len(urns) > 0 {
			return urns, directive
		}
	}
	return nil, cobra.ShellCompDirectiveDefault
}

// recordFormat returns the format of the records by the flags, or nil for one URN on each
// line. text says that the command also reads CSV as text.
func recordFormat(f *flags.Fields, text bool) (lines.Format, error) {
	if err := f.Check(text); err != nil {
		return nil, err
	}
	switch {
	case f.IsCSV():
		c := &lines.CSV{Number: f.Number(), In: notation.Separated(f.Separator()), NoHeader: f.NoHeader}
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
	if c, ok := o.Format.(*lines.CSV); ok {
		j.Quoted, j.InOf = true, c.In.Of
	}
	j.Begin = o.Format.Begin
	j.NoUTF16 = o.Rewrites()
	work := lines.NewRecords(o)
	j.Remark = work.Remark
	return job.Run(ctx, s, j, names, work)
}
