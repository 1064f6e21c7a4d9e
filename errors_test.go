package urn_test

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/draft2141bis"
	"github.com/seed7b5a83f0/urn/relaxed"
	"github.com/seed7b5a83f0/urn/rfc2141"
)

func TestReasonText(t *testing.T) {
	names := map[string]bool{}
	for r, want := range map[urn.Reason]string{
		0: "none", urn.BadScheme: "scheme", urn.BadNID: "nid", urn.BadNSS: "nss", urn.BadEscape: "escape", urn.BadR: "r", urn.BadQ: "q",
		urn.BadF: "f", urn.TooLong: "too-long", urn.NotText: "not-text", urn.UnknownSyntax: "unknown-syntax", urn.UnknownConstant: "unknown-constant", urn.OtherSyntax: "other-syntax",
	} {
		if r.String() != want {
			t.Errorf("reason %d is %q, want %q", uint8(r), r.String(), want)
		}
	}
	for r := urn.BadScheme; r <= urn.OtherSyntax; r++ {
		name := r.String()
		if names[name] || strings.Contains(name, "(") || r.Error() != name || words(r) == "" || names[words(r)] {
			t.Errorf("reason %d is %q, %q, %q", uint8(r), name, r.Error(), words(r))
		}
		names[name], names[words(r)] = true, true
	}
	for _, r := range []urn.Reason{urn.OtherSyntax + 1, 255} {
		if r.String() != r.Error() || !strings.HasPrefix(r.String(), "Reason(") {
			t.Errorf("reason %d is %q, %q", uint8(r), r.String(), r.Error())
		}
	}
}

// words returns the words for r where the input is not known.
func words(r urn.Reason) string {
	said, _, _ := strings.Cut((&urn.Error{Reason: r}).Message(), ": ")
	return said
}

// TestErrorIs: errors.Is finds the Reason of an error and no other, and the zero
// Reason in none.
func TestErrorIs(t *testing.T) {
	_, err := urn.RFC2141.Parse("urn:ex:a&b")
	err = fmt.Errorf("wrapped: %w", err)
	for r := range urn.OtherSyntax + 2 {
		if got := errors.Is(err, r); got != (r == urn.BadNSS) {
			t.Errorf("errors.Is(%v, %s) = %v", err, r.String(), got)
		}
	}
	var r urn.Reason
	if !errors.As(err, &r) || r != urn.BadNSS {
		t.Errorf("errors.As finds the reason %s in %v", r.String(), err)
	}
	var e *urn.Error
	if want := (urn.Fault{Syntax: urn.RFC2141, Offset: 8, Reason: urn.BadNSS}); !errors.As(err, &e) || (urn.Fault{Syntax: e.Syntax, Offset: e.Offset, Reason: e.Reason}) != want {
		t.Errorf("the fault of %v is %v, %d, %s, want %+v", err, e.Syntax, e.Offset, e.Reason.String(), want)
	}
}

// TestEveryErrorIsError: there is one type of error, and it has the syntax.
func TestEveryErrorIsError(t *testing.T) {
	x := urn.RFC2141
	u := x.MustParse("urn:ex:a#b")
	var other urn.Syntax
	_, parse := x.Parse("a")
	_, parseBytes := x.ParseBytes(nil)
	_, fault := x.Locate("a")
	_, build := x.Build(urn.Parts{NID: "a b", NSS: "a"})
	_, missing := x.Build(urn.Parts{NID: "ex", NSS: "a", R: "r"})
	_, escape := x.Escape(urn.ComponentQ, "a")
	_, escapeNUL := urn.Draft2141bis.Escape(urn.ComponentNSS, "\x00")
	_, unescape := urn.Unescape("%")
	_, text := u.MarshalText()
	_, value := u.Value()
	_, syntaxText := urn.Syntax(99).MarshalText()
	for name, test := range map[string]struct {
		err    error
		syntax urn.Syntax
	}{
		"Parse": {parse, x}, "ParseBytes": {parseBytes, x}, "Fault.Err": {fault.Err("a"), x},
		"Build": {build, x}, "Build, missing": {missing, x},
		"Escape": {escape, x}, "Escape, NUL": {escapeNUL, urn.Draft2141bis}, "Unescape": {unescape, urn.RFC8141},
		"MarshalText": {text, x}, "Value": {value, x},
		"UnmarshalText":             {new(urn.URN).UnmarshalText([]byte("a")), urn.RFC8141},
		"UnmarshalBinary":           {new(urn.URN).UnmarshalBinary([]byte("\x01a")), x},
		"Scan":                      {new(urn.URN).Scan(1), urn.RFC8141},
		"rfc2141.URN.Scan":          {new(rfc2141.URN).Scan(1), x},
		"rfc2141.URN.UnmarshalText": {new(rfc2141.URN).UnmarshalText([]byte("a")), x},
		"Syntax.MarshalText":        {syntaxText, 99},
		"Syntax.UnmarshalText":      {other.UnmarshalText([]byte("x")), urn.RFC8141},
	} {
		var se *urn.Error
		if !errors.As(test.err, &se) || se.Syntax != test.syntax || se.Reason == 0 || se.Message() == "" || !strings.HasPrefix(test.err.Error(), "urn: ") {
			t.Errorf("%s: %#v, want an *Error of %v", name, test.err, test.syntax)
		}
	}
}

// TestErrorsSayWhatWasDone: only an error of parsing says "parsing".
func TestErrorsSayWhatWasDone(t *testing.T) {
	_, build := urn.RFC8141.Build(urn.Parts{NID: "ex", NSS: "a b"})
	_, other := urn.RFC8141.Build(urn.Parts{NID: "ex", NSS: "a#b"})
	_, with := urn.RFC8141.Build(urn.Parts{NID: "ex"})
	_, escape := urn.Draft2141bis.Escape(urn.ComponentF, "a\x00")
	_, unescape := urn.Unescape("a%2")
	_, write := rfc2141.URN(urn.MustParse("urn:ex:a#b")).MarshalText()
	for _, test := range []struct {
		err  error
		want string
	}{
		{build, `urn: building "urn:ex:a b": malformed namespace-specific string at column 9: `},
		{other, `urn: building "urn:ex:a#b": malformed namespace-specific string at column 9: `},
		{with, `urn: building "urn:ex:": malformed namespace-specific string at column 8: `},
		{escape, `urn: escaping "a\x00" as draft2141bis: malformed percent-encoding at column 2: `},
		{unescape, `urn: unescaping "a%2": malformed percent-encoding at column 4: `},
		{write, `urn: converting "urn:ex:a#b": rfc2141 would read this as a different name: `},
	} {
		if test.err == nil || !strings.HasPrefix(test.err.Error(), test.want) {
			t.Errorf("error %q, want %q…", test.err, test.want)
		}
	}
}

// TestOtherSyntaxNamesType: the error of a URN that cannot be written as text names
// the type that it can be written as, and says how it would be read.
func TestOtherSyntaxNamesType(t *testing.T) {
	as := map[string]func(urn.URN) ([]byte, error){
		"urn.URN":          urn.URN.MarshalText,
		"rfc2141.URN":      func(u urn.URN) ([]byte, error) { return rfc2141.URN(u).MarshalText() },
		"draft2141bis.URN": func(u urn.URN) ([]byte, error) { return draft2141bis.URN(u).MarshalText() },
		"relaxed.URN":      func(u urn.URN) ([]byte, error) { return relaxed.URN(u).MarshalText() },
	}
	for _, test := range []struct {
		syntax          urn.Syntax
		in, field, want string
		use             string
	}{
		{urn.RFC2141, "urn:ex:a#b", "urn.URN", "rfc8141 would read this as a different name: use the type rfc2141.URN, or MarshalBinary", "rfc2141.URN"},
		{urn.RFC8141, "urn:ex:a#b", "rfc2141.URN", "rfc2141 would read this as a different name: use the type urn.URN, or MarshalBinary", "urn.URN"},
		{urn.RFC2141, "urn:x:a", "urn.URN", "rfc8141 would refuse this name of rfc2141: use the type rfc2141.URN, or MarshalBinary", "rfc2141.URN"},
		{urn.Draft2141bis, "urn:ex:a?k=v", "rfc2141.URN", "rfc2141 would read this as a different name: use the type draft2141bis.URN, or MarshalBinary", "draft2141bis.URN"},
		{urn.Relaxed, "urn:a_b:c", "draft2141bis.URN", "draft2141bis would refuse this name of relaxed: use the type relaxed.URN, or MarshalBinary", "relaxed.URN"},
	} {
		u := test.syntax.MustParse(test.in)
		_, err := as[test.field](u)
		var e *urn.Error
		if !errors.As(err, &e) || e.Reason != urn.OtherSyntax || e.Message() != test.want || strings.Contains(e.Message(), test.in) {
			t.Errorf("%s as %s: %v, want %s", test.in, test.field, err, test.want)
		}
		x := urn.RFC8141
		_ = x.UnmarshalText([]byte(strings.TrimSuffix(test.field, ".URN"))) // "urn" stays RFC8141
		message, _, _ := strings.Cut(test.want, ":")
		if _, err := u.As(x); !errors.As(err, &e) || e.Message() != message {
			t.Errorf("%s as %v: %v, want no advice for a writer", test.in, x, err)
		}
		if text, err := as[test.use](u); string(text) != test.in || err != nil {
			t.Errorf("%s as %s = %q, %v", test.in, test.use, text, err)
		}
	}
}

// TestErrorsSayWhatToDo: an error names the characters that may be at the fault.
func TestErrorsSayWhatToDo(t *testing.T) {
	for _, test := range []struct {
		syntax   urn.Syntax
		in, want string
	}{
		{urn.RFC8141, "urn:x:y", "unexpected ':'; a namespace identifier has 2 to 32 letters, digits and '-'"},
		{urn.RFC8141, "urn:-x:y", "begins and ends with a letter or digit"},
		{urn.RFC2141, "urn:-x:y", "has 1 to 32 letters, digits and '-', and begins with a letter or digit"},
		{urn.RFC2141, "urn:urn:y", `"urn" is reserved`},
		{urn.RFC8141, "urn:ex:", "unexpected end of input; a namespace-specific string has at least one character"},
		{urn.RFC8141, "urn:ex:a b", "unexpected ' ' (U+0020); a URN has no white space: remove it, or write it as %20 if the name contains it"},
		{urn.RFC8141, "urn:ex:/a", "does not begin with '/'; write it as %2F"},
		{urn.RFC8141, "urn:ex:é", "unexpected 'é' (U+00E9); write it as %C3%A9"},
		{urn.RFC8141, "urn:ex:a\xff", "the text is not in UTF-8: convert it, or write it as %FF"},
		{urn.RFC8141, "urn:ex:a?b", "write a '?' that is data as %3F"},
		{urn.RFC8141, "urn:ex:a?", "write a '?' that is data as %3F"},
		{urn.RFC8141, "urn:ex:50%", "write a '%' that is data as %25"},
		{urn.RFC8141, "urn:ex:a?+", "an r-component has at least one character"},
		{urn.RFC8141, "urn:ex:a?=/", "a q-component does not begin with '/'; write it as %2F"},
		{urn.RFC8141, "urn:ex:a#b#c", "unexpected '#'; write it as %23"},
		{urn.RFC2141, "urn:ex:a&b", "write it as %26"},
		{urn.Draft2141bis, "urn:ex:a?b", "the query is a list of directives"},
		{urn.Relaxed, "urn:.a:b", "has 1 to 63 letters, digits, '-', '.' and '_'"},
		{urn.Relaxed, "urn:a.b:/", "does not begin with '/'"},
		{urn.Relaxed, "urn:a.b:c?d", "only '+' or '=' follows"},
		{urn.Draft2141bis, "urn:ex:%00", "cannot contain the octet zero"},
		{urn.Draft2141bis, "urn:ex:\x00", "cannot contain the octet zero"},
	} {
		_, err := test.syntax.Parse(test.in)
		_, fault := test.syntax.Locate(test.in)
		if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(fault.Message(test.in), test.want) {
			t.Errorf("%v.Parse(%q): %v, %s; want %q", test.syntax, test.in, err, fault.Message(test.in), test.want)
		}
		// What an error says to write is right.
		if i := strings.Index(test.want, "write it as "); i >= 0 && err != nil {
			rest := test.in[fault.Offset:]
			_, size := utf8.DecodeRuneInString(rest)
			if mended := test.in[:fault.Offset] + test.want[i+len("write it as "):][:3*size] + rest[size:]; !test.syntax.Valid(mended) {
				t.Errorf("%v.Parse(%q): %v; but %q is not a URN", test.syntax, test.in, err, mended)
			}
		}
	}
}

// The excerpt in an error's text is the part of the input around the offset,
// with "…" where something is left out.
func TestErrorExcerpt(t *testing.T) {
	text := regexp.MustCompile(`^urn: parsing (…?)("(?:[^"\\]|\\.)*")(…?): .* at column (\d+): unexpected .*$`)
	for size := range 200 {
		for offset := range size {
			// The numbers tell the places apart.
			var b strings.Builder
			for i := 0; b.Len() < size; i++ {
				fmt.Fprintf(&b, "%d.", i)
			}
			in := "urn:ex:" + b.String()[:offset] + "\"" + b.String()[:size-offset-1]
			_, err := urn.Parse(in)
			if err == nil {
				t.Fatalf("Parse(%q) succeeds", in)
			}
			m := text.FindStringSubmatch(err.Error())
			if m == nil {
				t.Fatalf("Parse(%q): %v", in, err)
			}
			excerpt, unquoteErr := strconv.Unquote(m[2])
			at := len("urn:ex:") + offset
			start := max(0, min(at-40, len(in)-64))
			end := min(start+64, len(in))
			if unquoteErr != nil || m[4] != strconv.Itoa(at+1) || excerpt != in[start:end] || (m[1] != "") != (start > 0) || (m[3] != "") != (end < len(in)) {
				t.Fatalf("Parse(%q): %v; want column %d and %q, which is %d to %d", in, err, at+1, in[start:end], start, end)
			}
		}
	}
}

func TestFaultMessage(t *testing.T) {
	for _, c := range []struct{ input, want string }{
		{"urn:x:y", `malformed namespace identifier: unexpected ':'; a namespace identifier has 2 to 32 letters, digits and '-', and begins and ends with a letter or digit`},
		{"nru:x:y", `does not begin with "urn:": unexpected 'n'`},
		{"", `does not begin with "urn:": unexpected end of input`},
		{"urn:endpoint", `malformed namespace identifier: no ":" and no name after the namespace identifier`},
		{"urn:end-", "malformed namespace identifier: unexpected end of input; a namespace identifier has 2 to 32 letters, digits and '-', and begins and ends with a letter or digit"},
		{"urn:x", `malformed namespace identifier: unexpected end of input; a namespace identifier has 2 to 32 letters, digits and '-', and begins and ends with a letter or digit`},
		{"urn:example:", `malformed namespace-specific string: unexpected end of input; a namespace-specific string has at least one character`},
		{"urn:example:a b", `malformed namespace-specific string: unexpected ' ' (U+0020); a URN has no white space: remove it, or write it as %20 if the name contains it`},
		{"urn:example:a\x00", `malformed namespace-specific string: unexpected U+0000; it is invisible: remove it`},
		{"urn:example:a'\"", `malformed namespace-specific string: unexpected '"'; remove it if it encloses the name; otherwise write it as %22`},
		{`urn:example:\`, `malformed namespace-specific string: unexpected '\'; undo the escape of the text that it begins; otherwise write it as %5C`},
		{"urn:example:é", `malformed namespace-specific string: unexpected 'é' (U+00E9); write it as %C3%A9`},
		{"urn:example:\u202e", `malformed namespace-specific string: unexpected U+202E; it is invisible: remove it`},
		{"urn:example:\u0301", `malformed namespace-specific string: unexpected U+0301; write it as %CC%81`},
		{"urn:example:\U0001f600", `malformed namespace-specific string: unexpected '😀' (U+1F600); write it as %F0%9F%98%80`},
		{"urn:example:\xe9", `malformed namespace-specific string: unexpected byte 0xE9; the text is not in UTF-8: convert it, or write it as %E9`},
		{"urn:example:\ufffd", "malformed namespace-specific string: unexpected '\ufffd' (U+FFFD); it is in place of a character that was lost: look up the original"},
		// An escape of a character typed or pasted by mistake would make another name.
		{"urn:isbn:1\n", `malformed namespace-specific string: unexpected line end U+000A; a URN has no line end: remove it`},
		{"urn:isbn:1\r\n", `malformed namespace-specific string: unexpected carriage return U+000D; a URN has no line end: remove it`},
		{"urn:isbn:1 ", `malformed namespace-specific string: unexpected ' ' (U+0020); a URN has no white space: remove it`},
		{"urn:isbn:1\ta", `malformed namespace-specific string: unexpected tab U+0009; a URN has no white space: remove it`},
		{"urn:isbn:1\u00a0", `malformed namespace-specific string: unexpected no-break space U+00A0; a URN has no white space: remove it`},
		{"urn:isbn:0\u2011395", `malformed namespace-specific string: unexpected '‑' (U+2011); type a plain hyphen '-'`},
		{"urn:isbn:0\u00ad395", `malformed namespace-specific string: unexpected soft hyphen U+00AD; it is invisible: remove it`},
		{"urn:x\u2013y:a", `malformed namespace identifier: unexpected '–' (U+2013); type a plain hyphen '-'`},
		{" urn:ex:a", `does not begin with "urn:": unexpected ' ' (U+0020); a URN has no white space: remove it`},
		{"urn\uff1aex:a", `does not begin with "urn:": unexpected '：' (U+FF1A); type a plain ':'`},
		{"urn:ex:a\u201d", `malformed namespace-specific string: unexpected '”' (U+201D); remove it if it encloses the name; otherwise type a plain apostrophe`},
		{"urn:ex:abc\u2026", `malformed namespace-specific string: unexpected '…' (U+2026); write out what it leaves out`},
		{"urn:ex:{id}", `malformed namespace-specific string: unexpected '{'; put a value in place of a placeholder; otherwise write it as %7B`},
		{"urn:example:%g", `malformed percent-encoding: unexpected 'g'; two hexadecimal digits follow a '%'; write a '%' that is data as %25`},
		{"\ufeffurn:a:b", `does not begin with "urn:": unexpected byte order mark U+FEFF; it is invisible: remove it`},
	} {
		_, fault := urn.RFC8141.Locate(c.input)
		if got := fault.Message(c.input); got != c.want {
			t.Errorf("message of %q = %s, want %s", c.input, got, c.want)
		}
	}
	for _, c := range []struct {
		x           urn.Syntax
		input, want string
	}{
		{urn.RFC2141, "urn:example:~", `malformed namespace-specific string: unexpected '~'; write it as %7E`},
		{urn.RFC8141, "urn:example:%\x00", `malformed percent-encoding: unexpected U+0000; two hexadecimal digits follow a '%'; write a '%' that is data as %25`},
		{urn.Draft2141bis, "urn:example:%0g", `malformed percent-encoding: unexpected 'g'; two hexadecimal digits follow a '%'; write a '%' that is data as %25`},
		{urn.RFC8141, "urn:example:a?+b?<", `malformed r-component: unexpected '<'; remove it if it encloses the name; otherwise write it as %3C`},
	} {
		_, fault := c.x.Locate(c.input)
		if got := fault.Message(c.input); got != c.want {
			t.Errorf("%v: message of %q = %s, want %s", c.x, c.input, got, c.want)
		}
	}
	// A Fault without a Reason is none, whatever the input.
	for _, input := range []string{"", "urn:ex:a", "x"} {
		if got, err := (urn.Fault{Offset: 3}).Message(input), (urn.Fault{Offset: 3}).Err(input); got != "" || err != nil {
			t.Errorf("no fault in %q: %q, %v", input, got, err)
		}
	}
	if got, want := (urn.Fault{Offset: 3, Reason: urn.TooLong}).Message(""), "too long: more than 3 bytes"; got != want {
		t.Errorf("Message of TooLong = %s, want %s", got, want)
	}
}

// TestForgedErrors: no value of an error or a Fault that a program makes panics.
func TestForgedErrors(t *testing.T) {
	const input = "urn:example:a b"
	for _, offset := range []int{math.MinInt, -1, 0, 13, len(input), len(input) + 1, math.MaxInt} {
		for r := range 256 {
			for _, x := range []urn.Syntax{urn.RFC8141, urn.RFC2141, urn.Draft2141bis, urn.Relaxed, 4, 255} {
				f := urn.Fault{Syntax: x, Offset: offset, Reason: urn.Reason(r)}
				if e := (&urn.Error{Syntax: x, Offset: offset, Reason: urn.Reason(r)}); e.Error() == "" || e.Message() == "" {
					t.Fatalf("%#v says nothing", e)
				}
				if said, err := f.Message(input), f.Err(input); (said == "") != (r == 0) || (err == nil) != (r == 0) || err != nil && err.Error() == "" {
					t.Fatalf("%#v: %q, %v", f, said, err)
				}
			}
		}
	}
}

// TestErrorsDivideNoCharacter: no error shows a part of a character, wherever a long input is
// cut. A part of a character is quoted as \x.
func TestErrorsDivideNoCharacter(t *testing.T) {
	for _, char := range []string{"é", "€", "𝒳"} {
		for before := range 70 {
			for after := range 30 {
				s := strings.Repeat("x", before%4) + strings.Repeat(char, before) + "%" + strings.Repeat("x", after%4) + strings.Repeat(char, after)
				var x urn.Syntax
				_, unescape := urn.Unescape(s)
				_, parse := urn.Parse("urn:ex:" + s)
				for _, err := range []error{unescape, parse, x.UnmarshalText([]byte(s))} {
					if text := err.Error(); strings.Contains(text, `\x`) || !utf8.ValidString(text) {
						t.Fatal(text)
					}
				}
			}
		}
	}
}
