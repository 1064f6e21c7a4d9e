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
		Long: `parse writes the components of every URN, one "name: value" on a line, with an
empty line after each URN. Components that are absent are left out. A component
that is present and empty has no value. The names are those of the JSON keys:
  input          the URN as it is written
  nid nss r q f  the components
  normalized     the normal form: scheme and NID in lower case, escapes in upper case
  key            the normal form of the assigned-name: equal for equivalent URNs
With --namespace, the normal form and the key are those of the namespace.

With --csv-column, it writes the records with further columns: nid, nss, r, q, f,
normalized and key. With --json-field, it writes the records with an object, as
--json has it, in the place of that field.`,
		Example: `  urn parse names.txt
  urn parse --json names.txt | jq -r 'select(.valid) | [.nid, .nss] | @tsv'
  urn parse 'urn:example:a?=q#f'
  urn parse --json-field id names.jsonl`,
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
