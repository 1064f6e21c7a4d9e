// Package enum formats enum values.
package enum

import "strconv"

// Text returns the text of v, or its type and number, such as "Kind(12)", if v is not one of
// the constants.
func Text[E ~uint8](typ string, texts []string, v E) string {
	if int(v) >= len(texts) {
		return typ + "(" + strconv.Itoa(int(v)) + ")"
	}
	return texts[v]
}
