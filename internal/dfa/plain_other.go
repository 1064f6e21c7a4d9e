//go:build !amd64 || !gc || purego

package dfa

// There is no assembly for whole texts.
const usePlain = false

func plain(string, *Machine, *masks) (body int) { return 0 }
