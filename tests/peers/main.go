// Peers puts the suite in testdata/suite to URN parsers of several languages. README.md says
// how a driver is asked.
//
//	peers table DIRECTORY    write DIRECTORY/peers.md, peers-wrong.tsv and peers-refused.tsv
//	peers drive NAME         answer questions with a Go parser
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 2 || args[0] != "table" && args[0] != "drive" {
		return errors.New("usage: peers table DIRECTORY, or peers drive NAME")
	}
	if args[0] == "drive" {
		return drive(args[1], os.Stdin, os.Stdout)
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	bin, err := filepath.Abs("../../bin/peers")
	if err != nil {
		return err
	}
	if err := os.Setenv("PEERS", bin); err != nil {
		return err
	}
	return table(peers(self, bin), "../../testdata", args[1])
}
