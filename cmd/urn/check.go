package main

import (
	"strconv"

	"github.com/spf13/cobra"

	"github.com/seed7b5a83f0/urn"
)

func (a *app) checkCommand() *cobra.Command {
	j := &lineJob{}
	x := &examiner{}
	verbose := false
	cmd := &cobra.Command{
		Use:   "check [flags] [file ...]",
		Short: "Report the lines that are not URNs",
		Long: `check reports every line that is not a URN on standard error: where it stands,
as file:line:column, what is wrong with it, and the line with a mark under the
first byte that no URN could have there. Nothing is written for a URN.

With --namespace a URN is also held to the syntax and the check digits of its
namespace. One of a namespace that nothing is known of passes; --stats counts
those, as unchecked. With --json the normal form and the key are then those of
the namespace, and checked tells whether anything is known of it.

With --lint what parses but should not be written is reported in the same form,
each kind once for a URN, its message beginning with "advice:" and ending with
a name in brackets. Advice makes no difference to the exit status, unless
--strict makes it 1. With --json all of it is in advice, an array (null for a URN
of more than 16K bytes, which is not looked at).

Exit status:
  0  every line is a URN (and, with --namespace, not wrong for its namespace)
  1  some line is not (--strict: or there is advice)
  2  wrong usage, or an input or output that failed`,
		Example: `  urn check names.txt
  urn check --quiet --rejects bad.txt names.txt || cat bad.txt
  urn check --quiet --rejects - names.txt        # the bad lines, as they are
  urn check --namespace --lint names.txt
  urn check --json names.txt 2>/dev/null | jq -r 'select(.valid|not) | .error.reason'`,
	}
	cmd.RunE = func(cmd *cobra.Command, names []string) error {
		if verbose && !j.json {
			j.text = appendOK
		}
		if err := x.apply(j); err != nil {
			return err
		}
		return j.runE(cmd, names)
	}
	j.command(a, cmd)
	x.add(cmd)
	cmd.Flags().BoolVar(&verbose, "verbose", false, `write "file:line: ok" for every URN`)
	return cmd
}

func appendOK(dst []byte, p place, _ urn.URN) []byte {
	dst = append(dst, p.name...)
	dst = append(dst, ':')
	dst = strconv.AppendInt(dst, p.Line, 10)
	return append(dst, ": ok\n"...)
}
