package flags

import "testing"

func TestSizes(t *testing.T) {
	for _, c := range []struct {
		text string
		want int // 0: refused
		back string
	}{
		{"1", 1, "1"}, {"4096", 4096, "4K"}, {"64k", 64 << 10, "64K"}, {"16M", 16 << 20, "16M"}, {"1g", 1 << 30, "1G"},
		{"1025", 1025, "1025"}, {"1048576K", 1 << 30, "1G"},
		{"", 0, ""}, {"0", 0, ""}, {"-1", 0, ""}, {"1.5M", 0, ""}, {"2G", 0, ""}, {"1048577K", 0, ""}, {"M", 0, ""}, {"4294967297", 0, ""}, {"1 M", 0, ""},
	} {
		var f Size
		err := f.Set(c.text)
		if int(f) != c.want || (err == nil) != (c.want != 0) {
			t.Errorf("size %q = %d, %v; want %d", c.text, f, err, c.want)
		}
		if err == nil && f.String() != c.back {
			t.Errorf("size %q is shown as %q, want %q", c.text, f.String(), c.back)
		}
	}
}
