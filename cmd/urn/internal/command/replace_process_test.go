//go:build unix

package command

import (
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/cmdtest"
)

// However much there is, memory stays bounded, and all of it is written.
func TestReplaceMemory(t *testing.T) {
	memoryTest(t)
	log, _ := cmdtest.Sample(t)
	for _, c := range []struct {
		name, args, text string
		size             int // of the input, in bytes
		limit            int // in MiB
		status           int
	}{
		{"a log", "--template {input}", log, 100 << 20, 64, 0},
		{"no line end and no space", "--template {input}", "urn:ex:a(b)|", 100 << 20, 64, 0},
		{"one URN of 300 MiB", "--template {input}", strings.Repeat("urn:ex:a", 1<<13), 300 << 20, 64, 2},
		{"a column", "--template {input} --csv-column 2", "a,\"x\ny\",urn:ex:a\n", 60 << 20, 64, 0},
		{"a field", "--template {input} --json-field a.b", `{"a":{"b":"urn:ex:a \\u0041"}}` + "\n", 60 << 20, 64, 1},
		{"zeros", "--to key", strings.Repeat("\x00", 1<<16), 100 << 20, 64, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			peak, out := measured(t, &repeater{line: c.text}, c.size, c.status, append([]string{"replace"}, strings.Fields(c.args)...)...)
			t.Logf("peak %d MiB, output %d MiB", peak, out>>20)
			if peak > c.limit || int(out) != memorySize(c.size) {
				t.Errorf("peak of %d MiB, %d bytes, want at most %d and %d bytes", peak, out, c.limit, memorySize(c.size))
			}
		})
	}
}
