// Command confusables writes the data of confusables.txt of UTS #39 that the
// tests of Display need. They are the skeletons of the letters of the scripts
// that Display shows, and of the characters of ASCII. Characters that are their
// own skeleton are left out.
//
//	go run ./tools/confusables confusables.txt > testdata/confusables.tsv
//
// The file is https://www.unicode.org/Public/17.0.0/security/.
package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

var scripts = []*unicode.RangeTable{
	unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Armenian, unicode.Georgian,
	unicode.Ethiopic, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul,
}

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "confusables:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	if len(args) != 1 {
		return errors.New("usage: confusables file")
	}
	data, err := os.ReadFile(args[0])
	if err != nil {
		return err
	}
	version := regexp.MustCompile(`(?m)^# Version: (\S+)`).FindSubmatch(data)
	if version == nil {
		return errors.New("no version: this is not confusables.txt")
	}
	prototypes, err := parse(string(data))
	if err != nil {
		return err
	}
	var w bytes.Buffer
	fmt.Fprintf(&w, "# From confusables.txt of UTS #39, version %s. Unicode License V3, see NOTICE.\n", version[1])
	for r := rune('!'); r <= 0xffff; r++ {
		// Syllables of Hangul are taken apart by arithmetic, not by this table.
		if r > '~' && !unicode.In(r, scripts...) || 0xac00 <= r && r <= 0xd7a3 {
			continue
		}
		if s := skeleton(prototypes, r); s != string(r) {
			fmt.Fprintf(&w, "%04X\t%s\n", r, strings.Trim(fmt.Sprintf("%04X", []rune(s)), "[]"))
		}
	}
	_, err = w.WriteTo(out)
	return err
}

// parse returns the prototype of each character that has one.
func parse(text string) (map[rune]string, error) {
	prototypes := map[rune]string{}
	for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		line, _, _ = strings.Cut(line, "#")
		fields := strings.Split(line, ";")
		if len(fields) < 3 {
			continue
		}
		from, wrong := strconv.ParseUint(strings.TrimSpace(fields[0]), 16, 32)
		for code := range strings.FieldsSeq(fields[1]) {
			to, err := strconv.ParseUint(code, 16, 32)
			wrong = cmp.Or(wrong, err)
			prototypes[rune(from)] += string(rune(to))
		}
		if wrong != nil {
			return nil, fmt.Errorf("%q: %w", line, wrong)
		}
	}
	return prototypes, nil
}

// skeleton returns the skeleton of UTS #39, section 4.
func skeleton(prototypes map[rune]string, r rune) string {
	var b strings.Builder
	for _, c := range norm.NFD.String(string(r)) {
		if p, ok := prototypes[c]; ok {
			b.WriteString(p)
		} else {
			b.WriteRune(c)
		}
	}
	return norm.NFD.String(b.String())
}
