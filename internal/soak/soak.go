// Package soak runs a fuzz target with random changes of the seeds and the committed
// corpus. The random numbers are the same in every run. It does not measure coverage or
// start processes, so it runs a target far more often than the fuzzing engine of go test in
// the same time. Only tests use it.
package soak

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

var perSeed = flag.Int("soak", 0, "how often each seed of a fuzz target is changed and tried")

// Run is f.Fuzz(target). If the test binary has the flag -soak=n, Run also calls the target
// with n changed versions of every seed.
//
// The target must not call t.Skip: it would end the run of its seed.
func Run(f *testing.F, target any) {
	if *perSeed == 0 {
		f.Fuzz(target)
		return
	}
	fn := reflect.ValueOf(target)
	s := soak{rng: newRand(), args: make([]reflect.Value, fn.Type().NumIn())}
	count := 0
	f.Cleanup(func() { f.Logf("soak: %d executions", count) })
	// f.Fuzz requires a function that has the type of the target.
	f.Fuzz(reflect.MakeFunc(fn.Type(), func(seed []reflect.Value) []reflect.Value {
		t := seed[0].Interface().(*testing.T)
		call := func(args []reflect.Value) { fn.Call(args) }
		switch fn := target.(type) { // reflection would take longer than some targets
		case func(*testing.T, string):
			call = func(args []reflect.Value) { fn(t, args[1].String()) }
		case func(*testing.T, []byte):
			call = func(args []reflect.Value) { fn(t, args[1].Bytes()) }
		}
		s.remember(seed[1:])
		call(seed)
		for range *perSeed {
			call(s.change(seed))
			count++
			if t.Failed() {
				break
			}
		}
		return nil
	}).Interface())
}

// A soak changes values. It keeps all seeds, to join parts of different ones.
type soak struct {
	rng  *rand.Rand
	seen []string
	args []reflect.Value
	buf  []byte
}

func (s *soak) remember(seed []reflect.Value) {
	for _, v := range seed {
		switch v.Kind() {
		case reflect.String:
			s.seen = append(s.seen, v.String())
		case reflect.Slice:
			s.seen = append(s.seen, string(v.Bytes()))
		}
	}
}

// change returns the arguments of a seed with one or several of them changed.
// The result is valid until the next call.
func (s *soak) change(seed []reflect.Value) []reflect.Value {
	copy(s.args, seed)
	for {
		i := 1 + s.rng.IntN(len(seed)-1)
		s.args[i] = s.value(seed[i])
		if s.rng.IntN(2) == 0 {
			return s.args
		}
	}
}

func (s *soak) value(v reflect.Value) reflect.Value {
	switch v.Kind() {
	case reflect.String:
		return reflect.ValueOf(string(s.bytes(v.String())))
	case reflect.Slice:
		return reflect.ValueOf(append([]byte(nil), s.bytes(string(v.Bytes()))...))
	case reflect.Bool:
		return reflect.ValueOf(!v.Bool())
	}
	n := reflect.New(v.Type()).Elem()
	if bits := s.rng.Uint64() >> s.rng.IntN(64); n.CanUint() {
		n.SetUint(bits & (1<<v.Type().Bits() - 1))
	} else {
		n.SetInt(int64(bits) << (64 - v.Type().Bits()) >> (64 - v.Type().Bits()))
	}
	return n
}

// words are texts that have a meaning in a URN or end one, and characters at the edges of
// the ranges in the grammars.
var words = []string{
	"urn:", "URN:", "uRn", ":", "::", "%", "%2", "%2F", "%2f", "%00", "%C3%A9", "%e2%80%ae", "%zz", "?", "?+", "?=", "??", "?+a", "?=b", "#", "##",
	"/", "//", "&", "=", "s=", "-", "--", "a-", "urn-1", "X-", "0", "9", "A", "Z", "a", "z", "g", "G", "@", "[", "`", "{", "~", "|", "^", "\"", "<", ">", "\\", "(", ")", "[]",
	".", ",", ";", "'", "!", "*", "$", "_", "\x00", "\n", "\r\n", "\t", " ", "\x7f", "\x80", "\xff", "é", "\u202e", "аb",
	"0123456789012345678901234567890", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
}

// bytes returns text with one to four changes. The result is valid until the
// next call.
func (s *soak) bytes(text string) []byte {
	b := append(s.buf[:0], text...)
	for range 1 + s.rng.IntN(4) {
		i := s.rng.IntN(len(b) + 1)
		switch s.rng.IntN(8) {
		case 0, 1: // insert a word
			b = slices.Insert(b, i, []byte(words[s.rng.IntN(len(words))])...)
		case 2: // replace one byte
			if i < len(b) {
				b[i] = byte(s.rng.Uint32())
			}
		case 3: // flip one bit, which often changes the case of a letter
			if i < len(b) {
				b[i] ^= 1 << s.rng.IntN(8)
			}
		case 4: // remove bytes
			j := min(len(b), i+1+s.rng.IntN(1+s.rng.IntN(16)))
			b = slices.Delete(b, i, j)
		case 5: // overwrite bytes with a word
			copy(b[i:], words[s.rng.IntN(len(words))])
		case 6: // repeat bytes
			j := min(len(b), i+1+s.rng.IntN(32))
			b = slices.Insert(b, j, bytes.Clone(b[i:j])...)
		case 7: // replace the end by the end of another seed
			other := s.seen[s.rng.IntN(len(s.seen))]
			if len(other) < 1<<12 {
				b = append(b[:i], other[s.rng.IntN(len(other)+1):]...)
			}
		}
	}
	s.buf = b
	return b
}

func newRand() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }
