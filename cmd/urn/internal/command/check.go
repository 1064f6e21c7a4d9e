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
		Long: `check reports every line that is not a URN on standard error: its place, as
file:line:column, what is wrong with it, and the line with a mark under the
first byte that no URN could have there. It writes nothing for a URN. At the end it says
how many lines do not pass, by reason, if there are several.

With --namespace, a URN must also have the syntax and the check digits of its
namespace. If that syntax is not known, the URN passes, and --stats counts it as
unchecked. With --json, the normal form and the key are those of the namespace,
and the field checked says whether its syntax is known.

With --patterns, a file of patterns adds rules for names of your own: a name that
begins as a pattern does must match one. See "urn match --help" for the file.

With --lint, check also gives advice: it reports URNs that parse but should be
written otherwise. Each kind of advice is reported once for a URN. The message
begins with "advice:" and ends with a name in brackets. Advice does not change
the exit status, unless --strict makes it 1. With --json, the array advice has
all advice. A URN of more than 16K bytes gets no advice, and the field is null.

With --csv-column or --json-field, check looks at one field of each record of CSV or
of JSON Lines. An empty field passes. --rejects has the whole records.

Exit status:
  0  every line is a URN (with --namespace: none breaks the rules of its namespace)
  1  some line does not pass (with --strict: or there is advice)
  2  wrong usage, or an input or output that failed`,
		Example: `  urn check names.txt
  urn check --namespace urn:isbn:0-395-36341-2
  urn check --quiet --rejects bad.txt names.txt || cat bad.txt
  urn check --quiet --rejects - names.txt        # the bad lines, as they are
  urn check --namespace --lint names.txt
  urn check --verbose --csv-column id names.csv
  urn check --json names.txt 2>/dev/null | jq -r 'select(.valid|not) | .error.reason'`,
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
		h = lines.NewChecker(c.CheckOptions)
	case c.json:
		h = lines.Write(lines.Record(nil))
	case c.Verbose:
		h = lines.Write(lines.AppenderFunc(lines.OK))
	default:
		h = lines.Discard{}
	}
	return c.lineFlags.run(ctx, s, names, h, c.json || c.Verbose)
}
