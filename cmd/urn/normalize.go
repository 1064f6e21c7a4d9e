package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
)

func (a *app) normalizeCommand() *cobra.Command {
	j := &lineJob{text: appendNormalized}
	var key keyFlag
	cmd := &cobra.Command{
		Use:     "normalize [flags] [file ...]",
		Aliases: []string{"normalise"},
		Short:   "Write URNs in normal form",
		Long: `normalize writes every URN in normal form: scheme and NID in lower case, the
hexadecimal digits of escapes in upper case. Lines that are not URNs are left
out and reported on standard error. With --key two URNs give the same line if
and only if they are equivalent, and with --key=namespace if and only if they
are under the rules of their namespace.`,
		Example: `  urn normalize names.txt
  urn normalize --key names.txt | sort | uniq -c
  urn normalize --key=namespace names.txt | sort -u
  echo 'URN:ISBN:0-395-36341-1?=x%2fy' | urn normalize`,
	}
	cmd.RunE = func(cmd *cobra.Command, names []string) error {
		if key != "" && j.json {
			return errors.New("--key is for text: --json tells both, as normalized and key")
		}
		switch key {
		case keyOfURN:
			j.text = appendKey
		case keyOfNamespace:
			j.text = appendNamespaceKey
		}
		return j.runE(cmd, names)
	}
	j.command(a, cmd)
	key.add(cmd, "leave out r-, q- and f-component, which equivalence ignores; =namespace: by the rules of each URN's namespace as well")
	return cmd
}

func appendNormalized(dst []byte, _ place, u urn.URN) []byte {
	return append(u.AppendNormalized(dst), '\n')
}

func appendKey(dst []byte, _ place, u urn.URN) []byte {
	return append(appendKeyOf(dst, u, namespace.General), '\n')
}

func appendNamespaceKey(dst []byte, _ place, u urn.URN) []byte {
	return append(appendKeyOf(dst, u, namespace.IANA), '\n')
}
