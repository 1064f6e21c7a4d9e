package gs1order

import (
	"slices"
	"testing"
)

func TestFault(t *testing.T) {
	for nss, want := range map[string]int{
		"gdd:bie:TradeItem":             -1,
		"01:1":                          -1,
		"01:1:22:a:10:b:21:c:11:d:17:e": -1,
		"01:1:235:a:11:b":               -1,
		"01:1:22:a:235:b":               -1, // 235 qualifies without 22, 10 and 21 only
		"414:1:254:a:7040:b":            -1,
		"414:1:7040:a":                  -1,
		"00:1:02:a:37:b":                -1,
		"17:1":                          0, // no key
		"17:1:01:a":                     0,
		"01:1:10:a:22:b":                10, // qualifiers in another order
		"01:1:17:a:10:b":                10, // a qualifier after an attribute
		"01:1:17:a:11:b":                10, // attributes in another order
		"01:1:10:a:10:b":                10, // twice
		"01:1:17:a:17:b":                10,
		"01:1:01:b":                     5,
		"01:1:235:a:10:b":               11, // 235 is an attribute, because 10 qualifies
		"8006:1:22:a:21:b:10:c":         17,
		"8006:1:2234:a:10:b":            14, // 2234 is not 22
		"8017:1:8019:a":                 -1,
		"8017:1:8018:a:8019:b":          14,
	} {
		if got := Fault(nss); got != want {
			t.Errorf("Fault(%q) = %d, want %d", nss, got, want)
		}
	}
	if n := testing.AllocsPerRun(10, func() { Fault("01:1:22:a:10:b:21:c:11:d:17:e") }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestQualifiers(t *testing.T) {
	has := func(ai string) bool { return ai != "22" }
	for key, want := range map[string][]string{"01": {"10", "21"}, "8017": {"8019"}, "00": nil, "10": nil} {
		if got := Qualifiers(key, has); !slices.Equal(got, want) || IsKey(key) != (key != "10") {
			t.Errorf("Qualifiers(%q) = %q, want %q", key, got, want)
		}
	}
	only := func(ai string) bool { return ai == "235" }
	if got := Qualifiers("01", only); !slices.Equal(got, []string{"235"}) {
		t.Errorf("Qualifiers = %q", got)
	}
}
