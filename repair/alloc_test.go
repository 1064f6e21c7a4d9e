package repair

import "testing"

// TestRepairAllocations: a URN costs nothing.
func TestRepairAllocations(t *testing.T) {
	const shown = "urn:example:café au lait?=q é#<f>"
	repaired, err := Parse(shown)
	if err != nil {
		t.Fatal(err)
	}
	var sink any
	octets := 0
	for _, test := range []struct {
		name string
		most float64
		call func()
	}{
		{"a URN", 0, func() { repaired, err = Parse("URN:Example:a%2fb/c?+r%2f?=q%2f#f%2f") }},
		{"something to escape", 2, func() { repaired, err = Parse(shown) }},
		{"no NSS to escape in", 1, func() { repaired, err = Parse("urn:a b:é") }},
		{"something to escape, and a lone %", 4, func() { repaired, err = Parse(shown + "%") }},
		{"a lone %", 2, func() { repaired, err = Repairer{EscapePercent: true}.Parse("urn:example:100%") }},
		{"a loop over all changes", 0, func() {
			for c := range repaired.Changes() {
				octets += c.Input.End - c.Input.Start
			}
		}},
	} {
		if got := testing.AllocsPerRun(100, test.call); got > test.most {
			t.Errorf("%s: %v allocations, want at most %v", test.name, got, test.most)
		}
	}
	sink = octets
	_ = sink
}
