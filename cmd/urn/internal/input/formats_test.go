package input

import (
	"encoding/base64"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"

	"golang.org/x/text/encoding/unicode"
)

func decoded(t testing.TB, s string) string {
	t.Helper()
	b, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// What xz(1) and bzip2(1) make of "one\nurn:ex:two\n" and of nothing.
const (
	xzOf       = "/Td6WFoAAATm1rRGAgAhARYAAAB0L+WjAQAOb25lCnVybjpleDp0d28KAACaxDxmsAOaRQABJw/fGvxqH7bzfQEAAAAABFla"
	xzOfNone   = "/Td6WFoAAATm1rRGAAAAABzfRCEftvN9AQAAAAAEWVo="
	bzipOf     = "QlpoOTFBWSZTWSqBoxUAAATJgAAQABACAZbAIAAiAaHqEAMLqyFiNFIeLuSKcKEgVQNGKg=="
	bzipOfNone = "QlpoORdyRThQkAAAAAA="
)

func utf16Of(s string, order unicode.Endianness) string {
	var b strings.Builder
	for _, u := range append([]uint16{0xfeff}, utf16.Encode([]rune(s))...) {
		if order == unicode.LittleEndian {
			b.Write([]byte{byte(u), byte(u >> 8)})
		} else {
			b.Write([]byte{byte(u >> 8), byte(u)})
		}
	}
	return b.String()
}

func TestFormats(t *testing.T) {
	const text, early = "one\nurn:ex:two\n", "the compressed data ends too early"
	x, b := decoded(t, xzOf), decoded(t, bzipOf)
	xNone, bNone := decoded(t, xzOfNone), decoded(t, bzipOfNone)
	mixed := text + "\u00e9 \U0001f600\n"
	// The block header of an xz file says how large the window is, and has a checksum.
	large := x[:12] + "\x02\x00\x21\x01\x28\x00\x00\x00" + "\xe6\xa0\x11\xb3" + x[24:]
	for _, c := range []struct {
		name, data, want, err string
	}{
		{"xz", x, text, ""},
		{"xz of nothing", xNone, "", ""},
		{"xz streams", x + xNone + x, text + text, ""},
		{"xz and padding", x + "\x00\x00\x00\x00" + x, text + text, ""},
		{"xz and garbage", x + "garbage garbage", text, "xz: trailing garbage"},
		{"xz cut in the header", x[:8], "", "xz: " + early},
		{"xz cut in the data", x[:40], text, "xz: " + early},
		{"xz cut in the index", x[:len(x)-5], text, "xz: " + early},
		{"xz with a wrong checksum", flip(x, 48), text, "xz: data is corrupt"},
		{"xz with a window beyond the limit", large, "", "xz: needs a window of more than 134217728 bytes"},
		{"begins like xz", "\xfd7zXZ", "\xfd7zXZ", ""},

		{"bzip2", b, text, ""},
		{"bzip2 of nothing", bNone, "", ""},
		{"bzip2 streams", b + bNone + b, text + text, ""},
		{"bzip2 and garbage", b + "garbage", text, "bzip2: trailing garbage"},
		{"bzip2 cut", b[:len(b)-3], text, "bzip2: " + early},
		{"bzip2 cut after its magic", b[:10], "", "bzip2: " + early},
		{"bzip2 with a wrong checksum", flip(b, 11), text, "bzip2: block checksum mismatch"},
		{"text that begins like bzip2", "BZh9urn:ex:a\n", "BZh9urn:ex:a\n", ""},

		{"UTF-16, little-endian", utf16Of(mixed, unicode.LittleEndian), mixed, ""},
		{"UTF-16, big-endian", utf16Of(mixed, unicode.BigEndian), mixed, ""},
		{"UTF-16 of nothing", "\xff\xfe", "", ""},
		{"UTF-16 with half a character", "\xff\xfea\x00b", "a\ufffd", ""},
		{"UTF-16 with a lone surrogate", "\xfe\xff\xd8\x00\x00a", "\ufffda", ""},
		{"UTF-16 in gzip", gz(t, utf16Of(mixed, unicode.LittleEndian)), mixed, ""},
		{"UTF-16 in zstd", zst(t, utf16Of(mixed, unicode.BigEndian)), mixed, ""},
		{"one byte of a mark", "\xff", "\xff", ""},
		{"UTF-8 with a byte order mark", "\ufeffurn:ex:a", "\ufeffurn:ex:a", ""},
		{"UTF-32 in gzip", gz(t, "\xff\xfe\x00\x00a\x00\x00\x00"), "", "text in UTF-32, which urn does not read: convert it to UTF-8 first"},
		{"gzip in gzip", gz(t, gz(t, "a")), gz(t, "a"), ""},

		{"UTF-32, little-endian", "\xff\xfe\x00\x00a\x00\x00\x00", "", "text in UTF-32, which urn does not read: convert it to UTF-8 first"},
		{"UTF-32, big-endian", "\x00\x00\xfe\xff\x00\x00\x00a", "", "text in UTF-32, which urn does not read: convert it to UTF-8 first"},
		{"ZIP", "PK\x03\x04\x14\x00", "", "a ZIP archive, which urn does not read: extract its files first"},
		{"ZIP of nothing", "PK\x05\x06\x00\x00", "", "a ZIP archive, which urn does not read: extract its files first"},
		{"7z", "7z\xbc\xaf\x27\x1c\x00\x04", "", "a 7z archive, which urn does not read: extract its files first"},
		{"RAR", "Rar!\x1a\x07\x01\x00", "", "a RAR archive, which urn does not read: extract its files first"},
		{"LZ4", "\x04\x22\x4d\x18\x64\x40", "", "compressed with LZ4, which urn does not read: decompress it first"},
		{"lzip", "LZIP\x01\x0c", "", "compressed with lzip, which urn does not read: decompress it first"},
		{"LZMA", "\x5d\x00\x00\x80\x00", "", "compressed with LZMA, which urn does not read: decompress it first"},
		{"compress", "\x1f\x9d\x90u", "", "compressed with compress, which urn does not read: decompress it first"},
		{"Snappy", "\xff\x06\x00\x00sNaPpY", "", "compressed with Snappy, which urn does not read: decompress it first"},
		{"PDF", "%PDF-1.7\n", "", "a PDF document, which urn does not read: extract its text first"},
		{"Parquet", "PAR1\x15\x04", "", "a Parquet file, which urn does not read: urn-sql reads it, or write its columns as text first"},
		{"Avro", "Obj\x01\x04", "", "an Avro file, which urn does not read: write it as JSON first"},
		{"text that begins like ZIP", "PK urn:ex:a", "PK urn:ex:a", ""},
		{"text that begins like Parquet", "PAR1 urn:ex:a", "PAR1 urn:ex:a", ""},
		{"text that begins like PDF", "%PD", "%PD", ""},
	} {
		for i, wrap := range []func(io.Reader) io.Reader{
			func(r io.Reader) io.Reader { return r }, iotest.OneByteReader, iotest.DataErrReader, iotest.HalfReader,
		} {
			s, err := Opener{Stdin: wrap(strings.NewReader(c.data))}.Open("-")
			if err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(iotest.OneByteReader(s))
			message := ""
			if err != nil {
				message = err.Error()
			}
			var notRead *NotRead
			if message != c.err || strings.Contains(message, "does not read") != errors.As(err, &notRead) {
				t.Errorf("%s (%d): error %q, want %q", c.name, i, message, c.err)
			}
			if string(got) != c.want && !(c.err != "" && strings.HasPrefix(c.want, string(got))) {
				t.Errorf("%s (%d): read %q, want %q", c.name, i, got, c.want)
			}
			if err := s.Close(); err != nil {
				t.Errorf("%s: Close() = %v", c.name, err)
			}
		}
	}
}

// FuzzFormats reads what begins like a format and goes on at random. It ends, and an
// error says what happened in one line.
func FuzzFormats(f *testing.F) {
	for _, s := range []string{xzOf, xzOfNone, bzipOf, bzipOfNone} {
		f.Add([]byte(decoded(f, s)))
	}
	for _, format := range formats {
		f.Add([]byte(format.magic + "urn:ex:a\n"))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Opener{Stdin: iotest.HalfReader(strings.NewReader(string(data)))}.Open("-")
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		_, err = io.Copy(io.Discard, io.LimitReader(s, 1<<24))
		if err != nil && (err.Error() == "" || len(err.Error()) > 200 || strings.Contains(err.Error(), "\n")) {
			t.Errorf("error %q", err)
		}
	})
}
