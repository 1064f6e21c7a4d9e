// Urn-sql runs SQL over files of Parquet, CSV and JSON, with functions for URNs. It is
// DuckDB with the functions of the package urnduckdb. Run it with --help.
package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/duckdb/duckdb-go/v2"
	"github.com/spf13/pflag"

	"github.com/seed7b5a83f0/urn"
)

//go:embed help.txt
var help string

// The exit status.
const (
	success = 0
	trouble = 2
	closed  = 141
	signals = 128 // plus the number of the signal
)

func main() {
	// So a write to a pipe that nobody reads any more fails like any other write.
	signal.Ignore(syscall.SIGPIPE)
	ctx, cancel := context.WithCancelCause(context.Background())
	received := make(chan os.Signal, 1)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) { // as nohup does
			signal.Notify(received, s)
		}
	}
	go func() {
		s := <-received
		signal.Stop(received) // the next one ends the process
		number, _ := s.(syscall.Signal)
		cancel(interrupted{number})
	}()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// interrupted is the cause of a context that a signal ended.
type interrupted struct{ syscall.Signal }

func (i interrupted) Error() string { return i.String() }

// run runs the command and returns its exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	var o options
	var syntax, file string
	var version, wantsHelp bool
	flags := pflag.NewFlagSet("urn-sql", pflag.ContinueOnError)
	flags.SortFlags = false
	flags.BoolVar(&o.json, "json", false, "write one JSON object a row")
	flags.BoolVar(&o.csv, "csv", false, "write CSV with a header")
	flags.StringVarP(&o.output, "output", "o", "", "write to `file`: "+fileNames)
	flags.StringVarP(&file, "file", "f", "", "read the statements from `file` (-: standard input)")
	flags.StringVarP(&syntax, "syntax", "s", "rfc8141", "rfc8141, rfc2141, draft2141bis, relaxed")
	flags.IntVarP(&o.threads, "threads", "j", 0, "how many cores to use (default all)")
	flags.BoolVar(&version, "version", false, "print the version")
	flags.BoolVarP(&wantsHelp, "help", "h", false, "print this help")
	err := flags.Parse(args)
	switch {
	case err != nil:
	case wantsHelp:
		return status(ctx, second(fmt.Fprintf(stdout, help, flags.FlagUsages())), stderr)
	case version:
		return status(ctx, second(io.WriteString(stdout, versions())), stderr)
	case flags.Changed("file") && flags.NArg() > 0:
		err = errors.New("statements are arguments, or in the file of -f")
	case flags.NArg() == 1 && strings.HasSuffix(flags.Arg(0), ".sql"):
		err = fmt.Errorf("%q is the name of a file: did you mean -f %s?", flags.Arg(0), flags.Arg(0))
	case o.json && o.csv, o.output != "" && (o.json || o.csv):
		err = errors.New("--json, --csv and --output exclude each other")
	case flags.Changed("output") && o.output == "":
		err = errors.New("--output: the name is empty")
	case flags.Changed("threads") && o.threads < 1:
		err = fmt.Errorf("--threads %d: want a number from 1", o.threads)
	case o.syntax.UnmarshalText([]byte(syntax)) != nil:
		err = fmt.Errorf("--syntax %q: want %s, %s, %s or %s", syntax, urn.RFC8141, urn.RFC2141, urn.Draft2141bis, urn.Relaxed)
	case o.output != "":
		_, _, err = formatOf(o.output)
	}
	statements := flags.Args()
	if err == nil && len(statements) == 0 {
		statements, err = read(file)
	}
	if err != nil {
		fmt.Fprintf(stderr, "urn-sql: %s; urn-sql --help lists flags and functions\n", visible(err.Error()))
		return trouble
	}
	return status(ctx, o.execute(ctx, statements, stdout), stderr)
}

func second[T any](_ T, err error) error { return err }

// status reports an error and returns the exit status.
func status(ctx context.Context, err error, stderr io.Writer) int {
	var i interrupted
	switch {
	case err == nil:
		return success
	case errors.As(context.Cause(ctx), &i):
		fmt.Fprintln(stderr, "urn-sql: interrupted")
		return signals + int(i.Signal)
	case errors.Is(err, syscall.EPIPE):
		return closed
	}
	fmt.Fprintln(stderr, "urn-sql:", line(err))
	return trouble
}

// versions returns the versions of the module, of duckdb-go and of Go.
func versions() string {
	v, engine := "(unknown)", "(unknown)"
	if info, ok := debug.ReadBuildInfo(); ok {
		v = info.Main.Version
		for _, d := range info.Deps {
			if d.Path == "github.com/duckdb/duckdb-go/v2" {
				engine = d.Version
			}
		}
	}
	return fmt.Sprintf("urn-sql %s duckdb-go %s %s %s/%s\n", v, engine, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// line returns an error as one line. After the message, DuckDB's errors
// repeat the statement with a mark below it, and some advise to download something.
func line(err error) string {
	var d *duckdb.Error
	text := err.Error()
	if errors.As(err, &d) {
		text = d.Msg
	}
	for _, end := range []string{"\nLINE ", "\n\nPlease try installing", "\n\nAlternatively"} {
		text, _, _ = strings.Cut(text, end)
	}
	return visible(strings.Join(strings.Fields(text), " "))
}

// read returns the statements of a file, or of standard input if that is not a terminal.
func read(file string) ([]string, error) {
	var text []byte
	var err error
	info, statErr := os.Stdin.Stat()
	switch {
	case file != "" && file != "-":
		text, err = os.ReadFile(file)
	case file == "-", statErr == nil && info.Mode()&os.ModeCharDevice == 0:
		text, err = io.ReadAll(os.Stdin)
	}
	if err == nil && strings.TrimSpace(string(text)) == "" {
		err = errors.New("there is no statement")
	}
	return []string{string(text)}, err
}
