package input

import (
	"bytes"
	"errors"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/cmdtest"
)

func gz(t testing.TB, s string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Name = "names.txt"
	if _, err := io.WriteString(w, s); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// member is a gzip member whose header has a name, a comment and extra data of
// those lengths, if they are not less than 0, and a checksum.
func member(t testing.TB, text string, name, comment, extra int) string {
	t.Helper()
	whole := gz(t, text)
	data := whole[10+len("names.txt")+1:]
	header := []byte(whole[:10])
	header[3] = 1 << 1
	if extra >= 0 {
		header[3] |= 1 << 2
		header = append(header, byte(extra), byte(extra>>8))
		header = append(header, strings.Repeat("\x00x", extra)[:extra]...)
	}
	for i, n := range []int{name, comment} {
		if n >= 0 {
			header[3] |= 1 << (3 + i)
			header = append(append(header, strings.Repeat("n", n)...), 0)
		}
	}
	sum := crc32.ChecksumIEEE(header)
	return string(append(header, byte(sum), byte(sum>>8))) + data
}

func zst(t testing.TB, s string, options ...zstd.EOption) string {
	t.Helper()
	var b bytes.Buffer
	w, err := zstd.NewWriter(&b, options...)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(w, s); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// skippable is a skippable frame of four bytes.
func skippable(digit byte) string {
	return string([]byte{0x50 | digit, 0x2a, 0x4d, 0x18, 4, 0, 0, 0}) + "skip"
}

func flip(s string, at int) string {
	b := []byte(s)
	b[at] ^= 1
	return string(b)
}

func TestOpenContent(t *testing.T) {
	long := strings.Repeat("urn:example:abcdefgh\n", 20_000)
	g, z := gz(t, "one\ntwo\n"), zst(t, "one\ntwo\n")
	const early = "the compressed data ends too early"
	for _, c := range []struct {
		name, data string
		want       string
		err        string // "": none
	}{
		{"empty", "", "", ""},
		{"plain", "urn:a:b\n", "urn:a:b\n", ""},
		{"long plain", long, long, ""},
		{"begins like gzip", "\x1f", "\x1f", ""},
		{"begins like gzip, two bytes", "\x1f\x8b", "\x1f\x8b", ""},
		{"gzip of an unknown method", "\x1f\x8b\x07abc", "\x1f\x8b\x07abc", ""},
		{"begins like zstd", "(", "(", ""},
		{"begins like zstd, three bytes", "\x28\xb5\x2f", "\x28\xb5\x2f", ""},
		{"begins like a skippable frame", "P*", "P*", ""},
		{"ASCII that begins like one", "PQ\n", "PQ\n", ""},

		{"gzip", g, "one\ntwo\n", ""},
		{"gzip of nothing", gz(t, ""), "", ""},
		{"long gzip", gz(t, long), long, ""},
		{"gzip members", g + gz(t, "") + g, "one\ntwo\none\ntwo\n", ""},
		{"gzip and padding", g + "\x00\x00\x00", "one\ntwo\n", ""},
		{"gzip and garbage", g + "garbage", "one\ntwo\n", "gzip: trailing garbage"},
		{"gzip and one byte", g + "g", "one\ntwo\n", "gzip: trailing garbage"},
		{"gzip, padding, garbage", g + "\x00\x00g", "one\ntwo\n", "gzip: trailing garbage"},
		{"gzip, padding, gzip", g + "\x00" + g, "one\ntwo\n", "gzip: trailing garbage"},
		{"gzip and a cut magic", g + "\x1f\x8b", "one\ntwo\n", "gzip: trailing garbage"},
		{"gzip and a cut header", g + g[:5], "one\ntwo\n", "gzip: " + early},
		{"gzip and a cut name", g + g[:12], "one\ntwo\n", "gzip: " + early},
		{"gzip cut in the header", g[:5], "", "gzip: " + early},
		{"gzip cut in the name", g[:12], "", "gzip: " + early},
		{"gzip cut before the data", g[:20], "", "gzip: " + early},
		{"gzip cut in the trailer", g[:len(g)-1], "one\ntwo\n", "gzip: " + early},
		{"gzip with a wrong checksum", flip(g, len(g)-8), "one\ntwo\n", "gzip: invalid checksum"},
		{"gzip with a wrong length", flip(g, len(g)-1), "one\ntwo\n", "gzip: invalid checksum"},
		{"gzip with a name of 600 bytes", member(t, "one\n", 600, 0, -1), "", "gzip: invalid header"},
		{"gzip with a comment of 600 bytes", member(t, "one\n", -1, 600, -1), "", "gzip: invalid header"},
		{"gzip with a name longer than the buffer", g + member(t, "one\n", 3*compressedBuffer, 3, 7), "one\ntwo\n", "gzip: invalid header"},
		{"gzip with all that a header can have", member(t, "one\n", 511, 510, 0xffff), "one\n", ""},
		{"gzip with a wrong checksum of the header", flip(member(t, "one\n", 60, 0, 20), 20), "", "gzip: invalid header"},
		{"gzip cut in a long name", member(t, "one\n", 600, 0, -1)[:500], "", "gzip: " + early},

		{"zstd", z, "one\ntwo\n", ""},
		{"zstd of nothing", zst(t, "", zstd.WithZeroFrames(true)), "", ""},
		{"long zstd", zst(t, long), long, ""},
		{"zstd frames", z + z, "one\ntwo\none\ntwo\n", ""},
		{"zstd after a skippable frame", skippable(0) + z, "one\ntwo\n", ""},
		{"zstd after another", skippable(0xf) + z, "one\ntwo\n", ""},
		{"zstd before a skippable frame", z + skippable(7), "one\ntwo\n", ""},
		{"zstd and garbage", z + "garbage", "one\ntwo\n", "zstd: trailing garbage"},
		{"zstd and one byte", z + "g", "one\ntwo\n", "zstd: " + early},
		{"zstd cut in the header", z[:4], "", "zstd: " + early},
		{"zstd cut in the data", z[:12], "", "zstd: " + early},
		{"zstd cut in the checksum", z[:len(z)-1], "one\ntwo\n", "zstd: " + early},
		{"skippable frame cut", z + skippable(0)[:9], "one\ntwo\n", "zstd: " + early},
		{"zstd with a window beyond the limit", "\x28\xb5\x2f\xfd\x00\x98\x01\x00\x00", "", "zstd: needs a window of more than 134217728 bytes"},
	} {
		for _, by := range []struct {
			name string
			wrap func(io.Reader) io.Reader
		}{
			{"as is", func(r io.Reader) io.Reader { return r }},
			{"byte by byte", iotest.OneByteReader},
			{"with the error at once", iotest.DataErrReader},
		} {
			t.Run(c.name+"/"+by.name, func(t *testing.T) {
				s, err := Opener{Stdin: by.wrap(strings.NewReader(c.data))}.Open("-")
				var got []byte
				if err == nil {
					got, err = io.ReadAll(s)
					if err := s.Close(); err != nil {
						t.Errorf("Close() = %v", err)
					}
				}
				text := ""
				if err != nil {
					text = err.Error()
				}
				if text != c.err {
					t.Errorf("reading %.40q: error %q, want %q", c.data, text, c.err)
				}
				// What precedes an error may come or not, but never anything else.
				if string(got) != c.want && !(c.err != "" && strings.HasPrefix(c.want, string(got))) {
					t.Errorf("reading %.40q = %.60q, want %.60q", c.data, got, c.want)
				}
			})
		}
	}
}

// What the compressed data holds before it is cut off must not be lost.
func TestCutDataComesFirst(t *testing.T) {
	// Hardly compressible, so that there is something to cut.
	var text strings.Builder
	for i, x := 0, uint32(1); i < 50_000; i++ {
		x = x*1664525 + 1013904223
		text.WriteByte("0123456789abcdef"[x>>28])
	}
	for name, data := range map[string]string{
		"gzip": gz(t, text.String()),
		"zstd": zst(t, text.String(), zstd.WithWindowSize(1<<10)),
	} {
		s, err := Opener{Stdin: strings.NewReader(data[:len(data)*9/10])}.Open("-")
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(s)
		if err == nil || !strings.HasPrefix(text.String(), string(got)) || len(got) < text.Len()*8/10 {
			t.Errorf("%s cut at 9/10: %d of %d bytes, error %v", name, len(got), text.Len(), err)
		}
		s.Close()
	}
}

// Whoever writes a short line to a pipe must not have to write more before it
// is looked at.
func TestOpenDoesNotWait(t *testing.T) {
	r, w := io.Pipe()
	defer w.Close()
	go w.Write([]byte("u\n"))
	got := make(chan string, 1)
	go func() {
		s, err := Opener{Stdin: r}.Open("-")
		if err != nil {
			t.Error(err)
			return
		}
		if !s.Waits {
			t.Error("Waits = false for a pipe")
		}
		b := make([]byte, 100)
		n, _ := s.Read(b)
		got <- string(b[:n])
	}()
	select {
	case s := <-got:
		if s != "u\n" {
			t.Errorf("read %q, want %q", s, "u\n")
		}
	case <-time.After(10 * time.Second):
		t.Error("nothing read from a pipe with two bytes in it")
	}
}

func TestOpenFile(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "names.txt")
	if err := os.WriteFile(file, []byte("urn:a:b\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	s, err := Opener{Progress: func(n int) { read += n }}.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(s)
	if string(got) != "urn:a:b\n" || err != nil || s.Waits || read != len(got) {
		t.Errorf("Open(file): %q, %v, Waits %v, %d bytes told", got, err, s.Waits, read)
	}
	if err := s.Close(); err != nil {
		t.Errorf("Close() = %v", err)
	}

	for _, c := range []struct {
		name string
		o    Opener
		file string
		want string
	}{
		{"missing", Opener{}, filepath.Join(dir, "nosuch"), "no such file or directory"},
		{"directory", Opener{}, dir, "is a directory: only urn find -r and urn lint search directories"},
		{"output", Opener{Outputs: []os.FileInfo{info}}, file, "is the file that the output goes to"},
		{"empty name", Opener{}, "", "no such file or directory"},
		{"NUL in the name", Opener{}, "a\x00b", "invalid argument"},
	} {
		if _, err := c.o.Open(c.file); err == nil || cmdtest.Messages(err.Error()) != c.want {
			t.Errorf("%s: Open(%q) = %v, want %q", c.name, c.file, err, c.want)
		}
	}
	other, err := os.Stat(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	if s, err := (Opener{Outputs: []os.FileInfo{other}}).Open(file); err != nil {
		t.Errorf("Open while the output goes to another file: %v", err)
	} else if b, err := io.ReadAll(s); string(b) != "urn:a:b\n" || err != nil || s.Close() != nil {
		t.Errorf("while the output goes to another file: read %q, %v", b, err)
	}
	if s, err := (Opener{}).Open("-"); err != nil {
		t.Errorf("Open(-) without standard input = %v", err)
	} else if b, err := io.ReadAll(s); len(b) != 0 || err != nil {
		t.Errorf("no standard input: read %q, %v", b, err)
	}
}

// OpenInto yields what Open yields, of files of every kind and length.
func TestOpenInto(t *testing.T) {
	dir := t.TempDir()
	long := strings.Repeat("urn:ex:a\n", 20_000)
	files := map[string]string{
		"empty": "", "one": "x", "fits": long[:999], "does not fit": long[:1000], "long": long,
		"gzip": gz(t, "urn:ex:b\n"), "long gzip": gz(t, long), "zstd": zst(t, long[:3000]),
		"broken gzip": gz(t, long)[:50], "UTF-16": "\xff\xfeu\x00r\x00n\x00", "ZIP": "PK\x03\x04abc", "almost ZIP": "PK",
	}
	names := []string{"", "a\x00b", dir, filepath.Join(dir, "missing"), Stdin}
	for name, text := range files {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	output, err := os.Stat(filepath.Join(dir, "one"))
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range []Opener{{}, {Outputs: []os.FileInfo{output}}, {NoUTF16: true}} {
		for _, name := range names {
			read := func(into bool) (text string, told int, err error) {
				o := o
				o.Stdin = strings.NewReader("urn:ex:stdin\n")
				o.Progress = func(n int) { told += n }
				var s *Stream
				buf, n := make([]byte, 1000), 0
				if into {
					n, s, err = o.OpenInto(name, buf)
				} else {
					s, err = o.Open(name)
				}
				switch {
				case err != nil:
					return "", told, err
				case s == nil:
					return string(buf[:n]), told, nil
				}
				all, err := io.ReadAll(s)
				return string(all), told, errors.Join(err, s.Close())
			}
			got, gotTold, err := read(true)
			want, wantTold, wantErr := read(false)
			if got != want || gotTold != wantTold || (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() {
				t.Errorf("%q: %d bytes, %d told, %v; want %d, %d, %v", name, len(got), gotTold, err, len(want), wantTold, wantErr)
			}
		}
	}
	// A file whose length is not known, longer and shorter than the buffer.
	if want, err := os.ReadFile("/proc/self/mountinfo"); err == nil && len(want) > 10 {
		for _, size := range []int{10, len(want) + 10} {
			buf := make([]byte, size)
			n, s, err := Opener{}.OpenInto("/proc/self/mountinfo", buf)
			got := buf[:n]
			if err == nil && s != nil {
				got, err = io.ReadAll(s)
				s.Close()
			}
			if !bytes.Equal(got, want) || err != nil {
				t.Errorf("a file without a length, %d bytes of room: %d bytes, %v; want %d", size, len(got), err, len(want))
			}
		}
	}
}

func TestReadErrors(t *testing.T) {
	broken := &os.PathError{Op: "read", Path: "/dev/sda", Err: errors.New("input/output error")}
	for name, c := range map[string]struct {
		r    io.Reader
		want string
	}{
		"at once":  {iotest.ErrReader(broken), "input/output error"},
		"later":    {io.MultiReader(strings.NewReader("abc"), iotest.ErrReader(broken)), "input/output error"},
		"in magic": {io.MultiReader(strings.NewReader("\x1f"), iotest.ErrReader(broken)), "input/output error"},
		"in gzip":  {io.MultiReader(strings.NewReader(gz(t, "abc")[:22]), iotest.ErrReader(broken)), "gzip: input/output error"},
		"never":    {idle{}, io.ErrNoProgress.Error()},
	} {
		s, err := Opener{Stdin: c.r}.Open("-")
		if err == nil {
			_, err = io.ReadAll(s)
		}
		if err == nil || cmdtest.Messages(err.Error()) != c.want {
			t.Errorf("%s: error %v, want %s", name, err, c.want)
		}
	}
}

// idle reads nothing, without an error.
type idle struct{}

func (idle) Read([]byte) (int, error) { return 0, nil }

func TestSize(t *testing.T) {
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	for name, size := range map[string]int{a: 10, b: 32} {
		if err := os.WriteFile(name, make([]byte, size), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	in, err := os.Open(a)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	for _, c := range []struct {
		name  string
		o     Opener
		names []string
		want  int64
	}{
		{"files", Opener{}, []string{a, b}, 42},
		{"one is missing", Opener{}, []string{a, filepath.Join(dir, "nosuch")}, 10},
		{"standard input is a file", Opener{Stdin: in}, []string{"-", b}, 42},
		{"standard input is not", Opener{Stdin: strings.NewReader("x")}, []string{"-", b}, -1},
		{"directory", Opener{}, []string{a, dir}, -1},
	} {
		if got := c.o.Size(c.names); got != c.want {
			t.Errorf("%s: Size = %d, want %d", c.name, got, c.want)
		}
	}
}

// Close releases everything, the last first, and tells of the first error.
func TestCloseAll(t *testing.T) {
	var order []int
	failing := []error{nil, errors.New("one"), errors.New("two"), nil}
	s := &Stream{}
	for i, err := range failing {
		s.close = append(s.close, func() error {
			order = append(order, i)
			return err
		})
	}
	if err := s.Close(); err != failing[2] {
		t.Errorf("Close() = %v, want %v, which comes first", err, failing[2])
	}
	if !slices.Equal(order, []int{3, 2, 1, 0}) {
		t.Errorf("closed in the order %d", order)
	}
}

// A read that gets nothing and no error is tried again, and a reader that never
// has anything is given up.
func TestSourceReadsOn(t *testing.T) {
	script := []struct {
		n   int
		err error
	}{{0, nil}, {0, nil}, {3, nil}, {0, io.ErrUnexpectedEOF}, {2, io.EOF}}
	told := 0
	src := source{r: readerFunc(func(b []byte) (int, error) {
		if len(script) == 0 {
			return 0, nil
		}
		next := script[0]
		script = script[1:]
		return next.n, next.err
	}), told: func(n int) { told += n }}
	for _, want := range []struct {
		n   int
		err error
	}{{3, nil}, {0, io.ErrUnexpectedEOF}, {2, io.EOF}, {0, io.ErrNoProgress}} {
		if n, err := src.Read(make([]byte, 8)); n != want.n || err != want.err {
			t.Errorf("Read = %d, %v, want %d, %v", n, err, want.n, want.err)
		}
	}
	if n, err := src.Read(nil); n != 0 || err != nil {
		t.Errorf("Read of no bytes = %d, %v", n, err)
	}
	if told != 5 {
		t.Errorf("%d bytes were told of, want 5", told)
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(b []byte) (int, error) { return f(b) }

// A file is read to its end, even if its length is reported as 0: the length may not be known.
// Only the first call of Close has an effect. A second call could release a buffer that another
// stream uses.
func TestEndOfFile(t *testing.T) {
	dir := t.TempDir()
	for _, n := range []int{0, 1, 64 << 10} {
		name := filepath.Join(dir, "f")
		if err := os.WriteFile(name, bytes.Repeat([]byte("x"), n), 0o666); err != nil {
			t.Fatal(err)
		}
		s, err := Opener{}.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(s); len(got) != n || err != nil {
			t.Errorf("file of %d bytes: %d bytes, %v", n, len(got), err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if err := s.Close(); err != nil {
			t.Errorf("second Close: %v", err)
		}
	}
	if s, err := (Opener{}).Open("/proc/self/status"); err == nil {
		if b, err := io.ReadAll(s); len(b) == 0 || err != nil {
			t.Errorf("a file without a length: %d bytes, %v", len(b), err)
		}
		s.Close()
	}
}
