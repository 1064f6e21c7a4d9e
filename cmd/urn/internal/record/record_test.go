package record

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
)

// valid and invalid are the two records as encoding/json would have them: the
// order of the fields is the order of the keys.
type valid struct {
	File       string  `json:"file,omitempty"`
	Line       int64   `json:"line,omitempty"`
	Offset     *int64  `json:"offset,omitempty"`
	Input      string  `json:"input"`
	Valid      bool    `json:"valid"`
	Syntax     string  `json:"syntax"`
	NID        string  `json:"nid"`
	Namespace  string  `json:"namespace"`
	NSS        string  `json:"nss"`
	R          *string `json:"r"`
	Q          *string `json:"q"`
	F          *string `json:"f"`
	Normalized string  `json:"normalized"`
	Key        string  `json:"key"`
}

type invalid struct {
	File        *string `json:"file,omitempty"`
	FileBase64  []byte  `json:"file_base64,omitempty"`
	Line        int64   `json:"line,omitempty"`
	Offset      *int64  `json:"offset,omitempty"`
	Input       *string `json:"input"`
	InputBase64 []byte  `json:"input_base64,omitempty"`
	Valid       bool    `json:"valid"`
	Syntax      string  `json:"syntax"`
	Error       struct {
		Offset  int    `json:"offset"`
		Reason  string `json:"reason"`
		Message string `json:"message"`
	} `json:"error"`
}

// standard is v as encoding/json writes it.
func standard(t testing.TB, v any) string {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func optional(has bool, s string) *string {
	if !has {
		return nil
	}
	return &s
}

var names = []struct {
	syntax urn.Syntax
	text   string
}{
	{urn.RFC8141, "URN:ISBN:0-395-36341-1"},
	{urn.RFC8141, "urn:example:a-z0-9-._~!$&'()*+,;=:@/%2f"},
	{urn.RFC8141, "urn:example:a?+r/?&=?q%c3%a9?+x?=y#f/?"},
	{urn.RFC8141, "urn:example:a#"},
	{urn.RFC2141, "urn:example:a/?#()+,-.:=@;$_!*'%5c"},
	{urn.RFC2141, "urn:a:b"},
	{urn.Draft2141bis, "URN:Example:a%3a?b=c&d=%2f#f"},
}

func appendURN(t *testing.T, dst []byte, p Place, u urn.URN) []byte {
	t.Helper()
	text := AppendText(bytes.Clone(dst), p, u.Syntax(), []byte(u.String()), u.Offsets())
	dst = AppendURN(dst, p, u, nil)
	if !bytes.Equal(text, dst) {
		t.Errorf("AppendText = %s, AppendURN = %s", text, dst)
	}
	return dst
}

func TestAppendURN(t *testing.T) {
	offset := int64(0)
	for _, c := range names {
		u, err := c.syntax.Parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		want := valid{
			Input: c.text, Valid: true, Syntax: c.syntax.String(), NID: u.NID(), Namespace: strings.ToLower(u.NID()), NSS: u.NSS(),
			R: optional(u.R() != "", u.R()), Q: optional(u.Q() != "", u.Q()),
			F:          optional(u.Parts().HasF, u.F()),
			Normalized: u.Normalize().String(), Key: u.Key(),
		}
		if got := string(appendURN(t, nil, Place{}, u)); got != standard(t, want) {
			t.Errorf("AppendURN(%q) =\n%s, want\n%s", c.text, got, standard(t, want))
		}
		want.File, want.Line, want.Offset = "app.log", 12, &offset
		place := Place{File: NewFile("app.log"), Line: 12, HasOffset: true}
		if got := string(appendURN(t, []byte("x"), place, u)); got != "x"+standard(t, want) {
			t.Errorf("AppendURN(%q) with a place =\n%s, want\nx%s", c.text, got, standard(t, want))
		}
	}
}

// The contract itself, to the byte.
func TestContract(t *testing.T) {
	u := urn.MustParse("URN:ISBN:0-395-36341-1")
	got := string(appendURN(t, nil, Place{File: NewFile("app.log"), Line: 12, Offset: 345, HasOffset: true}, u))
	want := `{"file":"app.log","line":12,"offset":345,"input":"URN:ISBN:0-395-36341-1","valid":true,"syntax":"rfc8141",` +
		`"nid":"ISBN","namespace":"isbn","nss":"0-395-36341-1","r":null,"q":null,"f":null,` +
		`"normalized":"urn:isbn:0-395-36341-1","key":"urn:isbn:0-395-36341-1"}`
	if got != want {
		t.Errorf("AppendURN =\n%s, want\n%s", got, want)
	}
	got = string(AppendFault(nil, Place{Line: 13}, "urn:x:y", urn.Fault{Syntax: urn.RFC8141, Offset: 5, Reason: urn.BadNID}, "…"))
	want = `{"line":13,"input":"urn:x:y","valid":false,"syntax":"rfc8141","error":{"offset":5,"reason":"nid","message":"…"}}`
	if got != want {
		t.Errorf("AppendFault =\n%s, want\n%s", got, want)
	}
	got = string(AppendTooLong(nil, Place{Line: 14}, urn.Fault{Syntax: urn.RFC2141, Offset: 16, Reason: urn.TooLong}, "long"))
	want = `{"line":14,"input":null,"valid":false,"syntax":"rfc2141","error":{"offset":16,"reason":"too-long","message":"long"}}`
	if got != want {
		t.Errorf("AppendTooLong =\n%s, want\n%s", got, want)
	}
	u = urn.MustParse("urn:isbn:0-395-36341-2")
	_, err := namespace.Validate(u)
	got = string(AppendRefusal(nil, Place{}, u, err.(*namespace.Error), "wrong"))
	want = `{"input":"urn:isbn:0-395-36341-2","valid":false,"syntax":"rfc8141","error":{"offset":21,"reason":"check-digit",` +
		`"message":"wrong","namespace":"isbn","document":"IANA template of urn:isbn, Syntax"}}`
	if got != want {
		t.Errorf("AppendRefusal =\n%s, want\n%s", got, want)
	}
}

func TestAppendString(t *testing.T) {
	for _, c := range []struct{ s, want string }{
		{"", `""`},
		{"urn:a:b", `"urn:a:b"`},
		{`a"b\c/<>&'`, `"a\"b\\c/<>&'"`},
		{"\b\f\n\r\t\x00\x1b\x7f", `"\b\f\n\r\t\u0000\u001b\u007f"`},
		{"café 日本 😀", `"café 日本 😀"`},
		{"\u0085\u00a0\u200b\u2028\u202e\ufeff", `"\u0085\u00a0\u200b\u2028\u202e\ufeff"`},
		{"\U000e0001\U0010ffff", `"\udb40\udc01\udbff\udfff"`},
		{"\U0001fffe", `"\ud83f\udffe"`},
		{"\ufffd", `"` + "\ufffd" + `"`},
	} {
		if got := string(AppendString(nil, c.s)); got != c.want {
			t.Errorf("AppendString(%q) = %s, want %s", c.s, got, c.want)
		}
	}
}

// FuzzFault: any bytes can be read back from a record. encoding/json would
// have written the same, except for the choice of escapes.
func FuzzFault(f *testing.F) {
	for _, s := range []string{"", "urn:x:y", "caf\u00e9", "\xff", "\x00\x1b[31m\u2028\"\\", "\ufffd", "a\xed\xa0\x80b", "\U0010ffff", "\ue000\ufdd0\uffff\U00010000\U0001fffe\U000e0001"} {
		f.Add(s, s, int64(3), 7)
	}
	f.Add("0", "\n", int64(77), 7) // an offset after the input
	f.Fuzz(func(t *testing.T, file, input string, line int64, offset int) {
		place := Place{File: NewFile(file), Line: line, Offset: line, HasOffset: true}
		message := strings.ToValidUTF8(input, "?")
		got := AppendFault(nil, place, input, urn.Fault{Syntax: urn.Draft2141bis, Offset: offset, Reason: urn.BadNSS}, message)

		want := invalid{Line: line, Offset: &line, Syntax: "draft2141bis"}
		if want.File = optional(utf8.ValidString(file), file); want.File == nil {
			want.FileBase64 = []byte(file)
		}
		if want.Input = optional(utf8.ValidString(input), input); want.Input == nil {
			want.InputBase64 = []byte(input)
		}
		want.Error.Offset, want.Error.Reason, want.Error.Message = offset, "nss", message

		var back invalid
		decoder := json.NewDecoder(bytes.NewReader(got))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&back); err != nil {
			t.Fatalf("record %s: %v", got, err)
		}
		if a, b := standard(t, back), standard(t, want); a != b {
			t.Errorf("record %s means\n%s, want\n%s", got, a, b)
		}
		for _, c := range string(got) {
			if c < ' ' || c == 0x7f || 0x80 <= c && c < 0xa0 || c == '\u202e' {
				t.Errorf("record %q holds %U", got, c)
			}
		}
		// The same keys in the same order.
		keys := func(object []byte) (keys []string) {
			d := json.NewDecoder(bytes.NewReader(object))
			for depth, key := 0, false; ; {
				token, err := d.Token()
				if err != nil {
					return keys
				}
				switch token := token.(type) {
				case json.Delim:
					if token == '{' {
						depth++
						key = true
						continue
					}
					depth--
				case string:
					if key {
						keys = append(keys, token)
						key = false
						continue
					}
				}
				key = true
			}
		}
		expect := keys([]byte(standard(t, want)))
		if want.File == nil { // the standard's omitempty leaves the null out
			expect = append([]string{"file"}, expect...)
		}
		if strings.Join(keys(got), " ") != strings.Join(expect, " ") {
			t.Errorf("record %s has keys %q, want %q", got, keys(got), expect)
		}
	})
}

func TestNotUTF8(t *testing.T) {
	got := string(AppendFault(nil, Place{File: NewFile("a\xffb")}, "urn:\xe9", urn.Fault{Syntax: urn.RFC8141, Offset: 4, Reason: urn.BadNID}, "m"))
	want := `{"file":null,"file_base64":"` + base64.StdEncoding.EncodeToString([]byte("a\xffb")) +
		`","input":null,"input_base64":"` + base64.StdEncoding.EncodeToString([]byte("urn:\xe9")) +
		`","valid":false,"syntax":"rfc8141","error":{"offset":4,"reason":"nid","message":"m"}}`
	if got != want {
		t.Errorf("AppendFault =\n%s, want\n%s", got, want)
	}
}

func TestAllocations(t *testing.T) {
	place := Place{File: NewFile("app.log"), Line: 1}
	buf := make([]byte, 0, 4096)
	for _, c := range names {
		u, err := c.syntax.Parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		if n := testing.AllocsPerRun(100, func() { AppendURN(buf, place, u, nil) }); n != 0 {
			t.Errorf("AppendURN(%q) allocates %v times", c.text, n)
		}
	}
	if n := testing.AllocsPerRun(100, func() {
		AppendFault(buf, place, "urn:x:\"y\x00", urn.Fault{Syntax: urn.RFC8141, Offset: 5, Reason: urn.BadNID}, "m")
	}); n != 0 {
		t.Errorf("AppendFault allocates %v times", n)
	}
}
