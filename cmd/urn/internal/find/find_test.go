package find

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/cmdtest"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/job"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/pipeline"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/rewrite"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
	"github.com/seed7b5a83f0/urn/scan"
)

// Tiny blocks and tiny reads, with every kind of output.
func TestFindInTinyBlocks(t *testing.T) {
	testhelp.Slow(t)
	log, list := cmdtest.Sample(t)
	log = log[:200<<10]
	var want strings.Builder
	for _, f := range list {
		if f.Offset+int64(len(f.URN))+1 < int64(len(log)) {
			fmt.Fprintf(&want, "%d:%d:%s\n", f.Line, f.Offset, f.URN)
		}
	}
	log = log[:strings.LastIndexByte(log, '\n')+1]
	for _, block := range []int{1, 7, 64, 100, 1000, 4096} {
		for _, workers := range []int{1, 3} {
			var out, stderr bytes.Buffer
			o := Options{LineNumber: true, ByteOffset: true, MaxURN: 64 << 10}
			streams := stdio.Streams{In: strings.NewReader(log), Out: &out, Err: &stderr}
			err := job.Run(t.Context(), streams, job.Options{Config: pipeline.Config{Find: &o.Finder, MaxLine: o.MaxURN, BlockSize: block, Workers: workers, HoldBack: 100}}, nil, New(o))
			if err != nil {
				t.Fatal(err, stderr.String())
			}
			if !strings.HasPrefix(want.String(), out.String()) || out.Len() < want.Len()-500 {
				t.Errorf("blocks of %d, %d workers: %d bytes, want %d", block, workers, out.Len(), want.Len())
			}
		}
	}
}

// Nothing is allocated for a URN, only for a block.
func TestFindAllocations(t *testing.T) {
	const n = 20_000
	data := []byte(strings.Repeat("see urn:isbn:0-395-36341-1, and <URN:EX:a%2f?+r?=q#f>\r\n", n/2))
	for name, set := range map[string]func(*Options){
		"plain":     func(*Options) {},
		"placed":    func(o *Options) { o.LineNumber, o.ByteOffset, o.WithName = true, true, true },
		"normalize": func(o *Options) { o.Normalize = true },
		"json":      func(o *Options) { o.Form = JSON },
		"nid":       func(o *Options) { o.NIDs = []string{"ex"} },
		"count":     func(o *Options) { o.Count = true },
		"unique":    func(o *Options) { o.Unique = true },
		"context":   func(o *Options) { o.Form = Context },
	} {
		allocs := testing.AllocsPerRun(3, func() {
			o := Options{MaxURN: 64 << 10, MaxMemory: 1 << 20}
			set(&o)
			streams := stdio.Streams{In: bytes.NewReader(data), Out: io.Discard, Err: io.Discard}
			if err := job.Run(t.Context(), streams, job.Options{Config: pipeline.Config{Find: &o.Finder, MaxLine: o.MaxURN}}, nil, New(o)); err != nil {
				t.Fatal(err)
			}
		})
		if allocs > n/20 {
			t.Errorf("%s: %v allocations for %d URNs", name, allocs, n)
		}
	}
}

// Lines that are copied together have the URNs and nothing else.
func TestFindPlainly(t *testing.T) {
	parts := []string{"urn:ex:a\n", "urn:ex:b\n", "urn:ex:c\r\n", "x\n", "\n", "urn:a.b:c\n", "urn:ex:toolong\n", "urn:ex:d urn:ex:e\n", " urn:ex:f\n", "urn:ex:g."}
	var text strings.Builder
	text.WriteByte('\n')
	for i := range 1_000 {
		for n := i; n > 0; n /= 10 {
			text.WriteString(parts[n%10])
		}
	}
	for _, o := range []Options{{}, {Finder: scan.Finder{Mode: scan.ModeExact}}} {
		var want strings.Builder
		found, long := 0, 0
		for m := range o.Finder.All([]byte(text.String())) {
			if found++; m.End-m.Start > 9 {
				long++
				continue
			}
			fmt.Fprintln(&want, text.String()[m.Start:m.End])
		}
		o.MaxURN = 9
		var out bytes.Buffer
		work := New(o)
		streams := stdio.Streams{In: strings.NewReader(text.String()), Out: &out, Err: io.Discard}
		err := job.Run(t.Context(), streams, job.Options{Config: pipeline.Config{Find: &o.Finder, MaxLine: o.MaxURN}}, nil, work)
		if err != stdio.Trouble.Err() || out.String() != want.String() {
			t.Errorf("%v: %d bytes, want %d (%v)", o.Finder, out.Len(), want.Len(), err)
		}
		if !strings.HasPrefix(work.Counts(), fmt.Sprintf("found=%d truncated=%d ", found, long)) {
			t.Errorf("%v: %s", o.Finder, work.Counts())
		}
	}
}

// Output that is written in parts is the whole output.
func TestReplaceInParts(t *testing.T) {
	text := strings.Repeat("a URN:EX:b c\n", 100)
	var out bytes.Buffer
	o := ReplaceOptions{MaxURN: 64 << 10, By: rewrite.Options{}.Normalized()}
	streams := stdio.Streams{In: strings.NewReader(text), Out: &out, Err: io.Discard}
	if err := job.Run(t.Context(), streams, job.Options{Config: pipeline.Config{Find: &o.Finder, Whole: true, MaxLine: o.MaxURN, HoldBack: 10}}, nil, NewReplace(o)); err != nil {
		t.Fatal(err)
	}
	if want := strings.ReplaceAll(text, "URN:EX:", "urn:ex:"); out.String() != want {
		t.Errorf("writes %q", &out)
	}
}

// The counts are those of a map, and in order, however many keys there are, and however
// often one is counted.
func TestTable(t *testing.T) {
	for name, c := range map[string]struct {
		lines int
		key   func(i int) string
	}{
		"nothing":  {0, nil},
		"one":      {1, func(int) string { return "urn:ex:a" }},
		"numbers":  {15_000, func(i int) string { return fmt.Sprintf("urn:ex:%s%d", strings.Repeat("long-prefix-", i%3), i%9_001) }},
		"prefixes": {2_000, func(i int) string { return "urn:ex:" + strings.Repeat("a", i%1009) }},
		"often":    {30_000, func(i int) string { return fmt.Sprintf("urn:ex:%d", i*i%(1+i%300)) }},
		"twice": {2_000, func(i int) string {
			if i %= 1_500; i < 490 || i >= 500 {
				return fmt.Sprintf("urn:ex:m%04d", i)
			}
			return fmt.Sprintf("urn:ex:%c%c", 'p'+i-490, 'z'-i+490)
		}},
		"capitals": {3_000, func(i int) string {
			return []string{"urn:", "URN:", "Urn:", "uRn:", "urN:"}[i%5] + fmt.Sprint("a.b:", i%700)
		}},
		"not ASCII": {3_000, func(i int) string { return fmt.Sprintf("urn:ex:%c%c", 0x7f+i%400, 0xff-i%4) }},
		"long":      {160, func(i int) string { return "urn:ex:" + strings.Repeat("abc", i*i*i%100_000/3) + fmt.Sprint(i%120) }},
	} {
		t.Run(name, func(t *testing.T) {
			want := map[string]int64{}
			for i := range c.lines {
				want[c.key(i)]++
			}
			names := slices.Collect(maps.Keys(want))
			slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(want[b], want[a]), strings.Compare(a, b)) })
			for _, top := range []int{0, 150} {
				table := newTable(256 << 20)
				var k keys
				for i := range c.lines {
					k.text = append(k.text, c.key(i)...)
					k.end()
					if k.len() == 1000 || i == c.lines-1 {
						if err := table.add(&k); err != nil {
							t.Fatal(err)
						}
						k.reset()
					}
				}
				var list, got strings.Builder
				for i, name := range names {
					if top == 0 || i < top {
						fmt.Fprintf(&list, "%d\t%s\n", want[name], name)
					}
				}
				if err := table.write(&got, Options{Top: top}); err != nil {
					t.Fatal(err)
				}
				if table.len() != len(names) || got.String() != list.String() {
					t.Errorf("top %d: %d keys in %d bytes, want %d in %d", top, table.len(), got.Len(), len(names), list.Len())
				}
			}
		})
	}
}

// Which keys are new does not depend on the order in which they are counted.
func TestTableNew(t *testing.T) {
	table := newTable(1 << 20)
	for block := range 20 {
		var k keys
		var want []int
		for i := range 300 {
			n := block*100 + i/2
			k.text = fmt.Appendf(k.text, "urn:ex:%d", n)
			k.end()
			if i%2 == 0 && (block == 0 || i/2 >= 50) {
				want = append(want, i)
			}
		}
		fresh, err := table.addNew(&k)
		if err != nil || !slices.Equal(fresh, want) {
			t.Fatalf("addNew = %v, %v, want %v", fresh, err, want)
		}
	}
	if table.len() != 20*100+50 {
		t.Errorf("%d keys", table.len())
	}
}
