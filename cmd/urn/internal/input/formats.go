package input

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"fmt"
	"io"

	"github.com/mikelolasagasti/xz"
	"golang.org/x/text/encoding/unicode"
)

// NotRead is the error for an input in a format that is recognised and not read.
type NotRead struct {
	What, Remedy string // "a ZIP archive", "extract its files first"
}

func (e *NotRead) Error() string {
	return fmt.Sprintf("%s, which urn does not read: %s", e.What, e.Remedy)
}

// format is a format that is recognised by the first bytes.
type format struct {
	magic string
	mask  string // if not "", the bits of magic that count
	// open makes s yield the contents of an input that begins with head. r reads
	// the rest of it.
	open func(s *Stream, head []byte, r io.Reader) error
}

// maxMagic is the length of the longest magic.
const maxMagic = 10

const (
	decompress = "decompress it first"
	extract    = "extract its files first"
)

// encodings are the encodings of text, compressed or not. UTF-32 is before UTF-16, because
// its byte order mark begins with the byte order mark of UTF-16.
var encodings = []format{
	{magic: "\xff\xfe\x00\x00", open: notRead("text in UTF-32", "convert it to UTF-8 first")},
	{magic: "\x00\x00\xfe\xff", open: notRead("text in UTF-32", "convert it to UTF-8 first")},
	{magic: "\xff\xfe", open: fromUTF16(unicode.LittleEndian)},
	{magic: "\xfe\xff", open: fromUTF16(unicode.BigEndian)},
}

// formats are all that is recognised. A format is in this list only if URNs in it
// may not be found in its bytes, and if no text begins like it.
var formats = append([]format{
	// RFC 1952.
	{magic: gzipMagic, open: func(s *Stream, head []byte, r io.Reader) error { return s.gunzip(head, r) }},
	// A frame, and the sixteen skippable ones (RFC 8878, sections 3.1.1 and 3.1.2).
	{magic: "\x28\xb5\x2f\xfd", open: unzstd},
	{magic: "\x50\x2a\x4d\x18", mask: "\xf0\xff\xff\xff", open: unzstd},
	// The header, and the first block or the end of a stream without one.
	{magic: "BZh\x30\x31\x41\x59\x26\x53\x59", mask: "\xff\xff\xff\xf0\xff\xff\xff\xff\xff\xff", open: unbzip2},
	{magic: "BZh\x30\x17\x72\x45\x38\x50\x90", mask: "\xff\xff\xff\xf0\xff\xff\xff\xff\xff\xff", open: unbzip2},
	{magic: "\xfd7zXZ\x00", open: unxz},

	{magic: "PK\x03\x04", open: notRead("a ZIP archive", extract)},
	{magic: "PK\x05\x06", open: notRead("a ZIP archive", extract)},
	{magic: "PK\x07\x08", open: notRead("a ZIP archive", extract)},
	{magic: "7z\xbc\xaf\x27\x1c", open: notRead("a 7z archive", extract)},
	{magic: "Rar!\x1a\x07", open: notRead("a RAR archive", extract)},
	{magic: "MSCF\x00\x00\x00\x00", open: notRead("a cabinet archive", extract)},
	{magic: "\x04\x22\x4d\x18", open: notRead("compressed with LZ4", decompress)},
	{magic: "\x02\x21\x4c\x18", open: notRead("compressed with LZ4", decompress)},
	{magic: "LZIP\x01", open: notRead("compressed with lzip", decompress)},
	{magic: "\x5d\x00\x00", open: notRead("compressed with LZMA", decompress)},
	{magic: "\x89LZO\x00\x0d\x0a\x1a\x0a", open: notRead("compressed with lzop", decompress)},
	{magic: "\x1f\x9d", open: notRead("compressed with compress", decompress)},
	{magic: "\xff\x06\x00\x00sNaPpY", open: notRead("compressed with Snappy", decompress)},
	{magic: "%PDF-", open: notRead("a PDF document", "extract its text first")},
	{magic: "PAR1\x15", open: notRead("a Parquet file", "urn-sql reads it, or write its columns as text first")},
	{magic: "Obj\x01", open: notRead("an Avro file", "write it as JSON first")},
}, encodings...)

// startsLike reports whether head begins as f says, and whether it may yet, once more
// of it is known.
func (f *format) startsLike(head []byte) (does, may bool) {
	for i := range min(len(head), len(f.magic)) {
		mask := byte(0xff)
		if f.mask != "" {
			mask = f.mask[i]
		}
		if (head[i]^f.magic[i])&mask != 0 {
			return false, false
		}
	}
	return len(head) >= len(f.magic), true
}

// recognise returns the format of an input that begins with head, or nil if it has
// none. more says that head is too short to decide.
func recognise(formats []format, head []byte, end bool) (f *format, more bool) {
	for i := range formats {
		does, may := formats[i].startsLike(head)
		switch {
		case does:
			return &formats[i], false
		case may && !end:
			return nil, true
		}
	}
	return nil, false
}

// Recognised reports whether [Opener.Open] recognises the format of an input that
// begins with head. Ten bytes suffice.
func Recognised(head []byte) bool {
	f, _ := recognise(formats, head, true)
	return f != nil
}

// whole reads an input that begins with head. r reads the rest of it.
func whole(head []byte, r io.Reader) io.Reader {
	return io.MultiReader(bytes.NewReader(bytes.Clone(head)), r)
}

func notRead(what, remedy string) func(*Stream, []byte, io.Reader) error {
	return func(*Stream, []byte, io.Reader) error { return &NotRead{what, remedy} }
}

// fromUTF16 returns a reader that converts text in UTF-16 to UTF-8, without its
// byte order mark. Malformed text becomes U+FFFD.
func fromUTF16(order unicode.Endianness) func(*Stream, []byte, io.Reader) error {
	return func(s *Stream, head []byte, r io.Reader) error {
		if s.noUTF16 {
			return errUTF16
		}
		s.Reader = unicode.UTF16(order, unicode.ExpectBOM).NewDecoder().Reader(whole(head, r))
		return nil
	}
}

func unbzip2(s *Stream, head []byte, r io.Reader) error {
	s.Reader = naming{"bzip2", bzip2.NewReader(bufio.NewReaderSize(whole(head, r), compressedBuffer))}
	return nil
}

func unxz(s *Stream, head []byte, r io.Reader) error {
	// The decompressor ignores bytes that a Read returns together with io.EOF. A
	// bufio.Reader returns io.EOF without bytes.
	z, err := xz.NewReader(bufio.NewReaderSize(whole(head, r), compressedBuffer), MaxWindow)
	s.Reader = naming{"xz", z}
	return named("xz", err)
}

// naming is a decompressor whose errors have the name of its format.
type naming struct {
	format string
	r      io.Reader
}

func (d naming) Read(b []byte) (int, error) {
	n, err := d.r.Read(b)
	return n, named(d.format, err)
}
