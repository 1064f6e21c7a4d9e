// Peers puts the suite in testdata/suite to URN parsers of several languages, and races
// them. README.md says how a driver is asked.
//
//	peers table DIRECTORY    write DIRECTORY/peers.md and peers.svg
//	peers race DIRECTORY     write DIRECTORY/peers-race.tsv
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
	if len(args) < 2 {
		return errors.New("usage: peers table|race DIRECTORY, peers drive NAME")
	}
	if args[0] == "drive" {
		return drive(args[1], args[2:], os.Stdin, os.Stdout)
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
	list := peers(self, bin)
	switch args[0] {
	case "table":
		return table(list, "../../testdata", args[1])
	case "race":
		return race(list, "../../testdata/corpus.txt", args[1])
	}
	return fmt.Errorf("unknown: %s", args[0])
}
