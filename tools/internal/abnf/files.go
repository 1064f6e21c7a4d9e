package abnf

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
)

// ParseFiles parses the files of a directory as one grammar. Errors name a file as names
// does.
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

// WriteOrVerify writes what was made from grammars to the file out. If verify is not "",
// it checks instead that the file of that name holds it.
func WriteOrVerify(text []byte, out, verify string) error {
	if verify == "" {
		return os.WriteFile(out, text, 0o666)
	}
	have, err := os.ReadFile(verify)
	if err != nil {
		return err
	}
	if !bytes.Equal(have, text) {
		return fmt.Errorf("%s is not what the grammars give: run make generate", verify)
	}
	return nil
}
