package notation

import "testing"

func TestHidden(t *testing.T) {
	for _, c := range []struct {
		n    Notation
		text string
		want string
		like string
	}{
		{Plain, "u=urn%3Aex%3Aa", "--in url", "urn%3A"},
		{Plain, "urn%3aex", "--in url", "urn%3A"},
		{CSV, "x,URN%3Aex", "--in url", "urn%3A"},
		{JSON, `"urn%3Aex"`, "--in url", "urn%3A"},
		{URL, "urn%3Aex", "", ""},
		{Auto, "urn%3Aex", "", ""},
		{Plain, `"urn\u003aex"`, "--in json", `urn\u003a`},
		{URL, `"Urn\u003Aex"`, "--in json", `urn\u003a`},
		{JSON, `"urn\u003aex"`, "", ""},
		{Auto, `"urn\u003aex"`, "", ""},
		{Plain, "urn:ex:a%3A rn%3A churn%3A %3A 0urn%3A", "", ""},
		{Plain, "%3A urn%3A", "--in url", "urn%3A"},
		{Plain, "%2Furn%3Aex%3Aa", "--in url", "urn%3A"},
		{Plain, "xx2Furn%3Aex%3Aa", "", ""},
		{Plain, "a&URN&#58;ex", "--in html", "urn&#58;"},
		{Auto, "urn&#x3A;ex", "--in html", "urn&#x3a;"},
		{URL, "urn&#X3a;ex", "--in html", "urn&#x3a;"},
		{Plain, "urn&colon;ex", "--in html", "urn&colon;"},
		{XML, "urn&colon;ex", "--in html", "urn&colon;"},
		{XML, "urn&#58;ex", "", ""},
		{XML, "urn%3Aex", "--in url", "urn%3A"},
		{HTML, "urn&#58;ex urn&#x3a;ex urn&colon;ex", "", ""},
		{Plain, "urn&#59;ex churn&#58; urn&Colon; &#58; urn&#x3", "", ""},
		{Plain, "urn%253aex", "--in url after decoding the text once", "urn%253A"},
		{URL, "u=urn%253Aex%253Aa", "--in url after decoding the text once", "urn%253A"},
		{Auto, "urn%253Aex", "--in url after decoding the text once", "urn%253A"},
		{Plain, "churn%253A urn%2523A", "", ""},
		{Plain, "", "", ""},
	} {
		if like, try := c.n.Hidden([]byte(c.text)); try != c.want || like != c.like {
			t.Errorf("%v, %q: %q, %q, want %q, %q", c.n, c.text, like, try, c.like, c.want)
		}
	}
}
