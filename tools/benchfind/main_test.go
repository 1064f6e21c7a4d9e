//go:build unix

package main

import (
	"regexp"
	"slices"
	"testing"
	"time"
)

func TestExpression(t *testing.T) {
	const text = "(urn:ex:a(b).) URN:isbn:0-395-36341-1%zz?x, burn:ex:a urn:x:y <urn:ex:a%2f/b?+r?=q?/x#f>"
	want := []string{"urn:ex:a(b).)", "URN:isbn:0-395-36341-1", "urn:ex:a%2f/b?+r?=q?/x#f"}
	for _, group := range []string{"(", "(?:"} {
		e, err := regexp.Compile("(?i)" + expression(group))
		if err != nil {
			t.Fatal(err)
		}
		if got := e.FindAllString(text, -1); !slices.Equal(got, want) {
			t.Errorf("with groups %q: found %q, want %q", group, got, want)
		}
		if groups := e.NumSubexp(); groups == 0 == (group == "(") {
			t.Errorf("with groups %q: %d groups", group, groups)
		}
	}
}

func TestMedianOfRatios(t *testing.T) {
	a, b := []time.Duration{4, 90, 6}, []time.Duration{2, 10, 1}
	if got := median(ratios(a, b)); got != 6 {
		t.Errorf("median(ratios(%v, %v)) = %v, want 6", a, b, got)
	}
}
