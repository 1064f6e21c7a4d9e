package notation

import "testing"

func TestHidden(t *testing.T) {
	for _, c := range []struct {
		n    Notation
		text string
		want Notation
		like string
	}{
		{Plain, "u=urn%3Aex%3Aa", URL, "urn%3A"},
		{Plain, "urn%3aex", URL, "urn%3A"},
		{CSV, "x,URN%3Aex", URL, "urn%3A"},
		{JSON, `"urn%3Aex"`, URL, "urn%3A"},
		{URL, "urn%3Aex", Plain, ""},
		{Auto, "urn%3Aex", Plain, ""},
		{Plain, `"urn\u003aex"`, JSON, `urn\u003a`},
		{URL, `"Urn\u003Aex"`, JSON, `urn\u003a`},
		{JSON, `"urn\u003aex"`, Plain, ""},
		{Auto, `"urn\u003aex"`, Plain, ""},
		{Plain, "urn:ex:a%3A rn%3A churn%3A %3A 0urn%3A", Plain, ""},
		{Plain, "%3A urn%3A", URL, "urn%3A"},
		{Plain, "%2Furn%3Aex%3Aa", URL, "urn%3A"},
		{Plain, "xx2Furn%3Aex%3Aa", Plain, ""},
		{Plain, "a&URN&#58;ex", HTML, "urn&#58;"},
		{Auto, "urn&#x3A;ex", HTML, "urn&#x3a;"},
		{URL, "urn&#X3a;ex", HTML, "urn&#x3a;"},
		{Plain, "urn&colon;ex", HTML, "urn&colon;"},
		{XML, "urn&colon;ex", HTML, "urn&colon;"},
		{XML, "urn&#58;ex", Plain, ""},
		{XML, "urn%3Aex", URL, "urn%3A"},
		{HTML, "urn&#58;ex urn&#x3a;ex urn&colon;ex", Plain, ""},
		{Plain, "urn&#59;ex churn&#58; urn&Colon; &#58; urn&#x3", Plain, ""},
		{Plain, "urn%253aex", Plain, "urn%253A"},
		{URL, "u=urn%253Aex%253Aa", Plain, "urn%253A"},
		{Auto, "urn%253Aex", Plain, "urn%253A"},
		{Plain, "churn%253A urn%2523A", Plain, ""},
		{Plain, "", Plain, ""},
	} {
		if got, like := Hidden(c.n, []byte(c.text)); got != c.want || like != c.like {
			t.Errorf("Hidden(%v, %q) = %v, %q, want %v, %q", c.n, c.text, got, like, c.want, c.like)
		}
	}
}
