package find

// nids are the namespace identifiers that are wanted, in lower case; nil: all.
type nids map[string]bool

func newNIDs(list []string) nids {
	if len(list) == 0 {
		return nil
	}
	n := nids{}
	for _, nid := range list {
		n[nid] = true
	}
	return n
}

// selected reports whether URNs of that NID are wanted.
func (n nids) selected(nid []byte) bool {
	if n == nil {
		return true
	}
	var lower [64]byte
	if len(nid) > len(lower) {
		return false
	}
	size := copy(lower[:], nid)
	for i, c := range lower[:size] {
		if 'A' <= c && c <= 'Z' {
			lower[i] = c | 0x20
		}
	}
	return n[string(lower[:size])]
}
