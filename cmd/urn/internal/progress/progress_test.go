package progress

import (
	"bytes"
	"io"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// screen is a terminal that remembers what was written to it.
type screen struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *screen) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

func waitFor(t *testing.T, s *screen, want string) {
	t.Helper()
	for range 1000 {
		if regexp.MustCompile(want).MatchString(s.String()) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("terminal shows %q, want %s", s.String(), want)
}

// shown returns the final text on a terminal. After a carriage return, the
// text overwrites the line from its beginning.
func shown(s string) string {
	var lines []string
	for line := range strings.SplitSeq(s, "\n") {
		var cells []rune
		at := 0
		for _, r := range line {
			if r == '\r' {
				at = 0
				continue
			}
			if at == len(cells) {
				cells = append(cells, r)
			}
			cells[at] = r
			at++
		}
		lines = append(lines, strings.TrimRight(string(cells), " "))
	}
	return strings.Join(lines, "\n")
}

func TestBar(t *testing.T) {
	for _, c := range []struct {
		name  string
		total int64
		want  string
	}{
		{"known total", 1000, "50%"},
		{"one byte", 1, "0%"},
		{"unknown total", -1, "500 B"},
		{"nothing to read", 0, "500 B"},
		{"more than the total", 100, ""}, // it is gone then
	} {
		t.Run(c.name, func(t *testing.T) {
			var s screen
			b := start(&s, c.total, time.Millisecond, time.Millisecond)
			if c.total == 1 {
				waitFor(t, &s, c.want)
				c.want = "" // the bar is gone when all is read
			}
			if c.total == 100 {
				b.Add(50)
				waitFor(t, &s, "50%")
			}
			b.Add(500)
			if c.want != "" {
				waitFor(t, &s, c.want)
			}
			if _, err := io.WriteString(b, "a report\n"); err != nil {
				t.Fatal(err)
			}
			b.Add(1)
			time.Sleep(20 * time.Millisecond)
			if _, err := io.WriteString(b, "another\n"); err != nil {
				t.Fatal(err)
			}
			b.Stop()
			if got := shown(s.String()); got != "a report\nanother\n" {
				t.Errorf("in the end the terminal shows %q", got)
			}
			n := len(s.String())
			time.Sleep(10 * time.Millisecond)
			if len(s.String()) != n {
				t.Error("the bar is drawn after Stop")
			}
		})
	}
}

func TestFit(t *testing.T) {
	for columns, want := range map[int]string{80: "23% of 4 GiB, 512 MiB/s, 1m20s left", 36: "23% of 4 GiB, 512 MiB/s, 1m20s left", 35: "23% of 4 GiB, 512 MiB/s", 20: "23% of 4 GiB", 12: "", 0: ""} {
		if got := fit("23% of 4 GiB, 512 MiB/s, 1m20s left", columns); got != want {
			t.Errorf("on %d columns the bar is %q, want %q", columns, got, want)
		}
	}
}

func TestShortRunHasNoBar(t *testing.T) {
	var s screen
	b := Start(&s, 1000)
	b.Add(1000)
	io.WriteString(b, "a report\n")
	b.Stop()
	if s.String() != "a report\n" {
		t.Errorf("terminal shows %q", s.String())
	}
}

// TestLine: the bar says in words what its numbers are, and fits 40 columns.
func TestLine(t *testing.T) {
	for _, c := range []struct {
		read, total int64
		took        time.Duration
		want        string
	}{
		{0, 1000, 0, "0% of 1.0 KiB, 0 B/s"},
		{0, 999, 0, "0% of 999 B, 0 B/s"},
		{500, -1, 2 * time.Second, "read 500 B, 250 B/s"},
		{1 << 30, 4 << 30, 30 * time.Second, "25% of 4.0 GiB, 34 MiB/s, 1m30s left"},
		{1 << 20, 999 << 30, time.Second, "0% of 999 GiB, 1.0 MiB/s"},
		{100 << 20, 999 << 30, time.Second, "0% of 999 GiB, 100 MiB/s, 3h left"},
		{980 << 30, 999 << 30, 1 << 50, "98% of 999 GiB, 913 KiB/s, 6h left"},
	} {
		if got := line(c.read, c.total, c.took); got != c.want {
			t.Errorf("%d of %d bytes in %v: %q, want %q", c.read, c.total, c.took, got, c.want)
		}
	}
	for read := int64(1); read > 0; read = read*3/2 + 1 {
		for total := int64(1); total > 0; total = total*7/4 + 1 {
			for took := time.Nanosecond; took > 0; took = took*5 + 1 {
				if got := line(min(read, total), total, took); len(got) > 39 {
					t.Fatalf("%d of %d bytes in %v: %q has %d columns", read, total, took, got, len(got))
				}
			}
		}
	}
}
