package lines

import (
	"bytes"
	"encoding/json"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/cmdtest"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/flags"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/job"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/pipeline"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
	"github.com/seed7b5a83f0/urn/namespace"
)

// answers returns the answers that map must write for some input, found in a
// slow and simple way. "" stands for a line that is not a URN.
func answers(data []byte, x urn.Syntax, maxLine int, to string, ofNamespace bool) (list []string) {
	for len(data) > 0 {
		raw, rest, ended := bytes.Cut(data, []byte("\n"))
		data = rest
		text := string(raw)
		if ended {
			text = strings.TrimSuffix(text, "\r")
		}
		u, err := x.Parse(text)
		switch {
		case err != nil || len(text) > maxLine:
			list = append(list, "")
		case to == "nid":
			list = append(list, strings.ToLower(u.NID()))
		case to == "key" && ofNamespace:
			list = append(list, namespace.Key(u))
		case to == "key":
			list = append(list, u.Key())
		case to == "normalized" && ofNamespace:
			list = append(list, namespace.Normalize(u).String())
		case to == "normalized":
			list = append(list, u.Normalize().String())
		default:
			list = append(list, u.String())
		}
	}
	return list
}

// FuzzMap: whatever is read, in whatever pieces and by however many workers,
// every line is answered once and in order.
func FuzzMap(f *testing.F) {
	f.Add([]byte(cmdtest.Mixed), uint8(0), uint8(200), uint16(64), uint8(3), uint64(1))
	f.Add([]byte("\ufeffurn:ex:a\r\nurn:ex:\xff\n\n\r\n\x00\x1b"), uint8(4), uint8(9), uint16(4), uint8(7), uint64(2))
	f.Add([]byte(strings.Repeat("URN:ISBN:0-8044-2957-x?=b#c\nx\n\n", 50)), uint8(8), uint8(40), uint16(100), uint8(1), uint64(3))
	f.Add([]byte(strings.Repeat("0123456789", 50)+"\nurn:ex:a"), uint8(3), uint8(30), uint16(16), uint8(2), uint64(4))
	f.Add([]byte("\x1f\x8b\x08\n\r\r\nurn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"), uint8(5), uint8(100), uint16(7), uint8(2), uint64(5))
	f.Add([]byte("(\n(\xb5/\xfd\nP*M\x18"), uint8(2), uint8(1), uint16(1), uint8(2), uint64(6))
	// Names that each target answers in another way, and lines that are too long.
	f.Add([]byte("urn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"), uint8(9), uint8(100), uint16(7), uint8(2), uint64(5))
	f.Add([]byte("URN:AA:00"), uint8(0), uint8(207), uint16(64), uint8(3), uint64(1))
	f.Add([]byte("urn:00A:0"), uint8(46), uint8(196), uint16(148), uint8(37), uint64(49))
	f.Add([]byte("urn:0:0\nURN:0:0"), uint8('j'), uint8(165), uint16(64), uint8(3), uint64(148))
	f.Add([]byte("urn:0:00:0:0"), uint8(60), uint8(30), uint16(16), uint8(2), uint64(136))
	f.Add([]byte("0000000000\n00000000\n0\n0"), uint8('n'), uint8(5), uint16(33), uint8(7), uint64(39))
	f.Fuzz(func(t *testing.T, data []byte, what, maxLine uint8, block uint16, workers uint8, seed uint64) {
		to, rules := targets[what%4], flags.Rules(t.Context(), what&4 != 0)
		o := Options{
			Syntax:  []urn.Syntax{urn.RFC8141, urn.RFC2141, urn.Draft2141bis, urn.Relaxed}[what/8%4],
			MaxLine: 1 + int(maxLine), UseNull: true, Null: `\N`,
			JSON: to == "json" && seed&1 != 0, Quiet: true, AsIs: true,
		}
		var out, reports bytes.Buffer
		in := &cmdtest.Chunks{Data: data, Rand: rand.New(rand.NewPCG(seed, 0))}
		err := job.Run(t.Context(), stdio.Streams{In: in, Out: &out, Err: &reports}, job.Options{AsIs: true, Config: pipeline.Config{MaxLine: o.MaxLine,
			BlockSize: 1 + int(block)%512, HoldBack: 1 + int(block)%100, Workers: 1 + int(workers)%8}}, nil, New(o, Write(answer(to, rules))))
		if err != nil || reports.Len() != 0 {
			t.Errorf("map: %v, %q", err, &reports)
		}
		want := answers(data, o.Syntax, o.MaxLine, to, what&4 != 0)
		got := strings.SplitAfter(out.String(), "\n")
		if got = got[:len(got)-1]; len(got) != len(want) {
			t.Fatalf("%d lines for %d: %q", len(got), len(want), got)
		}
		for i, line := range got {
			line = strings.TrimSuffix(line, "\n")
			switch {
			case want[i] == "" && !o.JSON:
				if line != `\N` {
					t.Errorf("line %d is answered by %q, want \\N", i+1, line)
				}
			case to != "json":
				if line != want[i] {
					t.Errorf("line %d is answered by %q, want %q", i+1, line, want[i])
				}
			default:
				var r struct {
					Input *string
					Valid bool
				}
				if err := json.Unmarshal([]byte(line), &r); err != nil || r.Valid != (want[i] != "") || r.Valid && *r.Input != want[i] {
					t.Errorf("line %d is answered by %q, want the record of %q", i+1, line, want[i])
				}
			}
		}
	})
}

var targets = []string{"key", "normalized", "json", "nid"}

// answer returns the Appender that the command map takes for --to.
func answer(to string, rules *namespace.Registry) Appender {
	switch to {
	case "key":
		return Key(rules)
	case "normalized":
		return Normalized(rules)
	case "json":
		return Record(rules)
	}
	return AppenderFunc(NID)
}

func runMap(t testing.TB, data []byte, to string, ofNamespace bool) {
	t.Helper()
	streams := stdio.Streams{In: bytes.NewReader(data), Out: io.Discard, Err: io.Discard}
	m := New(Options{MaxLine: 1 << 20, UseNull: true, Null: `\N`, AsIs: true}, Write(answer(to, flags.Rules(t.Context(), ofNamespace))))
	if err := job.Run(t.Context(), streams, job.Options{AsIs: true, Config: pipeline.Config{MaxLine: 1 << 20}}, nil, m); err != nil {
		t.Fatal(err)
	}
}

func TestMapAllocations(t *testing.T) {
	const n = 20_000
	data := []byte(strings.Repeat("urn:isbn:0395363411\n\nURN:EX:a%2f?+r?=q#f\r\n\n", n/4))
	for _, to := range targets {
		for _, ofNamespace := range []bool{false, true} {
			allocs := testing.AllocsPerRun(3, func() { runMap(t, data, to, ofNamespace) })
			limit := n / 20.0
			if ofNamespace {
				limit = n // the library makes a string of what is not normal
			}
			if allocs > limit {
				t.Errorf("--to %s, namespace %v: %v allocations for %d lines", to, ofNamespace, allocs, n)
			}
		}
	}
}
