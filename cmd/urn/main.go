// Command urn checks, takes apart, normalises and compares Uniform Resource
// Names (RFC 8141, RFC 2141), and finds them in text. Run it with --help.
//
// These are the packages in internal. Each imports only packages that are below it in the
// list:
//
//	docs      generates the manual pages and the completions from the commands
//	command   the commands: their flags, their help, and which packages they call
//	lines     work on one URN on each line
//	find      finding URNs in text
//	lint      checks the URNs in the files of a tree
//	nsinfo    describes namespaces
//	job       runs such work over inputs: reports, rejects, progress, exit status
//	flags     values of flags that several commands share, such as --key
//	rewrite   the text that replaces a URN
//	pipeline  cuts inputs into blocks, for all cores, and keeps the order
//	walk      lists the files of a tree that a search should read
//	input     opens files and standard input, compressed or not
//	stdio     the standard streams and the exit status
//	progress  the progress bar
//	report    shows people the position of a fault
//
// JSON records are written by github.com/seed7b5a83f0/urn/cmd/urn/internal/record.
package main

import (
	"os"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/command"
)

func main() { os.Exit(command.Main()) }
