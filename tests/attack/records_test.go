//go:build unix

package attack

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed7b5a83f0/urn/scan"
)

// secret is before the number of a name that must not be seen.
const secret = "sEcReT"

// records hides the names in one field of JSON Lines, in which keys are repeated and
// spelt with escapes.
func (c *attempt) records() error {
	var in bytes.Buffer
	kinds := map[int]int{} // by the number of the record: how many fields are selected, or -1
	keys := []string{"id", `i\u0064`, "ID", "x", `\u0069\u0064`, "", "i"}
	for i := range 1 + c.IntN(20) {
		value := func() string {
			return one(c.Rand, fmt.Sprintf(`"urn:ex:%s%d-"`, secret, i), fmt.Sprintf(`"\ud800URN:ex:%s%d-"`, secret, i), fmt.Sprintf(`"\u0075rn:ex:%s%d-"`, secret, i), fmt.Sprintf(`"see urn:ex:%s%d-, and so on"`, secret, i))
		}
		var fields []string
		selected := 0
		for range c.IntN(4) {
			key := one(c.Rand, keys...)
			var plain string
			if err := json.Unmarshal([]byte(`"`+key+`"`), &plain); err != nil {
				return err
			}
			v := one(c.Rand, "1", "null", `"x"`, `{"id":"urn:ex:other"}`, `[]`)
			if plain == "id" {
				selected++
				v = value()
			}
			fields = append(fields, `"`+key+`"`+one(c.Rand, ":", " : ")+v)
		}
		kinds[i] = selected
		fmt.Fprintf(&in, "{%s}%s", strings.Join(fields, one(c.Rand, ",", ", ")), one(c.Rand, "\n", "\r\n", " \n"))
	}
	if err := os.WriteFile(filepath.Join(c.dir, "in"), in.Bytes(), 0o666); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(c.dir, "key"), []byte("0123456789abcdef"), 0o600); err != nil {
		return err
	}
	got, err := c.command(streams{}, "replace", "-q", "--to", "hash", "--secret-file", "key", "--json-field", one(c.Rand, "id", "/id"), "in")
	if err != nil {
		return err
	}
	return judgeHidden(got, kinds)
}

// judgeHidden checks that no name is seen, and that the records with at most one field
// selected are there. kinds has the number of fields selected by record. The status is 2 if no
// record has the field, and 1 if a record was left out.
func judgeHidden(got result, kinds map[int]int) error {
	if strings.Contains(got.stdout, secret) || strings.Contains(got.stderr, secret) {
		return fmt.Errorf("a name is seen: %.800q, %.300q", got.stdout, got.stderr)
	}
	status, records := 2, 0
	for _, selected := range kinds {
		if selected > 1 {
			status = 1
			continue
		}
		records++
		if selected == 1 && status == 2 {
			status = 0
		}
	}
	if n := strings.Count(got.stdout, "\n"); got.status != status || n != records {
		return fmt.Errorf("status %d with %d records, not %d with %d: %.800q", got.status, n, status, records, got.stdout)
	}
	for line := range strings.Lines(got.stdout) {
		if !json.Valid([]byte(line)) {
			return fmt.Errorf("not JSON: %.300q", line)
		}
		if _, found := (scan.Finder{}).Next([]byte(line), 0); found && !strings.Contains(line, "urn:ex:other") {
			return fmt.Errorf("a name is left: %.300q", line)
		}
	}
	return nil
}
