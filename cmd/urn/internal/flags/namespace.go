package flags

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// AddNamespace adds --namespace to a command: the one flag for rules of namespaces,
// which [Rules] returns.
func AddNamespace(cmd *cobra.Command, on *bool) {
	cmd.Flags().BoolVar(on, "namespace", false, "follow the rules of each URN's namespace too, not those of RFC 8141 alone")
}

// noValue is the annotation of flags that [NoValue] has been told of.
const noValue = "urn_no_value"

// NoValue records that a flag takes no value, although people may write one. If the
// argument after the flag is one of words, it must not be taken for a file. hint describes
// the correct usage of the flag.
func NoValue(cmd *cobra.Command, name, hint string, words ...string) {
	if err := cmd.Flags().SetAnnotation(name, noValue, append([]string{hint}, words...)); err != nil {
		panic(err) // the caller has added the flag
	}
}

// TakesNoValue returns an error if one of args is a flag of cmd after which a word of
// [NoValue] follows. The word "0" means any number.
func TakesNoValue(cmd *cobra.Command, args []string) error {
	for i := 0; i+1 < len(args) && args[i] != "--"; i++ {
		name, ok := strings.CutPrefix(args[i], "--")
		if !ok {
			continue
		}
		f := cmd.Flags().Lookup(name)
		if f == nil || len(f.Annotations[noValue]) == 0 {
			continue
		}
		hint, words, next := f.Annotations[noValue][0], f.Annotations[noValue][1:], args[i+1]
		number := next != "" && strings.Trim(next, "0123456789") == ""
		if slices.Contains(words, next) || number && slices.Contains(words, "0") {
			return fmt.Errorf("--%s takes %s; a file of the name %s is ./%s", name, hint, next, next)
		}
	}
	return nil
}
