package module

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed7b5a83f0/urn"
)

// TestGoCmp is the advice of URN's comment: cmp uses Equal, so that a changed
// q-component is no difference; with an option that compares with ==, it is.
func TestGoCmp(t *testing.T) {
	a, b := urn.MustParse("urn:example:a?=page=1"), urn.MustParse("URN:example:a?=page=2")
	if diff := cmp.Diff(a, b); diff != "" {
		t.Errorf("cmp.Diff of equivalent names = %s, want none", diff)
	}
	sameSpelling := cmp.Comparer(func(a, b urn.URN) bool { return a == b })
	if cmp.Equal(a, b, sameSpelling) || !cmp.Equal(a, a, sameSpelling) {
		t.Error("with a Comparer of ==, spellings are not what is compared")
	}
	type record struct{ Name urn.URN }
	if cmp.Equal(record{a}, record{b}, sameSpelling) || !cmp.Equal(record{a}, record{b}) {
		t.Error("a field is not compared as a URN by itself")
	}
}
