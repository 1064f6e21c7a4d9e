package command

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/seed7b5a83f0/urn/internal/programs/guess"
)

// grepFlags are flags of grep that people give to find, with what find does.
var grepFlags = map[string]string{
	"o": "find writes only the names already; --context writes the lines",
	"i": "find takes \"urn:\" and the NID in any letter case",
	"e": "--pattern has a pattern of names, and --nid namespaces",
	"E": "--pattern has a pattern of names, and --nid namespaces",
	"P": "--pattern has a pattern of names, and --nid namespaces",
	"v": "urn replace removes names from a text; --near shows what only resembles one",
	"w": "a name is always whole",
	"a": "find reads binary files, too",
	"I": "find reads binary files, too; --glob leaves files out",
	"R": "-r searches directories",
}

// suggestion says what wrong usage of a command was probably meant to be, or is "".
func suggestion(cmd *cobra.Command, args []string, err error) string {
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		name := unknown.GetSpecifiedName()
		if unknown.GetSpecifiedShortnames() != "" {
			if cmd.Name() == "find" {
				return grepFlags[name]
			}
			return ""
		}
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		cmd.InheritedFlags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if best := guess.Word(name, names); best != "" {
			return fmt.Sprintf("did you mean --%s?", best)
		}
		return ""
	}
	if !cmd.HasParent() && len(args) > 0 && len(args[0]) > 4 && strings.EqualFold(args[0][:4], "urn:") {
		return fmt.Sprintf("did you mean \"urn check %s\", or parse, normalize, equal?", args[0])
	}
	return ""
}
