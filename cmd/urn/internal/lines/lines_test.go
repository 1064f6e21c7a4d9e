package lines

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/cmdtest"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/job"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/pipeline"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/repair"
)

// FuzzLines: whatever is read, in whatever pieces and by however many workers,
// every line is accepted, rejected or empty, and comes out once and in order.
func FuzzLines(f *testing.F) {
	f.Add([]byte(cmdtest.Mixed), uint8(0), uint8(200), uint16(64), uint8(3), uint64(1))
	f.Add([]byte("\ufeffurn:ex:a\r\nurn:ex:\xff\n\n\r\n\x00\x1b"), uint8(1), uint8(9), uint16(4), uint8(7), uint64(2))
	f.Add([]byte(strings.Repeat("URN:EX:%aa?=b#c\nx\n\n", 50)), uint8(2), uint8(20), uint16(100), uint8(1), uint64(3))
	f.Add([]byte("urn:ex:caf\u00e9\nurn:ex:a b%\r\nurn:ex:a?b\nurn:e.x:a#b#c\n"), uint8(3), uint8(90), uint16(80), uint8(2), uint64(5))
	f.Add([]byte(strings.Repeat("0123456789", 50)+"\nurn:ex:a"), uint8(0), uint8(30), uint16(16), uint8(2), uint64(4))
	f.Add([]byte("u\nurn:00:"), uint8(3), uint8(2), uint16(4), uint8(7), uint64(2)) // longer than a line may be
	f.Fuzz(func(t *testing.T, data []byte, syntax, maxLine uint8, block uint16, workers uint8, seed uint64) {
		if len(data) > 0 && (data[0] == 0x1f || data[0] == 0x28 || data[0]&0xf0 == 0x50) {
			return // it may be compressed
		}
		x := []urn.Syntax{urn.RFC8141, urn.RFC2141, urn.Draft2141bis, urn.Relaxed}[syntax%4]
		want := cmdtest.ReadLines(data, x, 1+int(maxLine))
		// do runs a Work on the data and returns what it wrote.
		do := func(o Options, rejects string, h Handler) (stdout, stderr string) {
			var out, err bytes.Buffer
			o.Syntax, o.MaxLine, o.Keep = x, 1+int(maxLine), rejects != ""
			in := &cmdtest.Chunks{Data: data, Rand: rand.New(rand.NewPCG(seed, 0))}
			status, _ := job.Run(t.Context(), stdio.Streams{In: in, Out: &out, Err: &err}, job.Options{Stats: true, Rejects: rejects, Config: pipeline.Config{MaxLine: o.MaxLine,
				BlockSize: 1 + int(block)%512, HoldBack: 1 + int(block)%100, Workers: 1 + int(workers)%8}}, nil, New(o, h)).(stdio.Status)
			if wantStatus := min(1, len(want.Rejects)); int(status) != wantStatus {
				t.Errorf("status %d, want %d", status, wantStatus)
			}
			stats := fmt.Sprintf("bytes=%d lines=%d accepted=%d rejected=%d empty=%d ",
				len(data), want.Total, len(want.Normal), len(want.Rejects), want.Empty)
			if !strings.Contains(err.String(), stats) {
				t.Errorf("stats %q, want %q", err.String(), stats)
			}
			return out.String(), err.String()
		}

		out, reports := do(Options{}, "", Write(Normalized(nil)))
		if out != strings.Join(want.Normal, "") {
			t.Errorf("normalize = %q, want %q", out, want.Normal)
		}
		if n := strings.Count(reports, "\n"); n != 3*len(want.Rejects)+1 {
			t.Errorf("%d lines of reports for %d rejects", n, len(want.Rejects))
		}
		if out, _ := do(Options{Quiet: true}, "-", Discard{}); out != strings.Join(want.Rejects, "") {
			t.Errorf("rejects = %q, want %q", out, want.Rejects)
		}
		out, _ = do(Options{JSON: true, Quiet: true}, "", Write(Record(nil)))
		if n := strings.Count(out, "\n"); n != len(want.Inputs) {
			t.Errorf("%d records, want %d", n, len(want.Inputs))
		}
		// With Repair, each line becomes the URN that the library returns for
		// it.
		repairer := repair.Repairer{Syntax: x, EscapePercent: seed&1 != 0}
		var repaired strings.Builder
		for _, line := range slices.Sorted(maps.Keys(want.Inputs)) {
			if r, err := repairer.Parse(want.Inputs[line]); err == nil && len(want.Inputs[line]) <= 1+int(maxLine) {
				repaired.WriteString(r.URN().Normalize().String() + "\n")
			}
		}
		var stdout bytes.Buffer
		in := &cmdtest.Chunks{Data: data, Rand: rand.New(rand.NewPCG(seed, 0))}
		job.Run(t.Context(), stdio.Streams{In: in, Out: &stdout, Err: io.Discard}, job.Options{Config: pipeline.Config{MaxLine: 1 + int(maxLine),
			BlockSize: 1 + int(block)%512, HoldBack: 1 + int(block)%100, Workers: 1 + int(workers)%8}}, nil, New(Options{Syntax: x, MaxLine: 1 + int(maxLine), Repair: &repairer}, Write(Normalized(nil))))
		if stdout.String() != repaired.String() {
			t.Errorf("normalize --repair = %q, want %q", &stdout, repaired.String())
		}
		last := int64(0)
		for record := range strings.Lines(out) {
			var line int64
			if _, err := fmt.Sscanf(record, `{"line":%d,`, &line); err != nil || line <= last || want.Inputs[line] == "" {
				t.Errorf("record %q after line %d: %v", record, last, err)
			}
			last = line
		}
	})
}

// Nothing is allocated for a line, only for a block.
func TestAllocationsPerLine(t *testing.T) {
	const n = 20_000
	data := []byte(strings.Repeat("urn:isbn:0-395-36341-1\nURN:EX:a%2f?+r?=q#f\r\n", n/2))
	for name, h := range map[string]Handler{
		"check":     Discard{},
		"normalize": Write(Normalized(nil)),
		"key":       Write(Key(nil)),
		"verbose":   Write(AppenderFunc(OK)),
		"parse":     Write(Listing(nil)),
		"json":      Write(Record(nil)),
	} {
		allocs := testing.AllocsPerRun(3, func() {
			streams := stdio.Streams{In: bytes.NewReader(data), Out: io.Discard, Err: io.Discard}
			if err := job.Run(t.Context(), streams, job.Options{Config: pipeline.Config{MaxLine: 1 << 20}}, nil, New(Options{MaxLine: 1 << 20}, h)); err != nil {
				t.Fatal(err)
			}
		})
		if allocs > n/20 {
			t.Errorf("%s: %v allocations for %d lines", name, allocs, n)
		}
	}
}

// Nothing is allocated for a URN that there is nothing to say of.
func TestCheckerAllocations(t *testing.T) {
	const n = 20_000
	data := []byte(strings.Repeat("urn:isbn:0395363411\nurn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6\n", n/2))
	for _, asJSON := range []bool{false, true} {
		allocs := testing.AllocsPerRun(3, func() {
			streams := stdio.Streams{In: bytes.NewReader(data), Out: io.Discard, Err: io.Discard}
			work := New(Options{MaxLine: 1 << 20, JSON: asJSON}, &Checker{CheckOptions: CheckOptions{Namespace: true, Lint: true, Rules: namespace.IANA()}})
			if err := job.Run(t.Context(), streams, job.Options{Config: pipeline.Config{MaxLine: 1 << 20}}, nil, work); err != nil {
				t.Fatal(err)
			}
		})
		if allocs > n/20 {
			t.Errorf("JSON %v: %v allocations for %d lines", asJSON, allocs, n)
		}
	}
}
