package proof

import (
	_ "embed"
	"strings"
)

// Namespace is a claim about a namespace: that tables read the same strings as a rule.
// The strings are those of the NSS, without marks and tags.
type Namespace struct {
	Name, Tables, Variable string
	Grammar                []string // ABNF files, read as one grammar
	Rule                   string
}

// namespaces has a line for each claim. A grammar is a list of files of testdata/namespace,
// without their ending, or of paths.
//
//go:embed namespaces.tsv
var namespaces string

// Namespaces returns the claims about namespaces.
func Namespaces() (list []Namespace) {
	for line := range strings.Lines(namespaces) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		grammar := strings.Fields(f[3])
		for i, name := range grammar {
			if !strings.Contains(name, "/") {
				grammar[i] = "testdata/namespace/" + name + ".abnf"
			}
		}
		list = append(list, Namespace{f[0], f[1], f[2], grammar, f[4]})
	}
	return list[1:] // without the names of the columns
}
