package command

import (
	"bytes"
	"embed"
	"fmt"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
)

// texts are the texts of the commands: a description, a line "Examples:", and examples.
//
//go:embed help
var texts embed.FS

// addHelp adds the help text of a command, and the flags --help and -h. --help prints the
// whole text. -h prints one screen: the usage, and the first words about each flag.
func addHelp(cmd *cobra.Command) {
	text, err := texts.ReadFile("help/" + cmd.Name() + ".txt")
	if err != nil {
		panic(err) // each command has a text
	}
	cmd.Long, cmd.Example, _ = strings.Cut(strings.TrimSuffix(string(text), "\n"), "\n\nExamples:\n")
	cmd.Flags().BoolP("help", "h", false, "write help: -h in brief, --help in full")
	full := cmd.HelpFunc()
	cmd.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		out := cmd.OutOrStdout()
		if len(args) != 0 && !slices.Contains(args, "--help") {
			fmt.Fprint(out, brief(cmd))
			return
		}
		width := helpWidth()
		var b bytes.Buffer
		cmd.SetOut(&b)
		cmd.SetUsageTemplate(strings.ReplaceAll(cmd.UsageTemplate(), ".FlagUsages |", fmt.Sprintf(".FlagUsagesWrapped %d |", width)))
		full(cmd, args)
		cmd.SetOut(out)
		fmt.Fprint(out, wrap(b.String(), width))
	})
}

// The width in columns of a brief help, and the least and greatest of the whole text.
const (
	briefWidth = 80
	minWidth   = 40
	maxWidth   = 100
)

// helpWidth returns the width of the whole help text in columns: the width of the terminal,
// which may show it by way of a pager.
func helpWidth() int {
	for _, f := range []*os.File{os.Stdout, os.Stderr} {
		if width := stdio.Columns(f); width > 0 {
			return min(max(width, minWidth), maxWidth)
		}
	}
	return maxWidth
}

// wrap breaks the lines of text that are longer than width, at blanks. A paragraph that has
// such a line is filled again. Examples stay as they are, so that they can be copied into a shell.
func wrap(text string, width int) string {
	var out []byte
	var paragraph []string
	flush := func() {
		long := slices.ContainsFunc(paragraph, func(l string) bool { return utf8.RuneCountInString(l) > width })
		if long {
			paragraph = []string{strings.Join(paragraph, " ")}
		}
		for _, line := range paragraph {
			out = append(stdio.Fold(out, []byte(line), width, 0), '\n')
		}
		paragraph = nil
	}
	examples := false
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		examples = line == "Examples:" || examples && line != ""
		alone := examples || line == "" || line[0] == ' '
		if alone {
			flush()
		}
		if examples {
			out = append(out, line+"\n"...)
			continue
		}
		paragraph = append(paragraph, line)
		if alone {
			flush()
		}
	}
	flush()
	return string(out)
}

// brief returns the text that -h writes.
func brief(cmd *cobra.Command) string {
	var b bytes.Buffer
	use := cmd.UseLine()
	if cmd.HasAvailableSubCommands() {
		use = cmd.CommandPath() + " command [flags] [argument ...]"
	}
	fmt.Fprintf(&b, "%s\n\nUsage: %s\n\n", cmd.Short, use)
	if cmd.HasAvailableSubCommands() {
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() {
				fmt.Fprintf(&b, "  %-10s  %s\n", c.Name(), c.Short)
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
	width := min(briefWidth, helpWidth())
	b.WriteString(list.FlagUsagesWrapped(width))
	fmt.Fprintf(&b, "\n%s --help has the whole text.\n", cmd.CommandPath())
	return string(stdio.Fold(nil, b.Bytes(), width, 0))
}

// firstWords returns the first clause of a usage text.
func firstWords(usage string) string {
	for _, end := range []string{"; ", " (", ". ", ", such as "} {
		usage, _, _ = strings.Cut(usage, end)
	}
	return usage
}
