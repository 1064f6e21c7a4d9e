package main

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// A peer is a parser, and how its driver is run.
type peer struct {
	Name, Version string
	Language      string
	Syntax        string   // its claim, "rfc8141" or "rfc2141"
	command       []string // of its driver; the last word is the driver's name for the parser
	octets        bool     // it takes octets, not text
	both          bool     // it is documented to take names of RFC 2141 as well, so it need not refuse them
	encodes       bool     // it is documented to make a URN of other strings, so it need not refuse these
	Call          string   // the call that its documentation shows
}

// peersTSV has the parsers in the order of the table. Versions are pinned in drivers/.
//
//go:embed peers.tsv
var peersTSV string

func peers(self, bin string) (list []peer) {
	drivers := map[string]string{
		"Go": "$self drive", "Rust": "$bin/rust/release/peers", "Java": "java -cp $bin/java/lib/*:$bin/java/classes peers.Peer",
		"JavaScript": "node drivers/js/peer.mjs", "Python": "python3 drivers/python/peer.py", "Perl": "perl drivers/perl/peer.pl",
		"Ruby": "ruby drivers/ruby/peer.rb", "PHP": "php drivers/php/peer.php",
	}
	for _, row := range parseTSV(peersTSV).rows {
		list = append(list, peer{
			Name: row["name"], Version: row["version"], Language: row["language"], Syntax: row["syntax"], Call: row["call"],
			command: append(words(drivers[row["language"]], map[string]string{"self": self, "bin": bin}), row["driver"]),
			octets:  row["input"] == "octets", both: row["beside"] == "rfc2141", encodes: row["beside"] == "encodes",
		})
	}
	return list
}

// words returns the words of a cell of a table, with the values of its variables. A cell that is "-" has none.
func words(cell string, variables map[string]string) (list []string) {
	for word := range strings.FieldsSeq(cell) {
		if word != "-" {
			list = append(list, os.Expand(word, func(name string) string { return variables[name] }))
		}
	}
	return list
}

// check returns why the peer cannot be asked, or nil: its driver must answer a question.
func (p peer) check() error {
	if _, ok := parsers[p.command[len(p.command)-1]]; p.Language == "Go" && !ok {
		return errors.New("its module cannot be had")
	}
	cmd := exec.Command(p.command[0], p.command[1:]...)
	cmd.Stdin = strings.NewReader(testCase{input: "urn:example:a"}.question() + "\n")
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if !strings.HasPrefix(string(out), "accept") {
		first, _, _ := strings.Cut(stderr.String(), "\n")
		return fmt.Errorf("its driver gives no answer: %v: %.200s", err, first)
	}
	return nil
}
