package main

import (
	"bytes"
	"errors"
	"fmt"
	"math/bits"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// gs1Head is what the data of GS1 begins with: its source and its licence.
const gs1Head = `# GS1 Barcode Syntax Dictionary, and the code lists of its Syntax Tests, as of %s.
# Copyright (c) 2020-2021 BWIPP project, (c) 2020-2021 Zint Project, (c) 2021-2025 GS1 AISBL.
# Licensed under the Apache License, Version 2.0. Written by tools/registry -gs1: comments,
# titles and spaces are left out, and a "-" is written where an entry has no flag.
`

var (
	gs1Entry  = regexp.MustCompile(`^\d{2,4}(-\d{2,4})?\s`)
	gs1Bits   = regexp.MustCompile(`(?m)^\s*0b([01]{64}),`)
	gs1Quoted = regexp.MustCompile(`"([0-9A-Z]{1,3})"`)
)

// convertGS1 returns the data of namespace/internal/gs1ai for a copy of GS1's repository
// of the dictionary, as of a date.
func convertGS1(folder, date string) ([]byte, error) {
	if !isDate(date) {
		return nil, fmt.Errorf("-gs1 needs the -date of the copy, as YYYY-MM-DD, not %q", date)
	}
	b, err := os.ReadFile(filepath.Join(folder, "gs1-syntax-dictionary.txt"))
	if err != nil {
		return nil, err
	}
	var w bytes.Buffer
	fmt.Fprintf(&w, gs1Head, date)
	entries := 0
	for line := range strings.SplitSeq(string(b), "\n") {
		if !gs1Entry.MatchString(line) {
			continue
		}
		line, _, _ = strings.Cut(line, "#")
		fields := strings.Fields(line)
		if len(fields) > 1 && strings.Trim(fields[1], "*?") != "" {
			fields = append([]string{fields[0], "-"}, fields[1:]...)
		}
		fmt.Fprintln(&w, strings.Join(fields, " "))
		entries++
	}
	if entries < 100 {
		return nil, errors.New(folder + ": no dictionary")
	}
	for _, name := range []string{"iso3166", "iso3166alpha2", "iso4217", "packagetype"} {
		src, err := os.ReadFile(filepath.Join(folder, "src", "lint_"+name+".c"))
		if err != nil {
			return nil, err
		}
		list := gs1List(name, string(src))
		if len(list) < 100 {
			return nil, fmt.Errorf("the list %s has only %d codes", name, len(list))
		}
		fmt.Fprintln(&w, "!"+name, strings.Join(list, " "))
	}
	return w.Bytes(), nil
}

// gs1List returns the codes of a Syntax Test. Package types are strings. The others are
// sets of bits: the first bit of the first word is 000, or AA.
func gs1List(name, src string) (list []string) {
	src, _, _ = strings.Cut(src, "UNIT_TEST") // which has codes that are wrong
	if name == "packagetype" {
		for _, m := range gs1Quoted.FindAllStringSubmatch(src, -1) {
			list = append(list, m[1])
		}
		return list
	}
	for i, m := range gs1Bits.FindAllStringSubmatch(src, -1) {
		word, _ := strconv.ParseUint(m[1], 2, 64) // as many digits as it has bits
		for word != 0 {
			at := bits.LeadingZeros64(word)
			word &^= 1 << (63 - at)
			n := 64*i + at
			if name == "iso3166alpha2" {
				list = append(list, string([]byte{'A' + byte(n/26), 'A' + byte(n%26)}))
			} else {
				list = append(list, fmt.Sprintf("%03d", n))
			}
		}
	}
	return list
}
