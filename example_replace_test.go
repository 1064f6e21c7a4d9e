package urn_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/seed7b5a83f0/urn"
)

func ExampleFinder_ReplaceString() {
	const text = "See URN:ISBN:0-395-36341-1 (or URN:EX:a%2fb)."
	fmt.Println(urn.Finder{}.ReplaceString(text, urn.Offsets.AppendNormalizedBytes))
	// Output: See urn:isbn:0-395-36341-1 (or urn:ex:a%2Fb).
}

// The same pseudonym stands for equivalent names, and only who has the key can tell
// which name it stands for.
func ExampleFinder_AppendReplaced() {
	key := []byte("at least 16 bytes, from a random source")
	var name []byte
	pseudonym := func(o urn.Offsets, dst, text []byte) []byte {
		name = o.AppendKeyBytes(name[:0], text)
		h := hmac.New(sha256.New, key)
		h.Write(name)
		return hex.AppendEncode(append(dst, "urn:example:"...), h.Sum(nil)[:8])
	}
	log := []byte("GET urn:ex:alice?=page=1, PUT URN:EX:alice")
	fmt.Printf("%s\n", urn.Finder{}.AppendReplaced(nil, log, pseudonym))
	// Output: GET urn:example:135c4fc0e643243d, PUT urn:example:135c4fc0e643243d
}

func ExampleFinder_NewReplacer() {
	log := strings.NewReader("URN:EX:a?=q\nnothing\nURN:EX:b#f\n")
	if _, err := io.Copy(os.Stdout, urn.Finder{}.NewReplacer(log, urn.Offsets.AppendKeyBytes)); err != nil {
		fmt.Println(err)
	}
	// Output:
	// urn:ex:a
	// nothing
	// urn:ex:b
}

// A Replacer is a Reader, for what reads a stream itself.
func ExampleReplacer() {
	list := strings.NewReader("URN:EX:a URN:EX:b")
	p := urn.Finder{}.NewReplacer(list, urn.Offsets.AppendNormalizedBytes)
	var a, b string
	if _, err := fmt.Fscan(p, &a, &b); err != nil {
		fmt.Println(err)
	}
	fmt.Println(b, a)
	// Output: urn:ex:b urn:ex:a
}

// A URN that is too long to be held is not passed on, unless KeepLong is set.
func ExampleReplacer_SetLimit() {
	p := urn.Finder{}.NewReplacer(strings.NewReader("a urn:ex:abcdefghijkl b"), urn.Offsets.AppendNormalizedBytes)
	p.SetLimit(16)
	_, err := io.Copy(os.Stdout, p)
	fmt.Printf("%v\n%v\n", err, errors.Is(err, &urn.SyntaxError{Reason: urn.TooLong}))
	// Output:
	// a urn: the URN at byte 2 of the stream has more than 16 bytes
	// true
}

func ExampleReplacer_Read() {
	p := urn.Finder{}.NewReplacer(strings.NewReader("<URN:EX:a>"), urn.Offsets.AppendNormalizedBytes)
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
	p := urn.Finder{}.NewReplacer(strings.NewReader("<URN:EX:a>"), urn.Offsets.AppendNormalizedBytes)
	n, err := p.WriteTo(os.Stdout)
	fmt.Println("", n, err)
	// Output: <urn:ex:a> 10 <nil>
}
