package scan_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing/iotest"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/scan"
)

func ExampleNewScanner() {
	log := strings.NewReader("started\nid=urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6; ok\n")
	s := scan.NewScanner(log)
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
func ExampleScanner_limit() {
	s := scan.NewScanner(strings.NewReader("urn:example:abcdefghijklm, urn:example:a"))
	s.Limit = 16
	for s.Scan() {
		m := s.Match()
		fmt.Println(string(m.Text), string(m.Prefix), m.Truncated, m.End-m.Start)
	}
	// Output:
	//  urn:example:abcd true 25
	// urn:example:a  false 13
}

func ExampleScanner_Scan() {
	s := scan.NewScanner(strings.NewReader("urn:example:a urn:example:b"))
	n := 0
	for s.Scan() {
		n++
	}
	fmt.Println(n, s.Scan())
	// Output: 2 false
}

func ExampleScanner_Match() {
	s := scan.NewScanner(strings.NewReader("see\nurn:example:a."))
	if s.Scan() {
		m := s.Match()
		nss := m.Offsets.NSS()
		fmt.Println(m.Line, m.Start, m.End, string(m.Text), string(m.Text[nss.Start:nss.End]))
	}
	// Output: 2 4 17 urn:example:a a
}

// A URN that a failing read has cut short is not passed off as one.
func ExampleScanner_Err() {
	broken := io.MultiReader(strings.NewReader("urn:example:a\nurn:example:b"), iotest.ErrReader(errors.New("connection lost")))
	s := scan.NewScanner(broken)
	for s.Scan() {
		m := s.Match()
		fmt.Printf("%q %q %v\n", m.Text, m.Prefix, m.Truncated)
	}
	fmt.Println(s.Err())
	// Output:
	// "urn:example:a" "" false
	// "" "urn:example:b" true
	// connection lost
}

// One Scanner, and one buffer, serve many streams.
func ExampleScanner_Reset() {
	s := scan.NewScanner(nil)
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

// The zero Scanner is ready to use after Reset.
func ExampleScanner() {
	var s scan.Scanner
	s.Finder = scan.Finder{Mode: scan.ModeExact}
	s.Reset(strings.NewReader("urn:example:a."))
	for s.Scan() {
		fmt.Printf("%s\n", s.Match().Text)
	}
	// Output: urn:example:a.
}

func ExampleFinder_Replace() {
	const text = "See URN:ISBN:0-395-36341-1 (or URN:EX:a%2fb)."
	fmt.Println(scan.Finder{}.Replace(text, func(u urn.URN) (string, error) { return u.Normalize().String(), nil }))
	// Output: See urn:isbn:0-395-36341-1 (or urn:ex:a%2Fb). <nil>
}

// key is a Replacement by the key, which equivalent URNs share.
func key(dst, text []byte, m scan.Match) ([]byte, error) { return m.Offsets.AppendKey(dst, text), nil }

// normalized is a Replacement by the normal form.
func normalized(dst, text []byte, m scan.Match) ([]byte, error) {
	return m.Offsets.AppendNormalized(dst, text), nil
}

// Package pseudonym has a Replacement by keyed hashes.
func ExampleFinder_AppendReplaced() {
	log := []byte("GET urn:ex:alice?=page=1, PUT URN:EX:alice")
	log, err := scan.Finder{}.AppendReplaced(nil, log, key)
	fmt.Printf("%s %v\n", log, err)
	// Output: GET urn:ex:alice, PUT urn:ex:alice <nil>
}

// In the mode ModeNear, a Replacement also gets what is not a name. It may refuse it.
func ExampleFinder_AppendReplaced_near() {
	text := []byte("urn:ex:a and urn:uuid:{f81d4fae}")
	_, err := scan.Finder{Mode: scan.ModeNear}.AppendReplaced(nil, text, func(dst, text []byte, m scan.Match) ([]byte, error) {
		if m.Kind != scan.MatchName {
			return nil, fmt.Errorf("%q is not a name", text)
		}
		return key(dst, text, m)
	})
	fmt.Println(err)
	// Output: scan: at offset 13: "urn:uuid:{f81d4fae}" is not a name
}

func ExampleNewReplacer() {
	log := strings.NewReader("URN:EX:a?=q\nnothing\nURN:EX:b#f\n")
	if _, err := io.Copy(os.Stdout, scan.NewReplacer(log, key)); err != nil {
		fmt.Println(err)
	}
	// Output:
	// urn:ex:a
	// nothing
	// urn:ex:b
}

// A Replacer is an io.Reader, for functions that read a stream themselves.
func ExampleReplacer() {
	list := strings.NewReader("URN:EX:a URN:EX:b")
	p := scan.NewReplacer(list, normalized)
	var a, b string
	if _, err := fmt.Fscan(p, &a, &b); err != nil {
		fmt.Println(err)
	}
	fmt.Println(b, a)
	// Output: urn:ex:b urn:ex:a
}

// A URN that is too long to be held is not passed on, unless KeepLong is set.
func ExampleReplacer_limit() {
	p := scan.NewReplacer(strings.NewReader("a urn:ex:abcdefghijkl b"), normalized)
	p.Limit = 16
	_, err := io.Copy(os.Stdout, p)
	fmt.Printf("%v\n%v\n", err, errors.Is(err, urn.TooLong))
	// Output:
	// a scan: at offset 2: urn: parsing "urn:ex:abcdefghi"…: too long: more than 16 bytes
	// true
}

func ExampleReplacer_Read() {
	p := scan.NewReplacer(strings.NewReader("<URN:EX:a>"), normalized)
	b := make([]byte, 64)
	n, err := p.Read(b)
	fmt.Println(string(b[:n]), err)
	_, err = p.Read(b)
	fmt.Println(err)
	// Output:
	// <urn:ex:a> <nil>
	// EOF
}

func ExampleReplacer_WriteTo() {
	p := scan.NewReplacer(strings.NewReader("<URN:EX:a>"), normalized)
	n, err := p.WriteTo(os.Stdout)
	fmt.Println("", n, err)
	// Output: <urn:ex:a> 10 <nil>
}

func ExampleStreamMatch_URN() {
	s := scan.NewScanner(strings.NewReader("see urn:example:a?=q."))
	for s.Scan() {
		u, err := s.Match().URN()
		fmt.Println(u.AssignedName(), u.Q(), err)
	}
	// Output: urn:example:a q <nil>
}
