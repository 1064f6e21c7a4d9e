package command

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/flags"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/lines"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
	"github.com/seed7b5a83f0/urn/pattern"
)

// patternFlags are the flags of match and build.
type patternFlags struct {
	lineFlags
	csv, tsv bool
}

func (f *patternFlags) add(cmd *cobra.Command) {
	cmd.ValidArgsFunction = completeAfterPattern
	f.addCommon(cmd)
	b := cmd.Flags()
	b.Bool("json", false, "the records are JSON objects, one on a line (default)")
	b.BoolVar(&f.csv, "csv", false, "the records are CSV, after a line with the names")
	b.BoolVar(&f.tsv, "tsv", false, "the records are TSV, after a line with the names")
	cmd.MarkFlagsMutuallyExclusive("json", "csv", "tsv")
}

// completeAfterPattern completes the names of files after the pattern, and nothing in its
// place.
func completeAfterPattern(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 && !cmd.Flags().Changed("patterns") {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return nil, cobra.ShellCompDirectiveDefault
}

// columns returns how the fields of p are written.
func (f *patternFlags) columns(p *pattern.Pattern) lines.Fields {
	fields := lines.Fields{Names: p.Names()}
	switch {
	case f.csv:
		fields.Comma = ','
	case f.tsv:
		fields.Comma = '\t'
	}
	return fields
}

// matchPattern is the command match.
type matchPattern struct{ patternFlags }

func (c *matchPattern) define() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "match [flags] PATTERN [file | urn ...]",
		Short: "Write the fields of URNs that match a pattern",
	}
	c.add(cmd)
	flags.AddSyntax(cmd, &c.syntax)
	flags.AddFields(cmd, &c.fields)
	return cmd
}

func (c *matchPattern) run(ctx context.Context, s stdio.Streams, args []string) error {
	m := &lines.Matcher{Set: flags.Patterns(ctx)}
	if m.Set != nil {
		if c.csv || c.tsv {
			return errors.New("--csv and --tsv: with --patterns the patterns have fields of their own: only JSON has room for them")
		}
		for p := range m.Set.All() {
			m.Any = m.Any || isRaw(p)
		}
		if err := c.setAny(m.Any); err != nil {
			return err
		}
		return c.lineFlags.run(ctx, s, args, m, true)
	}
	p, files, err := patternArg(args)
	if err != nil {
		return err
	}
	m.Pattern, m.Fields, m.Any, c.first = p, c.columns(p), isRaw(p), 1
	if err := c.setAny(m.Any); err != nil {
		return err
	}
	header, err := m.Header()
	if err != nil {
		return s.Trouble(err)
	}
	if err := s.WriteOut(header); err != nil {
		return err
	}
	return c.lineFlags.run(ctx, s, files, m, true)
}

// setAny has lines read as they are if some pattern is raw.
func (c *matchPattern) setAny(any bool) error {
	if c.any, c.reads = any, any; any && c.cmd.Flags().Changed("syntax") {
		return errors.New("--syntax: a raw pattern reads names as they are, and other names as URNs of RFC 8141")
	}
	return nil
}

// isRaw reports whether p is raw: words such as raw may come before a pattern.
func isRaw(p *pattern.Pattern) bool {
	words, _, _ := strings.Cut(p.String(), "urn:")
	return strings.Contains(words, "raw ")
}

// patternArg compiles the first argument.
func patternArg(args []string) (*pattern.Pattern, []string, error) {
	if len(args) == 0 {
		return nil, nil, errors.New("want a pattern, such as 'urn:example:{kind}:{id}'")
	}
	p, err := pattern.Compile(args[0])
	if err == nil && len(p.Names()) == 0 {
		err = errors.New("the pattern has no field")
	}
	return p, args[1:], err
}

// buildPattern is the command build.
type buildPattern struct{ patternFlags }

func (c *buildPattern) define() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "build [flags] PATTERN [file ...]",
		Short: "Build URNs from the fields of a pattern",
	}
	c.add(cmd)
	return cmd
}

func (c *buildPattern) run(ctx context.Context, s stdio.Streams, args []string) error {
	p, files, err := patternArg(args)
	if err != nil {
		return err
	}
	c.any = true
	return c.lineFlags.run(ctx, s, files, &lines.Builder{Pattern: p, Fields: c.columns(p)}, true)
}
