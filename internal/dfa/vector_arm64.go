//go:build gc && !purego

package dfa

// hasVector says that the processor has 16-byte vectors, as every arm64 has, and
// useVector that they are used.
const hasVector = true

var useVector = hasVector

// window is described in vector_amd64.go.
//
//go:noescape
func window(s string, i int, m *Machine, w *masks)

// windowRest is described in vector_amd64.go.
//
//go:noescape
func windowRest(s string, i int, m *Machine, w *masks)

// UseVector turns the vector code on or off, for tests and benchmarks. It
// returns what was before. Nothing else may run.
func UseVector(on bool) (before bool) {
	before, useVector = useVector, on
	return before
}
