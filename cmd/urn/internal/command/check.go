package command

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/flags"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/lines"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
)

type check struct {
	lineFlags
	lines.CheckOptions
}

func (c *check) define() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "check [flags] [file | urn ...]",
		Short: "Report the lines that are not URNs",
	}
	c.add(cmd)
	f := cmd.Flags()
	f.BoolVar(&c.Lint, "lint", false, "report on standard error which URNs should be written otherwise")
	f.BoolVar(&c.Strict, "strict", false, "with --lint: exit with status 1 if there is advice")
	f.BoolVar(&c.Verbose, "verbose", false, `write "file:line: ok" for every URN`)
	cmd.MarkFlagsMutuallyExclusive("verbose", "json")
	return cmd
}

func (c *check) run(ctx context.Context, s stdio.Streams, names []string) error {
	if c.Strict && !c.Lint {
		return errors.New("--strict is for --lint")
	}
	c.Namespace, c.summary = c.namespace, true
	var h lines.Handler
	switch {
	case c.Namespace || c.Lint:
		c.Rules = flags.Rules(ctx, true)
		h = &lines.Checker{CheckOptions: c.CheckOptions}
	case c.json:
		h = lines.Write(lines.Record(nil))
	case c.Verbose:
		h = lines.Write(lines.AppenderFunc(lines.OK))
	default:
		h = lines.Discard{}
	}
	return c.lineFlags.run(ctx, s, names, h, c.json || c.Verbose)
}
