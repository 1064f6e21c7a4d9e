package job

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/input"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
)

var errInUse = errors.New("is an input or the output as well: --rejects would overwrite it")

// createOutput creates an output file, or empties the one there is. It refuses a
// file that is an input or that standard output or standard error goes to, and
// leaves that file as it was. An input that does not exist may be another name
// of the output, for instance through a link. Then the file is not created.
//
// An input that comes to exist later is compared with the outputs when it is
// opened; see [input.Opener].
func createOutput(name string, inputs []string, s stdio.Streams) (*os.File, error) {
	// The file is emptied only after the comparison. What is compared is the
	// open file: its name may come to mean another.
	const flag, mode = os.O_WRONLY | os.O_CREATE, 0o666
	f, err := os.OpenFile(name, flag|os.O_EXCL, mode)
	isNew := err == nil
	if errors.Is(err, os.ErrExist) {
		_, err = os.Stat(name)
		isNew = errors.Is(err, os.ErrNotExist) // name is a link that leads nowhere
		f, err = os.OpenFile(name, flag, mode)
	}
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && info.Mode().IsRegular() {
		if isAny(info, inputs, s) {
			err = &os.PathError{Op: "create", Path: name, Err: errInUse}
		} else {
			err = f.Truncate(0)
		}
	}
	if err == nil {
		return f, nil
	}
	f.Close()
	if isNew {
		// name may be a link. The file that it leads to is the new one.
		if target, e := filepath.EvalSymlinks(name); e == nil {
			if now, e := os.Lstat(target); e == nil && info != nil && os.SameFile(now, info) && now.Size() == 0 {
				os.Remove(target)
			}
		}
	}
	return nil, err
}

// isAny reports whether a file is an input or a standard stream.
func isAny(info os.FileInfo, inputs []string, s stdio.Streams) bool {
	others := []os.FileInfo{stdio.Info(s.Out), stdio.Info(s.Err)}
	for _, name := range inputs {
		if name == input.Stdin {
			others = append(others, stdio.Info(s.In))
		} else if in, err := os.Stat(name); err == nil {
			others = append(others, in)
		}
	}
	for _, other := range others {
		if other != nil && os.SameFile(info, other) {
			return true
		}
	}
	return false
}
