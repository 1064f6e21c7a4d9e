package namespace

import (
	"os"
	"os/exec"
	"testing"
)

// TestCommitted: what is generated from the CSV files of internal/nsdocs is
// committed. "make generate" writes it.
func TestCommitted(t *testing.T) {
	if _, err := os.Stat("../tools/registry"); err != nil || testing.Short() {
		t.Skip("in the repository, without -short")
	}
	cmd := exec.Command("go", "run", "./tools/registry", "-verify", "namespace/registry_data.go",
		"-equivalence", "internal/equivalence/data.go", "-docs", "docs/namespaces.md", "internal/nsdocs")
	cmd.Dir = ".."
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%srun make generate", err, out)
	}
}
