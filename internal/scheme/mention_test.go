package scheme

import (
	"bytes"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestMentions compares the list with the registry of IANA.
func TestMentions(t *testing.T) {
	text, err := os.ReadFile("../nsdocs/iana_urn_namespaces.csv")
	if err != nil {
		t.Fatal(err)
	}
	list, err := os.ReadFile("mention.go")
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for _, w := range regexp.MustCompile(`"([a-z0-9-]+)"[,:]`).FindAllStringSubmatch(string(list[bytes.Index(list, []byte("switch")):]), -1) {
		words = append(words, w[1])
	}
	for _, n := range regexp.MustCompile(`(?m)^(.*),formal,`).FindAllStringSubmatch(string(text), -1) {
		if n[1] == "example" {
			continue
		}
		i := slices.Index(words, n[1])
		if i < 0 || !Mentioned([]byte(strings.ToUpper(n[1])+"...")) {
			t.Errorf("%q is not mentioned", n[1])
		} else {
			words = slices.Delete(words, i, i+1)
		}
	}
	if want := "any bool boolean false int integer long nil none null number object str string text true undefined uri url"; strings.Join(words, " ") != want {
		t.Errorf("besides the registry: %q, want %q", words, want)
	}
	for word, want := range map[string]bool{"String": true, "this.URN": true, "urn": true, "ur": false, "": false, ".": false, "example": false, "isbn issn": false, "uui": false, "uid": false, strings.Repeat("x", 40): false, "isbn.x": false} {
		if Mentioned([]byte(word)) != want {
			t.Errorf("Mentioned(%q) = %v", word, !want)
		}
	}
	if n := testing.AllocsPerRun(100, func() { Mentioned([]byte("Foo")) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
