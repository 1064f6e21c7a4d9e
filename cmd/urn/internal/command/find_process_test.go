//go:build unix

package command

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/cmdtest"
)

func TestFindOutputClosedEarly(t *testing.T) {
	for _, args := range []string{"find", "find --json", "find --context", "find --unique --nid ex"} {
		cmd := process(t, strings.Fields(args)...)
		if strings.Contains(args, "unique") {
			cmd.Stdin = &numbered{}
		} else {
			endlessly(t, cmd)
		}
		closedEarly(t, args, cmd)
	}
}

// numbered is a text without end of URNs that are all different.
type numbered struct {
	n   int
	buf []byte
}

func (r *numbered) Read(b []byte) (int, error) {
	for len(r.buf) < len(b) {
		r.n++
		r.buf = fmt.Appendf(r.buf, "urn:ex:%d\n", r.n)
	}
	n := copy(b, r.buf)
	r.buf = r.buf[:copy(r.buf, r.buf[n:])]
	return n, nil
}

// An interrupt gives what has been found so far, counts too, while the command
// waits for more input.
func TestFindInterrupt(t *testing.T) {
	for args, want := range map[string]string{
		"find": "urn:ex:a\nurn:ex:b\nURN:ex:a\n", "find --unique": "urn:ex:a\nurn:ex:b\n", "find --count": "2\turn:ex:a\n1\turn:ex:b\n",
	} {
		cmd := process(t, append(strings.Fields(args), "--stats")...)
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		cmd.Stdout = &out
		stderr, err := cmd.StderrPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		// The URN that is too long is reported when what precedes it is done.
		io.WriteString(in, "urn:ex:a urn:ex:b\nURN:ex:a\nurn:ex:"+strings.Repeat("a", 70_000)+"\n")
		reports := bufio.NewReader(stderr)
		if line, err := reports.ReadString('\n'); err != nil || !strings.Contains(line, "--max-urn") {
			t.Errorf("%s: %q, %v", args, line, err)
		}
		cmd.Process.Signal(os.Interrupt)
		rest, _ := io.ReadAll(reports)
		cmd.Wait()
		in.Close()
		if code := cmd.ProcessState.ExitCode(); code != 130 || out.String() != want {
			t.Errorf("%s: status %d, %q; want 130, %q", args, code, &out, want)
		}
		if !strings.Contains(string(rest), "urn: interrupted: ") || !strings.Contains(string(rest), "found=4 truncated=1") {
			t.Errorf("%s: stderr %q", args, rest)
		}
	}
}

// However much there is, memory stays bounded.
func TestFindMemory(t *testing.T) {
	memoryTest(t)
	log, _ := cmdtest.Sample(t)
	for _, c := range []struct {
		name   string
		args   string
		text   string
		size   int // of the input, in bytes
		limit  int // in MiB
		status int
	}{
		{"a log", "", log, 256 << 20, 64, 0},
		{"a log, JSON", "--json", log, 64 << 20, 64, 0},
		{"a log, in context", "--context --color=always", log, 64 << 20, 64, 0},
		{"1 GiB without a line end", "", strings.Repeat("see urn:ex:a(b), "+strings.Repeat("x", 1000), 100), 1 << 30, 64, 0},
		{"no line end and no space", "--nid ex", "urn:ex:a(b)|", 200 << 20, 64, 0},
		{"one URN of 1 GiB", "--json", strings.Repeat("urn:ex:a", 1<<13), 1 << 30, 64, 2},
		{"zeros", "", strings.Repeat("\x00", 1<<16), 200 << 20, 64, 1},
		{"line ends", "-n", strings.Repeat("\n", 1<<16), 200 << 20, 64, 1},
		{"one URN, counted", "--count", "urn:ex:a\n", 64 << 20, 64, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			peak, out := measured(t, &repeater{line: c.text}, c.size, c.status, append([]string{"find"}, strings.Fields(c.args)...)...)
			t.Logf("peak %d MiB, output %d MiB", peak, out>>20)
			if peak > c.limit {
				t.Errorf("peak of %d MiB, want at most %d", peak, c.limit)
			}
		})
	}
}

// What --count and --unique keep is bounded by --max-memory.
func TestFindMaxMemory(t *testing.T) {
	memoryTest(t)
	for _, args := range []string{"--count", "--unique"} {
		peak, _ := measured(t, &numbered{}, 64<<20, 2, "find", args, "--max-memory", "64M")
		t.Logf("%s: peak %d MiB", args, peak)
		if peak > 64+64 {
			t.Errorf("%s: peak of %d MiB, want at most the 64 allowed and 64 more", args, peak)
		}
	}
}

// memorySize returns how much text a test of memory reads that would read size bytes: at
// most 80 MiB, which is more than its limit, unless .ci/nightly runs it.
func memorySize(size int) int {
	if os.Getenv("URN_MEMORY") != "" {
		return size
	}
	return min(size, 80<<20)
}

// measured runs the command on text of memorySize(size) bytes, compressed, and returns its
// peak memory in MiB and how much it wrote.
func measured(t *testing.T, text io.Reader, size, status int, args ...string) (peak int, out counter) {
	t.Helper()
	size = memorySize(size)
	name := filepath.Join(t.TempDir(), "text")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := zstd.NewWriter(f, zstd.WithEncoderLevel(zstd.SpeedFastest))
	if err == nil {
		_, err = io.Copy(z, io.LimitReader(text, int64(size)))
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	cmd := measurable(t, append(args, name)...)
	var reports bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &reports
	cmd.Run()
	if code := cmd.ProcessState.ExitCode(); code != status {
		t.Errorf("status %d, want %d: %.300q", code, status, &reports)
	}
	return peakOf(t, cmd), out
}
