package pattern

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/seed7b5a83f0/urn/internal/testhelp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Shapes of files of patterns that users write, or that somebody writes in order to
// stall a program. All of a file are compared in time, or Add gives up in time.
var stalls = []struct {
	name, format string
	whole        bool // all of them can be in one set
}{
	{"a kind in the middle", "urn:ex:{a}:k%d:{b}:{c}", true},
	{"a kind at the end", "urn:ex:{a}:{b}:k%d", true},
	{"a kind before the last field", "urn:ex:{a}:k%d:{b}", true},
	{"a kind between fields of one part each", "urn:ex:{a}:{b}:{c}:k%d:{d}:{e}:{f}", true},
	{"a kind after the NID", "urn:ex:k%d:{a}:{b}", true},
	{"a part with a suffix", "urn:ex:{a}-k%d:{b}", true},
	{"in parentheses", "urn:ex:(k%d,{a},{b})", true},
	{"parentheses after a field", "urn:ex:{a}(k%d):{b}", false},
	{"nested parentheses", "urn:ex:{a}((k%d),({b}),({c}))", false},
	{"delimiters that overlap", "urn:ex:{a}aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa(%d{b}", false},
}

func TestNoStall(t *testing.T) {
	testhelp.Slow(t)
	if testhelp.Race { // it takes ten times as long, and no goroutine is started here
		t.Skip("the race detector takes too much of the time")
	}
	const n = maxPatterns
	limit := 2 * time.Second
	if testing.Short() && runtime.GOARCH != "amd64" && runtime.GOARCH != "386" {
		limit *= 5 // an emulated processor is that much slower
	}
	for _, c := range stalls {
		patterns := make([]*Pattern, n)
		for i := range patterns {
			patterns[i] = MustCompile(fmt.Sprintf(c.format, i))
		}
		least := time.Hour
		// What else the machine does slows caches and cores down, too.
		for round := 0; round < 5 && least > limit; round++ {
			var s Set[int]
			var err error
			begin := testhelp.CPUTime()
			for i := 0; i < n && err == nil; i++ {
				err = s.Add(patterns[i], i)
			}
			least = min(least, testhelp.CPUTime()-begin)
			if c.whole {
				require.NoError(t, err, c.name)
			} else {
				require.Error(t, err, c.name)
			}
		}
		assert.Less(t, least, limit, c.name)
	}
}
