package lint

import (
	"os"
	"testing"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/cmdtest"
)

func TestMain(m *testing.M) { os.Exit(cmdtest.Elsewhere(m)) }
