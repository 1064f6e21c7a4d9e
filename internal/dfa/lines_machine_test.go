package dfa_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn/internal/dfa"
)

// TestLinesOfOtherMachines compares Lines with step, for machines without plain lines, too:
// one without a counted run, and one whose first region is not accelerated.
func TestLinesOfOtherMachines(t *testing.T) {
	slow := full
	slow.Accel = slices.Clone(full.Accel)
	slow.Accel[full.Head.Region] = 0
	list := maps.Clone(machines)
	list["slow"] = &slow
	pieces := strings.Split(`abc: ABC: abc:foo: abc:a-b:c abc:0123456789.z:x%0a a b z 0 9 : / ? + ?+ ?= # % %0a %0g & &x; ; < > ! é ab!12 `+"\x80 \n \r\n \n abc:name:"+strings.Repeat("body/", 30), " ")
	r := rand.New(rand.NewPCG(22, 11))
	for range 300 {
		var b strings.Builder
		for range r.IntN(200) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		text := b.String()
		for name, m := range list {
			both(func(vectors bool) {
				var in dfa.Lines
				in.Reset(dfa.NewLineMachine(m), text)
				at := 0
				for more := true; more; {
					lines := make([]dfa.Line, 1+r.IntN(20))
					n := in.Next(lines, len(lines))
					more = n == len(lines)
					for _, line := range lines[:n] {
						end := at + strings.IndexByte(text[at:], '\n')
						want := dfa.Line{Start: at, End: at + len(strings.TrimSuffix(text[at:end], "\r"))}
						var state uint
						want.Stop, state = step(m, text[want.Start:want.End], &want.Starts)
						line.Starts[0], want.Starts[0] = 0, 0 // scratch
						if m.Info[line.State] != m.Info[state] {
							t.Fatalf("%s, vectors %v: %q: state %d, want %d", name, vectors, text[at:end], line.State, state)
						}
						if want.State = line.State; line != want {
							t.Fatalf("%s, vectors %v: %q: %+v, want %+v", name, vectors, text[at:end], line, want)
						}
						at = end + 1
					}
				}
				if in.Pos() != at || strings.Contains(text[at:], "\n") {
					t.Fatalf("%s, vectors %v: Pos() = %d after %d bytes of lines: %q", name, vectors, in.Pos(), at, text)
				}
			})
		}
	}
}
