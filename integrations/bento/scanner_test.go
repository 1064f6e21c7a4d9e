package bento

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/warpstreamlabs/bento/public/service"
)

// cut is a message of a scanner.
type cut struct {
	Text         string
	Line, Offset int64
	Failed       bool
}

// cutAll cuts all of r. It fails the test if the source is not acknowledged
// once all messages are.
func cutAll(t *testing.T, b lineBlocks, r io.Reader, name string) ([]cut, error) {
	t.Helper()
	source := service.NewScannerSourceDetails()
	source.SetName(name)
	acked := 0
	s, err := b.Create(io.NopCloser(r), func(context.Context, error) error { acked++; return nil }, source)
	must(t, err)
	ctx := context.Background()
	var cuts []cut
	var acks []service.AckFunc
	var messages service.MessageBatch
	for {
		batch, ack, err := s.NextBatch(ctx)
		if err != nil {
			for i, msg := range messages { // its memory is its own
				if text, err := msg.AsBytes(); err != nil || string(text) != cuts[i].Text {
					t.Errorf("message %d was %q and becomes %q, %v", i, cuts[i].Text, text, err)
				}
			}
			if err == io.EOF {
				err = nil
				for _, ack := range acks {
					if acked != 0 {
						t.Error("the source was acknowledged before all messages were")
					}
					must(t, ack(ctx, nil))
				}
			}
			must(t, s.Close(ctx))
			if acked != 1 {
				t.Errorf("the source was acknowledged %d times, want once", acked)
			}
			return cuts, err
		}
		acks = append(acks, ack)
		for _, msg := range batch {
			text, err := msg.AsBytes()
			must(t, err)
			_, line, offset := place(msg)
			cuts = append(cuts, cut{string(text), line, offset, msg.GetError() != nil})
			messages = append(messages, msg)
		}
		if len(cuts) > 1<<20 {
			t.Fatal("the scanner does not end")
		}
	}
}

// A short message takes little memory, whatever the size of a block.
func TestScannerMemory(t *testing.T) {
	const size = 1 << 20
	s := lineBlocks{size, size, true}.scanner(io.NopCloser(iotest.HalfReader(strings.NewReader(strings.Repeat("urn:ex:a\n", 10)))), "")
	messages := 0
	for {
		batch, err := s.NextBatch(t.Context())
		if err == io.EOF {
			break
		}
		must(t, err)
		for _, msg := range batch {
			text, _ := msg.AsBytes()
			if messages++; cap(text) > 1<<10 {
				t.Errorf("message %d of %d bytes takes %d bytes of memory", messages, len(text), cap(text))
			}
		}
	}
	if messages < 1 {
		t.Error("there are no messages")
	}
}

func TestScanner(t *testing.T) {
	for _, c := range []struct {
		name, in string
		size     int
		partial  bool
		want     []cut
	}{
		{"empty", "", 8, false, nil},
		{"one block", "a\nb\n", 8, false, []cut{{"a\nb\n", 1, 0, false}}},
		{"no line end at the end", "a\nb", 8, false, []cut{{"a\nb", 1, 0, false}}},
		{"block full at a line end", "abc\ndef\nghi\n", 4, false, []cut{{"abc\n", 1, 0, false}, {"def\n", 2, 4, false}, {"ghi\n", 3, 8, false}}},
		{"cut before the line that does not fit", "ab\ncd\nef\n", 8, false, []cut{{"ab\ncd\n", 1, 0, false}, {"ef\n", 3, 6, false}}},
		{"line longer than a block", "a\nbcdefghijklmno\np\n", 4, false, []cut{{"a\n", 1, 0, false}, {"bcdefghijklmno\n", 2, 2, false}, {"p\n", 3, 17, false}}},
		{"long line at the end", "bcdefghi", 4, false, []cut{{"bcdefghi", 1, 0, false}}},
		{"empty lines", "\n\n\n", 2, false, []cut{{"\n\n", 1, 0, false}, {"\n", 3, 2, false}}},
		{"carriage returns", "a\r\nb\r\n", 4, false, []cut{{"a\r\n", 1, 0, false}, {"b\r\n", 2, 3, false}}},
		{"bytes that are not UTF-8", "\xff\n\xfe", 2, false, []cut{{"\xff\n", 1, 0, false}, {"\xfe", 2, 2, false}}},
	} {
		for _, r := range []struct {
			name string
			wrap func(io.Reader) io.Reader
		}{
			{"whole", func(r io.Reader) io.Reader { return r }},
			{"bytewise", iotest.OneByteReader},
			{"end with data", iotest.DataErrReader},
		} {
			t.Run(c.name+"/"+r.name, func(t *testing.T) {
				got, err := cutAll(t, lineBlocks{c.size, 16, c.partial}, r.wrap(strings.NewReader(c.in)), "")
				if err != nil || !reflect.DeepEqual(got, c.want) {
					t.Errorf("%q in blocks of %d = %+v, %v, want %+v", c.in, c.size, got, err, c.want)
				}
			})
		}
	}
}

// Blocks put together must be the stream, and must end at line ends.
func TestScannerLosesNothing(t *testing.T) {
	var text bytes.Buffer
	for i := range 3000 {
		fmt.Fprintf(&text, "urn:example:%0*d\n", i*i%70, i)
	}
	for size := 1; size < 300; size += 7 {
		cuts, err := cutAll(t, lineBlocks{size, 300, false}, bytes.NewReader(text.Bytes()), "")
		if err != nil {
			t.Fatalf("blocks of %d: %v", size, err)
		}
		var got strings.Builder
		line := int64(1)
		for _, c := range cuts {
			if !strings.HasSuffix(c.Text, "\n") || c.Offset != int64(got.Len()) || c.Line != line {
				t.Fatalf("blocks of %d: %+v begins at %d in line %d, want whole lines", size, c, got.Len(), line)
			}
			if first := strings.IndexByte(c.Text, '\n'); len(c.Text) > size && (first < size || len(c.Text) > 2*first) {
				t.Fatalf("blocks of %d: one has %d bytes, and its first line %d", size, len(c.Text), first)
			}
			got.WriteString(c.Text)
			line += int64(strings.Count(c.Text, "\n"))
		}
		if got.String() != text.String() {
			t.Fatalf("blocks of %d are not the stream", size)
		}
	}
}

func TestScannerLongLines(t *testing.T) {
	record := func(line int) string {
		return fmt.Sprintf(`{"file":"a.log","line":%d,"input":null,"valid":false,"syntax":"rfc8141","error":{"offset":8,"reason":"too-long","message":"longer than 8 bytes (see max_line)"}}`, line)
	}
	for _, c := range []struct {
		name, in string
		want     []cut
	}{
		{"as long as can be", "12345678\na\n", []cut{{"12345678\n", 1, 0, false}, {"a\n", 2, 9, false}}},
		{"as long as can be, at the end", "12345678", []cut{{"12345678", 1, 0, false}}},
		{"too long", "123456789\na\n", []cut{{record(1), 1, 0, true}, {"a\n", 2, 10, false}}},
		{"too long, at the end", "a\n123456789", []cut{{"a\n", 1, 0, false}, {record(2), 2, 2, true}}},
		{"much too long", "a\n" + strings.Repeat("b", 1000) + "\nc\nd\n", []cut{{"a\n", 1, 0, false}, {record(2), 2, 2, true}, {"c\n", 3, 1003, false}, {"d\n", 4, 1005, false}}},
		{"as long as can be, with CR LF", "12345678\r\na\n", []cut{{"12345678\r\n", 1, 0, false}, {"a\n", 2, 10, false}}},
		{"as long as can be, with CR LF, later", "a\r\n12345678\r\n", []cut{{"a\r\n", 1, 0, false}, {"12345678\r\n", 2, 3, false}}},
		{"as long as can be, with CR LF at the end", "12345678\r\n", []cut{{"12345678\r\n", 1, 0, false}}},
		{"too long, with CR LF", "123456789\r\na\n", []cut{{record(1), 1, 0, true}, {"a\n", 2, 11, false}}},
		{"too long by one, and LF", "123456789\n", []cut{{record(1), 1, 0, true}}},
		{"too long by a CR that ends no line", "12345678\rb\na\n", []cut{{record(1), 1, 0, true}, {"a\n", 2, 11, false}}},
		{"too long by a CR at the end", "12345678\r", []cut{{record(1), 1, 0, true}}},
		{"too long by the second CR", "12345678\r\r\na\n", []cut{{record(1), 1, 0, true}, {"a\n", 2, 11, false}}},
		{"two", "123456789\n123456789\n", []cut{{record(1), 1, 0, true}, {record(2), 2, 10, true}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, r := range []io.Reader{strings.NewReader(c.in), iotest.OneByteReader(strings.NewReader(c.in))} {
				got, err := cutAll(t, lineBlocks{3, 8, false}, r, "a.log")
				if err != nil || !reflect.DeepEqual(got, c.want) {
					t.Errorf("%.40q = %+v, %v, want %+v", c.in, got, err, c.want)
				}
				for _, c := range got {
					if c.Failed && !json.Valid([]byte(c.Text)) {
						t.Errorf("not JSON: %s", c.Text)
					}
				}
			}
		})
	}
}

// A scanner of a live stream must not wait for lines that may never come.
func TestScannerPartial(t *testing.T) {
	r, w := io.Pipe()
	b := lineBlocks{1 << 10, 1 << 10, true}
	s, err := b.Create(r, nil, service.NewScannerSourceDetails())
	must(t, err)
	for _, c := range []struct{ write, want string }{
		{"a\n", "a\n"},
		{"b\nc", "b\n"},
		{"d\ne\n", "cd\ne\n"},
	} {
		go io.WriteString(w, c.write)
		batch, _, err := s.NextBatch(context.Background())
		if err != nil || len(batch) != 1 {
			t.Fatalf("after %q: %v, %v", c.write, batch, err)
		}
		if got, _ := batch[0].AsBytes(); string(got) != c.want {
			t.Errorf("after %q got %q, want %q", c.write, got, c.want)
		}
	}
	must(t, s.Close(context.Background()))
}

// noProgress returns neither bytes nor an error.
type noProgress struct{}

func (noProgress) Read([]byte) (int, error) { return 0, nil }

func TestScannerErrors(t *testing.T) {
	broken := errors.New("broken")
	for _, c := range []struct {
		name string
		r    io.Reader
		want error
		cuts []cut
	}{
		{"at once", iotest.ErrReader(broken), broken, nil},
		{"after lines", io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(broken)), broken, []cut{{"a\n", 1, 0, false}}},
		{"no progress", noProgress{}, io.ErrNoProgress, nil},
	} {
		got, err := cutAll(t, lineBlocks{8, 8, false}, c.r, "")
		if err != c.want || !reflect.DeepEqual(got, c.cuts) {
			t.Errorf("%s: got %+v, %v, want %+v, %v", c.name, got, err, c.cuts, c.want)
		}
	}
}
