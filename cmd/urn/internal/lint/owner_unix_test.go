//go:build unix

package lint

import (
	"os"
	"syscall"
	"testing"
)

// A file that is rewritten keeps its owner and its group.
func TestOwner(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can give a file away")
	}
	for _, owner := range [][2]int{{1, 0}, {0, 1}, {1, 1}} {
		repo(t, map[string]string{"a": "URN:example:a\n"})
		if err := os.Chown("a", owner[0], owner[1]); err != nil {
			t.Skip(err)
		}
		if got := lint(t, Options{Fix: true}); got != (result{}) {
			t.Errorf("%v: %+v", owner, got)
		}
		text, _ := os.ReadFile("a")
		info, err := os.Stat("a")
		if err != nil {
			t.Fatal(err)
		}
		if s := info.Sys().(*syscall.Stat_t); string(text) != "urn:example:a\n" || int(s.Uid) != owner[0] || int(s.Gid) != owner[1] {
			t.Errorf("%v: %q has the owner %d and the group %d", owner, text, s.Uid, s.Gid)
		}
	}
}
