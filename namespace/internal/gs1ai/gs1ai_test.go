package gs1ai

import (
	"slices"
	"strings"
	"testing"
)

func TestOrder(t *testing.T) {
	for nss, want := range map[string]int{
		"01:1":                     -1,
		"01:1:22:a:10:b:21:c:17:e": -1,
		"01:1:235:a:11:b":          -1,
		"01:1:22:a:235:b":          10, // 235 qualifies without 22, 10 and 21 only
		"414:1:254:a":              -1,
		"414:1:7040:a":             -1,
		"414:1:254:a:7040:b":       12,
		"00:1:02:a:37:b":           -1,
		"00:1:02:a":                5, // 02 requires 37
		"01:1:255:a":               0, // 01 excludes 255
		"01:1:37:a":                0,
		"17:1":                     0, // not a key
		"17:1:01:a":                0,
		"9999:1":                   0, // not assigned
		"01:1:9999:a":              5,
		"01:1:10:a:22:b":           10, // qualifiers in another order
		"01:1:17:a:10:b":           10, // a qualifier after an attribute
		"01:1:17:a:11:b":           10, // attributes in another order
		"01:1:10:a:10:b":           10, // twice
		"01:1:17:a:17:b":           10,
		"01:1:01:b":                5,
		"00:1:7041:b":              5, // not an attribute
		"01:1:91:b":                -1,
		"8006:1:22:a":              7,  // 22 requires 01
		"8006:1:21:b:10:c":         12, // another order
		"01:1:3100:a:3101:b":       5,  // 3100 excludes 310n
		"01:1:30:a:3920:b":         -1, // a group of two
		"01:1:3920:b":              5,
		"01:1:3102:a:3920:b":       -1, // a pattern of a group
		"8017:1:8019:a":            -1,
	} {
		if got := Order(nss); got != want {
			t.Errorf("Order(%q) = %d, want %d", nss, got, want)
		}
	}
}

func TestQualifiers(t *testing.T) {
	has := func(ai string) bool { return ai != "22" }
	for key, want := range map[string][]string{"01": {"10", "21"}, "8017": {"8019"}, "00": nil, "10": nil} {
		if got := Qualifiers(key, has); !slices.Equal(got, want) || IsKey(key) != (key != "10") {
			t.Errorf("Qualifiers(%q) = %q, want %q", key, got, want)
		}
	}
}

// TestValues has a right and a wrong value for each test of the dictionary.
func TestValues(t *testing.T) {
	for _, c := range []struct {
		ai, value      string
		syntax, digits int
	}{
		{"01", "09506000134352", -1, -1},
		{"01", "09506000134353", -1, 13},
		{"01", "0950600013435", 13, 0},
		{"01", "0950600013435X", 13, 0},
		{"01", "095060001343529", 14, 0},
		{"01", "0A506000134352", 1, 0},
		{"00", "1A6141412345678908", 1, 0},
		{"8006", "040123451111180102", -1, -1},
		{"8006", "040123451111180302", 14, 0},
		{"8006", "1", 1, 0},
		{"255", "4012345000009", -1, -1},
		{"255", "4012345000009123456789012", -1, -1},
		{"255", "40123450000091234567890123", 25, 0},
		{"255", "4012345000009A", 13, 0},
		{"253", "4012345000009" + strings.Repeat("x", 17), -1, -1},
		{"253", "4012345000009" + strings.Repeat("x", 18), 30, 0},
		{"8003", "04012345000009" + strings.Repeat("x", 16), -1, -1},
		{"8003", "14012345000009", 0, 0},
		{"401", strings.Repeat("1", 31), 30, 0},
		{"401", "123X", 3, 0},
		{"254", strings.Repeat("1", 21), 20, 0},
		{"10", "é", 0, 0},
		{"8010", "0614141#", -1, -1},
		{"8010", "0614141a", 7, 0},
		{"8011", "0", -1, -1},
		{"8011", "01", 0, 0},
		{"8011", "1A", 1, 0},
		{"8019", "12A", 2, 0},
		{"17", "250101", -1, -1},
		{"17", "250100", -1, -1},
		{"17", "251301", 2, 0},
		{"17", "250230", 4, 0},
		{"17", "000229", -1, -1},
		{"17", "010229", 4, 0},
		{"4326", "250100", 4, 0},
		{"7250", "19000228", -1, -1},
		{"7250", "19000229", 6, 0},
		{"7003", "2501012359", -1, -1},
		{"7003", "2501012400", 6, 0},
		{"7003", "2501012360", 8, 0},
		{"8008", "25010123", -1, -1},
		{"8008", "250101235960", 10, 0},
		{"4309", "18000000003600000000", -1, -1},
		{"4309", "18000000010000000000", 0, 0},
		{"4309", "00000000003600000001", 10, 0},
		{"422", "528", -1, -1},
		{"422", "001", 0, 0},
		{"7030", "999A", -1, -1},
		{"7030", "998A", 0, 0},
		{"4307", "NL", -1, -1},
		{"4307", "ZZ", 0, 0},
		{"3910", "9781", -1, -1},
		{"3910", "0001", 0, 0},
		{"7041", "1A", -1, -1},
		{"7041", "0A", 0, 0},
		{"7241", "01", -1, -1},
		{"7241", "11", 0, 0},
		{"8001", "00010000100110", -1, -1},
		{"8001", "00000000100110", 0, 0},
		{"8001", "00010000100120", 12, 0},
		{"7252", "9", -1, -1},
		{"7252", "3", 0, 0},
		{"4321", "1", -1, -1},
		{"4321", "2", 0, 0},
		{"4330", "000100-", -1, -1},
		{"4330", "000100x", 6, 0},
		{"7040", "1ab_", -1, -1},
		{"7040", "1ab/", 3, 0},
		{"7258", "1/2", -1, -1},
		{"7258", "2/1", 0, 0},
		{"4300", "a%2Fb", -1, -1},
		{"4300", "a%2", 1, 0},
		{"8013", "1987654Ad4X4bL5ttr2310c2K", -1, -1},
		{"8013", "1987654Ad4X4bL5ttr2310c2L", -1, 23},
		{"8014", "123456", 0, 0}, // no character but digits
		{"8007", "GB33BUKB20201555555555", -1, -1},
		{"8007", "GB33BUKB20201555555556", -1, 2},
		{"8007", "ZZ33BUKB20201555555555", 0, 0},
		{"8030", "ab=", -1, -1},
		{"8030", "abc=", 3, 0},
	} {
		if got := Value(c.ai, []byte(c.value), false); got != c.syntax {
			t.Errorf("(%s)%s: a fault at %d, want %d", c.ai, c.value, got, c.syntax)
		} else if got < 0 {
			if got := Value(c.ai, []byte(c.value), true); got != c.digits {
				t.Errorf("(%s)%s: a wrong check digit at %d, want %d", c.ai, c.value, got, c.digits)
			}
		}
	}
}

// TestCheck: offsets are those of the value as it is written.
func TestCheck(t *testing.T) {
	for nss, want := range map[string]int{
		"01:09506000134352:21:a%2Fb":                       -1,
		"01:09506000134352:21:a%2F%23":                     len("01:09506000134352:21:a%2F"),
		"01:09506000134352:21:%C3%A9":                      len("01:09506000134352:21:"),
		"01:09506000134352:17:251301":                      len("01:09506000134352:17:25"),
		"01:%3095060001343529":                             len("01:%309506000134352"),
		"01:09506000134352:9999:1":                         len("01:09506000134352:"),
		"01:09506000134352:10:" + strings.Repeat("x", 300): len("01:09506000134352:10:") + 20,
	} {
		if got := Check(nss, false); got != want {
			t.Errorf("Check(%q) = %d, want %d", nss, got, want)
		}
	}
	if got, want := Check("01:0950600013435%33", true), len("01:0950600013435"); got != want {
		t.Errorf("a check digit that is an escape: %d, want %d", got, want)
	}
	nss := "01:09506000134352:22:a:10:b:21:c:17:250101:422:528"
	if n := testing.AllocsPerRun(10, func() { Order(nss); Check(nss, false); Check(nss, true) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestDictionary: every test that the dictionary names is one that this package has.
func TestDictionary(t *testing.T) {
	known := strings.Fields("csum csumalpha iban gcppos1 gcppos2 yymmdd yymmd0 yyyymmdd hhmi hh mi ss latitude longitude iso3166 iso3166alpha2 iso3166999 iso4217 packagetype " +
		"mediatype winding iso5218 yesno zero hyphen nonzero nozeroprefix importeridx hasnondigit pieceoftotal posinseqslash pcenc")
	unchecked := strings.Fields("couponcode couponposoffer")
	seen := map[string]bool{}
	for ai, e := range read().entries {
		for _, p := range e.parts {
			if p.max == 0 || p.min == 0 || p.min > p.max {
				t.Errorf("(%s): a part of %d to %d characters", ai, p.min, p.max)
			}
			for _, name := range p.tests {
				seen[name] = true
				if !slices.Contains(known, name) && !slices.Contains(unchecked, name) {
					t.Errorf("(%s): the test %s is not known", ai, name)
				}
			}
		}
	}
	for _, name := range known {
		if !seen[name] {
			t.Errorf("the dictionary does not use the test %s", name)
		}
	}
	if n := len(read().entries); n < 500 {
		t.Errorf("%d application identifiers", n)
	}
}
