package main

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/soak"
)

// chunks reads as much at a time as it likes.
type chunks struct {
	data []byte
	rand *rand.Rand
}

func (c *chunks) Read(b []byte) (int, error) {
	n := min(len(b), len(c.data), 1+c.rand.IntN(100))
	copy(b, c.data[:n])
	c.data = c.data[n:]
	if len(c.data) == 0 && (n == 0 || c.rand.IntN(2) == 0) {
		return n, io.EOF
	}
	return n, nil
}

// FuzzLines: whatever is read, in whatever pieces and by however many workers,
// every line is accepted, rejected or empty, and comes out once and in order.
func FuzzLines(f *testing.F) {
	f.Add([]byte(mixed), uint8(0), uint8(200), uint16(64), uint8(3), uint64(1))
	f.Add([]byte("\ufeffurn:ex:a\r\nurn:ex:\xff\n\n\r\n\x00\x1b"), uint8(1), uint8(9), uint16(4), uint8(7), uint64(2))
	f.Add([]byte(strings.Repeat("URN:EX:%aa?=b#c\nx\n\n", 50)), uint8(2), uint8(20), uint16(100), uint8(1), uint64(3))
	f.Add([]byte(strings.Repeat("0123456789", 50)+"\nurn:ex:a"), uint8(0), uint8(30), uint16(16), uint8(2), uint64(4))
	soak.Run(f, func(t *testing.T, data []byte, syntax, maxLine uint8, block uint16, workers uint8, seed uint64) {
		if len(data) > 0 && (data[0] == 0x1f || data[0] == 0x28 || data[0]&0xf0 == 0x50) {
			return // it may be compressed
		}
		x := []urn.Syntax{urn.RFC8141, urn.RFC2141, urn.Draft2141bis}[syntax%3]
		want := readLines(data, x, 1+int(maxLine))
		// do runs a command on the data and returns what it wrote.
		do := func(set func(*lineJob)) (stdout, stderr string) {
			var out, err bytes.Buffer
			j := &lineJob{}
			j.prepare(&app{&chunks{data, rand.New(rand.NewPCG(seed, 0))}, &out, &err})
			j.syntax, j.maxLine, j.stats = x, 1+int(maxLine), true
			j.blockSize, j.holdBack, j.workers = 1+int(block)%512, 1+int(block)%100, 1+int(workers)%8
			set(j)
			status, _ := j.run(t.Context(), nil).(status)
			if wantStatus := min(1, len(want.rejects)); int(status) != wantStatus {
				t.Errorf("status %d, want %d", status, wantStatus)
			}
			stats := fmt.Sprintf("bytes=%d lines=%d accepted=%d rejected=%d empty=%d ",
				len(data), want.total, len(want.normal), len(want.rejects), want.empty)
			if !strings.Contains(err.String(), stats) {
				t.Errorf("stats %q, want %q", err.String(), stats)
			}
			return out.String(), err.String()
		}

		out, reports := do(func(j *lineJob) { j.text = appendNormalized })
		if out != strings.Join(want.normal, "") {
			t.Errorf("normalize = %q, want %q", out, want.normal)
		}
		if n := strings.Count(reports, "\n"); n != 3*len(want.rejects)+1 {
			t.Errorf("%d lines of reports for %d rejects", n, len(want.rejects))
		}
		if out, _ := do(func(j *lineJob) { j.rejects, j.quiet = "-", true }); out != strings.Join(want.rejects, "") {
			t.Errorf("rejects = %q, want %q", out, want.rejects)
		}
		out, _ = do(func(j *lineJob) { j.json, j.quiet = true, true })
		if n := strings.Count(out, "\n"); n != len(want.inputs) {
			t.Errorf("%d records, want %d", n, len(want.inputs))
		}
		last := int64(0)
		for record := range strings.Lines(out) {
			var line int64
			if _, err := fmt.Sscanf(record, `{"line":%d,`, &line); err != nil || line <= last || want.inputs[line] == "" {
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
	for name, set := range map[string]func(*lineJob){
		"check":     func(*lineJob) {},
		"normalize": func(j *lineJob) { j.text = appendNormalized },
		"key":       func(j *lineJob) { j.text = appendKey },
		"verbose":   func(j *lineJob) { j.text = appendOK },
		"parse":     func(j *lineJob) { j.text = appendListing },
		"json":      func(j *lineJob) { j.json = true },
	} {
		allocs := testing.AllocsPerRun(3, func() {
			j := &lineJob{}
			j.prepare(&app{bytes.NewReader(data), io.Discard, io.Discard})
			j.maxLine = defaultMaxLine
			set(j)
			if err := j.run(t.Context(), nil); err != nil {
				t.Fatal(err)
			}
		})
		if allocs > n/20 {
			t.Errorf("%s: %v allocations for %d lines", name, allocs, n)
		}
	}
}
