package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/report"
)

// status is how the command ends. As an error it stands for something that
// has been reported already.
type status int

const (
	statusOK      status = 0
	statusNo      status = 1   // some input was not a URN, or two are not equivalent
	statusTrouble status = 2   // usage, or an input or output that failed
	statusSignal  status = 128 // plus the number of the signal that ended it
	statusGone           = statusSignal + status(syscall.SIGPIPE)
)

func (s status) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// app is one run of the command.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer
}

// run is the command: everything but the process around it.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	a := &app{stdin, stdout, stderr}
	// Cobra keeps flags that it has completions for, and what they are part of,
	// for as long as the process lives.
	defer func() { *a = app{} }()
	root := a.rootCommand()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	if len(args) == 0 {
		root.SetOut(stderr)
		_ = root.Help()
		return int(statusTrouble)
	}
	cmd, err := root.ExecuteContextC(ctx)
	var s status
	switch {
	case err == nil:
		return int(statusOK)
	case errors.As(err, &s):
		return int(s)
	}
	var message []string
	for line := range strings.Lines(strings.TrimSpace(err.Error())) {
		message = append(message, report.Visible(strings.Trim(line, "\t\n")))
	}
	fmt.Fprintf(stderr, "urn: %s\nTry '%s --help'.\n", strings.Join(message, "\n"), cmd.CommandPath())
	return int(statusTrouble)
}

const exitStatus = `Exit status:
  0  all is well
  1  some input is not a URN (equal: or the two are not equivalent; find: no
     URN was found)
  2  wrong usage, or an input or output that failed
Standard output closed early ends it quietly with 141, a signal with 128 and
the signal's number.`

func (a *app) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "urn",
		Short: "Work with Uniform Resource Names (RFC 8141, RFC 2141)",
		Long: `urn reads Uniform Resource Names, one a line, from files or standard input;
find reads any text.

A line ends with LF or CR LF. Empty lines are skipped, and so is a byte order
mark at the beginning. Files may be compressed with gzip or Zstandard; what a
file is called makes no difference. Output is in the order of the input.

` + exitStatus,
		Example: `  printf 'urn:isbn:0-395-36341-1\nurn:x:y\n' | urn check
  urn parse --json names.txt.gz | jq -r .nid | sort | uniq -c
  urn normalize --key names.txt | sort -u
  urn equal urn:ISBN:0-395-36341-1 urn:isbn:0-395-36341-1
  urn find --count app.log | head`,
		Version:       version(),
		SilenceErrors: true, // run reports them
		SilenceUsage:  true,
	}
	root.SetVersionTemplate("{{.Name}} {{.Version}}\n")
	root.Flags().Bool("version", false, "print the version") // before cobra takes -v for it
	root.AddCommand(a.checkCommand(), a.parseCommand(), a.normalizeCommand(), a.equalCommand(),
		a.findCommand(), a.mapCommand(), a.nsCommand())
	return root
}

// version is that of the module, as go install and go build record it.
func version() string {
	v := "(unknown)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		v = info.Main.Version
	}
	return fmt.Sprintf("%s %s %s/%s", v, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
