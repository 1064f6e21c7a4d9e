//go:build !unix

package input

import (
	"os"
	"slices"
)

const nonblock = 0

// file is an open file.
type file struct{ *os.File }

func open(name string) (file, error) {
	f, err := os.Open(name)
	return file{f}, err
}

func (f file) file(string) *os.File { return f.File }

// fileInfo has the facts about a file.
type fileInfo struct{ info os.FileInfo }

func (f file) stat() (fileInfo, error) {
	info, err := f.Stat()
	return fileInfo{info}, err
}

func (i *fileInfo) regular() bool { return i.info.Mode().IsRegular() }
func (i *fileInfo) size() int64   { return i.info.Size() }

// isAny reports whether a file is the same as a file of others.
func (i *fileInfo) isAny(others []os.FileInfo) bool {
	return slices.ContainsFunc(others, func(other os.FileInfo) bool { return os.SameFile(i.info, other) })
}
