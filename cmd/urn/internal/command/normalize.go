package command

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/flags"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/lines"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
)

type normalize struct {
	lineFlags
	key flags.Key
}

func (c *normalize) define() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "normalize [flags] [file ...]",
		Aliases: []string{"normalise"},
		Short:   "Write URNs in normal form",
		Long: `normalize writes every URN in normal form: scheme and NID in lower case, the
hexadecimal digits of escapes in upper case. It leaves out lines that are not
URNs, and reports them on standard error.

With --key, it writes keys: two URNs have the same key if and only if they are
equivalent. With --key=namespace, equivalence also follows the rules of their
namespace.`,
		Example: `  urn normalize names.txt
  urn normalize --key names.txt | sort | uniq -c
  urn normalize --key=namespace names.txt | sort -u
  echo 'URN:ISBN:0-395-36341-1?=x%2fy' | urn normalize`,
	}
	c.add(cmd)
	flags.AddOptionalKey(cmd, &c.key, "leave out r-, q- and f-component, which equivalence ignores; =namespace: also apply the rules of each URN's namespace")
	return cmd
}

func (c *normalize) run(ctx context.Context, s stdio.Streams, names []string) error {
	a := lines.Normalized(nil)
	switch {
	case c.json && c.key != "":
		return errors.New("--key cannot be used with --json, whose objects have both normalized and key")
	case c.json:
		a = lines.Record(nil)
	case c.key != "":
		a = lines.Key(c.key.Rules(ctx))
	}
	return c.lineFlags.run(ctx, s, names, lines.Write(a), true)
}
