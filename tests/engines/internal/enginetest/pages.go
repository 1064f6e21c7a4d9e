package enginetest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// between returns the part of a file of the repository that is between two texts.
func between(t testing.TB, file, begin, end string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(Root(), file))
	Must(t, err)
	_, part, ok1 := strings.Cut(string(text), begin)
	part, _, ok2 := strings.Cut(part, end)
	if !ok1 || !ok2 {
		t.Fatalf("%s has no part between %q and %q", file, begin, end)
	}
	return part
}

// Section returns the part of docs/engines.md on an engine.
func Section(t testing.TB, engine string) string {
	t.Helper()
	return between(t, "docs/engines.md", "\n## "+engine, "\n## ")
}

// Blocks returns the fenced blocks of code in a text that are in one of the languages.
func Blocks(text string, languages ...string) (blocks []Block) {
	for _, m := range fenced.FindAllStringSubmatch(text, -1) {
		if slices.Contains(languages, m[1]) {
			blocks = append(blocks, Block{m[1], m[2]})
		}
	}
	return blocks
}

// Block is a fenced block of code.
type Block struct{ Language, Text string }

var fenced = regexp.MustCompile("(?ms)^```([a-z]+)\n(.*?)^```$")

// CollectorShows returns what the collector prints, as integrations/ottl/README.md shows it.
func CollectorShows(t testing.TB) string {
	t.Helper()
	return between(t, "integrations/ottl/README.md", "The collector prints, among other things,\n\n```\n", "```")
}

// Statements splits statements of SQL at the semicolons at line ends, and removes
// comments.
func Statements(sql string) (all []string) {
	sql = regexp.MustCompile(`(?m)--( .*)?$`).ReplaceAllString(sql, "")
	for s := range strings.SplitSeq(sql, ";\n") {
		if s = strings.TrimSpace(s); s != "" {
			all = append(all, s)
		}
	}
	return all
}

// CountSQL returns the statements of integrations/bento/config/count.sql: the table and
// the query of ClickHouse, and the table, the index and the query of PostgreSQL.
func CountSQL(t testing.TB) (clickhouse, postgres []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(Root(), "integrations/bento/config/count.sql"))
	Must(t, err)
	for _, m := range regexp.MustCompile(`(?m)^--   (.*);$`).FindAllStringSubmatch(string(text), -1) {
		postgres = append(postgres, m[1])
	}
	clickhouse = Statements(string(text))
	if len(clickhouse) != 2 || len(postgres) != 3 {
		t.Fatalf("count.sql has %d statements for ClickHouse and %d for PostgreSQL, want 2 and 3", len(clickhouse), len(postgres))
	}
	return clickhouse, postgres
}
