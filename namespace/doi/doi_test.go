package doi

import (
	"testing"
)

// TestParse: the representations of a DOI name, by the template of urn:doi.
func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"10.1000/182":                                 "10.1000/182",
		"15434/x":                                     "15434/x", // example 2: no registrant code
		"DOI:10.1000/182":                             "10.1000/182",
		"HTTPS://DOI.org/10.1000/ABC":                 "10.1000/abc",
		"http://dx.doi.org/10.1000/a":                 "10.1000/a",
		"https://doi.org/urn:doi:10.1000/182":         "10.1000/182", // example 5
		"URN:DOI:10.1000/%41%C3%89?=q#f":              "10.1000/aÉ",
		"urn:eidr:10.5240:7791-8534-2C23-9030-8610-5": "10.5240/7791-8534-2c23-9030-8610-5", // RFC 7972 has ":" for "/"
		"10.1000/%41":                                 "10.1000/%41",                        // "%" is a character of the name
		"urn:doi:10.1000/%2541":                       "10.1000/%41",
		"10.1002/(SICI)1097(1998)49:8<693::A>3.0;2-O": "10.1002/(sici)1097(1998)49:8<693::a>3.0;2-o",
		"10.1000/a b":                                 "10.1000/a b",
		"urn:doi:10.1000%2F1/a":                       "10.1000/1/a",
	} {
		d, err := Parse(text)
		if err != nil || d.String() != want {
			t.Errorf("Parse(%q) = %q, %v, want %q", text, d, err, want)
		}
		// The other representations give it back.
		for _, other := range []string{d.String(), "doi:" + d.String(), d.URL(), d.URN().String()} {
			if back, err := Parse(other); err != nil || back != d {
				t.Errorf("Parse(%q) = %q, %v, want %q", other, back, err, d)
			}
		}
	}
	for _, text := range []string{
		"", "doi:", "10.1000", "10.1000/", "/182", "10.1000%2F1/a", "urn:doi:%2F1/2", "10.1000/a\x00", "10.1000/a\n", "10.1000/\xff",
		"urn:doi:10.1000/%0A", "urn:doi:10.1000/a%20", "https://doi.org/", "https://doi.org/10.1000/182?x=y", "https://doi.org/10.1000/182#x",
		"https://doi.org/10.1000/a<b", "https://example.org/10.1000/182", "urn:doi:https://doi.org/10.1000/182", "urn:isbn:0395363411", "urn:eidr:10.5240:7791-8534-2C23-9030-8610-6", "urn:eidr:a:b", "urn:doi", "https://doi.org/10.1000/%4",
		"../x", ".10/x", "10./x", "10..1/x", "https://doi.org/../x",
	} {
		if d, err := Parse(text); err == nil {
			t.Errorf("Parse(%q) = %q, want an error", text, d)
		}
	}
}
