// Package testhelp helps tests: it tells them about their process, and limits what they print.
package testhelp

import (
	"io/fs"
	"os"
	"strings"
	"testing"
)

// Slow skips a test that "make quick" and the emulators leave out. The race detector runs it.
func Slow(t testing.TB) {
	t.Helper()
	if testing.Short() && !Race {
		t.Skip("slow")
	}
}

// Long skips a test that takes more than 5 s by itself, unless IsLong reports true.
func Long(t testing.TB) {
	t.Helper()
	if !IsLong() {
		t.Skip("takes long: run make test-all, or set URN_LONG=1")
	}
}

// IsLong reports whether tests that take long run: "make test-all" and .ci/run set URN_LONG.
func IsLong() bool { return os.Getenv("URN_LONG") != "" }

// Watch makes go test forget a result after a change of a file below dir, which is relative to the package. Go looks
// only at the files that a test has opened by a path within its module, so this path leads through the package.
func Watch(t testing.TB, dir string) {
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	fs.WalkDir(os.DirFS(here+"/"+dir), ".", func(path string, d fs.DirEntry, _ error) error {
		if d != nil && d.IsDir() && path != "." && (strings.HasPrefix(d.Name(), ".") || path == "bin" || path == "dist") {
			return fs.SkipDir
		}
		return nil
	})
}
