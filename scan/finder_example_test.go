package scan_test

import (
	"fmt"

	"github.com/seed7b5a83f0/urn/scan"
)

func ExampleFinder_All() {
	text := []byte(`"GET /urn:nbn:de:bvb:19-1468 HTTP/1.1" (see urn:isbn:0451450523).`)
	for m := range (scan.Finder{}).All(text) {
		fmt.Printf("%d %s\n", m.Start, text[m.Start:m.End])
	}
	// Output:
	// 6 urn:nbn:de:bvb:19-1468
	// 44 urn:isbn:0451450523
}

func ExampleFinder_Next() {
	text := []byte("It is urn:example:weather?=op=map#today.")
	m, ok := scan.Finder{}.Next(text, 0)
	f := m.Offsets.F()
	fmt.Println(ok, string(text[m.Start:m.End]), string(text[m.Start+f.Start:m.Start+f.End]))
	_, ok = scan.Finder{}.Next(text, m.End)
	fmt.Println(ok)
	// Output:
	// true urn:example:weather?=op=map#today today
	// false
}

// Brackets that belong to the URN stay with it.
func ExampleFinder_exact() {
	text := []byte("(see urn:li:dataset:(urn:li:dataPlatform:s3,b/k,PROD)).")
	for _, mode := range []scan.Mode{scan.ModeNames, scan.ModeExact} {
		m, _ := scan.Finder{Mode: mode}.Next(text, 0)
		fmt.Println(string(text[m.Start:m.End]))
	}
	// Output:
	// urn:li:dataset:(urn:li:dataPlatform:s3,b/k,PROD)
	// urn:li:dataset:(urn:li:dataPlatform:s3,b/k,PROD)).
}

// Near misses and parts tell what a search for URNs leaves out.
func ExampleFinder_near() {
	text := []byte(`urn:example:a, "urn:cen.eu:b" and "urn:example:" + id`)
	for m := range (scan.Finder{Mode: scan.ModeNear}).All(text) {
		switch name := text[m.Start:m.End]; m.Kind {
		case scan.MatchName:
			fmt.Printf("%s\n", name)
		case scan.MatchNearMiss:
			fmt.Printf("%q: %s at byte %d\n", name, m.Fault.Reason, m.Fault.Offset)
		case scan.MatchPart:
			fmt.Printf("%q begins names\n", name)
		}
	}
	// Output:
	// urn:example:a
	// "urn:cen.eu:b": nid at byte 7
	// "urn:example:" begins names
}

func ExampleFinder_URNs() {
	for at, u := range (scan.Finder{}).URNs("see urn:isbn:0451450523, page 5") {
		fmt.Println(at, u.NID(), u.NSS())
	}
	// Output: 4 isbn 0451450523
}
