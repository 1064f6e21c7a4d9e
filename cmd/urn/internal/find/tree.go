package find

import (
	"errors"
	"iter"
	"os"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/input"
)

// Tree yields the files that a name stands for: those of a directory and of the
// directories in it, in order of their names. A link is followed if it is the
// name, and not if it is in a directory. What is in a directory and is neither
// file nor directory, such as a pipe, is left out.
//
// No name that Tree yields is [input.Stdin], unless it was given: a file of that
// name in the current directory is "./-".
func Tree(name string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		if name != input.Stdin {
			if info, err := os.Stat(name); err == nil && info.IsDir() {
				walk(name, yield)
				return
			}
		}
		yield(name, nil) // if there is an error, opening it will return it
	}
}

func walk(name string, yield func(string, error) bool) bool {
	entries, err := os.ReadDir(name)
	if err != nil {
		var e *os.PathError
		if errors.As(err, &e) {
			err = e.Err
		}
		if !yield(name, err) {
			return false
		}
	}
	for _, entry := range entries {
		path := join(name, entry.Name())
		switch {
		case entry.IsDir():
			if !walk(path, yield) {
				return false
			}
		case entry.Type().IsRegular():
			if !yield(path, nil) {
				return false
			}
		}
	}
	return true
}

// join returns the path of a file in a directory.
func join(dir, name string) string {
	switch {
	case dir == "." && name != input.Stdin:
		return name
	case os.IsPathSeparator(dir[len(dir)-1]):
		return dir + name
	}
	return dir + string(os.PathSeparator) + name
}
