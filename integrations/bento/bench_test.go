//go:build unix

package bento

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/integrations/bento/internal/heap"
	"github.com/seed7b5a83f0/urn/scan"
)

// The benchmarks take files to files: a million lines through what works block
// by block, and less through what is slower. The lines a second depend on the
// number of cores. So the benchmarks also report the processor time that a
// line takes on all cores together, including the garbage collector and the
// kernel. From this, the number of machines for a load can be calculated.

// benchNames returns n URNs of eight namespaces in random order, one a line.
// Few of them are alike, as branch predictors would learn a few.
func benchNames(n int) string {
	g := rand.New(rand.NewPCG(1, 2))
	hex := func(n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = "0123456789abcdef"[g.IntN(16)]
		}
		return string(b)
	}
	shapes := []func() string{
		func() string { return fmt.Sprintf("urn:uuid:%s-%s-%s-%s-%s", hex(8), hex(4), hex(4), hex(4), hex(12)) },
		func() string { return fmt.Sprintf("URN:ISBN:978%010d", g.IntN(1e10)) },
		func() string { return fmt.Sprintf("urn:oid:1.3.6.1.4.1.%d.%d", g.IntN(1e5), g.IntN(100)) },
		func() string { return fmt.Sprintf("urn:nbn:de:bvb:%d-%d", g.IntN(100), g.IntN(1e6)) },
		func() string {
			return fmt.Sprintf("urn:li:dataset:(urn:li:dataPlatform:s3,%s/%s,PROD)", hex(6), hex(9))
		},
		func() string {
			return fmt.Sprintf("urn:ietf:params:xml:ns:%s-%d.%d", hex(g.IntN(9)+2), g.IntN(9), g.IntN(9))
		},
		func() string { return fmt.Sprintf("urn:example:caf%%c3%%a9:%s?=page=%d#top", hex(12), g.IntN(999)) },
		func() string {
			return fmt.Sprintf("urn:epc:id:sgtin:%07d.%06d.%d", g.IntN(1e7), g.IntN(1e6), g.IntN(1e8))
		},
	}
	var text strings.Builder
	for range n {
		text.WriteString(shapes[g.IntN(len(shapes))]())
		text.WriteByte('\n')
	}
	return text.String()
}

// benchLog returns n log lines, half of which hold a URN.
func benchLog(n int) string {
	names := strings.Fields(benchNames(n))
	g := rand.New(rand.NewPCG(3, 4))
	var text strings.Builder
	for i, name := range names {
		fmt.Fprintf(&text, `2026-01-02T15:04:05.%06dZ level=info service=catalogue-%02d host=node-%03d.internal request_id=%016x method=GET path="/v1/items/%d" status=200 bytes=%d duration=%dms `,
			i%1e6, g.IntN(20), g.IntN(300), g.Uint64(), g.IntN(1e6), g.IntN(1e6), g.IntN(1000))
		if i%2 == 0 {
			fmt.Fprintf(&text, `msg="resolved (%s), cached"`, name)
		} else {
			text.WriteString(`msg="nothing to resolve, answered from the cache"`)
		}
		text.WriteByte('\n')
	}
	return text.String()
}

// processorTime returns the processor time that this process has used.
func processorTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	must(b, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// way is a way to take a file to a file.
type way struct {
	name  string
	lines int // that it is given
	take  func(b *testing.B, in, out string)
}

// stream is Bento: a scanner for the input, processors, and threads.
func stream(scanner, processors string, threads int) func(b *testing.B, in, out string) {
	return func(b *testing.B, in, out string) {
		reserve()
		s := newBuilder(b)
		s.SetThreads(threads)
		must(b, s.AddInputYAML(fmt.Sprintf("file: {paths: [%q], scanner: {%s}}", in, scanner)))
		must(b, s.AddProcessorYAML(processors))
		must(b, s.AddOutputYAML(fmt.Sprintf("file: {path: %q}", out)))
		run(b, s)
	}
}

// plain is Go without Bento, on one goroutine: the ceiling.
func plain(line func(dst, line []byte) []byte) func(b *testing.B, in, out string) {
	return func(b *testing.B, in, out string) {
		r, err := os.Open(in)
		must(b, err)
		defer r.Close()
		f, err := os.Create(out)
		must(b, err)
		defer f.Close()
		w := bufio.NewWriterSize(f, 256<<10)
		scanner := bufio.NewScanner(r)
		scanner.Buffer(make([]byte, 256<<10), 1<<20)
		var buf []byte
		for scanner.Scan() {
			buf = line(buf[:0], scanner.Bytes())
			if _, err := w.Write(buf); err != nil {
				b.Fatal(err)
			}
		}
		must(b, scanner.Err())
		must(b, w.Flush())
	}
}

// reserve does what urn-bento does when it starts.
var reserve = sync.OnceFunc(heap.Reserve)

func benchmark(b *testing.B, text func(lines int) string, ways []way) {
	for _, w := range ways {
		b.Run(w.name, func(b *testing.B) {
			dir := b.TempDir()
			in, out := filepath.Join(dir, "in"), filepath.Join(dir, "out")
			content := text(w.lines)
			must(b, os.WriteFile(in, []byte(content), 0o666))
			b.SetBytes(int64(len(content)))
			begin := processorTime(b)
			for b.Loop() {
				if err := os.Remove(out); err != nil && !os.IsNotExist(err) {
					b.Fatal(err)
				}
				w.take(b, in, out)
			}
			lines := float64(b.N) * float64(w.lines)
			b.ReportMetric(lines/b.Elapsed().Seconds()/1e6, "Mlines/s")
			b.ReportMetric(float64((processorTime(b)-begin).Nanoseconds())/lines, "cpu-ns/line")
			info, err := os.Stat(out)
			must(b, err)
			if info.Size() == 0 {
				b.Fatal("nothing was written")
			}
		})
	}
}

func BenchmarkNormalize(b *testing.B) {
	const blocks, single = 1 << 20, 1 << 17
	benchmark(b, benchNames, []way{
		{"plain Go", blocks, plain(func(dst, line []byte) []byte {
			u, err := urn.RFC8141.ParseBytes(line)
			if err != nil {
				return dst
			}
			return append(u.Offsets().AppendNormalized(dst, []byte(u.String())), '\n')
		})},
		{"blocks/1 thread", blocks, stream("line_blocks: {}", "urn_normalize: {}", 1)},
		{"blocks/2 threads", blocks, stream("line_blocks: {}", "urn_normalize: {}", 2)},
		{"a message a line/2 threads", single, stream("lines: {}", "mapping: root = content().normalize_urn()", 2)},
	})
}

// BenchmarkRejects compares lines that are not URNs with lines that are.
func BenchmarkRejects(b *testing.B) {
	faults := strings.NewReplacer("urn:uuid:", "urn:uuid:{", "URN:ISBN:", "ISBN ", "urn:oid:", "urn:oid:\u00e9", "urn:nbn", "urn:n", "urn:li", "urn;li",
		"urn:ietf:", "urn:ietf: ", "%c3", "%cg", "urn:epc:id", "urn:e|pc")
	g := rand.New(rand.NewPCG(7, 8))
	for _, mix := range []struct {
		name  string
		lines int
		text  func(lines int) string
	}{
		{"URNs", 1 << 20, benchNames},
		{"nearly URNs", 1 << 20, func(n int) string { return faults.Replace(benchNames(n)) }},
		{"words", 1 << 20, func(n int) string { return strings.ReplaceAll(benchNames(n), "rn:", "rl ") }},
		{"random bytes", 1 << 20, func(n int) string {
			text := make([]byte, 40*n)
			for i := range text {
				if text[i] = byte(g.Uint32()); i%40 == 39 || text[i] == '\n' {
					text[i] = "x\n"[i%40/39]
				}
			}
			return string(text)
		}},
		{"long URNs", 1 << 16, func(n int) string { return strings.ReplaceAll(benchNames(n), "\n", strings.Repeat("/x", 480)+"\n") }},
		{"nearly long URNs", 1 << 16, func(n int) string { return strings.ReplaceAll(benchNames(n), "\n", strings.Repeat("/x", 480)+"|\n") }},
	} {
		b.Run(mix.name, func(b *testing.B) {
			benchmark(b, mix.text, []way{{"blocks/1 thread", mix.lines, stream("line_blocks: {}", "urn_normalize: {}", 1)}})
		})
	}
}

func BenchmarkExtract(b *testing.B) {
	const blocks, single = 1 << 19, 1 << 17
	benchmark(b, benchLog, []way{
		{"plain Go", blocks, plain(func(dst, line []byte) []byte {
			for m := range (scan.Finder{}).All(line) {
				dst = append(append(dst, line[m.Start:m.End]...), '\n')
			}
			return dst
		})},
		{"blocks/text/1 thread", blocks, stream("line_blocks: {}", "urn_extract: {as: text}", 1)},
		{"blocks/text/2 threads", blocks, stream("line_blocks: {}", "urn_extract: {as: text}", 2)},
		{"blocks/json/2 threads", blocks, stream("line_blocks: {}", "urn_extract: {}", 2)},
		{"a message a line/2 threads", single, stream("lines: {}", `mapping: 'root = content().extract_urns().join("\n")'`, 2)},
	})
}
