package urn_test

import (
	"fmt"

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
	m, ok := urn.Finder{}.Next(text, 0)
	f := m.Offsets.F()
	fmt.Println(ok, string(text[m.Start:m.End]), string(text[m.Start+f.Start:m.Start+f.End]))
	_, ok = urn.Finder{}.Next(text, m.End)
	fmt.Println(ok)
	// Output:
	// true urn:example:weather?=op=map#today today
	// false
}

// Brackets that belong to the URN stay with it.
func ExampleFinder_exact() {
	text := []byte("(see urn:li:dataset:(urn:li:dataPlatform:s3,b/k,PROD)).")
	for _, exact := range []bool{false, true} {
		m, _ := urn.Finder{Exact: exact}.Next(text, 0)
		fmt.Println(string(text[m.Start:m.End]))
	}
	// Output:
	// urn:li:dataset:(urn:li:dataPlatform:s3,b/k,PROD)
	// urn:li:dataset:(urn:li:dataPlatform:s3,b/k,PROD)).
}

// Blocks of a long text can be searched apart, each by a goroutine of its own.
func ExampleFinder_Boundary() {
	var f urn.Finder
	text := []byte("see urn:example:a, urn:example:b\nand urn:example:c")
	for size := 40; len(text) > 0; {
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
	// "see urn:example:a, urn:example:b\n": urn:example:a urn:example:b
	// "and urn:example:c": urn:example:c
}

// A stream is searched with what precedes each piece, so that no line is too long.
func ExampleFinder_Settled() {
	var f urn.Finder
	var text []byte // what has been read, and is searched from from on
	from := 0
	for piece, rest := "", "see 'urn:example:a', urn:example:b and so on"; rest != ""; {
		piece, rest = rest[:min(22, len(rest))], rest[min(22, len(rest)):]
		text = append(text, piece...)
		n := len(text)
		if rest != "" {
			n = f.Settled(text, from)
		}
		for m, ok := f.Next(text, from); ok && m.Start < n; m, ok = f.Next(text, m.End) {
			fmt.Printf("%s\n", text[m.Start:m.End])
		}
		from = n - max(0, n-256)
		text = text[n-from:]
	}
	// Output:
	// urn:example:a
	// urn:example:b
}

// Near misses tell what a search for URNs leaves out.
func ExampleFinder_Near() {
	text := []byte(`urn:example:a, "urn:cen.eu:b c" and "urn:example:" + id`)
	for m, fault := range (urn.Finder{}).Near(text) {
		if fault.Reason == 0 {
			fmt.Printf("%s\n", text[m.Start:m.End])
			continue
		}
		fmt.Printf("%q: %s at byte %d\n", text[m.Start:m.End], fault.Reason, fault.Offset)
	}
	// Output:
	// urn:example:a
	// "urn:cen.eu:b c": nid at byte 7
	// "urn:example:": partial at byte 12
}

func ExampleFinder_NearString() {
	const text = `"urn:example:50%"`
	for m, fault := range (urn.Finder{}).NearString(text) {
		fmt.Println(text[m.Start:m.End], fault.Reason)
	}
	// Output: urn:example:50% partial
}

func ExampleFinder_NextNear() {
	text := []byte("see urn:example:a and urn:example:ä")
	m, _, _ := urn.Finder{}.NextNear(text, 0)
	m, fault, ok := urn.Finder{}.NextNear(text, m.End)
	fmt.Println(string(text[m.Start:m.End]), fault.Reason, ok)
	// Output: urn:example:ä nss true
}

func ExampleFinder_URNs() {
	for at, u := range (urn.Finder{}).URNs("see urn:isbn:0451450523, page 5") {
		fmt.Println(at, u.NID(), u.NSS())
	}
	// Output: 4 isbn 0451450523
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
