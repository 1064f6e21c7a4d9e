package urn_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn"
)

// TestErrorsDivideNoCharacter: no error shows a part of a character, wherever a long input is
// cut. A part of a character is quoted as \x.
func TestErrorsDivideNoCharacter(t *testing.T) {
	for _, char := range []string{"é", "€", "𝒳"} {
		for before := range 70 {
			for after := range 30 {
				s := strings.Repeat("x", before%4) + strings.Repeat(char, before) + "%" + strings.Repeat("x", after%4) + strings.Repeat(char, after)
				var x urn.Syntax
				_, unescape := urn.Unescape(s)
				_, parse := urn.Parse("urn:ex:" + s)
				for _, err := range []error{unescape, parse, x.UnmarshalText([]byte(s))} {
					if text := err.Error(); strings.Contains(text, `\x`) || !utf8.ValidString(text) {
						t.Fatal(text)
					}
				}
			}
		}
	}
}
