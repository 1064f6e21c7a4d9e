//go:build !amd64 || !gc || purego

package dfa

const linesChunk = 0

// Lines reads no lines.
func (m *Engine) Lines(string, []Line, int, uint32) (n, consumed, undecided int) { return 0, 0, 0 }

// FinishLine is not called: there are no lines to finish.
func (m *Engine) FinishLine(string, *Line, *Starts) (next, end int, state uint) { return 0, 0, 0 }
