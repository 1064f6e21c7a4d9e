package cmdtest

import (
	"flag"
	"fmt"
	"os"
	"sync"
	"syscall"
	"testing"
)

// Dir is the directory of the package whose tests run.
var Dir, _ = os.Getwd()

// tell makes go test notice that the tests do not run in Dir.
var tell = func() error { return nil }

// Elsewhere runs the tests of a package in an empty directory instead of Dir, and returns
// the exit status. So a cached result stays valid when a file of Dir is saved without a change.
// The reason: [testing.T.Chdir] opens the directory that it leaves. Go test takes all files in
// an opened directory as input of the test. If there is a corpus for fuzzing, or if one may be
// written, the tests run in Dir.
func Elsewhere(m *testing.M) int {
	flag.Parse()
	if _, err := os.Stat("testdata/fuzz"); err == nil || flag.Lookup("test.fuzz").Value.String() != "" {
		return m.Run()
	}
	dir, err := os.MkdirTemp("", "urn")
	if err == nil {
		defer os.RemoveAll(dir)
		err = os.Chdir(dir)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	os.Setenv("PWD", dir)
	// Go test notices os.Chdir, but not before Run.
	tell = sync.OnceValue(func() error { return os.Chdir(dir) })
	defer syscall.Chdir(Dir)
	return m.Run()
}

// ChdirTemp changes to a new directory until the test ends, and returns its name.
func ChdirTemp(t testing.TB) string {
	t.Helper()
	if err := tell(); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	t.Chdir(dir)
	return dir
}
