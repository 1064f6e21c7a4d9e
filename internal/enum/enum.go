// Package enum writes and reads the names of constants. The types whose constants have
// stable names, such as a Reason, share it.
package enum

// Type is a type whose constants are 0 to n-1, and whose String returns their names.
type Type interface {
	~uint8
	String() string
}

// Append appends the name of v to b. It reports false if v is not below n.
func Append[T Type](b []byte, v T, n int) ([]byte, bool) {
	if int(v) >= n {
		return b, false
	}
	return append(b, v.String()...), true
}

// Parse sets to to the value below n that has a name. It reports false, and leaves to
// unchanged, if there is none.
func Parse[T Type](to *T, name []byte, n int) bool {
	for i := range n {
		if v := T(i); string(name) == v.String() {
			*to = v
			return true
		}
	}
	return false
}
