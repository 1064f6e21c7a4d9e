package dfa_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestOtherMachines compares Run with step, for machines without plain
// heads, too: one without a counted run, and one whose first region is not accelerated.
func TestOtherMachines(t *testing.T) {
	slow := full
	slow.Accel = slices.Clone(full.Accel)
	slow.Accel[full.Head.Region] = 0
	machines := maps.Clone(machines)
	machines["slow"] = &slow
	pieces := strings.Split(`abc: ABC: abc:foo: abc:a-b:c abc:0123456789.z:x%0a a b z 0 9 : / ? + ?+ ?= # % %0a %0g & &x; ; < > ! é ab!12 `+"\x80 \n \r\n \n abc:name:"+strings.Repeat("body/", 30), " ")
	r := rand.New(rand.NewPCG(22, 11))
	for range 3000 {
		var b strings.Builder
		for range r.IntN(60) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		text := b.String()
		for name, m := range machines {
			checkRunOf(t, m, name, text)
		}
	}
}
