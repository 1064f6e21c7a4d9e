package notation

import "testing"

func TestHidden(t *testing.T) {
	for _, c := range []struct {
		n    Notation
		text string
		want Notation
	}{
		{Plain, "u=urn%3Aex%3Aa", URL},
		{Plain, "urn%3aex", URL},
		{CSV, "x,URN%3Aex", URL},
		{JSON, `"urn%3Aex"`, URL},
		{URL, "urn%3Aex", Plain},
		{Auto, "urn%3Aex", Plain},
		{Plain, `"urn\u003aex"`, JSON},
		{URL, `"Urn\u003Aex"`, JSON},
		{JSON, `"urn\u003aex"`, Plain},
		{Auto, `"urn\u003aex"`, Plain},
		{Plain, "urn:ex:a%3A rn%3A churn%3A %3A 0urn%3A", Plain},
		{Plain, "%3A urn%3A", URL},
		{Plain, "%2Furn%3Aex%3Aa", URL},
		{Plain, "xx2Furn%3Aex%3Aa", Plain},
		{Plain, "", Plain},
	} {
		if got := Hidden(c.n, []byte(c.text)); got != c.want {
			t.Errorf("Hidden(%v, %q) = %v, want %v", c.n, c.text, got, c.want)
		}
	}
}
