package report

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"github.com/seed7b5a83f0/urn"
)

func TestAppend(t *testing.T) {
	long := "urn:example:" + strings.Repeat("0123456789", 20)
	for _, c := range []struct {
		name   string
		input  string
		offset int
		want   string // the second and third line
	}{
		{"plain", "urn:x:y", 5, `
    urn:x:y
         ^`},
		{"at the beginning", "nru:x:y", 0, `
    nru:x:y
    ^`},
		{"at the end", "urn:example:", 12, `
    urn:example:
                ^`},
		{"of nothing", "", 0, `

    ^`},
		{"control characters", "urn:ex:\x00\x1b[31m\t\r\x7f", 7, `
    urn:ex:\x00\x1b[31m\t\r\x7f
           ^`},
		{"escapes before the fault", "\x1b\xff\u202eé", 5, `
    \x1b\xff\u202eé
                  ^`},
		{"wide characters before the fault", "日本😀x", 10, `
    日本😀x
          ^`},
		{"bytes that are not UTF-8", "urn:ex:\xe9\xe8", 7, `
    urn:ex:\xe9\xe8
           ^`},
		{"an accent that would move", "urn:ex:e\u0301", 8, `
    urn:ex:e\u0301
            ^`},
		{"an accent that stays", "urn:ex: e\u0301", 7, `
    urn:ex: e` + "\u0301" + `
           ^`},
		{"backslash", `urn:ex:\`, 7, `
    urn:ex:\
           ^`},
		{"as much as fits", long[:68], 68, `
    ` + long[:68] + `
    ` + strings.Repeat(" ", 68) + "^"},
		{"cut on both sides", long[:100] + "!" + long[100:], 100, `
    ...` + long[56:100] + "!" + long[100:123] + `...
    ` + strings.Repeat(" ", 3+44) + "^"},
		{"cut on the right", long, 4, `
    ` + long[:68] + `...
        ^`},
		{"cut on the left", long, len(long), `
    ...` + long[len(long)-68:] + `
    ` + strings.Repeat(" ", 3+68) + "^"},
		{"wide characters that do not fit", "urn:ex:" + strings.Repeat("日", 100), 7, `
    urn:ex:` + strings.Repeat("日", 30) + `...
           ^`},
		{"cut before what has no width", "x" + strings.Repeat("\u0301", 200), 401, `
    ...` + strings.Repeat("\u0301", 136) + `
       ^`},
		{"offset beyond the input", "urn", 10, `
    urn
       ^`},
	} {
		for line := range strings.SplitSeq(string(Append(nil, Style{Columns: 40}, "f", 1, []byte(c.input), c.offset, "")), "\n") {
			if columns([]byte(line)) > 40 {
				t.Errorf("%s: %d of 40 columns: %s", c.name, columns([]byte(line)), line)
			}
		}
		got := string(Append(nil, Style{}, "f.txt", 7, []byte(c.input), c.offset, "message"))
		head, excerpt, _ := strings.Cut(got, "\n")
		if want := strings.TrimPrefix(c.want, "\n") + "\n"; strings.TrimPrefix(excerpt, "    \n") != strings.TrimPrefix(want, "\n") {
			t.Errorf("%s: Append(%q, %d) shows\n%swant\n%s", c.name, c.input, c.offset, excerpt, want)
		}
		if !strings.HasPrefix(head, "f.txt:7:") || !strings.HasSuffix(head, ": message") {
			t.Errorf("%s: Append begins %q", c.name, head)
		}
	}
}

func TestAppendPlace(t *testing.T) {
	for _, c := range []struct {
		name   string
		line   int64
		offset int
		want   string
	}{
		{"app.log", 13, 5, "app.log:13:6: message\n"},
		{"argument 1", 0, 0, "argument 1:1: message\n"},
	} {
		if got := string(Append(nil, Style{}, c.name, c.line, []byte("urn:x:y"), c.offset, "message")); !strings.HasPrefix(got, c.want) {
			t.Errorf("Append(%q, %d) = %q, want %q…", c.name, c.line, got, c.want)
		}
		colored := string(Append(nil, Style{Color: true}, c.name, c.line, []byte("urn:x:y"), c.offset, "message"))
		place := strings.TrimSuffix(c.want, " message\n")
		if !strings.HasPrefix(colored, "\x1b[1m"+place+"\x1b[m message\n") || !strings.HasSuffix(colored, " \x1b[1;31m^\x1b[m\n") {
			t.Errorf("Append(%q, %d) in colour = %q", c.name, c.line, colored)
		}
	}
}

// FuzzAppend: a report is three lines that fit a terminal and hold nothing
// but printable characters, with the caret under the fault.
func FuzzAppend(f *testing.F) {
	f.Add([]byte("urn:x:y"), 5)
	f.Add([]byte("\x1b]0;title\x07\u202e\x80\xff"), 3)
	f.Add([]byte(strings.Repeat("é\u0301日\t", 100)), 300)
	f.Add([]byte("\x89\u192b\xf0RC\x045"), -55)
	f.Fuzz(func(t *testing.T, input []byte, offset int) {
		offset = min(max(offset, 0), len(input))
		for offset < len(input) && !utf8.RuneStart(input[offset]) {
			offset++ // faults are found at the beginning of a character
		}
		got := string(Append(nil, Style{}, "f", 1, input, offset, urn.Fault{Offset: offset, Reason: urn.BadNSS}.Message(string(input))))
		if !utf8.ValidString(got) {
			t.Fatalf("Append(%q, %d) = %q: not UTF-8", input, offset, got)
		}
		lines := strings.Split(got, "\n")
		if len(lines) != 4 || lines[3] != "" {
			t.Fatalf("Append(%q, %d) = %q: not three lines", input, offset, got)
		}
		for _, r := range got {
			if r != '\n' && !unicode.IsPrint(r) {
				t.Errorf("Append(%q, %d) = %q: shows %U", input, offset, got, r)
			}
		}
		if w := uniseg.StringWidth(lines[1]); w > 79 {
			t.Errorf("Append(%q, %d): excerpt is %d columns wide", input, offset, w)
		}
		before, ok := strings.CutSuffix(lines[2], "^")
		if !ok || strings.Trim(before, " ") != "" || len(before) > uniseg.StringWidth(lines[1]) {
			t.Errorf("Append(%q, %d): caret line %q under %q", input, offset, lines[2], lines[1])
		}
		if ascii := !strings.ContainsFunc(lines[1], func(r rune) bool { return r >= utf8.RuneSelf }); ascii && offset < len(input) {
			want := AppendVisible(nil, input[offset:offset+1])
			if input[offset] >= utf8.RuneSelf {
				want = []byte(`\`) // some escape
			}
			if rest := lines[1][len(before):]; !strings.HasPrefix(rest, string(want)) {
				t.Errorf("Append(%q, %d): the caret is under %q, want %q", input, offset, rest, want)
			}
		}
	})
}
