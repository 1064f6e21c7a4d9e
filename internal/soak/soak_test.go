package soak

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
)

// Every kind of argument changes, in the same way every time.
func TestChange(t *testing.T) {
	list := func() (tried [][]any) {
		s := &soak{rng: newRand(), args: make([]reflect.Value, 6)}
		seed := []reflect.Value{
			reflect.ValueOf(t), reflect.ValueOf("urn:ex:a"), reflect.ValueOf([]byte("urn:ex:b")),
			reflect.ValueOf(uint8(7)), reflect.ValueOf(false), reflect.ValueOf(-5),
		}
		s.remember(seed[1:])
		for range 10_000 {
			var values []any
			for _, v := range s.change(seed)[1:] {
				values = append(values, v.Interface())
			}
			tried = append(tried, values)
		}
		if string(seed[2].Bytes()) != "urn:ex:b" {
			t.Errorf("a seed was changed to %q", seed[2].Bytes())
		}
		return tried
	}
	a, b := list(), list()
	if !reflect.DeepEqual(a, b) {
		t.Error("two runs try different things")
	}
	for i := range 5 {
		different := 0
		distinct := make(map[string]bool)
		for _, values := range a {
			if !reflect.DeepEqual(values[i], []any{"urn:ex:a", []byte("urn:ex:b"), uint8(7), false, -5}[i]) {
				different++
			}
			if b, ok := values[i].([]byte); ok {
				distinct[string(b)] = true
			} else if s, ok := values[i].(string); ok {
				distinct[s] = true
			}
		}
		if different < 2000 {
			t.Errorf("argument %d was changed %d times in 10,000", i, different)
		}
		if i < 2 && len(distinct) < 1500 {
			t.Errorf("argument %d has taken %d values", i, len(distinct))
		}
	}
}

// Each of the changes is made.
func TestBytes(t *testing.T) {
	s := &soak{rng: newRand(), seen: []string{"<other>"}}
	made := make(map[string]bool)
	const text = "urn:ex:abcdefgh"
	for range 20_000 {
		b := s.bytes(text)
		made["longer"] = made["longer"] || len(b) > len(text)
		made["shorter"] = made["shorter"] || len(b) < len(text)
		made["other case"] = made["other case"] || string(b) != text && strings.EqualFold(string(b), text)
		made["another seed's end"] = made["another seed's end"] || bytes.HasSuffix(b, []byte("ther>"))
		made["twice"] = made["twice"] || bytes.Contains(b, []byte("abcdabcd"))
		made["a word"] = made["a word"] || bytes.Contains(b, []byte("ab?=c"))
		made["a word over others"] = made["a word over others"] || bytes.Contains(b, []byte("ab?=e"))
		made["empty"] = made["empty"] || len(s.bytes("a")) == 0
	}
	if len(made) != 8 {
		t.Fatalf("%d changes are looked for", len(made))
	}
	for what, ok := range made {
		if !ok {
			t.Errorf("no change makes it: %s", what)
		}
	}
}
