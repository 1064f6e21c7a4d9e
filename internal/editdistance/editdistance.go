// Package editdistance counts the edits between two words, for suggestions of what was meant.
package editdistance

// Of returns the number of edits from a to b, or a number above most. An edit removes,
// adds or replaces a letter, or exchanges it with the next letter. The time is
// exponential in most, which should be at most 3.
func Of(a, b string, most int) int {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	a, b = a[i:], b[i:]
	switch {
	case a == "" || b == "":
		return max(len(a), len(b))
	case most <= 0 || max(len(a)-len(b), len(b)-len(a)) > most:
		return most + 1
	}
	n := min(Of(a[1:], b[1:], most-1), Of(a[1:], b, most-1), Of(a, b[1:], most-1))
	if len(a) > 1 && len(b) > 1 && a[0] == b[1] && a[1] == b[0] {
		n = min(n, Of(a[2:], b[2:], most-1))
	}
	return n + 1
}
