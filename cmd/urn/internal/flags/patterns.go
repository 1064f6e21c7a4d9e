package flags

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/input"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/pattern"
)

// AddPatterns adds --patterns, which every command has, to the root command.
func AddPatterns(cmd *cobra.Command, name *string) {
	cmd.PersistentFlags().Var(file(name), "patterns", "use the patterns in `file` as rules of their namespaces, wherever such rules are followed (@vendors: those of many programs)")
}

// vendors is the name for the patterns of [pattern.Vendors], which are in no file.
const vendors = "@vendors"

// own holds the patterns and rules of --patterns.
type own struct {
	set   *pattern.Set[string]
	rules *namespace.Registry
}

type ownKey struct{}

// WithPatterns returns a context that has the patterns of the file of that name,
// or ctx if the name is "". The error is a [stdio.Status] if a signal ended ctx.
func WithPatterns(ctx context.Context, name string) (context.Context, error) {
	if name == "" {
		return ctx, nil
	}
	o := own{}
	var err error
	if name == vendors {
		o.set = pattern.Vendors()
	} else {
		text, fault := input.ReadSmall(name)
		if fault != nil {
			return nil, fmt.Errorf("--patterns: %w", fault)
		}
		if o.set, err = pattern.ReadSet(interrupted{ctx, bytes.NewReader(text)}); err == nil && isEmpty(o.set) {
			err = errors.New("there is no pattern")
		}
	}
	if err == nil {
		o.rules, err = namespace.IANA().With(o.set.Definitions()...)
	}
	if err != nil {
		var signal stdio.Interrupted
		if errors.As(err, &signal) {
			return nil, signal.Status()
		}
		return nil, fmt.Errorf("--patterns: %s: %w", name, err)
	}
	return context.WithValue(ctx, ownKey{}, o), nil
}

// CheckPatterns returns an error if cmd would ignore --patterns: cmd does not apply the rules of
// namespaces, or has flags that turn them on, and none of these is given.
func CheckPatterns(cmd *cobra.Command) error {
	on := func(name string) (is, has bool) {
		f := cmd.Flags().Lookup(name)
		return f != nil && f.Value.String() == "true", f != nil
	}
	rules, has := on("namespace")
	advice, mayAdvise := on("lint")
	switch name := cmd.Name(); {
	case !cmd.Flags().Changed("patterns") || rules || advice || name == "lint" || name == "match":
		return nil
	case !has:
		return fmt.Errorf("--patterns: %s does not apply the rules of namespaces", name)
	case mayAdvise:
		return errors.New("--patterns needs --namespace or --lint")
	}
	return errors.New("--patterns needs --namespace")
}

func isEmpty(s *pattern.Set[string]) bool {
	for range s.All() {
		return false
	}
	return true
}

// interrupted is a reader that fails when ctx has ended: to compare the patterns of a
// large file takes up to two seconds.
type interrupted struct {
	ctx context.Context
	r   io.Reader
}

func (i interrupted) Read(p []byte) (int, error) {
	if err := context.Cause(i.ctx); err != nil {
		return 0, err
	}
	return i.r.Read(p)
}

// Patterns returns the patterns that ctx has, or nil.
func Patterns(ctx context.Context) *pattern.Set[string] {
	o, _ := ctx.Value(ownKey{}).(own)
	return o.set
}

// Rules returns the rules of namespaces, including the rules of --patterns, or the rules of
// RFC 8141 only. The rules never return an error.
func Rules(ctx context.Context, ofNamespace bool) *namespace.Registry {
	if !ofNamespace {
		return nil
	}
	if o, ok := ctx.Value(ownKey{}).(own); ok {
		return o.rules
	}
	return namespace.IANA()
}
