// Package generated writes generated files, and compares those that are committed with
// what their generator writes.
package generated

import (
	"bytes"
	"fmt"
	"os"
	"strings"
)

// Put writes a generated file, whole or not at all. If verify is set, it writes nothing, and returns an error if
// the file has other bytes; sources names the generator or its inputs in the error. File
// times prove nothing, because a fresh clone sets the same time for all files.
func Put(file string, text []byte, verify bool, sources string) error {
	if !verify {
		next := file + ".new"
		err := os.WriteFile(next, text, 0o644)
		if err == nil {
			err = os.Rename(next, file)
		}
		if err != nil {
			os.Remove(next)
		}
		return err
	}
	have, err := os.ReadFile(file)
	if err != nil || bytes.Equal(have, text) {
		return err
	}
	a, b := strings.Split(string(have), "\n"), strings.Split(string(text), "\n")
	i := 0
	for i < min(len(a), len(b))-1 && a[i] == b[i] {
		i++
	}
	return fmt.Errorf("%s (%d bytes) is not what %s gives (%d bytes); line %d:\n committed %q\n generated %q\nrun \"make generate\"",
		file, len(have), sources, len(text), i+1, a[i], b[i])
}
