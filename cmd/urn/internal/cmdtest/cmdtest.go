// Package cmdtest has the test data and functions that several packages of the command
// share.
package cmdtest

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"unicode/utf8"

	"github.com/klauspost/compress/gzip"

	"github.com/seed7b5a83f0/urn"
)

// Mixed has four lines: two URNs, a line that is not a URN, and an empty line.
const Mixed = "urn:isbn:0-395-36341-1\r\nURN:x:y\n\nURN:EX:a%2f?+r?=q#\r\n"

// Lines has the lines of an input, found in a slow and simple way.
type Lines struct {
	Inputs  map[int64]string // by number, without line end; the empty ones left out
	Rejects []string         // with line end
	Normal  []string         // with line end
	Total   int
	Empty   int
}

// ReadLines reads lines of at most maxLine bytes.
func ReadLines(data []byte, x urn.Syntax, maxLine int) Lines {
	l := Lines{Inputs: map[int64]string{}}
	for len(data) > 0 {
		raw, rest, ended := bytes.Cut(data, []byte("\n"))
		data = rest
		text, end := string(raw), ""
		l.Total++
		if ended {
			text, end = strings.TrimSuffix(text, "\r"), "\n"
		}
		if l.Total == 1 {
			text = strings.TrimPrefix(text, "\ufeff")
		}
		if text == "" {
			l.Empty++
			continue
		}
		l.Inputs[int64(l.Total)] = text
		u, err := x.Parse(text)
		if err != nil || len(text) > maxLine {
			l.Rejects = append(l.Rejects, string(raw)+end)
			continue
		}
		l.Normal = append(l.Normal, u.Normalize().String()+"\n")
	}
	return l
}

// Chunks reads as much at a time as it likes.
type Chunks struct {
	Data []byte
	Rand *rand.Rand
}

func (c *Chunks) Read(b []byte) (int, error) {
	n := min(len(b), len(c.Data), 1+c.Rand.IntN(100))
	copy(b, c.Data[:n])
	c.Data = c.Data[n:]
	if len(c.Data) == 0 && (n == 0 || c.Rand.IntN(2) == 0) {
		return n, io.EOF
	}
	return n, nil
}

// Found is a URN of the sample log and its position.
type Found struct {
	Offset, Line int64
	URN          string
}

// Messages returns text with the system's messages for files replaced by the messages of Linux,
// which tests expect.
func Messages(text string) string {
	if runtime.GOOS != "windows" {
		return text
	}
	const noFile = "no such file or directory"
	var pairs []string
	for number, message := range map[syscall.Errno]string{
		2: noFile, 3: noFile, 123: noFile, // ERROR_FILE_NOT_FOUND, ERROR_PATH_NOT_FOUND, ERROR_INVALID_NAME
		1: "is a directory", // ERROR_INVALID_FUNCTION, of reading one
	} {
		pairs = append(pairs, number.Error(), message)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// NeedName skips the test if the system can have no file of that name.
func NeedName(t testing.TB, name string) {
	t.Helper()
	bad := func(r rune) bool { return r < ' ' || r == utf8.RuneError || strings.ContainsRune(`<>:"\|?*`, r) }
	if runtime.GOOS == "windows" && strings.ContainsFunc(name, bad) {
		t.Skipf("Windows has no files with names like %q", name)
	}
}

// Links reports whether symbolic links can be made and followed in the current directory.
// Wine 8 makes some that it does not follow.
func Links(t testing.TB) bool {
	t.Helper()
	dir, err := os.MkdirTemp(".", "links")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	link := dir + "/link"
	if os.Mkdir(dir+"/d", 0o777) != nil || os.Symlink("d", link) != nil {
		return false
	}
	to, err := os.Readlink(link)
	info, err2 := os.Stat(link)
	return err == nil && to == "d" && err2 == nil && info.IsDir()
}

// TestData returns the path of a file of the library's testdata, and skips the
// test if the module is alone.
func TestData(t testing.TB, name ...string) string {
	t.Helper()
	root := filepath.Join(Dir, "..", "..", "..", "..")
	if _, err := os.Stat(filepath.Join(root, "machine.go.rl")); errors.Is(err, os.ErrNotExist) {
		t.Skip("the file is part of the library's sources")
	}
	return filepath.Join(append([]string{root, "testdata"}, name...)...)
}

// Sample returns the sample log and, line by line, the list of its URNs.
func Sample(t testing.TB) (log string, list []Found) {
	t.Helper()
	read := func(name string) string {
		f, err := os.Open(TestData(t, "../examples", name))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		z, err := gzip.NewReader(f)
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(z)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	log = read("sample.log.gz")
	for line := range strings.Lines(read("sample.tsv.gz")) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		offset, err1 := strconv.ParseInt(f[0], 10, 64)
		n, err2 := strconv.ParseInt(f[1], 10, 64)
		if err1 != nil || err2 != nil || len(f) != 3 {
			t.Fatalf("list: %q", line)
		}
		list = append(list, Found{offset, n, f[2]})
	}
	if len(log) < 2<<20 || len(list) < 5000 {
		t.Fatalf("a sample of %d bytes with %d URNs", len(log), len(list))
	}
	return log, list
}

// Dir is the directory of the package whose tests run.
var Dir, _ = os.Getwd()

// ChdirTemp changes to a new directory until the test ends, and returns its name.
func ChdirTemp(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	t.Chdir(dir)
	return dir
}
