package flags

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/seed7b5a83f0/urn/namespace"
)

// Key is the value of --key: by whose rules two URNs have the same key. It is ""
// where the flag is not given.
type Key string

const (
	KeyURN       Key = "urn"       // RFC 8141, section 3, alone
	KeyNamespace Key = "namespace" // and the rules of each URN's namespace
)

// AddKey adds --key to a command. *k is the value until the flag is set.
func AddKey(cmd *cobra.Command, k *Key, usage string) {
	AddChoice(cmd, "key", Choice{(*string)(k), []string{string(KeyURN), string(KeyNamespace)}, "rules"}, usage)
}

// AddOptionalKey is AddKey for a flag that may be given without a value, which
// then is KeyURN.
func AddOptionalKey(cmd *cobra.Command, k *Key, usage string) {
	AddKey(cmd, k, usage)
	cmd.Flags().Lookup("key").NoOptDefVal = string(KeyURN)
}

// Rules returns the rules of equivalence that k stands for; see [Rules].
func (k Key) Rules(ctx context.Context) *namespace.Registry { return Rules(ctx, k == KeyNamespace) }
