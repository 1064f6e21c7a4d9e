package suggest

import "testing"

func TestSentence(t *testing.T) {
	for text, want := range map[string]string{
		"0-395-36341-1":                        "did you mean urn:isbn:0-395-36341-1?",
		"0395363411":                           "did you mean urn:isbn:0395363411?",
		"0395363412":                           "", // a number like any other
		"0-395-36341-2":                        "did you mean urn:isbn:0-395-36341-2? It has a wrong check digit: it should be '1' (IANA template of urn:isbn, Syntax)",
		"ISBN 0-395-36341-1":                   "did you mean urn:isbn:0-395-36341-1?",
		"isbn:0 395 36341 1":                   "did you mean urn:isbn:0-395-36341-1?",
		"ISBN-13: 978-0395363416":              "did you mean urn:isbn:978-0395363416?",
		"1234-5679":                            "did you mean urn:issn:1234-5679?",
		"ISSN 1234-5679":                       "did you mean urn:issn:1234-5679?",
		"f81d4fae-7dec-11d0-a765-00a0c91e6bf6": "did you mean urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6?",
		"":                                     "", "-": "", "isbn": "", "ISBN": "", "isbnx": "", "hello": "", "12": "", "2026-11-23": "", "10.1000/182": "",
	} {
		if got := Sentence(text); got != want {
			t.Errorf("Sentence(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestNID(t *testing.T) {
	for nid, want := range map[string]string{"isbm": "isbn", "ibsn": "isbn", "ISBNN": "isbn", "isbn": "", "acme": "", "uiud": "uuid", "x": ""} {
		if got := NID(nid); got != want {
			t.Errorf("NID(%q) = %q, want %q", nid, got, want)
		}
	}
	if got := Word("coutn", []string{"color", "count", "context"}); got != "count" {
		t.Errorf("Word(coutn) = %q", got)
	}
}
