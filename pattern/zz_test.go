package pattern

import ("testing";"time")

func TestZZ(t *testing.T) {
	start := time.Now()
	s := Vendors()
	t.Log(time.Since(start), len(s.entries))
}
