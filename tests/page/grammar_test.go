package page

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestGrammarMatch: the automaton that lights the paths accepts the names of the grammar,
// and goes through the components that the name has.
func TestGrammarMatch(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("no node")
	}
	files, err := filepath.Glob("../../testdata/suite/rfc*-[ar]*.jsonl") // accept and refuse
	if err != nil {
		t.Fatal(err)
	}
	var all []byte
	for _, file := range append(files, "../../testdata/vectors.jsonl") {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, data...)
	}
	vectors := filepath.Join(t.TempDir(), "vectors.jsonl")
	if err := os.WriteFile(vectors, all, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", "--input-type=module", "-e", `
import { readFileSync } from "node:fs";
import { match } from "./static/grammarmatch.js";
for (const line of readFileSync(process.argv[1], "utf8").trim().split("\n")) {
  const v = JSON.parse(line);
  if (typeof v.in !== "string" || v.in.length > 4096) continue;
  const { accepts, lit } = match(v.syntax ?? "rfc8141", new TextEncoder().encode(v.in), null);
  const rules = new Set([...lit].map(n => n.name));
  console.log(JSON.stringify({ name: v.name, accepts, r: rules.has("r-component"), q: rules.has("q-component") || rules.has("urn-query"), f: rules.has("f-component") || rules.has("fragment") }));
}`, vectors)
	cmd.Dir = "../../cmd/urn/internal/page"
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err, string(err.(*exec.ExitError).Stderr))
	}
	type path struct {
		Name             string
		Accepts, R, Q, F bool
	}
	have := map[string]path{}
	for line := range strings.Lines(string(out)) {
		var p path
		if err := json.Unmarshal([]byte(line), &p); err != nil {
			t.Fatal(err)
		}
		have[p.Name] = p
	}
	n, valid := 0, 0
	for line := range strings.Lines(string(all)) {
		var v struct {
			Name, Syntax, In string
			Valid            bool
			R, Q, F          *string
		}
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			continue // a value that is not a string
		}
		p, ok := have[v.Name]
		if !ok {
			continue
		}
		n++
		if !v.Valid {
			// What only the prose refuses, such as a reserved NID, the pictures do not show.
			continue
		}
		valid++
		if !p.Accepts || p.R != (v.R != nil) || p.Q != (v.Q != nil) || p.F != (v.F != nil) {
			t.Errorf("%s: %q (%s): the path accepts: %t, r %t, q %t, f %t", v.Name, v.In, v.Syntax, p.Accepts, p.R, p.Q, p.F)
		}
	}
	if valid < 100 {
		t.Errorf("only %d of %d vectors were compared", valid, n)
	}
	t.Logf("%d vectors, %d of them valid", n, valid)
}
