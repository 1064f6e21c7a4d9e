package command

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/flags"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/lines"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
)

type parse struct{ lineFlags }

func (c *parse) define() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "parse [flags] [file | urn ...]",
		Short: "Write the components of URNs",
	}
	c.add(cmd)
	return cmd
}

func (c *parse) run(ctx context.Context, s stdio.Streams, names []string) error {
	rules := flags.Rules(ctx, c.namespace)
	a := lines.Listing(rules)
	if c.json {
		a = lines.Record(rules)
	}
	if !c.json {
		c.rewrite.Columns, c.rewrite.Rules = c.fields.IsCSV(), rules
		c.rewrite.New, c.rewrite.IsJSON = lines.Record(rules), true
	}
	return c.lineFlags.run(ctx, s, names, lines.Write(a), true)
}
