package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
)

// TestSample compares the sample log and its list with what the generator
// writes by default.
func TestSample(t *testing.T) {
	var log, list bytes.Buffer
	if err := writeLog(&log, &list, 8141, sampleSize); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]byte{"sample.log.gz": log.Bytes(), "sample.tsv.gz": list.Bytes()} {
		f, err := os.Open("../../examples/" + name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		z, err := gzip.NewReader(f)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(z)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what the generator writes: %d bytes, want %d", name, len(got), len(want))
		}
	}
}

// TestLogList finds everything that is listed at its place, and a share of
// lines that hold a URN of about two in five.
func TestLogList(t *testing.T) {
	var log, list bytes.Buffer
	if err := writeLog(&log, &list, 1, 3<<20); err != nil {
		t.Fatal(err)
	}
	if log.Len() < 3<<20 || log.Len() > 3<<20+4096 {
		t.Errorf("%d bytes, want %d and what completes a line", log.Len(), 3<<20)
	}
	lines := bytes.Count(log.Bytes(), []byte("\n"))
	at, line, last, holding := 0, 1, 0, 0
	for row := range strings.Lines(list.String()) {
		var offset, n int
		var u string
		if _, err := fmt.Sscanf(row, "%d\t%d\t%s\n", &offset, &n, &u); err != nil {
			t.Fatalf("%q: %v", row, err)
		}
		if !bytes.HasPrefix(log.Bytes()[offset:], []byte(u)) {
			t.Fatalf("%q is not at %d", u, offset)
		}
		line += bytes.Count(log.Bytes()[at:offset], []byte("\n"))
		if at = offset; n != line {
			t.Fatalf("%q is in line %d, not %d", u, line, n)
		}
		if n != last {
			holding++
			last = n
		}
	}
	if share := float64(holding) / float64(lines); share < 0.37 || share > 0.43 {
		t.Errorf("%.2f of the lines hold a URN, want 0.40", share)
	}
}

type full struct{}

var errFull = errors.New("no space left")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestLogWriteErrors(t *testing.T) {
	for _, w := range [][2]io.Writer{{full{}, io.Discard}, {io.Discard, full{}}} {
		if err := writeLog(w[0], w[1], 1, 1<<20); !errors.Is(err, errFull) {
			t.Errorf("writeLog to a full disk: %v, want %v", err, errFull)
		}
	}
}

func TestToFile(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"plain", "packed.gz"} {
		if err := toFile(dir+"/"+name, nil, func(w io.Writer) error {
			_, err := io.WriteString(w, "text")
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	plain, err := os.ReadFile(dir + "/plain")
	if string(plain) != "text" || err != nil {
		t.Errorf("wrote %q, %v", plain, err)
	}
	packed, err := os.Open(dir + "/packed.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	z, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(z); string(got) != "text" || err != nil {
		t.Errorf("wrote %q, %v", got, err)
	}
	if err := toFile(dir+"/no/such", nil, nil); err == nil {
		t.Error("no error for a directory that is not there")
	}
	if err := toFile(dir+"/failed", nil, func(io.Writer) error { return errFull }); !errors.Is(err, errFull) {
		t.Errorf("toFile = %v, want %v", err, errFull)
	}
}
