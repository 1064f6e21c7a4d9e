package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/seed7b5a83f0/urn"
)

func (a *app) normalizeCommand() *cobra.Command {
	j := &lineJob{text: appendNormalized}
	key := false
	cmd := &cobra.Command{
		Use:     "normalize [flags] [file ...]",
		Aliases: []string{"normalise"},
		Short:   "Write URNs in normal form",
		Long: `normalize writes every URN in normal form: scheme and NID in lower case, the
hexadecimal digits of escapes in upper case. Lines that are not URNs are left
out and reported on standard error. With --key two URNs give the same line if
and only if they are equivalent.`,
		Example: `  urn normalize names.txt
  urn normalize --key names.txt | sort | uniq -c
  echo 'URN:ISBN:0-395-36341-1?=x%2fy' | urn normalize`,
	}
	cmd.RunE = func(cmd *cobra.Command, names []string) error {
		if key && j.json {
			return errors.New("--key is for text: --json tells both, as normalized and key")
		}
		if key {
			j.text = appendKey
		}
		return j.runE(cmd, names)
	}
	j.command(a, cmd)
	cmd.Flags().BoolVar(&key, "key", false, "leave out r-, q- and f-component, which equivalence ignores")
	return cmd
}

func appendNormalized(dst []byte, _ place, u urn.URN) []byte {
	return append(u.AppendNormalized(dst), '\n')
}

func appendKey(dst []byte, _ place, u urn.URN) []byte {
	// The key is the beginning of the normal form: normalising moves no byte.
	end := len(dst) + len(u.AssignedName())
	return append(u.AppendNormalized(dst)[:end], '\n')
}
