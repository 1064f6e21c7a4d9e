package rules_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/programs/rules"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRules(t *testing.T) {
	write := func(text string) string {
		name := filepath.Join(t.TempDir(), "patterns.txt")
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		return name
	}
	own := write("urn:dd:user:{name}\n")
	for _, c := range []struct {
		namespaces      bool
		patterns        string
		wrongISBN, user bool
	}{
		{false, "", true, true},
		{true, "", false, true},
		{true, own, false, false},
	} {
		r, err := rules.Of(c.namespaces, c.patterns)
		require.NoError(t, err)
		assert.Equal(t, c.wrongISBN, rules.Valid(urn.RFC8141, r, "urn:isbn:0-395-36341-2"))
		assert.Equal(t, c.user, rules.Valid(urn.RFC8141, r, "urn:dd:user:"))
		assert.True(t, rules.Valid(urn.RFC8141, r, "urn:dd:user:ann"))
		assert.False(t, rules.Valid(urn.RFC8141, r, "urn:x:y"))
	}
	for patterns, want := range map[string]string{own + "x": own + "x", write("urn:dd:{"): "patterns.txt: line 1"} {
		_, err := rules.Of(true, patterns)
		assert.ErrorContains(t, err, want)
	}
	_, err := rules.Of(false, own)
	assert.ErrorContains(t, err, "patterns needs namespace")
}
