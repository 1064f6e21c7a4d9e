package namespace

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/advice"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
)

// What keeps says to stay as it is, apply leaves as it is: over every short
// string of the characters that some rule looks at.
func TestKeepsShort(t *testing.T) {
	const alphabet = "-:xXA0a"
	list := []string{""}
	for i := 0; i < len(list) && len(list[i]) < 5; i++ {
		for j := range alphabet {
			list = append(list, list[i]+alphabet[j:j+1])
		}
	}
	for f := range fold(20) {
		for _, nss := range list[1:] {
			if f.keeps(nss) {
				if got := f.apply([]byte("<"+nss), 1, nss); string(got) != "<"+nss {
					t.Errorf("fold(%d).keeps(%q), but it is turned to %q", f, nss, got[1:])
				}
			}
		}
	}
}

func TestAdviceString(t *testing.T) {
	// A code of an owner is its own text.
	if got, want := (Advice{Code: "no-zero", Clause: "clause"}).String(), "at column 1: no-zero (clause)"; got != want {
		t.Errorf("String = %q, want %q", got, want)
	}
	seen := map[string]bool{}
	for _, c := range advice.All {
		if seen[c.Code] || seen[c.Text] || strings.Trim(c.Code, "abcdefghijklmnopqrstuvwxyz-0123456789") != "" {
			t.Errorf("%q: the code or the text is not its own", c)
		}
		seen[c.Code], seen[c.Text] = true, true
		if got := (Advice{Code: c.Code}).Message(); got != c.Text {
			t.Errorf("Message of %s = %q, want %q", c.Code, got, c.Text)
		}
	}
	constants, err := os.ReadFile("../internal/advice/advice.go")
	require.NoError(t, err)
	comment, err := os.ReadFile("lint.go")
	require.NoError(t, err)
	for _, m := range regexp.MustCompile(`(?m)^\t\w+ += "([\w-]+)"$`).FindAllStringSubmatch(string(constants), -1) {
		if !seen[m[1]] || !strings.Contains(string(comment), "//\t"+m[1]+" ") {
			t.Errorf("%s: want its text in advice.All, and a line in the comment of Advice.Code", m[1])
		}
	}
}

// A definition of a registered namespace keeps what the registry says of it.
func TestOwnDefinitionOfRegistered(t *testing.T) {
	for e := range IANA().All() {
		r, err := IANA().With(Definition{NID: strings.ToUpper(e.NID)})
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := r.Lookup(e.NID); got != e || !ok {
			t.Errorf("Lookup(%q) = %+v, %t, want %+v", e.NID, got, ok, e)
		}
	}
}

// NIDs of the greatest length, and one that begins with another.
func TestOwnDefinitions(t *testing.T) {
	longest := strings.Repeat("n", maxNID)
	nids := []string{"acme", "zz-last", "zzz-last", "acme-x", "acme-xy", "ac-me", longest[1:], longest}
	var definitions []Definition
	for _, nid := range nids {
		definitions = append(definitions, Definition{NID: nid, Reference: "of " + nid})
	}
	r, err := IANA().With(definitions...)
	if err != nil {
		t.Fatal(err)
	}
	for _, nid := range nids {
		if e, ok := r.Lookup(strings.ToUpper(nid)); !ok || e.NID != nid || e.Reference != "of "+nid {
			t.Errorf("Lookup(%q) = %+v, %t", nid, e, ok)
		}
	}
	// All ends when it is told to, wherever that is.
	want := 0
	for range r.All() {
		want++
	}
	for stop := range want {
		n := 0
		for range r.All() {
			if n++; n > stop {
				break
			}
		}
		if n != stop+1 {
			t.Errorf("All, stopped after %d entries, yields %d", stop+1, n)
		}
	}
	if e, ok := r.Lookup(longest + "n"); ok {
		t.Errorf("Lookup of a NID that is too long = %+v", e)
	}
}

// The check character of an EIDR may be any digit or letter, in upper or lower case.
func TestEIDRCheckCharacters(testingT *testing.T) {
	t := testhelp.FirstFailures(testingT)
	seen := make(map[byte]bool)
	for i := range 1000 {
		digits := fmt.Sprintf("%04X-%04X-0000-0000-0000-", i, i*i%65536)
		c := check37(digits)
		seen[c] = true
		for _, spelling := range []string{string(c), strings.ToLower(string(c))} {
			if s := "urn:eidr:10.5240:" + digits + spelling; !valid(s) {
				t.Errorf("Validate(%q) refuses the check character", s)
			}
		}
		if s := "urn:eidr:10.5240:" + digits + string("ZA"[len(seen)&1]); c != 'A' && c != 'Z' && valid(s) {
			t.Errorf("Validate(%q) accepts the check character", s)
		}
	}
	if len(seen) != 36 {
		t.Errorf("%d check characters were seen, want all 36", len(seen))
	}
}

func valid(s string) bool {
	return verdict(Validate(urn.MustParse(s))) == Valid
}
