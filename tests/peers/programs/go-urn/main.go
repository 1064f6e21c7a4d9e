// go-urn check|find FILE: counts lines that are URNs, or writes the URNs of a text.
package main

import (
	"bufio"
	"fmt"
	"os"
	"regexp"

	"github.com/leodido/go-urn"
)

var like = regexp.MustCompile(`(?i)\burn:[^\s"'<>]+`)

func main() {
	file, _ := os.Open(os.Args[2])
	lines, out := bufio.NewScanner(file), bufio.NewWriter(os.Stdout)
	valid, malformed := 0, 0
	for lines.Scan() {
		if os.Args[1] == "find" {
			for _, name := range like.FindAll(lines.Bytes(), -1) {
				if _, ok := urn.Parse(name, urn.WithParsingMode(urn.RFC8141Only)); ok {
					fmt.Fprintf(out, "%s\n", name)
				}
			}
		} else if _, ok := urn.Parse(lines.Bytes(), urn.WithParsingMode(urn.RFC8141Only)); ok {
			valid++
		} else {
			malformed++
		}
	}
	if os.Args[1] == "check" {
		fmt.Fprintln(out, valid, malformed)
	}
	out.Flush()
}
