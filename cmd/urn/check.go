package main

import (
	"strconv"

	"github.com/spf13/cobra"

	"github.com/seed7b5a83f0/urn"
)

func (a *app) checkCommand() *cobra.Command {
	j := &lineJob{}
	verbose := false
	cmd := &cobra.Command{
		Use:   "check [flags] [file ...]",
		Short: "Report the lines that are not URNs",
		Long: `check reports every line that is not a URN on standard error: where it stands,
as file:line:column, what is wrong with it, and the line with a mark under the
first byte that no URN could have there. Nothing is written for a URN.`,
		Example: `  urn check names.txt
  urn check --quiet --rejects bad.txt names.txt || cat bad.txt
  urn check --quiet --rejects - names.txt        # the bad lines, as they are
  urn check --json names.txt 2>/dev/null | jq -r 'select(.valid|not) | .error.reason'`,
	}
	cmd.RunE = func(cmd *cobra.Command, names []string) error {
		if verbose && !j.json {
			j.text = appendOK
		}
		return j.runE(cmd, names)
	}
	j.command(a, cmd)
	cmd.Flags().BoolVar(&verbose, "verbose", false, `write "file:line: ok" for every URN`)
	return cmd
}

func appendOK(dst []byte, p place, _ urn.URN) []byte {
	dst = append(dst, p.name...)
	dst = append(dst, ':')
	dst = strconv.AppendInt(dst, p.Line, 10)
	return append(dst, ": ok\n"...)
}
