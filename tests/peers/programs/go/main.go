// go urn|go-urn check|find FILE: counts lines that are URNs, or writes the URNs of a text, with one of
// two libraries.
package main

import (
	"bufio"
	"fmt"
	"os"
	"regexp"

	gourn "github.com/leodido/go-urn"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/scan"
)

var like = regexp.MustCompile(`(?i)\burn:[^\s"'<>]+`)

func main() {
	file, _ := os.Open(os.Args[3])
	lines, out := bufio.NewScanner(file), bufio.NewWriter(os.Stdout)
	is := func(name []byte) bool { _, err := urn.RFC8141.ParseBytes(name); return err == nil }
	find := func(line []byte) {
		for m := range (scan.Finder{}).All(line) {
			fmt.Fprintf(out, "%s\n", line[m.Start:m.End])
		}
	}
	if os.Args[1] == "go-urn" {
		is = func(name []byte) bool {
			_, ok := gourn.Parse(name, gourn.WithParsingMode(gourn.RFC8141Only))
			return ok
		}
		find = func(line []byte) {
			for _, name := range like.FindAll(line, -1) {
				if is(name) {
					fmt.Fprintf(out, "%s\n", name)
				}
			}
		}
	}
	valid, malformed := 0, 0
	for lines.Scan() {
		if os.Args[2] == "find" {
			find(lines.Bytes())
		} else if is(lines.Bytes()) {
			valid++
		} else {
			malformed++
		}
	}
	if os.Args[2] == "check" {
		fmt.Fprintln(out, valid, malformed)
	}
	out.Flush()
}
