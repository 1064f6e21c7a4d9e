// Package expressions tests the regular expressions of docs/regex.md.
package expressions

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
	"github.com/seed7b5a83f0/urn/scan"
	"github.com/seed7b5a83f0/urn/tools/expression"
)

const page = "../../docs/regex.md"

func expressions(t *testing.T) map[string]string {
	t.Helper()
	testhelp.Watch(t, "../../docs")
	testhelp.Watch(t, "../../testdata")
	all, err := expression.Expressions(page)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestPage: the expressions of a syntax are one, in the spelling of each dialect. The first is
// that of ECMAScript, where "/" ends a literal and the flag v has rules for punctuation.
func TestPage(t *testing.T) {
	all := expressions(t)
	if len(all) != len(expression.Names) {
		t.Errorf("the page has %d expressions, want %d", len(all), len(expression.Names))
	}
	names := []string{"(?<nid>", "(?P<nid>", "(?<nss>", "(?P<nss>", "(?<r>", "(?P<r>", "(?<q>", "(?P<q>", "(?<f>", "(?P<f>"}
	var none []string
	for i := 0; i < len(names); i += 2 {
		none = append(none, names[i], "(")
	}
	for dialect, changes := range map[string][]string{
		"p":          names,
		"go":         append([]string{expression.Lookahead, ""}, names...),
		"possessive": {"]*", "]*+", `\)*+`, `\)*+`, ")*", ")*+"},
		"plain":      append([]string{expression.Lookahead, "", "(?:", "(", `\(`, "(", `\)`, ")", `\/`, "/", `\-`, "-"}, none...),
	} {
		for _, rfc := range []string{"rfc8141", "rfc2141"} {
			want := strings.NewReplacer(changes...).Replace(all[rfc+"-named"])
			if got := all[rfc+"-"+dialect]; got != want && rfc+dialect != "rfc2141go" {
				t.Errorf("%s-%s is\n%s, want\n%s", rfc, dialect, got, want)
			}
		}
	}
}

// TestSuite puts the suite to package regexp, whole, and to the expression for it.
func TestSuite(t *testing.T) {
	all := expressions(t)
	for _, rfc := range []string{"rfc8141", "rfc2141"} {
		list, err := cases("../..", rfc)
		if err != nil || len(list) < 200 {
			t.Fatalf("%d cases, %v", len(list), err)
		}
		for _, dialect := range []string{"go", "p"} {
			if all[rfc+"-go"] != "" && dialect == "p" {
				continue // it has lookahead
			}
			if all[rfc+"-"+dialect] == "" {
				continue
			}
			e := regexp.MustCompile("^" + all[rfc+"-"+dialect] + "$")
			for _, c := range list {
				m := e.FindStringSubmatchIndex(c.In)
				if (m != nil) != *c.Valid {
					t.Errorf("%s-%s: %s: %q matches: %t", rfc, dialect, c.Name, c.In, m != nil)
					continue
				}
				if m == nil {
					continue
				}
				var got strings.Builder
				for _, name := range []string{"nid", "nss", "r", "q", "f"} {
					if k := e.SubexpIndex(name); k < 0 || m[2*k] < 0 {
						got.WriteString(" -")
					} else {
						got.WriteString(" =" + hex.EncodeToString([]byte(c.In[m[2*k]:m[2*k+1]])))
					}
				}
				if got.String() != c.wantGroups {
					t.Errorf("%s-%s: %s: %q has%s, want%s", rfc, dialect, c.Name, c.In, got.String(), c.wantGroups)
				}
			}
		}
	}
}

// TestNumbers compares the numbers of groups that the page has with the plain expressions.
func TestNumbers(t *testing.T) {
	all := expressions(t)
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for rfc, title := range map[string]string{"rfc8141": "RFC 8141", "rfc2141": "RFC 2141"} {
		names, err := expression.Groups(all[rfc+"-named"])
		if err != nil {
			t.Fatal(err)
		}
		var numbers []string
		for i, name := range names {
			if name != "" {
				numbers = append(numbers, fmt.Sprint(i))
			}
		}
		if want := title + ": " + strings.Join(numbers, ", "); !strings.Contains(string(text), want) {
			t.Errorf("the page does not have %q", want)
		}
		if n := regexp.MustCompile(all[rfc+"-plain"]).NumSubexp(); n != len(names)-1 {
			t.Errorf("%s-plain has %d groups, want %d", rfc, n, len(names)-1)
		}
	}
}

// TestInText compares the matches of engines in a text with the exact Finder.
func TestInText(t *testing.T) {
	all := expressions(t)
	texts := []string{
		"see urn:ex:a, (URN:ex:b) and urn:ex:c?=q#f. urn:ex:d?+r#f", "urn:ex:a?+ urn:ex:b?=\nurn:ex:%41%4 xurn:ex:a urn:ex:a#%", "\"urn:ex:a\" <urn:ex:b> urn:e:x urn:ex:", "urn:ex:a?+b?c? urn:ex:a?=d??=e",
		"urn:ex:a?+r?=q urn:ex:a?+r??=q#f urn:ex:a?+r?b?=%41 urn:ex:a?+r?= urn:ex:a?+r?=? urn:ex:a?+r?=%4 urn:ex:a?+=?==",
	}
	var want []string
	for _, text := range texts {
		for m := range (scan.Finder{Mode: scan.ModeExact}).All([]byte(text)) {
			want = append(want, text[m.Start:m.End])
		}
	}
	e := regexp.MustCompile(`\b` + all["rfc8141-go"])
	e.Longest()
	var got []string
	for _, text := range texts {
		got = append(got, e.FindAllString(text, -1)...)
	}
	if !slices.Equal(got, want) {
		t.Errorf("Go finds %q, want %q", got, want)
	}
	// Each reads the expression from the first argument, the texts from the others, and writes a line for each match.
	for _, engine := range []struct {
		dialect string
		program []string
	}{
		{"p", []string{"python3", "-c", "import re, sys\nfor t in sys.argv[2:]:\n  for m in re.finditer('(?<![0-9A-Za-z])' + sys.argv[1], t): print(m[0])"}},
		{"named", []string{"node", "-e", "const [e, ...texts] = process.argv.slice(1); for (const t of texts) for (const m of t.matchAll(new RegExp('(?<![0-9A-Za-z])' + e, 'gu'))) console.log(m[0])", "--"}},
		{"possessive", []string{"perl", "-e", `my $e = shift; for (@ARGV) { print "$&\n" while /(?<![0-9A-Za-z])$e/g }`}},
		{"possessive", []string{"php", "-r", `foreach (array_slice($argv, 2) as $t) { preg_match_all("\1(?<![0-9A-Za-z])$argv[1]\1", $t, $m); foreach ($m[0] as $x) echo "$x\n"; }`, "--"}},
	} {
		if _, err := exec.LookPath(engine.program[0]); err != nil {
			t.Logf("%s is not installed", engine.program[0])
			continue
		}
		args := slices.Concat(engine.program, []string{all["rfc8141-"+engine.dialect]}, texts)
		out, err := exec.Command(args[0], args[1:]...).CombinedOutput()
		if got := strings.Split(strings.TrimSpace(string(out)), "\n"); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s finds %q, %v, want %q", args[0], got, err, want)
		}
	}
}

// TestKey compares the key that the page makes in JavaScript with the library's, for the corpus and the suite.
func TestKey(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("no node: install it, for instance with \"apt-get install nodejs\"")
	}
	text, err := os.ReadFile(page)
	corpus, err2 := os.ReadFile("../../testdata/corpus.txt")
	list, err3 := cases("../..", "rfc8141")
	if err := errors.Join(err, err2, err3); err != nil {
		t.Fatal(err)
	}
	names := strings.Fields(string(corpus))
	for _, c := range list {
		names = append(names, strings.ToValidUTF8(c.In, "\uFFFD"))
	}
	_, js, _ := strings.Cut(string(text), "```js\n")
	js, _, _ = strings.Cut(js, "```")
	in, _ := json.Marshal(names)
	run := exec.Command("node", "-e", `const [expression, js] = process.argv.slice(1)
const key = new Function("expression", "name", js + "return key")
console.log(JSON.stringify(JSON.parse(fs.readFileSync(0)).map((name) => key(new RegExp("^" + expression + "$"), name) ?? "")))`,
		"--", expressions(t)["rfc8141-named"], js)
	run.Stdin, run.Stderr = bytes.NewReader(in), os.Stderr
	out, err := run.Output()
	var keys []string
	if err := errors.Join(err, json.Unmarshal(out, &keys)); err != nil || len(keys) != len(names) || len(names) < 20_000 {
		t.Fatalf("%d keys of %d names, %v", len(keys), len(names), err)
	}
	for i, name := range names {
		if u, _ := urn.Parse(name); keys[i] != u.Key() {
			t.Errorf("the key of %q is %q, want %q", name, keys[i], u.Key())
		}
	}
}

func TestErrors(t *testing.T) {
	if _, err := expression.Grammar(`a\b`, nil); err == nil {
		t.Error("an assertion is not refused")
	}
}
