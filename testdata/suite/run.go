// go run run.go: the cases of RFC 8141 against accepts and equal; status 1 if one is wrong.
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

var urn = regexp.MustCompile(`^[uU][rR][nN]:[A-Za-z0-9][A-Za-z0-9-]{0,30}[A-Za-z0-9]:(` + pchar + `(?:` + pchar + `|/)*)` +
	`(\?\+` + pchar + more + `*?)?(\?=` + pchar + more + `*)?(?:#` + more + `*)?$`)

// accepts is where your parser goes.
func accepts(name string) bool {
	m := urn.FindStringSubmatch(name)
	return m != nil && !strings.Contains(m[2], "?=") // the r-component ends at the first "?="
}

// equal too, if it compares names.
func equal(a, b string) bool { return key(a) == key(b) }

func key(name string) string {
	nss := urn.FindStringSubmatchIndex(name)[2:4]
	return strings.ToLower(name[:nss[0]]) + escape.ReplaceAllStringFunc(name[nss[0]:nss[1]], strings.ToUpper)
}

var escape = regexp.MustCompile("%..")

func main() {
	right, wrong, skipped := 0, 0, 0
	for _, cases := range []string{"rfc8141-accept", "rfc8141-refuse", "real-world", "equivalence"} {
		for line := range strings.Lines(read(cases + ".jsonl")) {
			var row struct {
				Syntax, In, A, B string
				InHex            string `json:"in_hex"`
				Valid, Equal     bool
			}
			if err := json.Unmarshal([]byte(line), &row); err != nil {
				panic(err)
			}
			if b, _ := hex.DecodeString(row.InHex); len(b) > 0 {
				row.In = string(b)
			}
			switch {
			case row.Syntax == "rfc2141": // the other RFC
				skipped++
			case row.A != "" && equal(row.A, row.B) == row.Equal || row.A == "" && accepts(row.In) == row.Valid:
				right++
			default:
				wrong++
				fmt.Print("wrong: ", line)
			}
		}
	}
	fmt.Printf("suite %s: %d right, %d wrong, %d skipped\n", strings.TrimSpace(read("VERSION")), right, wrong, skipped)
	if wrong > 0 {
		os.Exit(1)
	}
}

func read(file string) string {
	data, err := os.ReadFile(file)
	if err != nil {
		panic(err)
	}
	return string(data)
}
