package urn_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
)

// Example_readme is the example of the README.
func Example_readme() {
	u, err := urn.Parse("URN:EXAMPLE:a123%2cz456?+res=1?=page=2#top")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(u.NID(), u.NSS(), u.Q(), u.F())
	fmt.Println(u.Key()) // the map key for URN-equivalence
	// Output:
	// EXAMPLE a123%2cz456 page=2 top
	// urn:example:a123%2Cz456
}

// TestReadmeExample: the README shows the code and the output of Example_readme.
func TestReadmeExample(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("readme_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, block, ok := strings.Cut(string(readme), "```go\n")
	if !ok {
		t.Fatal("README.md has no Go block")
	}
	block, _, _ = strings.Cut(block, "```")
	_, body, _ := strings.Cut(string(source), "func Example_readme() {\n")
	body, _, _ = strings.Cut(body, "\n}\n")
	n := 0
	for line := range strings.Lines(block) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "return err") {
			continue
		}
		n++
		if !strings.Contains(body, "\t"+line) {
			t.Errorf("README.md shows a line that Example_readme does not run: %s", line)
		}
	}
	if n < 7 {
		t.Errorf("README.md shows %d lines of Go", n)
	}
}

// TestPicture: the parts that docs/urn.svg shows are those that the library finds.
func TestPicture(t *testing.T) {
	picture, err := os.ReadFile("docs/urn.svg")
	if err != nil {
		t.Fatal(err)
	}
	text, parts := "", map[string]string{}
	for _, m := range regexp.MustCompile(`data-part="(\w*)"[^>]*>([^<]+)<`).FindAllStringSubmatch(string(picture), -1) {
		text += m[2]
		parts[m[1]] = m[2]
	}
	u, err := urn.Parse(text)
	if err != nil || parts["scheme"] != "urn" || u.NID() != parts["NID"] || u.NSS() != parts["NSS"] || u.R() != parts["r"] || u.Q() != parts["q"] || u.F() != parts["f"] {
		t.Errorf("the picture shows %q as %q: %v", text, parts, err)
	}
}
