package command

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/suggest"
)

// foreign are flags of other programs that people give to a command, each with an answer.
var foreign = map[string]string{
	"find o":          "find writes only the names already; --context writes the lines",
	"find i":          "find takes \"urn:\" and the NID in any letter case",
	"find e":          "--pattern has a pattern of names, and --nid namespaces",
	"find E":          "--pattern has a pattern of names, and --nid namespaces",
	"find P":          "--pattern has a pattern of names, and --nid namespaces",
	"find v":          "urn replace removes names from a text; --near shows what only resembles one",
	"find w":          "a name is always whole",
	"find a":          "find reads binary files, too",
	"find I":          "find reads binary files, too; --glob leaves files out",
	"find R":          "-r searches directories",
	"find fields":     "--json and --csv have all fields",
	"lint disable":    "--rule NAME=off turns a rule off",
	"lint dry-run":    "--diff shows what --fix would change",
	"replace dry-run": "replace changes no file: it writes to standard output",
	"replace i":       "replace changes no file: it writes to standard output",
}

// suggestion returns a text that suggests the correct usage after a wrong usage of a
// command, or "".
func suggestion(cmd *cobra.Command, args []string, err error) string {
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		name := unknown.GetSpecifiedName()
		if hint := foreign[cmd.Name()+" "+name]; hint != "" || unknown.GetSpecifiedShortnames() != "" {
			return hint
		}
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		cmd.InheritedFlags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if best := suggest.Word(name, names); best != "" {
			return fmt.Sprintf("did you mean --%s?", best)
		}
		return ""
	}
	if !cmd.HasParent() && len(args) > 0 && len(args[0]) > 4 && strings.EqualFold(args[0][:4], "urn:") {
		return fmt.Sprintf("did you mean \"urn check %s\", or parse, normalize, equal?", args[0])
	}
	return ""
}
