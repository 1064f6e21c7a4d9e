//go:build unix && !linux

package attack

import "math/rand/v2"

// decorate and attributes do nothing where package syscall has no extended attributes.
func decorate(*rand.Rand, string) error { return nil }

func attributes(string) (string, error) { return "", nil }
