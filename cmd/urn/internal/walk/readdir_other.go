//go:build !linux

package walk

// readDir appends the entries of a directory to dst, in any order. If it fails, it appends
// the entries that it could read.
func readDir(dst []entry, dir string) ([]entry, error) { return readDirOS(dst, dir) }
