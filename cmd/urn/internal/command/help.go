package command

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// addHelp adds --help, with the whole text, and -h, with one screen: the usage and the
// first words about each flag.
func addHelp(cmd *cobra.Command) {
	cmd.Flags().BoolP("help", "h", false, "write help: -h in brief, --help in full")
	full := cmd.HelpFunc()
	cmd.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		if len(args) == 0 || slices.Contains(args, "--help") {
			full(cmd, args)
			return
		}
		fmt.Fprint(cmd.OutOrStdout(), brief(cmd))
	})
}

// briefWidth is how wide the lines of a brief help are, in columns.
const briefWidth = 80

// brief returns what -h writes.
func brief(cmd *cobra.Command) string {
	var b strings.Builder
	use := cmd.UseLine()
	if cmd.HasAvailableSubCommands() {
		use = cmd.Name() + " command [flags] [argument ...]"
	}
	fmt.Fprintf(&b, "%s\n\nUsage: %s\n\n", cmd.Short, use)
	if cmd.HasAvailableSubCommands() {
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() {
				fmt.Fprintf(&b, "  %-10s %s\n", c.Name(), c.Short)
			}
		}
		b.WriteByte('\n')
	}
	list := pflag.NewFlagSet("", pflag.ContinueOnError)
	add := func(f *pflag.Flag) {
		short := *f
		short.Usage = firstWords(f.Usage)
		list.AddFlag(&short)
	}
	cmd.LocalFlags().VisitAll(add)
	cmd.InheritedFlags().VisitAll(add)
	b.WriteString(list.FlagUsagesWrapped(briefWidth))
	fmt.Fprintf(&b, "\n%s --help has the whole text.\n", cmd.CommandPath())
	return b.String()
}

// firstWords returns the first clause of a usage text.
func firstWords(usage string) string {
	for _, end := range []string{"; ", " (", ". ", ", such as "} {
		usage, _, _ = strings.Cut(usage, end)
	}
	return usage
}
