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

// TestReadmeExample: what the README shows is what Example_readme compiles and runs.
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

// TestLinks: what the pages at the top link to is there.
func TestLinks(t *testing.T) {
	links := regexp.MustCompile(`\]\(([^)#:]+)\)`)
	for _, page := range []string{"README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"} {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range links.FindAllStringSubmatch(string(text), -1) {
			if _, err := os.Stat(m[1]); err != nil {
				t.Errorf("%s: %v", page, err)
			}
		}
	}
}
