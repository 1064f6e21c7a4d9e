// Peers puts the suite in testdata/suite to URN parsers of several languages, and measures
// them. README.md says how a driver is asked, and how a benchmark is run.
//
//	peers table DIRECTORY              write DIRECTORY/peers.md, peers.svg and peers-refused.tsv
//	peers inputs                       write the names and files that are measured to bin/peers
//	peers round race [LANGUAGE...]     run the benchmarks of each language, or of these, once
//	peers round check [LANGUAGE...]    run each program that counts URNs once
//	peers round find [LANGUAGE...]     run each program that finds URNs once
//	peers measured DIRECTORY           write DIRECTORY/peers-race.tsv and peers-programs.tsv from the rounds
//	peers drive NAME                   answer questions with a Go parser
//	peers bench NAME                   run the benchmarks of a Go parser
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
	usage := errors.New("usage: peers table|measured DIRECTORY, peers inputs, peers round race|check|find, peers drive|bench NAME")
	if len(args) == 0 || len(args) == 1 && args[0] != "inputs" {
		return usage
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
	if args[0] == "bench" {
		return bench(args[1], bin, os.Stdout)
	}
	list := peers(self, bin)
	switch args[0] {
	case "table":
		return table(list, "../../testdata", args[1])
	case "inputs":
		return errors.Join(inputs(list, "../../testdata/corpus.txt", bin), files(bin, 200_000_000),
			os.RemoveAll(filepath.Join(bin, raceRounds)), os.RemoveAll(filepath.Join(bin, programRounds)))
	case "round":
		if args[1] == "race" {
			return race(list, self, bin, args[2:])
		}
		return round(programs(bin), args[1], bin, args[2:])
	case "measured":
		return errors.Join(writeRace(list, bin, args[1]), writePrograms(programs(bin), bin, args[1]))
	}
	return usage
}
