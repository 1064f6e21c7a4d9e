// urn check|find FILE: counts lines that are URNs, or writes the URNs of a text.
package main

import (
	"bufio"
	"fmt"
	"os"

	"github.com/seed7b5a83f0/urn"
)

func main() {
	file, _ := os.Open(os.Args[2])
	lines, out := bufio.NewScanner(file), bufio.NewWriter(os.Stdout)
	valid, malformed := 0, 0
	for lines.Scan() {
		if os.Args[1] == "find" {
			for m := range (urn.Finder{}).All(lines.Bytes()) {
				fmt.Fprintf(out, "%s\n", lines.Bytes()[m.Start:m.End])
			}
		} else if _, err := urn.RFC8141.ParseBytes(lines.Bytes()); err == nil {
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
