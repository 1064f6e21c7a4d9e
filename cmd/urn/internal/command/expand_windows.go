package command

import (
	"os"
	"path/filepath"
	"strings"
)

// expand replaces arguments that are patterns of file names by the files, because cmd.exe
// and PowerShell do not. A pattern without a file stays as it is, and is then reported as a
// file that does not exist.
func expand(args []string) []string {
	var all []string
	for _, arg := range args {
		files, err := filepath.Glob(arg)
		if _, there := os.Lstat(arg); there == nil || err != nil || len(files) == 0 || !strings.ContainsAny(arg, "*?") {
			files = []string{arg}
		}
		all = append(all, files...)
	}
	return all
}
