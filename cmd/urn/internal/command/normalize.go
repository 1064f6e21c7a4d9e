package command

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/flags"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/lines"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
	"github.com/seed7b5a83f0/urn/repair"
)

type normalize struct {
	lineFlags
	key, repair, percent, only bool
	to                         string
}

func (c *normalize) define() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "normalize [flags] [file | urn ...]",
		Aliases: []string{"normalise"},
		Short:   "Write URNs in normal form",
	}
	c.add(cmd)
	f := cmd.Flags()
	f.BoolVar(&c.key, "key", false, "the same as --to key")
	targets := []string{toNormalized, toKey}
	c.to = toNormalized
	flags.AddChoice(cmd, &c.to, "to", "what", "write "+strings.Join(targets, " or ")+", without r-, q- and f-component, which equivalence ignores", targets...)
	cmd.MarkFlagsMutuallyExclusive("key", "to")
	flags.NoValue(cmd, "key", "no value: --namespace is a flag of its own", "namespace", "urn")
	f.BoolVar(&c.repair, "repair", false, "escape what may not occur in a URN")
	flags.NoValue(cmd, "repair", "no value: --repair-percent is a flag of its own", "percent", "octets")
	f.BoolVar(&c.only, "only-column", false, "with --csv-column or --json-field: write only the column, one name on each line, and no header")
	f.BoolVar(&c.percent, "repair-percent", false, "like --repair, and escape also a \"%\" without two hexadecimal digits")
	return cmd
}

func (c *normalize) run(ctx context.Context, s stdio.Streams, names []string) error {
	rules := flags.Rules(ctx, c.namespace)
	c.key = c.key || c.to == toKey
	repairs := c.repair || c.percent
	a := lines.Normalized(rules)
	switch {
	case c.json && (c.key || c.cmd.Flags().Changed("to")):
		return errors.New("--to and --key cannot be used with --json, whose objects have both normalized and key")
	case c.json && repairs:
		a = lines.Repaired(rules)
	case c.json:
		a = lines.Record(rules)
	case c.key:
		a = lines.Key(rules)
	}
	if repairs {
		c.repairer = &repair.Repairer{Syntax: c.syntax, EscapePercent: c.percent}
	}
	if c.only && (c.json || !c.fields.IsCSV() && !c.fields.IsJSON()) {
		return errors.New("--only-column is for --csv-column and --json-field, without --json")
	}
	if !c.json && !c.only {
		c.rewrite.New = a
	}
	return c.lineFlags.run(ctx, s, names, lines.Write(a), true)
}
