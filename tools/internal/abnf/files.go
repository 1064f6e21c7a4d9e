package abnf

import (
	"os"
	"path/filepath"
)

// ParseFiles parses the files of a directory as one grammar. Errors name a file as it is in
// names.
func ParseFiles(dir string, names ...string) (*Grammar, error) {
	var sources []Source
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		sources = append(sources, Source{Name: name, Text: string(text)})
	}
	return Parse(sources...)
}
