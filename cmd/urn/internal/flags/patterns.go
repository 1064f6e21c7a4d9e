package flags

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/pattern"
)

// AddPatterns adds --patterns, which every command has, to the root command.
func AddPatterns(cmd *cobra.Command, name *string) {
	cmd.PersistentFlags().Var((*file)(name), "patterns", "use the patterns in `file` as rules of their namespaces, wherever such rules are followed")
}

// own holds the patterns and rules of --patterns.
type own struct {
	set   *pattern.Set[string]
	rules *namespace.Registry
}

type ownKey struct{}

// WithPatterns returns a context that has the patterns of the file of that name,
// or ctx if the name is "".
func WithPatterns(ctx context.Context, name string) (context.Context, error) {
	if name == "" {
		return ctx, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("--patterns: %w", err)
	}
	defer f.Close()
	o := own{}
	if o.set, err = pattern.ReadSet(f); err == nil && o.set.Len() == 0 {
		err = errors.New("there is no pattern")
	}
	if err == nil {
		o.rules, err = namespace.NewRegistry(o.set.Definitions()...)
	}
	if err != nil {
		return nil, fmt.Errorf("--patterns: %s: %w", name, err)
	}
	return context.WithValue(ctx, ownKey{}, o), nil
}

// Patterns returns the patterns that ctx has, or nil.
func Patterns(ctx context.Context) *pattern.Set[string] {
	o, _ := ctx.Value(ownKey{}).(own)
	return o.set
}

// Rules returns the rules of namespaces, with those of --patterns, or RFC 8141
// alone. Those of --patterns cannot fail either.
func Rules(ctx context.Context, ofNamespace bool) *namespace.Registry {
	if !ofNamespace {
		return namespace.General()
	}
	if o, ok := ctx.Value(ownKey{}).(own); ok {
		return o.rules
	}
	return namespace.IANA()
}
