package report

import (
	"bytes"
	"testing"
)

// A Screen shows the same text wherever it is cut.
func TestScreen(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{"a\tb\r\nc\n", "a\tb\nc\n"},
		{"\x1b[2J\r\x7f\u0085\u202e\u2066\u00ad", `\x1b[2J\r\x7f\u0085\u202e\u2066\u00ad`},
		{"é€😀\xff\xe2\x82", `é€😀\xff\xe2\x82`},
		{"\xf0\x9f\x98\r\r\n", `\xf0\x9f\x98\r` + "\n"},
		{"\r", `\r`},
	} {
		for i := range len(c.in) + 1 {
			for j := i; j <= len(c.in); j++ {
				var b bytes.Buffer
				s := NewScreen(&b)
				for _, part := range []string{c.in[:i], c.in[i:j], c.in[j:]} {
					if n, err := s.Write([]byte(part)); n != len(part) || err != nil {
						t.Fatalf("Write(%q) = %d, %v", part, n, err)
					}
				}
				if err := s.Close(); err != nil || b.String() != c.want {
					t.Errorf("%q, cut at %d and %d, is shown as %q, %v, want %q", c.in, i, j, b.String(), err, c.want)
				}
			}
		}
	}
}
