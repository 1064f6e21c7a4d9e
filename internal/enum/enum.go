// Package enum reads and writes enum values as text.
package enum

import (
	"strconv"

	"github.com/seed7b5a83f0/urn/internal/truncate"
)

// Unknown returns the error for a value that is not a constant, or for a text that does not name
// one. Package urn sets it, because the error has a type of that package.
var Unknown func(what string) error

// Text returns the text of v, or its type and number, such as "Kind(12)", if v is not one of
// the constants.
func Text[E ~uint8](typ string, texts []string, v E) string {
	if int(v) >= len(texts) {
		return typ + "(" + strconv.Itoa(int(v)) + ")"
	}
	return texts[v]
}

// Marshal is the method MarshalText of an enum.
func Marshal[E ~uint8](typ string, texts []string, v E) ([]byte, error) {
	if int(v) >= len(texts) {
		return nil, Unknown(Text(typ, texts, v))
	}
	return []byte(texts[v]), nil
}

// Unmarshal is the method UnmarshalText of an enum.
func Unmarshal[E ~uint8](typ string, texts []string, text []byte, v *E) error {
	for i, t := range texts {
		if t == string(text) {
			*v = E(i)
			return nil
		}
	}
	return Unknown(typ + " " + strconv.Quote(truncate.To(string(text), 40)))
}
