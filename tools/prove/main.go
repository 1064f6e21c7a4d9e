package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"time"
)

func main() { os.Exit(run(os.Stdout, os.Stderr, os.Args[1:], claims)) }

// run is main without the process: it returns the exit status.
func run(stdout, stderr io.Writer, args []string, claims []claim) int {
	flags := flag.NewFlagSet("prove", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprintln(stderr, "usage: prove [flags] [claim …]")
		flags.PrintDefaults()
	}
	root := flags.String("root", ".", "`directory` that file names are relative to")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	names := flags.Args()
	for _, name := range names {
		if !slices.ContainsFunc(claims, func(c claim) bool { return c.name == name }) {
			fmt.Fprintf(stderr, "prove: there is no claim %s\n", name)
			return 2
		}
	}

	start := time.Now()
	proved, failed := 0, 0
	for _, c := range claims {
		if len(names) > 0 && !slices.Contains(names, c.name) {
			continue
		}
		if err := c.prove(stdout, *root); err != nil {
			fmt.Fprintf(stderr, "prove: %s: %v\n", c.name, err)
			failed++
			continue
		}
		proved++
	}
	var others []string
	if len(names) == 0 {
		var err error
		if others, err = unproved(*root, claims, notProved); err != nil {
			fmt.Fprintf(stderr, "prove: %v\n", err)
			failed++
		}
	}
	if failed > 0 {
		fmt.Fprintf(stdout, "%d proved, %d not: see the lines that begin with prove:\n", proved, failed)
		return 1
	}
	fmt.Fprintf(stdout, "%d proved equal to the ABNF in %s\n", proved, time.Since(start).Round(time.Millisecond))
	for _, line := range others {
		fmt.Fprintln(stdout, line)
	}
	return 0
}
