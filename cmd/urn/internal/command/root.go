// Package command has the commands of the program. Each command is a small type in its own
// file that implements the interface subcommand. The type defines the flags, and calls the
// packages that do the work. The help texts are in the folder help. To add a command, add
// its type to commands.
package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/flags"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/report"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
)

// subcommand is a command of the program, such as find.
type subcommand interface {
	// define returns the command with its flags, which set the subcommand.
	define() *cobra.Command
	// run runs the command with the arguments that are not flags. If its error
	// is a Status, it has been reported. Any other error is wrong usage.
	run(ctx context.Context, s stdio.Streams, args []string) error
}

// commands returns all commands.
func commands() []subcommand {
	return []subcommand{&check{}, &parse{}, &normalize{}, &equal{}, &findURNs{}, &replace{}, &mapLines{}, &matchPattern{}, &buildPattern{}, &lintTree{}, &ns{}, &servePage{}, &showVersion{}}
}

// run is the program: everything except the process around it.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	streams := stdio.Streams{In: stdin, Out: stdout, Err: stdio.Prose(stderr)}
	var texts bytes.Buffer // help and completions: cobra ignores errors of writing
	root := rootCommand(streams)
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(&texts)
	root.SetErr(stderr)
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd(args...)
	if len(args) == 0 {
		root.SetOut(stderr)
		_ = root.Help()
		return int(stdio.Trouble)
	}
	if args[0] == cobra.ShellCompRequestCmd {
		plainUsages(root)
	}
	if cmd, rest, err := root.Find(args); err == nil {
		if err := knowsTopic(root, cmd, rest); err != nil {
			return wrongUsage(streams.Err, cmd, args, err)
		}
		if err := flags.TakesNoValue(cmd, rest); err != nil {
			return wrongUsage(streams.Err, cmd, args, err)
		}
	}
	cmd, err := root.ExecuteContextC(ctx)
	if cmd.CommandPath() == "urn completion bash" && err == nil {
		texts.WriteString(needsPackage)
	}
	if texts.Len() > 0 {
		if failed := streams.WriteOut(texts.Bytes()); err == nil {
			err = failed
		}
	}
	var signal stdio.Interrupted
	if errors.As(err, &signal) {
		err = streams.Trouble(err)
	}
	var status stdio.Status
	switch {
	case err == nil:
		return int(stdio.OK)
	case errors.As(err, &status):
		return int(status)
	}
	return wrongUsage(streams.Err, cmd, args, err)
}

// needsPackage is for the end of the completion script of bash: without the package, cobra's
// function names one that is missing.
const needsPackage = `
__urn_init_completion()
{
    if ! declare -F _get_comp_words_by_ref >/dev/null; then
        printf '\nurn: completion needs the package bash-completion\n' >&2
        return 1
    fi
    COMPREPLY=()
    _get_comp_words_by_ref "$@" cur prev words cword
}
`

// knowsTopic returns an error if help or completion is asked for something that there is
// not. Cobra then writes another text, and the status would be 0.
func knowsTopic(root, cmd *cobra.Command, args []string) error {
	topic := strings.Join(slices.DeleteFunc(slices.Clone(args), func(a string) bool { return strings.HasPrefix(a, "-") }), " ")
	if topic == "" {
		return nil
	}
	switch cmd.Name() {
	case "completion":
		return fmt.Errorf("no completion for a shell %q", topic)
	case "help":
		if found, rest, err := root.Find(args); err != nil || len(rest) > 0 || found == nil {
			return fmt.Errorf("no such command: %q", topic)
		}
	}
	return nil
}

// plainUsages takes the backticks out of the texts of the flags. They mark the name of the
// value for the help text, and completions would show them.
func plainUsages(cmd *cobra.Command) {
	plain := func(f *pflag.Flag) { _, f.Usage = pflag.UnquoteUsage(f) }
	cmd.Flags().VisitAll(plain)
	cmd.PersistentFlags().VisitAll(plain)
	for _, c := range cmd.Commands() {
		plainUsages(c)
	}
}

// wrongUsage reports an error about the use of a command.
func wrongUsage(w io.Writer, cmd *cobra.Command, args []string, err error) int {
	var message []string
	for line := range strings.Lines(strings.TrimSpace(inWords(err.Error()))) {
		message = append(message, report.Visible(strings.Trim(line, "\t\n")))
	}
	if s := suggestion(cmd, args, err); s != "" {
		message = append(message, report.Visible(s))
	}
	fmt.Fprintf(w, "urn: %s\nTry '%s --help'.\n", strings.Join(message, "\n"), cmd.CommandPath())
	return int(stdio.Trouble)
}

// ownWords are the messages of cobra, pflag and strconv that need to be put in other
// words, each with the words. A list of flags takes the place of %s.
var ownWords = []struct {
	theirs *regexp.Regexp
	ours   string
}{
	{regexp.MustCompile(`^if any flags in the group \[.*\] are set none of the others can be; \[(.*)\] were all set$`), "%s cannot be used together"},
	{regexp.MustCompile(`^unknown shorthand flag: '(.)' in .*$`), "unknown flag -$1"},
	{regexp.MustCompile(`^flag needs an argument: '(.)' in -.*$`), "a value is missing after -$1"},
	{regexp.MustCompile(`^flag needs an argument: (--\S+)$`), "a value is missing after $1"},
	{regexp.MustCompile(`strconv\.ParseBool: .*$`), "it takes no value, or true or false"},
	{regexp.MustCompile(`strconv\.ParseInt: .*$`), "want a number"},
	{regexp.MustCompile(`parse error on line .*$`), "want names with commas between them"},
}

// inWords returns a message in the words that the help texts use.
func inWords(message string) string {
	for _, w := range ownWords {
		m := w.theirs.FindStringSubmatch(message)
		switch {
		case m == nil:
		case strings.HasPrefix(w.ours, "%s"):
			names := strings.Fields(m[1])
			for i := range names {
				names[i] = "--" + names[i]
			}
			last := len(names) - 1
			return fmt.Sprintf(w.ours, strings.Join(names[:last], ", ")+" and "+names[last])
		default:
			return w.theirs.ReplaceAllString(message, w.ours)
		}
	}
	return message
}

func rootCommand(streams stdio.Streams) *cobra.Command {
	root := &cobra.Command{
		Use:           "urn",
		Short:         "Work with Uniform Resource Names (RFC 8141, RFC 2141)",
		Version:       version(),
		SilenceErrors: true, // run reports them
		SilenceUsage:  true,
	}
	root.SetVersionTemplate("{{.Name}} {{.Version}}\n")
	root.Flags().Bool("version", false, "print the version") // before cobra takes -v for it
	addHelp(root)
	var patterns string
	flags.AddPatterns(root, &patterns)
	for _, c := range commands() {
		cmd := c.define()
		flags.CompleteNothing(cmd)
		addHelp(cmd)
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			ctx, err := flags.WithPatterns(cmd.Context(), patterns)
			if err == nil {
				err = flags.CheckPatterns(cmd)
			}
			if err != nil {
				return err
			}
			return c.run(ctx, streams, expand(args))
		}
		root.AddCommand(cmd)
	}
	return root
}

// Root returns the root command with all others, for the generators of pages and completions.
func Root() *cobra.Command {
	return rootCommand(stdio.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr})
}
