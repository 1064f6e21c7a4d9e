// Package module looks at the library as "go get" downloads it.
package module

import (
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

const (
	root  = "../.."
	limit = 1_600_000 // bytes, of the zip
)

var library = flag.Bool("library", false, "run the short tests of the library in its download")

// source is the path of a file of the repository.
type source string

func (s source) Path() string                 { return string(s) }
func (s source) Lstat() (os.FileInfo, error)  { return os.Lstat(filepath.Join(root, string(s))) }
func (s source) Open() (io.ReadCloser, error) { return os.Open(filepath.Join(root, string(s))) }

// TestDownload: the zip of the library is small. With -library, its short tests pass in it,
// without the other modules of the repository.
func TestDownload(t *testing.T) {
	list, err := exec.Command("git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate").Output()
	if err != nil {
		t.Skip("no git, which knows the files:", err)
	}
	var files []zip.File
	for name := range strings.SplitSeq(strings.TrimSuffix(string(list), "\x00"), "\x00") {
		if _, err := source(name).Lstat(); err == nil {
			files = append(files, source(name))
		}
	}
	dir := t.TempDir()
	name := filepath.Join(dir, "urn.zip")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	version := module.Version{Path: "github.com/seed7b5a83f0/urn", Version: "v0.1.0"}
	if err := zip.Create(f, version, files); err != nil {
		t.Fatal(err)
	}
	if size, err := f.Seek(0, 1); err != nil || size > limit {
		t.Errorf("the download has %d bytes, %v, want at most %d", size, err, limit)
	} else {
		t.Logf("the download has %d bytes", size)
	}
	if !*library {
		return
	}
	dir = filepath.Join(dir, "urn")
	if err := zip.Unzip(dir, version, name); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "test", "-short", "./...")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("the tests fail in the download: %v\n%s", err, out)
	}
}
