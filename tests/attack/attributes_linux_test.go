package attack

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"syscall"
)

// decorate gives a file an extended attribute or an access control list, if the file
// system has them.
func decorate(r *rand.Rand, path string) error {
	const (
		owner, user, group, mask, other = 0x01, 0x02, 0x04, 0x10, 0x20 // linux/posix_acl.h
		noID                            = ^uint32(0)
	)
	name, value := "user.attack", []byte("x\x00y")
	if r.IntN(2) == 0 {
		name = "system.posix_acl_access"
		value = binary.LittleEndian.AppendUint32(nil, 2) // the version
		for _, e := range []struct {
			tag, perm uint16
			id        uint32
		}{{owner, 6, noID}, {user, 4, 1234}, {group, 0, noID}, {mask, 4, noID}, {other, 0, noID}} {
			value = binary.LittleEndian.AppendUint16(value, e.tag)
			value = binary.LittleEndian.AppendUint16(value, e.perm)
			value = binary.LittleEndian.AppendUint32(value, e.id)
		}
	}
	if err := syscall.Setxattr(path, name, value, 0); err != nil && err != syscall.ENOTSUP {
		return err
	}
	return nil
}

// attributes returns the extended attributes of a file, which hold its access control
// list.
func attributes(path string) (string, error) {
	buf := make([]byte, 64<<10)
	n, err := syscall.Listxattr(path, buf)
	if err == syscall.ENOTSUP {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	names := slices.Sorted(strings.FieldsFuncSeq(string(buf[:n]), func(r rune) bool { return r == 0 }))
	var b strings.Builder
	for _, name := range names {
		n, err := syscall.Getxattr(path, name, buf)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "%s=%q ", name, buf[:n])
	}
	return b.String(), nil
}
