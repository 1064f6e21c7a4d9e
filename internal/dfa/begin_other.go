//go:build !amd64 || !gc || purego

package dfa

// There is no assembly for whole texts.
const useBegin = false

func begin(string, *Engine, *Starts) (end int, state uint) { return -1, 0 }

func beginLine(string, *Engine, *Starts) (end int, state uint, n int) { return -1, 0, -1 }

func classify(string, *Engine, uint64, uint64, *uint8) {}
