package lint

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/cmdtest"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/flags"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/notation"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/outfile"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/pipeline"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
	"github.com/seed7b5a83f0/urn/internal/advice"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/scan"
)

// own has a namespace of somebody's own, with advice.
func own(t testing.TB) *namespace.Registry {
	t.Helper()
	r, err := namespace.IANA().With(namespace.Definition{NID: "own", Reference: "our wiki", Lint: func(u urn.URN) iter.Seq[namespace.Advice] {
		return func(yield func(namespace.Advice) bool) {
			if i := strings.Index(u.String(), "old"); i >= 0 {
				yield(namespace.Advice{Span: urn.Span{Start: i, End: i + 3}, Text: "old names are not written any more"})
			}
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// repo makes files in a new current directory, which is a repository of Git.
func repo(t testing.TB, files map[string]string) {
	t.Helper()
	cmdtest.ChdirTemp(t)
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", "")
	if err := os.Mkdir(".git", 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		cmdtest.NeedName(t, filepath.Base(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// fixedLine is a line about what --fix has changed.
var fixedLine = regexp.MustCompile(`(?m)^.*: fixed: .*\n`)

type result struct {
	stdout, stderr string
	status         stdio.Status
}

// lint runs with everything on, and leaves out the summary and the remedies.
func lint(t testing.TB, o Options, names ...string) result {
	t.Helper()
	o.All = true
	got := usual(t, o, names...)
	for _, r := range Rules {
		if r.Remedy != "" {
			got.stdout = strings.ReplaceAll(got.stdout, "; "+r.Remedy, "")
			got.stdout = strings.ReplaceAll(got.stdout, "; "+strings.ReplaceAll(r.Remedy, `"`, `\"`), "")
		}
	}
	if o.Fix {
		got.stdout = fixedLine.ReplaceAllString(got.stdout, "")
	}
	if o.Form == Text && !o.Diff {
		got.stdout, _, _ = strings.Cut(got.stdout, "\n\n")
		if got.stdout != "" {
			got.stdout = strings.TrimSuffix(got.stdout, "\n") + "\n"
		}
	}
	return got
}

// level matches the level of a finding in text.
var level = regexp.MustCompile(`(?m)(:\d+:\d+:) (?:note|warning|error): `)

// usual runs with the defaults, and leaves out the levels of a text.
func usual(t testing.TB, o Options, names ...string) result {
	t.Helper()
	if o.Rules == nil {
		o.Rules = own(t)
	}
	if o.MaxLine == 0 {
		o.MaxLine = 16 << 20
	}
	if len(names) == 0 {
		names = []string{"."}
	}
	if o.InOf == nil {
		o.InOf, _ = new(flags.In).Of("")
	}
	var stdout, stderr bytes.Buffer
	err := Run(t.Context(), stdio.Streams{In: strings.NewReader("URN:example:stdin\n"), Out: &stdout, Err: &stderr}, o, names)
	status, ok := err.(stdio.Status)
	if err != nil && !ok {
		t.Fatalf("error %v is no status", err)
	}
	return result{level.ReplaceAllString(stdout.String(), "$1 "), cmdtest.Messages(stderr.String()), status}
}

// cases has texts for each rule: one that the rule is about, with the line, the column
// and the name, and one like it that the rule is not about.
var cases = []struct {
	rule, syntax, bad, place, good string
}{
	{"malformed", "", "see urn:a.b:c now", "1:10: urn:a.b:c: ", "see urn:ab:c now"},
	{"malformed", "", "a\r\nb\r\nx='urn:uuid:é'", "3:13: urn:uuid:é: ", "return:x"},
	{"malformed", "", "urn:-a:b", "1:5: urn:-a:b: ", "urnx"},
	{"malformed", "", "see 'urn:ab' x", "1:12: urn:ab: ", "'urn:ab:'"},
	{"malformed", "", "E.g. urn:BPNL000000000DWF. It", "1:26: urn:BPNL000000000DWF: ", "E.g. urn:uuid. It"},
	{"truncated", "", "urn:example:a#b#c", "1:16: urn:example:a#b#c: the URN ends after urn:example:a#b: ", "urn:example:a#b, #c"},
	{"truncated", "", "(urn:example:aéb)", "1:15: urn:example:aéb: the URN ends after urn:example:a: ", "(urn:example:a)"},
	{"namespace", "", "urn:isbn:0-395-36341-2", "1:22: urn:isbn:0-395-36341-2: ", "urn:isbn:0-395-36341-1"},
	{"namespace", "", "urn:uuid:123", "1:13: urn:uuid:123: ", "urn:example:123"},
	{"malformed", "", "'urn::xmpp:a'", "1:6: urn::xmpp:a: there is no namespace identifier", "urn::parse 'urn::Parser' (urn::xmpp)"},
	{"malformed", "", "<id>urn:ocr-d/a</id>", "1:14: urn:ocr-d/a: malformed: '/'", "the urn:nbn here"},
	{"scheme-case", "", "a Urn:example:a", "1:3: Urn:example:a: ", "a urn:example:a"},
	{"nid-case", "", "urn:Example:a", "1:5: urn:Example:a: ", "urn:example:A"},
	{"lower-case-hex", "", "urn:example:%c3%A9%c3%a9", "1:13: urn:example:%c3%A9%c3%a9: ", "urn:example:%C3%A9"},
	{"lower-case-hex", "", "urn:example:a?=b%2f", "1:17: urn:example:a?=b%2f: ", "urn:example:a?=b%2F"},
	{"suppression", "", "urn:nowhere:a // urn-lint:ignore nosuch", "1:34: nosuch: there is no rule \"nosuch\"", "urn:nowhere:a // urn-lint:ignore unregistered-nid"},
	{"unregistered-nid", "", "urn:nowhere:a", "1:5: urn:nowhere:a: ", "urn:own:a"},
	{"reserved-nid", "", "urn:xy:a", "1:5: urn:xy:a: ", "urn:ietf:rfc:2141"},
	{"experimental-nid", "", "urn:x-foo:a", "1:5: urn:x-foo:a: ", "urn:example:x-foo"},
	{"reserved-character", "rfc2141", "urn:example:a/b", "1:14: urn:example:a/b: ", "urn:example:a%2Fb"},
	{"nul-escape", "", "urn:example:a%00", "1:14: urn:example:a%00: ", "urn:example:a%01"},
	{"needless-escape", "", "urn:example:%41", "1:13: urn:example:%41: ", "urn:example:A"},
	{"not-utf-8", "", "urn:example:%FF", "1:13: urn:example:%FF: ", "urn:example:%C3%BF"},
	{"r-component", "", "urn:example:a?+r", "1:16: urn:example:a?+r: ", "urn:example:a"},
	{"q-component", "", "urn:example:a?=q", "1:16: urn:example:a?=q: ", "urn:example:a"},
	{"f-component", "", "urn:example:a#f", "1:15: urn:example:a#f: ", "urn:example:a"},
	{"excluded-component", "", "urn:dev:os:1-a?=q", "1:", "urn:dev:os:1-a"},
	{"upper-case", "", "urn:service:SOS", "1:13: urn:service:SOS: ", "urn:service:sos"},
	{"spare-digit", "", "urn:gsma:imei:90420156-025763-1", "1:31: ", "urn:gsma:imei:90420156-025763-0"},
	{"unlisted-value", "", "urn:iso:std:xxx:1", "1:13: ", "urn:iso:std:iso:9999"},
	{"reserved-value", "", "urn:fdc:example.com:200:a", "1:21: ", "urn:fdc:example.com:2002:a"},
	{"wrong-crc", "", "urn:dev:ow:10e2073a01080064", "1:26: ", "urn:dev:ow:10e2073a01080063"},
	{"wrong-check-digit", "", "urn:mrn:imo:imo-number:9743386", "1:30: ", "urn:mrn:imo:imo-number:9743368"},
	{"incomplete", "", "urn:ogc:def:crs:EPSG:4326", "1:26: urn:ogc:def:crs:EPSG:4326: want def:TYPE:AUTHORITY:VERSION:CODE", "urn:ogc:def:crs:EPSG::4326"},
	{"relaxed-nid", "relaxed", "urn:a.b:c", "1:5: urn:a.b:c: ", "urn:example:c"},
	{"relaxed-number-sign", "relaxed", "urn:example:a#b#c", "1:16: urn:example:a#b#c: ", "urn:example:a#b"},
	{"misspelled-nid", "", "urn:iana:a urn:exmaple:a", "1:16: urn:exmaple:a: is \"example\" meant? The namespace \"exmaple\" is neither registered nor published", "urn:nowhere:a urn:cts:a urn:example2:a"},
	{"misspelled-name", "", "urn:mace:dir:attribute-def:eduPersonTargetedId", "1:1: ", "urn:mace:dir:attribute-def:eduPersonTargetedID urn:mace:dir:attribute-def:cm"},
	{"unlisted-name", "", "urn:ietf:params:xml:ns:our-own", "1:1: ", "urn:ietf:params:xml:ns:epp-1.0 urn:xmpp:our-own"},
	{"dialect", "", strings.Repeat("urn:own:thing:a\n", 200) + "urn:thing:a", "201:5: urn:thing:a: is \"urn:own:thing:a\" meant? 200 names here begin with \"urn:own:thing\", and 1 with \"urn:thing\"", strings.Repeat("urn:own:thing:a\n", 20) + "urn:thing:a"},
	{"own", "", "urn:own:old", "1:9: urn:own:old: old names are not written any more (our wiki)", "urn:own:new"},
}

// Every rule has texts that it is about and texts that it is not about.
func TestRules(t *testing.T) {
	tested := map[string]bool{}
	for _, c := range cases {
		tested[c.rule] = true
		rule, ok := RuleByName(c.rule)
		if !ok {
			t.Errorf("there is no rule %q", c.rule)
			continue
		}
		config := "[rules]\n" // only this one
		for i, r := range Rules {
			if RuleID(i) != rule && r.Name != "unregistered-nid" || c.rule == "suppression" && r.Name == "suppression" {
				level := "off"
				if r.Name == c.rule {
					level = "warning"
				}
				config += r.Name + ` = "` + level + "\"\n"
			} else if RuleID(i) == rule {
				config += r.Name + " = \"warning\"\n"
			}
		}
		if c.syntax != "" {
			config = `syntax = "` + c.syntax + "\"\n" + config
		}
		repo(t, map[string]string{ConfigName: config, "bad": c.bad, "good": c.good})
		os.Remove(".git") // so that each file is by itself
		got := lint(t, Options{}, "bad")
		want := "bad:" + c.place
		var ours strings.Builder
		for line := range strings.Lines(got.stdout) {
			if strings.HasSuffix(line, " ["+c.rule+"]\n") {
				ours.WriteString(line)
			}
		}
		if got.status != stdio.No || !strings.HasPrefix(ours.String(), want) || strings.Count(ours.String(), "\n") != 1 || got.stderr != "" {
			t.Errorf("%s: %q: %+v, want %q", c.rule, c.bad, got, want)
		}
		if got := lint(t, Options{}, "good"); strings.Contains(got.stdout, " ["+c.rule+"]\n") || got.stderr != "" {
			t.Errorf("%s: %q: %+v, want nothing", c.rule, c.good, got)
		}
	}
	for _, r := range Rules {
		if !tested[r.Name] {
			t.Errorf("no text for the rule %s", r.Name)
		}
	}
}

// A repository with findings everywhere, and with files that are not read.
var repository = map[string]string{
	"README.md":       "See urn:a.b:c.\nAnd URN:ISBN:0-395-36341-1, urn:isbn:0-395-36341-1.\n",
	"src/a.go":        "// é urn:nowhere:a\r\nvar x = \"urn:example:%c3%a9\"\r\n",
	"src/bom.txt":     "\ufeffURN:example:a\n",
	"src/fine":        "urn:example:a urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6\n",
	"src/suppressed":  "urn:nowhere:a urn-lint:ignore\n# urn-lint:ignore-next-line unregistered-nid -- a test\nurn:nowhere:b\nurn:nowhere:c\n",
	"build/out":       "urn:nowhere:ignored\n",
	"logs/x.log":      "urn:nowhere:ignored\n",
	".hidden":         "urn:nowhere:hidden\n",
	".gitignore":      "build/\n*.log\n",
	"binary":          "urn:nowhere:a\x00urn:nowhere:b",
	"empty":           "",
	"no line end":     "urn:example:a#",
	"third_party/bad": "urn:nowhere:excluded\n",
	"acme":            "urn:acme:a\n",
	ConfigName:        "nids = [\"acme\"]\n[paths]\nexclude = [\"/third_party/\"]\n[rules]\nf-component = \"off\"\n",
}

const repositoryFindings = `README.md:1:10: urn:a.b:c: malformed namespace identifier: unexpected '.'; a namespace identifier has 2 to 32 letters, digits and '-', and begins and ends with a letter or digit [malformed]
README.md:2:5: URN:ISBN:0-395-36341-1: the scheme should be in lower case (RFC 8141, section 3.1) [scheme-case]
README.md:2:9: URN:ISBN:0-395-36341-1: the namespace identifier should be in lower case (RFC 8141, section 3.1) [nid-case]
src/a.go:1:11: urn:nowhere:a: the namespace is not registered (RFC 8141, section 5) [unregistered-nid]
src/a.go:2:22: urn:example:%c3%a9: the digits of an escape should be in upper case (RFC 8141, section 3.1) [lower-case-hex]
src/bom.txt:1:1: URN:example:a: the scheme should be in lower case (RFC 8141, section 3.1) [scheme-case]
src/suppressed:4:5: urn:nowhere:c: the namespace is not registered (RFC 8141, section 5) [unregistered-nid]
`

func TestRepository(t *testing.T) {
	repo(t, repository)
	got := lint(t, Options{Stats: true})
	if got.stdout != repositoryFindings || got.status != stdio.No {
		t.Errorf("status %d, findings\n%s\nwant\n%s", got.status, got.stdout, repositoryFindings)
	}
	if want := "urn: inputs=9 failed=0 bytes=360 lines=13 binary=1 errors=1 warnings=6 notes=0 spared=0 suppressed=2 baseline=0 stale=0 fixed=0 seconds="; !strings.Contains(got.stderr, want) {
		t.Errorf("counts %q, want %q", got.stderr, want)
	}
	// From a directory of the tree the configuration is found upward.
	t.Chdir("third_party")
	if got := lint(t, Options{}, "bad", "../acme"); got != (result{}) {
		t.Errorf("in third_party: %+v, want nothing", got)
	}
	if got := lint(t, Options{}, "../build", "../.hidden", "../nosuch", "nosuch"); got.status != stdio.Trouble || strings.Count(got.stdout, "\n") != 2 ||
		got.stderr != "urn: ../nosuch: no such file or directory\nurn: nosuch: no such file or directory\n" {
		t.Errorf("named files: %+v", got)
	}
	t.Chdir("..")
	if got := lint(t, Options{Hidden: true, NoIgnore: true}); strings.Count(got.stdout, "ignored")+strings.Count(got.stdout, "hidden") != 4 {
		t.Errorf("hidden and ignored files: %+v", got)
	}
	if got := lint(t, Options{}, "-"); got.stdout != "<stdin>:1:1: URN:example:stdin: the scheme should be in lower case (RFC 8141, section 3.1) [scheme-case]\n" {
		t.Errorf("standard input: %+v", got)
	}
	if got := lint(t, Options{Quiet: true}); got != (result{"", "", stdio.No}) {
		t.Errorf("quiet: %+v", got)
	}
	if got := lint(t, Options{}, "src/fine", "src/fine", "src"); strings.Count(got.stdout, "\n") != 4 {
		t.Errorf("a file that is named twice: %+v", got)
	}
	note, _ := RuleByName("unregistered-nid")
	if got := lint(t, Options{Levels: map[RuleID]Level{note: Note}}, "src/suppressed"); got.status != stdio.OK || got.stdout == "" {
		t.Errorf("a note: %+v, want status 0", got)
	}
}

func TestConfigErrors(t *testing.T) {
	for text, want := range map[string]string{
		"nid = []\n":                      `.urnlint.toml:1:1: unknown key "nid": want all, baseline, nids, syntax, rules.NAME, `,
		"[rules]\n\nmalformd = \"off\"\n": `.urnlint.toml:3:1: unknown key "rules.malformd": "urn lint --list-rules" lists the rules`,
		"[paths]\n  skip = []\n":          `.urnlint.toml:2:3: unknown key "paths.skip"`,
		"[rule]\nmalformed = \"off\"\n":   `.urnlint.toml:1:2: unknown key "rule"`,
		"[rules]\nmalformed = \"of\"\n":   `.urnlint.toml:2:1: rules.malformed: "of" is not a level: want error, warning, note or off`,
		"nids = [\"ab\", \"a b\"]\n":      `.urnlint.toml:1:15: "a b" is not a namespace identifier`,
		"[paths]\nexclude = [\"[a\"]\n":   `.urnlint.toml:2:12: "[a" is not a pattern`,
		"syntax = \"rfc1\"\n":             `.urnlint.toml:1:10: `,
		"nids = [\"ab\"]\nnids = []\n":    `.urnlint.toml:2:1: `,
		"x":                               `.urnlint.toml:1:1: `,
		"nids = [\"ab\", \"AB\"]\n":       `namespace: `,
		"baseline = \"nosuch\"\n":         `open `,
	} {
		repo(t, map[string]string{ConfigName: text, "d/a": "urn:nowhere:a\n"})
		got := lint(t, Options{}, "d")
		if got.status != stdio.Trouble || got.stdout != "" || !strings.HasPrefix(got.stderr, "urn: "+want) || strings.Count(got.stderr, "\n") != 1 {
			t.Errorf("%q: %+v, want %q", text, got, want)
		}
	}
}

// The configuration is the nearest one, and none above the root of a repository.
// The message about a missing baseline says how to write one.
func TestNoBaselineFile(t *testing.T) {
	repo(t, map[string]string{ConfigName: "baseline = \"nosuch\"\n"})
	if got := lint(t, Options{}); !strings.HasSuffix(got.stderr, `; "urn lint --write-baseline nosuch" writes it`+"\n") {
		t.Errorf("%+v", got)
	}
}

// A wrong level hides nothing.
func TestConfigManyErrors(t *testing.T) {
	const two = `a:3:1: unknown key "rules.malformd": "urn lint --list-rules" lists the rules` + "\na:2:1: rules.malformed: \"of\" is not a level: want error, warning, note or off"
	if _, err := ParseConfig([]byte("[rules]\nmalformed = \"of\"\nmalformd = \"off\"\n"), "a", "/"); err == nil || err.Error() != two {
		t.Errorf("%v, want %s", err, two)
	}
	repo(t, map[string]string{ConfigName: "x = 1\n[rules]\nmalformed = \"of\"\n"})
	const want = "urn: .urnlint.toml:1:1: unknown key \"x\": " + keys + "\nurn: .urnlint.toml:3:1: rules.malformed: \"of\" is not a level: want error, warning, note or off\n"
	if got := lint(t, Options{}); got != (result{"", want, stdio.Trouble}) {
		t.Errorf("%+v", got)
	}
}

func TestConfigFound(t *testing.T) {
	repo(t, map[string]string{
		ConfigName: "nids = [\"nowhere\"]\n", "a": "urn:nowhere:a\n", "d/a": "urn:nowhere:a\n", "e/" + ConfigName: "", "e/a": "urn:nowhere:a\n",
		"r/.git/HEAD": "", "r/a": "urn:nowhere:a\n", "other.toml": "[rules]\nunregistered-nid = \"off\"\n",
	})
	for name, want := range map[string]stdio.Status{"a": stdio.OK, "d": stdio.OK, "d/a": stdio.OK, "e": stdio.No, "r": stdio.No, "-": stdio.No} {
		if got := lint(t, Options{}, name); got.status != want {
			t.Errorf("%s: %+v, want status %d", name, got, want)
		}
	}
	if got := lint(t, Options{Config: "other.toml"}, "e", "r"); got.status != stdio.OK {
		t.Errorf("a configuration that is given: %+v", got)
	}
	if got := lint(t, Options{Config: "nosuch"}); got.status != stdio.Trouble {
		t.Errorf("a configuration that is missing: %+v", got)
	}
}

func TestInclude(t *testing.T) {
	repo(t, map[string]string{
		ConfigName: "[paths]\ninclude = [\"*.md\", \"/src/\"]\nexclude = [\"x.md\"]\nhidden = true\n",
	})
	for _, name := range []string{"a.md", "a.go", "src/a.go", "src/d/a.go", "d/a.md", "d/src/a.go", "d/x.md", ".h.md"} {
		os.MkdirAll(filepath.Dir(name), 0o777)
		os.WriteFile(name, []byte("urn:nowhere:a\n"), 0o666)
	}
	var got []string
	for line := range strings.Lines(lint(t, Options{}).stdout) {
		name, _, _ := strings.Cut(line, ":")
		got = append(got, filepath.ToSlash(name))
	}
	if want := []string{".h.md", "a.md", "d/a.md", "src/a.go", "src/d/a.go"}; !slices.Equal(got, want) {
		t.Errorf("reads %q, want %q", got, want)
	}
}

func TestSuppression(t *testing.T) {
	all := "malformed nid-case unregistered-nid"
	for comment, want := range map[string]string{
		"":                                      all,
		"urn-lint:ignore":                       "",
		"# urn-lint:ignore":                     "",
		"# urn-lint: ignore":                    "",
		"# urn-lint:\tignore malformed":         "nid-case unregistered-nid",
		"# urn-lint: do not ignore":             all,
		"/* urn-lint:ignore */":                 "",
		"<!-- urn-lint:ignore malformed -->":    "nid-case unregistered-nid",
		"// urn-lint:ignore nid-case,malformed": "unregistered-nid",
		"// urn-lint:ignore nid-case, malformed, unregistered-nid": "",
		"// urn-lint:ignore nid-case malformed":                    "malformed unregistered-nid", // other words
		"// urn-lint:ignore -- nid-case":                           "",
		"// urn-lint:ignore malformed -- a reason, nid-case":       "nid-case unregistered-nid",
		"// urn-lint:ignore typo":                                  "malformed nid-case suppression unregistered-nid",
		"// urn-lint:ignore-next-line":                             all,
		"// urn-lint:ignored":                                      all,
		"// urn-lint:ignoreabc":                                    all,
		"// urn-lint:ignore malformed, typo":                       "nid-case suppression unregistered-nid",
		"// urn-lint:ignore typo, malformed":                       "nid-case suppression unregistered-nid",
	} {
		for _, end := range []string{"\n", "\r\n", ""} {
			repo(t, map[string]string{"a": "urn:x.y:a urn:NOWHERE:a " + comment + end})
			if got := ruleNames(lint(t, Options{}, "a").stdout); got != want {
				t.Errorf("%q: %q, want %q", comment+end, got, want)
			}
		}
	}
	for text, want := range map[string]string{
		"urn-lint:ignore-next-line\nurn:nowhere:a\nurn:x.y:a":                "malformed",
		"urn-lint:ignore-next-line malformed\r\nurn:nowhere:a urn:x.y:a\r\n": "unregistered-nid",
		"urn:nowhere:a urn-lint:ignore-next-line\nurn:nowhere:a":             "unregistered-nid",
		"urn-lint:ignore\nurn:nowhere:a":                                     "unregistered-nid",
		"urn-lint:ignore-next-line typo\nurn:nowhere:a":                      "unregistered-nid",
		"urn-lint:ignore-next-line typo\n\nurn:nowhere:a":                    "unregistered-nid",
	} {
		repo(t, map[string]string{"a": text})
		if got := ruleNames(lint(t, Options{}, "a").stdout); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// The rule about suppressions can be off, as any other.
func TestSuppressionOff(t *testing.T) {
	repo(t, map[string]string{"a": "urn:nowhere:a urn-lint:ignore typo\n"})
	if got := lint(t, Options{Form: JSON, Levels: map[RuleID]Level{Suppression: Off}}, "a").stdout; strings.Count(got, "\n") != 1 || !strings.Contains(got, `"unregistered-nid"`) {
		t.Errorf("writes %q", got)
	}
}

// ruleNames returns the rules at the ends of lines, sorted.
func ruleNames(findings string) string {
	var names []string
	for line := range strings.Lines(findings) {
		names = append(names, strings.TrimSuffix(line[strings.LastIndexByte(line, '[')+1:], "]\n"))
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

func TestBaseline(t *testing.T) {
	files := maps.Clone(repository)
	files[ConfigName] += "[paths2]\n"
	files[ConfigName] = "baseline = \"known.csv\"\n" + repository[ConfigName]
	repo(t, files)
	if got := lint(t, Options{WriteBaseline: "known.csv"}); got != (result{stderr: "urn: archives and binary files with \"urn:\", not checked to the end: 1\n"}) {
		t.Fatalf("writing: %+v", got)
	}
	text, _ := os.ReadFile("known.csv")
	want := `file,rule,name,count
README.md,malformed,urn:a.b:c,1
README.md,nid-case,urn:isbn:0-395-36341-1,1
README.md,scheme-case,urn:isbn:0-395-36341-1,1
src/a.go,lower-case-hex,urn:example:%C3%A9,1
src/a.go,unregistered-nid,urn:nowhere:a,1
src/bom.txt,scheme-case,urn:example:a,1
src/suppressed,unregistered-nid,urn:nowhere:c,1
`
	if string(text) != want {
		t.Errorf("baseline\n%s\nwant\n%s", text, want)
	}
	if got := lint(t, Options{Stats: true}); got.status != stdio.OK || got.stdout != "" || !strings.Contains(got.stderr, " baseline=7 stale=0 ") {
		t.Errorf("with the baseline: %+v", got)
	}
	// Other lines make no difference, a second finding of the same name does.
	os.WriteFile("src/suppressed", []byte("\n\nurn:nowhere:c\n\nurn:nowhere:c\n"), 0o666)
	os.Remove("src/bom.txt")
	if got := lint(t, Options{Stats: true}); got.stdout != "src/suppressed:5:5: urn:nowhere:c: the namespace is not registered (RFC 8141, section 5); the baseline has 1 more [unregistered-nid]\n" ||
		!strings.Contains(got.stderr, " stale=1 ") {
		t.Errorf("with a new finding: %+v", got)
	}
	// In a directory of the tree the names are still relative to the baseline.
	t.Chdir("src")
	if got := lint(t, Options{}, "a.go"); got != (result{}) {
		t.Errorf("in src: %+v", got)
	}
	if got := lint(t, Options{NoBaseline: true}, "a.go"); strings.Count(got.stdout, "\n") != 2 {
		t.Errorf("without the baseline: %+v", got)
	}
	// Known findings are not mended, and mending changes no baseline.
	before, _ := os.ReadFile("a.go")
	if got := lint(t, Options{Fix: true}, "a.go"); got != (result{}) {
		t.Errorf("fix: %+v", got)
	}
	if after, _ := os.ReadFile("a.go"); !bytes.Equal(before, after) {
		t.Errorf("what the baseline has is mended: %q", after)
	}
	for text, want := range map[string]string{
		"": "not a baseline", "file,rule,name\n": "not a baseline", "a,b,c,1\n": "not a baseline",
		"file,rule,name,count\na,b,c,0\n": `b.csv:2:7: "0" is not a count`, "file,rule,name,count\na,\"b,c,1\n": "b.csv:",
	} {
		os.WriteFile("b.csv", []byte(text), 0o666)
		if got := lint(t, Options{Baseline: "b.csv"}, "a.go"); got.status != stdio.Trouble || !strings.Contains(got.stderr, want) {
			t.Errorf("baseline %q: %+v, want %q", text, got, want)
		}
	}
}

// JSON has what the lines for people have.
func TestJSON(t *testing.T) {
	repo(t, repository)
	var text strings.Builder
	for line := range strings.Lines(lint(t, Options{Form: JSON}).stdout) {
		var f struct {
			File, Rule, Level, Message, Name, Fix string
			Line, Offset, Column, Length          int
		}
		d := json.NewDecoder(strings.NewReader(line))
		d.DisallowUnknownFields()
		if err := d.Decode(&f); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		fmt.Fprintf(&text, "%s:%d:%d: %s: %s [%s]\n", f.File, f.Line, f.Column, f.Name, f.Message, f.Rule)
		rule, _ := RuleByName(f.Rule)
		if Rules[rule].All.String() != f.Level || Rules[rule].Fix != (f.Fix != "") {
			t.Errorf("%s: wrong level or fix", line)
		}
		content := repository[filepath.ToSlash(f.File)]
		lines := strings.SplitAfter(content[:f.Offset], "\n")
		if len(lines) != f.Line || len(strings.TrimPrefix(lines[f.Line-1], "\ufeff"))+1 != f.Column || f.Offset+f.Length > len(content) {
			t.Errorf("%s: not the place of the offset", line)
		}
	}
	if text.String() != repositoryFindings {
		t.Errorf("JSON has\n%s\nwant\n%s", &text, repositoryFindings)
	}
}

// sarif has the parts of a document that the tests read.
type sarif struct {
	Runs []struct {
		Tool struct {
			Driver struct {
				Rules []struct{ ID string }
			}
		}
		Results []struct {
			RuleID    string
			RuleIndex int
			Level     string
			Message   struct{ Text string }
			Locations []struct {
				PhysicalLocation struct {
					ArtifactLocation struct{ URI string }
					Region           region
				}
			}
			PartialFingerprints map[string]string
			Fixes               []struct {
				ArtifactChanges []struct {
					Replacements []struct {
						DeletedRegion   region
						InsertedContent struct{ Text string }
					}
				}
			}
		}
		Invocations []struct{ ExecutionSuccessful bool }
	}
}

type region struct{ StartLine, StartColumn, EndColumn, ByteOffset, ByteLength int }

// schema is that of OASIS.
func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	name := filepath.Join(cmdtest.Dir, "testdata/sarif/sarif-schema-2.1.0.json")
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	doc, err := jsonschema.UnmarshalJSON(f)
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource(sarifSchema, doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile(sarifSchema)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSARIF(t *testing.T) {
	valid := schema(t)
	check := func(text string) (s sarif) {
		t.Helper()
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err == nil {
			err = valid.Validate(doc)
		}
		if err == nil {
			err = json.Unmarshal([]byte(text), &s)
		}
		if err != nil {
			t.Fatalf("%s\n%v", text, err)
		}
		return s
	}
	// The schema can tell.
	for _, bad := range []string{`{}`, `{"version":"2.1.0","runs":[{}]}`, `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"x"}},"results":[{"message":{}}]}]}`} {
		if doc, _ := jsonschema.UnmarshalJSON(strings.NewReader(bad)); valid.Validate(doc) == nil {
			t.Errorf("%s is valid", bad)
		}
	}
	files := maps.Clone(repository)
	odd, oddURI := "a: ü%\t.txt", "./a:%20%C3%BC%25%09.txt"
	if runtime.GOOS == "windows" {
		odd, oddURI = "ü%.txt", "%C3%BC%25.txt"
	}
	files[odd] = "日本😀 URN:example:é urn:nowhere:a urn:nowhere:a \xff URN:EXAMPLE:%c3%a9\n"
	repo(t, files)
	got := lint(t, Options{Form: SARIF, Version: "v1 \"x\""})
	s := check(got.stdout)
	if len(s.Runs) != 1 || !s.Runs[0].Invocations[0].ExecutionSuccessful || got.status != stdio.No {
		t.Fatalf("%+v", got)
	}
	run := s.Runs[0]
	var text strings.Builder
	prints := map[string]bool{}
	for _, r := range run.Results {
		place := r.Locations[0].PhysicalLocation
		name := place.ArtifactLocation.URI
		if run.Tool.Driver.Rules[r.RuleIndex].ID != r.RuleID {
			t.Errorf("rule %d is not %s", r.RuleIndex, r.RuleID)
		}
		if p := name + r.PartialFingerprints["urnLint/v1"]; prints[p] {
			t.Errorf("two findings have the fingerprint %s", p)
		} else {
			prints[p] = true
		}
		if name == oddURI {
			name = odd
		} else {
			name, _ = strings.CutSuffix(strings.ReplaceAll(name, "%20", " "), "\x00")
			fmt.Fprintf(&text, "%s:%d: %s [%s]\n", name, place.Region.StartLine, r.Message.Text, r.RuleID)
		}
		content := files[name]
		reg := place.Region
		line := strings.Split(content, "\n")[reg.StartLine-1]
		before := content[:reg.ByteOffset]
		before = strings.TrimPrefix(before[strings.LastIndexByte(before, '\n')+1:], "\ufeff")
		if utf8.RuneCountInString(before)+1 != reg.StartColumn ||
			utf8.RuneCountInString(content[reg.ByteOffset:reg.ByteOffset+reg.ByteLength]) != reg.EndColumn-reg.StartColumn {
			t.Errorf("%s: region %+v", r.Message.Text, reg)
		}
		for _, f := range r.Fixes {
			// The fix is what --fix does.
			for _, rep := range f.ArtifactChanges[0].Replacements {
				runes := []rune(strings.TrimPrefix(line, "\ufeff"))
				old := string(runes[rep.DeletedRegion.StartColumn-1 : rep.DeletedRegion.EndColumn-1])
				if !strings.EqualFold(old, rep.InsertedContent.Text) || old == rep.InsertedContent.Text || rep.DeletedRegion.StartLine != reg.StartLine {
					t.Errorf("%s: replaces %q by %q", r.Message.Text, old, rep.InsertedContent.Text)
				}
			}
		}
		if rule, _ := RuleByName(r.RuleID); Rules[rule].Fix != (len(r.Fixes) > 0) || Rules[rule].All.String() != r.Level {
			t.Errorf("%s: fixes or level", r.Message.Text)
		}
	}
	var want strings.Builder
	for line := range strings.Lines(repositoryFindings) { // without the column
		parts := strings.SplitN(line, ":", 4)
		want.WriteString(parts[0] + ":" + parts[1] + ":" + parts[3])
	}
	if text.String() != want.String() {
		t.Errorf("SARIF has\n%s\nwant\n%s", &text, want.String())
	}
	// Nothing to report, and an input that fails, are documents as well.
	if s := check(lint(t, Options{Form: SARIF}, "src/fine").stdout); len(s.Runs[0].Results) != 0 || !s.Runs[0].Invocations[0].ExecutionSuccessful {
		t.Errorf("nothing to report: %+v", s)
	}
	got = lint(t, Options{Form: SARIF}, "src", "nosuch")
	if s := check(got.stdout); len(s.Runs[0].Results) != 4 || s.Runs[0].Invocations[0].ExecutionSuccessful || got.status != stdio.Trouble {
		t.Errorf("with a missing file: %+v", got)
	}
}

func TestFix(t *testing.T) {
	repo(t, repository)
	os.Chmod("README.md", 0o640)
	diff := lint(t, Options{Diff: true})
	if diff.status != stdio.No {
		t.Errorf("--diff: status %d", diff.status)
	}
	for name, text := range repository {
		if now, _ := os.ReadFile(name); string(now) != text {
			t.Errorf("--diff changes %s", name)
		}
	}
	got := lint(t, Options{Fix: true, Stats: true})
	var left strings.Builder
	for line := range strings.Lines(repositoryFindings) {
		if !strings.Contains(line, "-case]") && !strings.Contains(line, "-case-hex]") {
			left.WriteString(line)
		}
	}
	if got.stdout != left.String() || !strings.Contains(got.stderr, " fixed=4 ") || got.status != stdio.No {
		t.Errorf("--fix: %+v, want\n%s", got, &left)
	}
	want := maps.Clone(repository)
	want["README.md"] = "See urn:a.b:c.\nAnd urn:isbn:0-395-36341-1, urn:isbn:0-395-36341-1.\n"
	want["src/a.go"] = "// é urn:nowhere:a\r\nvar x = \"urn:example:%C3%A9\"\r\n"
	want["src/bom.txt"] = "\ufeffurn:example:a\n"
	for name, text := range want {
		if now, _ := os.ReadFile(name); string(now) != text {
			t.Errorf("--fix: %s is %q, want %q", name, now, text)
		}
	}
	if info, err := os.Stat("README.md"); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o640 {
		t.Errorf("the permissions are %v, %v", info.Mode(), err)
	}
	if got := lint(t, Options{Diff: true}); got.stdout != "" {
		t.Errorf("--fix again would change\n%s", got.stdout)
	}
	if list, _ := filepath.Glob("*/.urn-*"); len(list) > 0 {
		t.Errorf("left: %q", list)
	}
	// The diff is what was done.
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("no git here")
	}
	repo(t, repository)
	os.Remove(".git")
	cmd := exec.Command(git, "apply", "-")
	cmd.Stdin = strings.NewReader(diff.stdout)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git apply: %v: %s\n%s", err, out, diff.stdout)
	}
	for name, text := range want {
		if now, _ := os.ReadFile(name); string(now) != text {
			t.Errorf("git apply of --diff: %s is %q, want %q", name, now, text)
		}
	}
}

// A rule that is off or suppressed is not mended.
func TestFixOnlyWhatIsReported(t *testing.T) {
	repo(t, map[string]string{
		ConfigName: "[rules]\nnid-case = \"off\"\n",
		"a":        "URN:EXAMPLE:%c3%a9\nURN:EXAMPLE:%c3%a9 // urn-lint:ignore scheme-case\nURN:EXAMPLE:%c3%a9 // urn-lint:ignore\nURN:A.B:%c3 urn:EX:a%c3#b#c\n",
	})
	if got := lint(t, Options{Fix: true, Levels: map[RuleID]Level{Malformed: Off, Truncated: Off}}); got != (result{}) {
		t.Errorf("%+v", got)
	}
	want := "urn:EXAMPLE:%C3%A9\nURN:EXAMPLE:%C3%A9 // urn-lint:ignore scheme-case\nURN:EXAMPLE:%c3%a9 // urn-lint:ignore\nURN:A.B:%c3 urn:EX:a%c3#b#c\n"
	if got, _ := os.ReadFile("a"); string(got) != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestFixFiles(t *testing.T) {
	const before, after = "URN:example:a\n", "urn:example:a\n"
	content := func(name string) string {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Error(err)
		}
		return string(text)
	}
	t.Run("link", func(t *testing.T) {
		repo(t, map[string]string{"d/a": before})
		if !cmdtest.Links(t) {
			t.Skip("no symbolic links")
		}
		if err := os.Symlink("d/a", "l"); err != nil {
			t.Fatal(err)
		}
		if got := lint(t, Options{Fix: true}, "l"); got != (result{}) || content("d/a") != after {
			t.Errorf("%+v, %q", got, content("d/a"))
		}
		if to, err := os.Readlink("l"); to != "d/a" {
			t.Errorf("the link is now %q, %v", to, err)
		}
	})
	t.Run("link in the tree", func(t *testing.T) {
		outside := filepath.Join(t.TempDir(), "a")
		os.WriteFile(outside, []byte(before), 0o666)
		repo(t, nil)
		if err := os.Symlink(outside, "l"); err != nil {
			t.Skip(err)
		}
		if got := lint(t, Options{Fix: true}); got.status != stdio.OK || got.stdout != "" || !strings.HasPrefix(got.stderr, "urn: no file was read: ") || content(outside) != before {
			t.Errorf("%+v, %q", got, content(outside))
		}
	})
	for name, prepare := range map[string]func() error{
		"not rewritten: the file is read-only":                                                      func() error { return os.Chmod("a", 0o444) },
		"not rewritten: the file has several names (hard links), which replacing it would separate": func() error { return os.Link("a", "b") },
	} {
		t.Run(name, func(t *testing.T) {
			repo(t, map[string]string{"a": before})
			if err := prepare(); err != nil {
				t.Skip(err)
			}
			if strings.Contains(name, "links") && runtime.GOOS == "windows" {
				t.Skip("the number of links is not known here")
			}
			got := lint(t, Options{Fix: true}, "a")
			if got != (result{"", "urn: a: " + name + "\n", stdio.Trouble}) || content("a") != before {
				t.Errorf("%+v, %q", got, content("a"))
			}
			if list, _ := os.ReadDir("."); len(list) > 3 {
				t.Errorf("left: %v", list)
			}
		})
	}
	t.Run("a directory that cannot be written", func(t *testing.T) {
		if os.Getuid() == 0 || runtime.GOOS == "windows" {
			t.Skip("this user may write everything")
		}
		repo(t, map[string]string{"d/a": before})
		os.Chmod("d", 0o555)
		defer os.Chmod("d", 0o777)
		if got := lint(t, Options{Fix: true}); got.status != stdio.Trouble || content("d/a") != before {
			t.Errorf("%+v, %q", got, content("d/a"))
		}
	})
	t.Run("standard input", func(t *testing.T) {
		repo(t, nil)
		if got := lint(t, Options{Fix: true}, "-"); got != (result{"", "urn: <stdin>: standard input cannot be rewritten\n", stdio.Trouble}) {
			t.Errorf("%+v", got)
		}
	})
	t.Run("changed", func(t *testing.T) {
		for _, edits := range [][]edit{{{0, 'X', 'x'}}, {{100, 'U', 'u'}}} {
			if err := copyEdited(io.Discard, strings.NewReader(before), edits); err != outfile.ErrChanged {
				t.Errorf("copyEdited: %v", err)
			}
		}
	})
}

// A long file is read in pieces. A line must fit.
func TestLongFiles(t *testing.T) {
	var b strings.Builder
	line := strings.Repeat("x", 70) + "\n"
	n := 0
	for ; b.Len() < 3*blockSize; n++ {
		fmt.Fprintf(&b, "%s# urn-lint:ignore-next-line\nURN:example:a\nURN:example:b%d%%c3%%a9\n", strings.Repeat(line, 50), n)
	}
	repo(t, map[string]string{"a": b.String(), "long": "urn:nowhere:a\n" + strings.Repeat("y", 2*blockSize) + " urn:nowhere:b\n", "binary": strings.Repeat(line, 2000) + "URN:example:a\x00"})
	got := lint(t, Options{}, "a")
	if strings.Count(got.stdout, "\n") != 2*n || !strings.Contains(got.stdout, fmt.Sprintf("\na:%d:1: URN:example:b", strings.Count(b.String(), "\n"))) {
		t.Errorf("%d findings, want 2 * %d; the end is %q", strings.Count(got.stdout, "\n"), n, got.stdout[len(got.stdout)-200:])
	}
	if got := lint(t, Options{Fix: true}, "a"); got != (result{}) {
		t.Errorf("--fix: %+v", got)
	}
	want := strings.NewReplacer("URN:example:b", "urn:example:b", "%c3%a9", "%C3%A9").Replace(b.String())
	if text, _ := os.ReadFile("a"); string(text) != want {
		t.Error("--fix has not changed what it should, or more")
	}
	if got := lint(t, Options{}, "long"); got.status != stdio.No || strings.Count(got.stdout, "\n") != 2 {
		t.Errorf("a long line: %+v", got)
	}
	if got := lint(t, Options{MaxLine: 1000}, "long"); got.status != stdio.Trouble || got.stderr != "urn: long:2: not checked: the line is longer than --max-line\n" {
		t.Errorf("a line that is too long: %+v", got)
	}
	if got := lint(t, Options{Fix: true}, "binary"); got != (result{stderr: "urn: archives and binary files with \"urn:\", not checked to the end: 1\n"}) {
		t.Errorf("a binary file: %+v", got)
	}
}

// What lint writes into the tree that it reads is not read.
func TestOutputInTree(t *testing.T) {
	repo(t, map[string]string{"a": "urn:nowhere:a\n", "out": "urn:nowhere:out\n"})
	f, err := os.OpenFile("out", os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	run := func(names ...string) stdio.Status {
		status, _ := Run(t.Context(), stdio.Streams{Out: f, Err: io.Discard}, Options{Rules: own(t), MaxLine: 1000, All: true}, names).(stdio.Status)
		return status
	}
	if status := run("."); status != stdio.No {
		t.Errorf("status %d", status)
	}
	text, _ := os.ReadFile("out")
	if strings.Count(string(text), "\n") != 2 || strings.Contains(string(text), "out:1:") {
		t.Errorf("out is %q", text)
	}
	if status := run("out"); status != stdio.Trouble {
		t.Errorf("the output, named: status %d, want 2", status)
	}
}

// Output is in the order of the files, however many there are.
func TestOrder(t *testing.T) {
	testhelp.Slow(t)
	files := map[string]string{}
	for i := range 500 {
		for k := range i % 5 {
			files[fmt.Sprintf("d%02d/f%03d", i%7, i)] += fmt.Sprintf("urn:nowhere:%d\n", k)
		}
	}
	var many strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&many, "urn:nowhere:%d\n", i)
	}
	files["d03/f000"] = many.String()
	repo(t, files)
	got := lint(t, Options{})
	last, n := "", 0
	for line := range strings.Lines(got.stdout) {
		name, rest, _ := strings.Cut(line, ":")
		var at int
		fmt.Sscanf(rest, "%d", &at)
		key := fmt.Sprintf("%s:%06d", name, at)
		if key <= last {
			t.Fatalf("%s after %s", key, last)
		}
		last, n = key, n+1
	}
	if n != 1000+20_000 {
		t.Errorf("%d findings", n)
	}
}

// allTree has the levels of All.
func allTree(registry *namespace.Registry) *tree {
	c := newTree(DefaultConfig())
	c.registry, c.all = registry, true
	for i, r := range Rules {
		c.Levels[i] = r.All
	}
	return c
}

// FuzzFix: --fix changes letters of URNs and nothing else, and a second time changes
// nothing. It makes no difference in which pieces a file is read.
func FuzzFix(f *testing.F) {
	for _, c := range cases {
		f.Add([]byte(c.bad+"\n"+c.good), 3, false)
	}
	f.Add([]byte("\ufeffURN:EX:a%c3%a9 urn-lint:ignore\r\nURN:A:b\nurn:ex:%aF?=%aa#%bb"), 1, false)
	f.Add([]byte("{\"a\": \"URN:ex:a\\u0026%c3\\n URN:EX:b\"}\n&quot;URN:EX:a&amp;b&quot; URN%3AEX%3Aa%c3"), 35, true)
	registry := own(f)
	found := func(text []byte, cut int, in notation.Notation) (edits []edit, findings int) {
		c := checker{tree: allTree(registry)}
		b := pipeline.Block{Data: text, Line: 1, In: in}
		if cut = bytes.LastIndexByte(text[:cut], '\n') + 1; cut > 0 {
			c.check(&pipeline.Block{Data: text[:cut], Line: 1, In: in})
			before := text[bytes.LastIndexByte(text[:cut-1], '\n')+1 : cut-1]
			b = pipeline.Block{Data: text[cut:], Offset: int64(cut), Line: 1 + int64(bytes.Count(text[:cut], newline)), Before: before, In: in.After(text[:cut])}
		}
		c.check(&b)
		for _, f := range c.findings {
			edits = append(edits, f.edits...)
			if f.Line != 1+int64(bytes.Count(text[:f.Offset], newline)) || int(f.Offset)+f.Length > len(text) {
				f.edits = nil
				panic(fmt.Sprintf("a finding is in the wrong place: %+v", f))
			}
		}
		return edits, len(c.findings)
	}
	apply := func(t *testing.T, text []byte, edits []edit) []byte {
		var b bytes.Buffer
		err := copyEdited(&b, bytes.NewReader(text), edits)
		fixed := b.Bytes()
		if err != nil {
			t.Fatalf("%q: %v: %v", text, edits, err)
		}
		return fixed
	}
	f.Fuzz(func(t *testing.T, text []byte, cut int, auto bool) {
		in := notation.Plain
		if auto {
			in = notation.Auto
		}
		cut = min(max(cut, 0), len(text))
		edits, n := found(text, 0, in)
		pieces, m := found(text, cut, in)
		if !slices.Equal(edits, pieces) || n != m {
			t.Fatalf("%q: %v in one piece, %v in two, cut at %d", text, edits, pieces, cut)
		}
		fixed := apply(t, text, edits)
		if again, _ := found(fixed, cut, in); len(again) != 0 {
			t.Fatalf("%q: fixed %q, and again %v", text, fixed, again)
		}
		if !bytes.EqualFold(fixed, text) || len(fixed) != len(text) {
			t.Fatalf("%q: fixed %q", text, fixed)
		}
		if auto {
			return // what is a name depends on the escapes
		}
		// What differs is in a URN, which becomes its normal form.
		var b []byte
		from := 0
		next := 0
		for m := range (scan.Finder{}).All(text) {
			name := text[m.Start:m.End]
			b = append(b, text[from:m.Start]...)
			for next < len(edits) && edits[next].offset < int64(m.Start) {
				t.Fatalf("%q: an edit outside of URNs: %v", text, edits[next])
			}
			if next < len(edits) && edits[next].offset < int64(m.End) {
				if normal := m.Offsets.AppendNormalized(nil, name); bytes.Contains(text, []byte("urn-lint")) {
					b = append(b, fixed[m.Start:m.End]...) // a part may be suppressed
				} else {
					b = append(b, normal...)
				}
			} else {
				b = append(b, name...)
			}
			for next < len(edits) && edits[next].offset < int64(m.End) {
				next++
			}
			from = m.End
		}
		if b = append(b, text[from:]...); !bytes.Equal(b, fixed) || next != len(edits) {
			t.Fatalf("%q: fixed %q, want %q", text, fixed, b)
		}
	})
}

// TestLongLine has many findings in one line, which is read once. Their places are those
// that a count from the start of the line gives.
func TestLongLine(t *testing.T) {
	testhelp.Slow(t)
	registry := own(t)
	unit := "é\xffurn:ex:a<\xe2urn:x:é>"
	places := func(text string) []Finding {
		c := checker{tree: allTree(registry)}
		c.check(&pipeline.Block{Data: []byte(text), Line: 1})
		return c.findings
	}
	text := "\ufeffurn:ex:z é\n\n" + strings.Repeat(unit, 200) + "\nurn:ex:b " + unit
	found := places(text)
	require.Greater(t, len(found), 400)
	for _, f := range found {
		line := text[:f.Offset]
		begin := strings.LastIndexByte(line, '\n') + 1
		require.Equal(t, int64(1+strings.Count(line, "\n")), f.Line)
		if begin == 0 {
			begin = len("\ufeff")
		}
		require.Equal(t, int(f.Offset)-begin+1, f.Column)
		require.Equal(t, 1+utf8.RuneCountInString(text[begin:f.Offset]), f.Runes)
		require.Equal(t, f.Runes+utf8.RuneCountInString(text[f.Offset:int(f.Offset)+f.Length]), f.End)
	}
	// Eight times the text took 64 times as long.
	least := func(n int) time.Duration {
		best := time.Hour
		for range 3 {
			start := testhelp.CPUTime()
			places(strings.Repeat("urn:ex:a<", n))
			best = min(best, testhelp.CPUTime()-start)
		}
		return best
	}
	if a, b := least(4000), least(32000); b > 25*max(a, 4*time.Millisecond) {
		t.Errorf("%v for 4,000 names in a line, %v for 32,000", a, b)
	}
}

// The constants have the order of rules.tsv.
func TestRuleNames(t *testing.T) {
	for id, want := range map[RuleID]string{
		Malformed: "malformed", Truncated: "truncated", WrongName: "namespace",
		MisspelledNID: "misspelled-nid", MisspelledName: "misspelled-name", UnlistedName: "unlisted-name", Dialect: "dialect",
		SchemeCase: "scheme-case", NIDCase: "nid-case", HexCase: "lower-case-hex", Suppression: "suppression",
	} {
		if got := Rules[id].Name; got != want {
			t.Errorf("rule %d is %s, want %s", id, got, want)
		}
	}
	for _, a := range advice.All {
		if _, ok := RuleByName(a.Code); !ok {
			t.Errorf("no rule for the advice %s", a.Code)
		}
	}
}
