package lint

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

var (
	errReadOnly = errors.New("not rewritten: the file is read-only")
	errLinks    = errors.New("not rewritten: the file has several names (hard links), which rewriting would separate")
	errChanged  = errors.New("not rewritten: the file has changed since it was read")
	errOwner    = errors.New("not rewritten: the owner of the file could not be kept")
)

// rewrite replaces the file f, which is open by that name, with one that has the
// edits. The new file is written next to it, and takes its place only when it is
// complete, with the same permissions and the same owner. A link stays a link: the
// file that it leads to is replaced.
//
// If it fails, the file is as it was.
func rewrite(f *os.File, name string, edits []edit) (err error) {
	target, err := filepath.EvalSymlinks(name)
	if err != nil {
		return err
	}
	was, err := f.Stat()
	switch {
	case err != nil:
		return err
	case was.Mode().Perm()&0o200 == 0:
		return errReadOnly
	case links(was) > 1:
		return errLinks
	}
	if now, err := os.Stat(target); err != nil || !os.SameFile(was, now) {
		return errChanged
	}
	temp, err := os.CreateTemp(filepath.Dir(target), ".urn-lint-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			temp.Close()
			os.Remove(temp.Name())
		}
	}()
	if err := copyEdited(temp, io.NewSectionReader(f, 0, was.Size()), edits); err != nil {
		return err
	}
	if err := keepOwner(temp, was); err != nil {
		return errOwner
	}
	if err := temp.Chmod(was.Mode()); err != nil {
		return err
	}
	if err := temp.Sync(); err != nil {
		return err
	}
	if err := temp.Close(); err != nil {
		return err
	}
	now, err := os.Stat(target)
	if err != nil || !os.SameFile(was, now) || !now.ModTime().Equal(was.ModTime()) || now.Size() != was.Size() {
		return errChanged
	}
	return os.Rename(temp.Name(), target)
}

// copyEdited copies r to w with the edits, which are in order. It fails if a byte is
// not what it was.
func copyEdited(w io.Writer, r io.Reader, edits []edit) error {
	buf := make([]byte, 128<<10)
	for offset := int64(0); ; {
		n, err := io.ReadFull(r, buf)
		for len(edits) > 0 && edits[0].offset < offset+int64(n) {
			e := edits[0]
			if buf[e.offset-offset] != e.old {
				return errChanged
			}
			buf[e.offset-offset] = e.new
			edits = edits[1:]
		}
		if _, err := w.Write(buf[:n]); err != nil {
			return err
		}
		offset += int64(n)
		switch {
		case err == io.EOF || err == io.ErrUnexpectedEOF:
			if len(edits) > 0 {
				return errChanged
			}
			return nil
		case err != nil:
			return err
		}
	}
}

// diff returns what rewrite would change, as a unified diff that patch and git apply
// take. shown is the name of the file there.
func diff(f *os.File, shown string, edits []edit) (string, error) {
	text, err := io.ReadAll(io.NewSectionReader(f, 0, 1<<62))
	if err != nil {
		return "", err
	}
	old := string(text)
	var list []udiff.Edit // one for each run of lines that change
	for _, e := range edits {
		at := int(e.offset)
		if at >= len(text) || text[at] != e.old {
			return "", errChanged
		}
		text[at] = e.new
		if n := len(list) - 1; n >= 0 && strings.Count(old[list[n].End:at], "\n") <= 1 {
			list[n].End = at + 1
		} else {
			list = append(list, udiff.Edit{Start: at, End: at + 1})
		}
	}
	for i := range list {
		list[i].New = string(text[list[i].Start:list[i].End])
	}
	return udiff.ToUnified("a/"+shown, "b/"+shown, old, list, udiff.DefaultContextLines)
}
