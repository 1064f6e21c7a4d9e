package job

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/input"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/outfile"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
)

var errInUse = errors.New("is an input or the output as well: --rejects would overwrite it")

// createOutput begins to write an output file, which [outfile.File.Commit] replaces at
// once. It refuses a file that is an input or that standard output or standard error goes
// to, and leaves that file as it was. An input that does not exist may be another name of
// the output, for instance through a link. Then the file is not created.
//
// An input that comes to exist later is compared with the outputs when it is
// opened; see [input.Opener].
func createOutput(ctx context.Context, name string, inputs []string, s stdio.Streams) (*outfile.File, error) {
	info, err := os.Stat(name)
	isNew := errors.Is(err, os.ErrNotExist)
	if isNew {
		// Only a file can be compared with the inputs. Its name may be a link.
		var f *os.File
		if f, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o666); err == nil {
			info, err = f.Stat()
			f.Close()
		}
	}
	if err == nil && info.Mode().IsRegular() && isAny(info, inputs, s) {
		err = &os.PathError{Op: "create", Path: name, Err: errInUse}
	}
	if isNew && info != nil {
		// The file is there when its content is complete.
		if target, e := filepath.EvalSymlinks(name); e == nil {
			if now, e := os.Lstat(target); e == nil && os.SameFile(now, info) && now.Size() == 0 {
				os.Remove(target)
			}
		}
	}
	if err != nil {
		return nil, err
	}
	return outfile.Create(ctx, name)
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
	return slices.ContainsFunc(others, func(other os.FileInfo) bool { return other != nil && os.SameFile(info, other) })
}
