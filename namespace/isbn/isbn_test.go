package isbn

import (
	"fmt"
	"strings"
	"testing"
)

// of returns the ISBN whose digits after the third are those of n.
func of(t *testing.T, n uint32) ISBN {
	t.Helper()
	s := fmt.Sprintf("%d%09d", 978+n/1_000_000_000, n%1_000_000_000)
	for check := range 10 {
		if b, err := Parse(s + fmt.Sprint(check)); err == nil {
			return b
		}
	}
	t.Fatalf("no check digit for %s", s)
	return ISBN{}
}

// TestRanges: hyphens stand in the first and in the last ISBN of each range, and in none
// before or after it.
func TestRanges(t *testing.T) {
	gaps := 0
	for i, r := range ranges {
		want := []int{3, int(r.group), int(r.registrant), 9 - int(r.group) - int(r.registrant), 1}
		for _, n := range []uint32{r.low, r.high} {
			s, ok := of(t, n).Hyphenated()
			parts := strings.Split(s, "-")
			if !ok || len(parts) != len(want) {
				t.Fatalf("%d: %q, %t", n, s, ok)
			}
			for j, part := range parts {
				if len(part) != want[j] {
					t.Errorf("%d: %q, want parts of %d", n, s, want)
				}
			}
		}
		if i > 0 && ranges[i-1].high >= r.low {
			t.Errorf("the ranges at %d are not in order", r.low)
		}
		if i > 0 && ranges[i-1].high+1 < r.low {
			gaps++
			for _, n := range []uint32{ranges[i-1].high + 1, r.low - 1} {
				if s, ok := of(t, n).Hyphenated(); ok || s != "" {
					t.Errorf("%d is in no range: %q", n, s)
				}
			}
		}
	}
	if gaps == 0 {
		t.Error("no gap between ranges")
	}
	if s, ok := of(t, 1_999_999_999).Hyphenated(); ok {
		t.Errorf("after the last range: %q", s)
	}
}

// TestDividedAnew: a range that the Agency divided between the editions of 2026.
func TestDividedAnew(t *testing.T) {
	b, err := Parse("9783686859490")
	if s, ok := b.Hyphenated(); err != nil || !ok || s != "978-3-68685-949-0" {
		t.Errorf("Hyphenated = %q, %t, %v, want 978-3-68685-949-0", s, ok, err)
	}
}
