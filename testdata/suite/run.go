// go run run.go: the cases of RFC 8141 against accepts; status 1 if one is wrong.
package main

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
)

const pchar, more = `(?:[A-Za-z0-9\-._~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2})`, `(?:` + pchar + `|[/?])`

var urn = regexp.MustCompile(`^[uU][rR][nN]:[A-Za-z0-9][A-Za-z0-9-]{0,30}[A-Za-z0-9]:` + pchar + `(?:` + pchar + `|/)*` +
	`(\?\+` + pchar + more + `*?)?(\?=` + pchar + more + `*)?(?:#` + more + `*)?$`)

// accepts is where your parser goes.
func accepts(name string) bool {
	m := urn.FindStringSubmatch(name)
	return m != nil && !strings.Contains(m[1], "?=") // the r-component ends at the first "?="
}

func main() {
	right, wrong := 0, 0
	for _, cases := range []string{"rfc8141-accept", "rfc8141-refuse", "real-world"} {
		data, err := os.ReadFile(cases + ".jsonl")
		if err != nil {
			panic(err)
		}
		for line := range strings.Lines(string(data)) {
			var row struct {
				Name, In string
				InHex    string `json:"in_hex"`
				Valid    bool
			}
			if err := json.Unmarshal([]byte(line), &row); err != nil {
				panic(err)
			}
			if b, _ := hex.DecodeString(row.InHex); len(b) > 0 {
				row.In = string(b)
			}
			if accepts(row.In) == row.Valid {
				right++
			} else {
				wrong++
				fmt.Printf("wrong: %s %q want %v\n", row.Name, row.In, row.Valid)
			}
		}
	}
	fmt.Printf("%d right, %d wrong\n", right, wrong)
	if wrong > 0 {
		os.Exit(1)
	}
}
