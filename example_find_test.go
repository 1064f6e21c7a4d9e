package urn_test

import (
	"fmt"
	"strings"

	"github.com/seed7b5a83f0/urn"
)

func ExampleFinder_All() {
	text := []byte(`"GET /urn:nbn:de:bvb:19-1468 HTTP/1.1" (see urn:isbn:0451450523).`)
	for m := range (urn.Finder{}).All(text) {
		fmt.Printf("%d %s\n", m.Start, text[m.Start:m.End])
	}
	// Output:
	// 6 urn:nbn:de:bvb:19-1468
	// 44 urn:isbn:0451450523
}

func ExampleFinder_Next() {
	text := []byte("It is urn:example:weather?=op=map#today.")
	m, ok := urn.Finder{}.Next(text)
	f := m.Offsets.F()
	fmt.Println(ok, string(text[m.Start:m.End]), string(text[m.Start+f.Start:m.Start+f.End]))
	_, ok = urn.Finder{}.Next(text[m.End:])
	fmt.Println(ok)
	// Output:
	// true urn:example:weather?=op=map#today today
	// false
}

// Brackets that belong to the URN stay with it.
func ExampleFinder_exact() {
	text := []byte("(see urn:li:dataset:(urn:li:dataPlatform:s3,b/k,PROD)).")
	for _, exact := range []bool{false, true} {
		m, _ := urn.Finder{Exact: exact}.Next(text)
		fmt.Println(string(text[m.Start:m.End]))
	}
	// Output:
	// urn:li:dataset:(urn:li:dataPlatform:s3,b/k,PROD)
	// urn:li:dataset:(urn:li:dataPlatform:s3,b/k,PROD)).
}

func ExampleFinder_NewScanner() {
	log := strings.NewReader("started\nid=urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6; ok\n")
	s := urn.Finder{}.NewScanner(log)
	for s.Scan() {
		m := s.Match()
		fmt.Printf("line %d, byte %d: %s\n", m.Line, m.Start, m.Text)
	}
	if err := s.Err(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// line 2, byte 11: urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6
}

// A Scanner tells that a match is longer than the limit, and how long it is.
func ExampleScanner_Limit() {
	s := urn.Finder{}.NewScanner(strings.NewReader("urn:example:abcdefghijklm, urn:example:a"))
	s.Limit(16)
	for s.Scan() {
		m := s.Match()
		fmt.Println(string(m.Text), m.Cut, m.End-m.Start)
	}
	// Output:
	// urn:example:abcd true 25
	// urn:example:a false 13
}

// Blocks of a long text can be searched apart, each by a goroutine of its own.
func ExampleFinder_Boundary() {
	var f urn.Finder
	text := []byte("see urn:example:a, urn:example:b and urn:example:c")
	for size := 30; len(text) > 0; {
		block := text[:min(size, len(text))]
		if len(block) < len(text) { // more follows
			block = block[:f.Boundary(block)]
		}
		fmt.Printf("%q:", block)
		for m := range f.All(block) {
			fmt.Printf(" %s", block[m.Start:m.End])
		}
		fmt.Println()
		text = text[len(block):]
	}
	// Output:
	// "see urn:example:a, ": urn:example:a
	// "urn:example:b and ": urn:example:b
	// "urn:example:c": urn:example:c
}
