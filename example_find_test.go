package urn_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing/iotest"

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
func ExampleScanner_SetLimit() {
	s := urn.Finder{}.NewScanner(strings.NewReader("urn:example:abcdefghijklm, urn:example:a"))
	s.SetLimit(16)
	for s.Scan() {
		m := s.Match()
		fmt.Println(string(m.Text), string(m.Prefix), m.Cut, m.End-m.Start)
	}
	// Output:
	//  urn:example:abcd true 25
	// urn:example:a  false 13
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

func ExampleScanner_Scan() {
	s := urn.Finder{}.NewScanner(strings.NewReader("urn:example:a urn:example:b"))
	n := 0
	for s.Scan() {
		n++
	}
	fmt.Println(n, s.Scan())
	// Output: 2 false
}

func ExampleScanner_Match() {
	s := urn.Finder{}.NewScanner(strings.NewReader("see\nurn:example:a."))
	if s.Scan() {
		m := s.Match()
		nss := m.Offsets.NSS()
		fmt.Println(m.Line, m.Start, m.End, string(m.Text), string(m.Text[nss.Start:nss.End]))
	}
	// Output: 2 4 17 urn:example:a a
}

// A URN that a failing read has cut short is not passed off as one.
func ExampleScanner_Err() {
	broken := io.MultiReader(strings.NewReader("urn:example:a urn:example:b"), iotest.ErrReader(errors.New("connection lost")))
	s := urn.Finder{}.NewScanner(broken)
	for s.Scan() {
		m := s.Match()
		fmt.Printf("%q %q %v\n", m.Text, m.Prefix, m.Cut)
	}
	fmt.Println(s.Err())
	// Output:
	// "urn:example:a" "" false
	// "" "urn:example:b" true
	// connection lost
}

// One Scanner, and one buffer, serve many streams.
func ExampleScanner_Reset() {
	s := urn.Finder{}.NewScanner(nil)
	for _, file := range []string{"urn:example:a", "urn:example:b"} {
		s.Reset(strings.NewReader(file))
		for s.Scan() {
			fmt.Println(string(s.Match().Text), s.Match().Start)
		}
	}
	// Output:
	// urn:example:a 0
	// urn:example:b 0
}

func ExampleFinder_NextString() {
	const text = "see urn:example:a, urn:example:b."
	m, ok := urn.Finder{}.NextString(text)
	fmt.Println(text[m.Start:m.End], ok)
	// Output: urn:example:a true
}

// Near misses tell what a search for URNs leaves out.
func ExampleFinder_Near() {
	text := []byte("urn:example:a, urn:cen.eu:b and urn:example:c#d#e")
	for m, fault := range (urn.Finder{}).Near(text) {
		if fault.Reason == 0 {
			fmt.Printf("%s\n", text[m.Start:m.End])
			continue
		}
		fmt.Printf("%q at byte %d: %s\n", text[m.Start:m.End], m.Start+fault.Offset, fault.Reason)
	}
	// Output:
	// urn:example:a
	// "" at byte 22: nid
	// "urn:example:c#d" at byte 47: f
}

func ExampleFinder_NearString() {
	for m, fault := range (urn.Finder{}).NearString("urn:example:50%") {
		fmt.Println(m.Start, m.End, fault.Reason)
	}
	// Output: 0 14 escape
}

func ExampleFinder_AllString() {
	const text = "see urn:example:a, urn:example:b."
	for m := range (urn.Finder{}).AllString(text) {
		fmt.Println(text[m.Start:m.End])
	}
	// Output:
	// urn:example:a
	// urn:example:b
}

// The zero Scanner is ready to use after Reset.
func ExampleScanner() {
	var s urn.Scanner
	s.Finder = urn.Finder{Exact: true}
	s.Reset(strings.NewReader("urn:example:a."))
	for s.Scan() {
		fmt.Printf("%s\n", s.Match().Text)
	}
	// Output: urn:example:a.
}

// What a Scanner has read and not searched can be handed to another reader.
func ExampleScanner_Buffered() {
	stream := strings.NewReader("urn:example:a, and the rest")
	s := urn.Finder{}.NewScanner(stream)
	s.Scan()
	rest, err := io.ReadAll(io.MultiReader(s.Buffered(), stream))
	fmt.Printf("%d %q %v\n", s.InputOffset(), rest, err)
	// Output: 13 ", and the rest" <nil>
}

func ExampleScanner_InputOffset() {
	s := urn.Finder{}.NewScanner(strings.NewReader("see urn:example:a."))
	for s.Scan() {
		fmt.Println(s.InputOffset())
	}
	fmt.Println(s.InputOffset())
	// Output:
	// 17
	// 18
}
