package pipeline

import (
	"context"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/input"
	"github.com/seed7b5a83f0/urn/scan"
)

// TestSeveralInterruptedInTurn: after an interrupt, several inputs end, although a worker waits
// for its turn.
func TestSeveralInterruptedInTurn(t *testing.T) {
	open := func(string) (*input.Stream, error) {
		return &input.Stream{Reader: strings.NewReader("x\n"), Size: 2}, nil
	}
	expand := func(string) iter.Seq2[string, error] {
		return func(yield func(string, error) bool) {
			for i := 0; i < 3000 && yield(fmt.Sprint(i), nil); i++ {
			}
		}
	}
	turning := func(b *Block, out *Output) error {
		out.Turn()
		out.Buf[0] = append(out.Buf[0], b.Data...)
		return nil
	}
	for n := range 300 {
		ctx, cancel := context.WithCancel(t.Context())
		c := Config{Open: open, MaxLine: 100, Writers: []io.Writer{io.Discard}, Inputs: 4, Find: &scan.Finder{}, Expand: expand}
		done := make(chan struct{})
		go func() {
			Run(ctx, c, []string{"all"}, same(turning)) //nolint:errcheck // it is interrupted
			close(done)
		}()
		time.AfterFunc(time.Duration(rand.IntN(400))*time.Microsecond, cancel)
		select {
		case <-done:
		case <-time.After(10 * time.Second):
			t.Fatalf("run %d hangs", n)
		}
	}
}
