package lint

import (
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
)

// The length of a finding is that of the character at the fault, or 0 at the end.
func TestLength(t *testing.T) {
	for text, want := range map[string]string{
		"urn:a.b:c":                          `"column":6,"length":1,`,
		"urn:uuid:é x":                       `"column":10,"length":2,`,
		"\"urn:ab\"\tx":                      `"column":8,"length":0,`,
		"urn:a.b:" + strings.Repeat("a", 80): `"name":"urn:a.b:` + strings.Repeat("a", 80) + `"`,
		"urn:BPNL000000000DWF. Next":         `"column":21,"length":0,`,
		"urn:example:" + strings.Repeat("a", 40) + "#b#c": `"message":"the URN ends after ...` + strings.Repeat("a", 38) + `#b: `,
		"urn:example:" + strings.Repeat("a", 26) + "#b#c": `"message":"the URN ends after urn:example:` + strings.Repeat("a", 26) + `#b: `,
	} {
		repo(t, map[string]string{"a": text + "\n"})
		if got := lint(t, Options{Form: JSON}); !strings.Contains(got.stdout, want) {
			t.Errorf("%q: %+v, want %s", text, got, want)
		}
	}
}

// A name of more than 80 bytes is not shown whole.
func TestLongName(t *testing.T) {
	name := "urn:nowhere:" + strings.Repeat("a", 68)
	repo(t, map[string]string{"a": name + "\n" + name + "b\n"})
	got := lint(t, Options{})
	if !strings.HasPrefix(got.stdout, "a:1:5: "+name+": the") || !strings.Contains(got.stdout, "\na:2:5: "+name+"...: the") {
		t.Errorf("%+v", got)
	}
}

// A file is checked once, however often it is named.
func TestNamedTwice(t *testing.T) {
	repo(t, map[string]string{"a": "urn:nowhere:a\n"})
	if got := lint(t, Options{Stats: true}, "a", ".", "./a"); strings.Count(got.stdout, "\n") != 1 || !strings.Contains(got.stderr, " inputs=1 ") {
		t.Errorf("%+v", got)
	}
}

func TestNULFirst(t *testing.T) {
	repo(t, map[string]string{"a": "\x00urn:nowhere:a\n"})
	if got := lint(t, Options{Stats: true}); got.stdout != "" || !strings.Contains(got.stderr, " binary=1 ") {
		t.Errorf("%+v", got)
	}
}

// A sparse file of a terabyte is not read to its end: neither if it begins with NUL, nor
// if that comes later.
func TestSparse(t *testing.T) {
	testhelp.Slow(t)
	for _, text := range []string{"", "x\n", strings.Repeat("x\n", blockSize)} {
		repo(t, map[string]string{"a": text})
		if err := os.Truncate("a", 1<<40); err != nil {
			t.Skip(err)
		}
		for _, o := range []Options{{Stats: true}, {Stats: true, Fix: true}} {
			begin := testhelp.CPUTime()
			if got := lint(t, o); got.stdout != "" || got.status != stdio.OK || !strings.Contains(got.stderr, " binary=1 ") {
				t.Errorf("%+v", got)
			}
			if took := testhelp.CPUTime() - begin; took > 5*time.Second {
				t.Errorf("%v", took)
			}
		}
	}
}

// Binary files are counted, also those that cannot be decompressed, if they are among the paths. So
// are the findings that --diff does not show.
func TestBinarySaid(t *testing.T) {
	const isbn = "'urn:isbn:0-395-36341-2'\n"
	repo(t, map[string]string{"a_test.go": "'urn:uuid:1'", "png": "\x89PNG\x00", "a": isbn, "zero": isbn + "\x00", "d/zip": "PK\x03\x04", "d/gz": gzipped(t, isbn)[:30]})
	const left = "urn: names left out: 1 in tests; --all reports them\n"
	const binary, diff = "urn: archives and binary files with \"urn:\", not checked to the end: %d\n", "urn: findings that --fix does not mend, and that are not shown: %d\n"
	for _, c := range []struct {
		o    Options
		name string
		want string
	}{
		{Options{}, ".", fmt.Sprintf(binary, 3) + left},
		{Options{WriteBaseline: "w.csv"}, ".", fmt.Sprintf(binary, 3) + left},
		{Options{Diff: true}, ".", fmt.Sprintf(diff, 1) + fmt.Sprintf(binary, 3) + left},
		{Options{}, "zero", fmt.Sprintf(binary, 1)},
		{Options{}, "d/zip", fmt.Sprintf(binary, 1)},
		{Options{}, "d", fmt.Sprintf(binary, 2)},
		{Options{}, "a", ""},
		{Options{Diff: true}, "a", fmt.Sprintf(diff, 1)},
		{Options{Diff: true}, "d/gz", fmt.Sprintf(binary, 1)},
		{Options{Diff: true, Quiet: true}, ".", ""},
	} {
		if got := usual(t, c.o, c.name); got.stderr != c.want {
			t.Errorf("%+v %s: %+v, want %s", c.o, c.name, got, c.want)
		}
	}
}

// A file that turns out to be binary, or to have a line that is too long, is not
// rewritten, although what comes before that has been checked.
func TestFixNothing(t *testing.T) {
	lines := strings.Repeat("URN:example:a\n", blockSize/10)
	files := map[string]string{"binary": lines + "\x00", "long": lines + strings.Repeat("x", 5*blockSize)}
	repo(t, files)
	got := lint(t, Options{Fix: true, MaxLine: blockSize})
	if !strings.HasPrefix(got.stderr, "urn: long:26215: not checked: the line is longer than --max-line\n") || got.status != stdio.Trouble {
		t.Errorf("%.300q", got.stderr)
	}
	for name, text := range files {
		if now, _ := os.ReadFile(name); string(now) != text {
			t.Errorf("%s is rewritten", name)
		}
	}
}

// utf16Text returns a text in UTF-16 with a byte order mark.
func utf16Text(order binary.AppendByteOrder, text string) string {
	var b []byte
	for _, u := range utf16.Encode([]rune("\ufeff" + text)) {
		b = order.AppendUint16(b, u)
	}
	return string(b)
}

func gzipped(t *testing.T, text string) string {
	t.Helper()
	var b strings.Builder
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestEncoded: names are read without their escapes. Their places, marked with "|", are in the text with the
// escapes, and --fix does not change such names.
func TestEncoded(t *testing.T) {
	for _, c := range []struct{ file, text, want string }{
		{"a.md", "é\n(urn%3Aisbn%3A0-395-36341-|2) URN:isbn:0-395-36341-1", "urn:isbn:0-395-36341-2: wrong check digit"},
		{"a.html", `<a x="&#117;rn&#58;isbn:0-395-36341-|2" y="URN:ex:a">`, "urn:isbn:0-395-36341-2: wrong check digit"},
		{"a.json", `{"é": "x\n\nurn\u003aisbn:0-395-36341-|2"}`, "urn:isbn:0-395-36341-2: wrong check digit"},
		{"a.csv", "a,b\n1,\"x \"\"urn:isbn:0-395-36341-|2\"\"\"\n", "urn:isbn:0-395-36341-2: wrong check digit"},
		{"a.md", "|URN%3Aex%3Aa URN:ex:b", "URN:ex:a: the scheme should be in lower case (RFC 8141, section 3.1); the name is encoded, so --fix does not change it"},
		{"a.go", `x := "urn\u003aisbn:0-395-36341-2"`, ""}, // not JSON: find does not read it, either
	} {
		before, after, marked := strings.Cut(c.text, "|")
		text := before + after
		repo(t, map[string]string{c.file: text})
		got := usual(t, Options{Fix: true, Form: JSON, Levels: map[RuleID]Level{unregistered: Off}})
		var f struct {
			Line, Offset, Column int
			Name, Message        string
		}
		err := json.Unmarshal([]byte(got.stdout), &f)
		line := strings.Count(before, "\n") + 1
		isThere := err == nil && f.Line == line && f.Offset == len(before) && f.Column == len(before)-strings.LastIndexByte(before, '\n') && strings.HasPrefix(f.Name+": "+f.Message, c.want)
		if marked != (got.stdout != "") || marked && !isThere {
			t.Errorf("%s: %+v, want %s", c.text, got, c.want)
		}
		want := strings.ReplaceAll(text, "URN:", "urn:")
		if fixed, _ := os.ReadFile(c.file); string(fixed) != want {
			t.Errorf("%s: fixed %s, want %s", c.text, fixed, want)
		}
	}
}

// TestDecoded: compressed files and those in UTF-16 are checked, with the places in their
// text, and are not rewritten.
func TestDecoded(t *testing.T) {
	testhelp.Slow(t)
	const text = "é\né URN:example:a urn:nowhere:b\n"
	long := strings.Repeat("urn:example:a\n", blockSize/7)
	cut := gzipped(t, "urn:nowhere:a\n"+long)
	short := gzipped(t, text)
	files := map[string]string{
		"trailer": short[:len(short)-1],
		"le":      utf16Text(binary.LittleEndian, text), "be": utf16Text(binary.BigEndian, text),
		"gz": gzipped(t, text), "gz16": gzipped(t, utf16Text(binary.LittleEndian, text)),
		"long": gzipped(t, long+text), "long16": utf16Text(binary.BigEndian, long+text),
		// Not text, or not all of it.
		"cut": cut[:len(cut)-9], "zip": "PK\x03\x04 urn:nowhere:a\n", "tar": gzipped(t, "urn:nowhere:a\x00\nurn:nowhere:b\n"),
		"empty": gzipped(t, ""), "mark": "\xff\xfe", "noMark": utf16Text(binary.LittleEndian, "urn:nowhere:a")[2:],
	}
	repo(t, files)
	for _, o := range []Options{{Stats: true}, {Stats: true, Fix: true}, {Stats: true, Diff: true}, {Form: SARIF}, {Form: JSON}} {
		got := lint(t, o)
		if o.Stats {
			if want := " binary=5 errors=0 warnings=15 "; !strings.Contains(got.stderr, "urn: inputs=13 failed=0 ") || !strings.Contains(got.stderr, want) {
				t.Errorf("%+v: counts %q, want %q", o, got.stderr, want)
			}
		}
		for name, s := range files {
			if now, _ := os.ReadFile(name); string(now) != s {
				t.Errorf("%+v: %s is rewritten", o, name)
			}
			line := 2
			switch {
			case o.Form != Text || o.Diff || slices.Contains([]string{"cut", "zip", "tar", "empty", "mark", "noMark"}, name):
				continue
			case strings.HasPrefix(name, "long"):
				line += strings.Count(long, "\n")
			}
			want := fmt.Sprintf("%[1]s:%[2]d:4: URN:example:a: the scheme should be in lower case (RFC 8141, section 3.1) [scheme-case]\n"+
				"%[1]s:%[2]d:22: urn:nowhere:b: ", name, line)
			if !strings.Contains("\n"+got.stdout, "\n"+want) {
				t.Errorf("%+v: %q is not found in\n%s", o, want, got.stdout)
			}
		}
		switch {
		case o.Diff && got.stdout != "", o.Form == SARIF && strings.Contains(got.stdout, `"fixes"`):
			t.Errorf("%+v: %.300q", o, got.stdout)
		case o.Form == JSON && !strings.Contains(got.stdout, `"file":"be","line":2,"offset":6,"column":4`):
			t.Errorf("%s", got.stdout)
		}
	}
	// A line that is too long is still an error.
	repo(t, map[string]string{"gz": gzipped(t, strings.Repeat("x", 5*blockSize))})
	if got := lint(t, Options{MaxLine: blockSize}); got.stderr != "urn: gz:1: not checked: the line is longer than --max-line\n" || got.status != stdio.Trouble {
		t.Errorf("%+v", got)
	}
}

// Lines may end where a buffer ends, and a line may be as long as a buffer.
func TestBufferEnds(t *testing.T) {
	line := "URN:example:a" + strings.Repeat(" ", 50) + "\n"
	text := strings.Repeat(line, 4*blockSize/len(line))
	repo(t, map[string]string{"a": text, "b": strings.Repeat("x", blockSize) + "\nURN:example:b\n"})
	got := lint(t, Options{MaxLine: blockSize})
	if n := strings.Count(got.stdout, "[scheme-case]"); n != 2 || !strings.Contains(got.stdout, fmt.Sprintf(" (%d times) ", len(text)/len(line))) || got.stderr != "" || !strings.Contains(got.stdout, "\nb:2:1: URN:example:b: ") {
		t.Errorf("%d findings, %.300q", n, got.stderr)
	}
	if got := lint(t, Options{MaxLine: 100}, "a"); got.stderr != "" {
		t.Errorf("with shorter lines: %q", got.stderr)
	}
}

func TestQuietDiff(t *testing.T) {
	repo(t, map[string]string{"a": "URN:example:a\n"})
	if got := lint(t, Options{Diff: true, Quiet: true}); got != (result{"", "", stdio.No}) {
		t.Errorf("%+v", got)
	}
}

// Standard input has no name in JSON, and an absolute name is a URI with a scheme in
// SARIF.
func TestNames(t *testing.T) {
	repo(t, nil)
	if got := lint(t, Options{Form: JSON}, "-"); !strings.HasPrefix(got.stdout, `{"line":1,`) {
		t.Errorf("standard input: %+v", got)
	}
	repo(t, map[string]string{"a": "urn:nowhere:a\n"})
	name, err := filepath.Abs("a")
	if err != nil {
		t.Fatal(err)
	}
	got := lint(t, Options{Form: SARIF}, name)
	if want := `"artifactLocation":{"uri":"file:///` + strings.TrimPrefix(filepath.ToSlash(name), "/") + `"}`; !strings.Contains(got.stdout, want) {
		t.Errorf("%+v, want %s", got, want)
	}
}

// What a rule is by default, and whether it is on, is in SARIF.
func TestSARIFLevels(t *testing.T) {
	repo(t, nil)
	got := lint(t, Options{Form: SARIF, Levels: map[RuleID]Level{Malformed: Off}})
	var s struct {
		Runs []struct {
			Tool struct {
				Driver struct {
					Rules []struct {
						ID                   string
						DefaultConfiguration struct {
							Enabled bool
							Level   string
						}
					}
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(got.stdout), &s); err != nil {
		t.Fatal(err)
	}
	rules := s.Runs[0].Tool.Driver.Rules
	if len(rules) != len(Rules) {
		t.Fatalf("%d rules, want %d", len(rules), len(Rules))
	}
	for i, r := range rules {
		want := Rules[i].All.String()
		if i == int(Malformed) || Rules[i].All == Off {
			want = ""
		}
		if r.ID != Rules[i].Name || r.DefaultConfiguration.Level != want || r.DefaultConfiguration.Enabled != (want != "") {
			t.Errorf("%+v, want the level %q", r, want)
		}
	}
}

// The fingerprints are those of earlier versions: services know findings by them.
func TestFingerprints(t *testing.T) {
	repo(t, map[string]string{"a": "urn:nowhere:a urn:nowhere:a\n"})
	got := lint(t, Options{Form: SARIF})
	for _, want := range []string{"745d1d810edc4bceb4374cd6db05c98f"} {
		if !strings.Contains(got.stdout, `"urnLint/v1":"`+want+`"`) {
			t.Errorf("no fingerprint %s", want)
		}
	}
}

// The baseline has some of the places of a finding. It has no lines: the last places of a file are
// taken for the new ones, and --fix changes no others.
func TestPartOfBaseline(t *testing.T) {
	const header, b = "file,rule,name,count\n", "urn:nowhere:b\n"
	repo(t, map[string]string{"a": "urn:nowhere:a\n" + b + b, "b.csv": header + "a,unregistered-nid,urn:nowhere:b,1\n"})
	got := lint(t, Options{Baseline: "b.csv", Stats: true})
	if strings.Count(got.stdout, "\n") != 2 || !strings.Contains(got.stderr, " warnings=2 ") || !strings.Contains(got.stderr, " baseline=1 stale=0 ") {
		t.Errorf("%+v", got)
	}
	const isbn = "a = 'urn:isbn:0-395-36341-2'\n"
	repo(t, map[string]string{"a": isbn, "b": strings.Repeat(isbn, 4), "c": isbn + isbn, "k.csv": header + "b,namespace,urn:isbn:0-395-36341-2,2\nc,namespace,urn:isbn:0-395-36341-2,1\n"})
	got = usual(t, Options{Baseline: "k.csv", Places: true})
	want := []string{"a:1", "b:3", "b:4", "c:2"}
	for line := range strings.Lines(got.stdout) {
		if len(want) == 0 || !strings.HasPrefix(line, want[0]+":") || !strings.HasSuffix(line, "; the baseline has 3 more [namespace]\n") {
			t.Errorf("%swant %q", line, want)
			break
		}
		want = want[1:]
	}
	if got = usual(t, Options{Baseline: "k.csv"}); len(want) > 0 || !strings.Contains(got.stdout, "; the baseline has 3 more (4 times in 3 files) [") {
		t.Errorf("%+v, and no %q", got, want)
	}
	const upper = "URN:example:a\n"
	repo(t, map[string]string{"a": upper + upper, "k.csv": header + "a,scheme-case,urn:example:a,1\n"})
	usual(t, Options{Baseline: "k.csv", Fix: true})
	if text, _ := os.ReadFile("a"); string(text) != upper+"urn:example:a\n" {
		t.Errorf("fixed: %q", text)
	}
}

func TestWriteBaseline(t *testing.T) {
	repo(t, map[string]string{"a": "urn:nowhere:a\n", "d/b": ""})
	if got := lint(t, Options{WriteBaseline: "b.csv"}); got != (result{}) {
		t.Errorf("%+v", got)
	}
	if info, err := os.Stat("b.csv"); err != nil || runtime.GOOS != "windows" && info.Mode() != 0o644 {
		t.Errorf("%v, %v", info, err)
	}
	// A directory stays as it is, and no other file is left.
	if got := lint(t, Options{WriteBaseline: "d"}); got.status != stdio.Trouble || !strings.Contains(got.stderr, "is a directory") {
		t.Errorf("over a directory: %+v", got)
	}
	if left, _ := filepath.Glob(".urn-*"); len(left) > 0 {
		t.Errorf("left: %q", left)
	}
}

// A baseline of a part of the tree does not replace one of all of it.
func TestWriteBaselineUnread(t *testing.T) {
	const full = "file,rule,name,count\na,malformed,urn:x:,1\n"
	for _, c := range []struct {
		what string
		o    Options
		name string
	}{
		{"a file that is not there", Options{}, "gone"},
		{"a line that is too long", Options{MaxLine: 5}, "long"},
	} {
		repo(t, map[string]string{"a": "urn:nowhere:a\n", "long": strings.Repeat("y", 2*blockSize), "b.csv": full})
		c.o.WriteBaseline = "b.csv"
		got := lint(t, c.o, c.name)
		if text, _ := os.ReadFile("b.csv"); string(text) != full || got.status != stdio.Trouble || !strings.Contains(got.stderr, "b.csv: not written: not everything has been checked") {
			t.Errorf("%s: %+v, and the baseline is %q", c.what, got, text)
		}
	}
}

// The sum of counts does not overflow.
func TestBaselineCount(t *testing.T) {
	for _, count := range []string{"9223372036854775807", "0", "-1", "4294967297", "x"} {
		repo(t, map[string]string{"a": "urn:nowhere:a\n", "b.csv": "file,rule,name,count\na,unregistered-nid,urn:nowhere:a,1\nb,unregistered-nid,urn:nowhere:a," + count + "\n"})
		if got := lint(t, Options{Baseline: "b.csv", Stats: true}); got.status != stdio.Trouble || got.stderr != "urn: b.csv:3:34: \""+count+"\" is not a count\n" {
			t.Errorf("%s: %+v", count, got)
		}
	}
}

// A name may end where the file ends, and a line may be empty.
func TestEnds(t *testing.T) {
	repo(t, map[string]string{"a": "urn:example:%", "b": "\nurn:nowhere:a\n", "c": "urn:nowhere:a"})
	for name, want := range map[string]string{"a": "", "b": "b:2:5: urn:nowhere:a: ", "c": "c:1:5: urn:nowhere:a: "} {
		if got := lint(t, Options{}, name); !strings.HasPrefix(got.stdout, want) {
			t.Errorf("%+v, want %s", got, want)
		}
	}
}

// A fix leaves what is off or suppressed.
func TestFixShown(t *testing.T) {
	repo(t, map[string]string{"a": "URN:Example:a\n", "b": "URN:Example:a urn-lint:ignore nid-case\n"})
	if got := lint(t, Options{Form: JSON}, "a"); strings.Count(got.stdout, `"fix":"urn:example:a"`) != 2 {
		t.Errorf("%+v", got)
	}
	if got := lint(t, Options{Form: JSON, Levels: map[RuleID]Level{NIDCase: Off}}, "a"); strings.Count(got.stdout, `"fix":"urn:Example:a"`) != 1 {
		t.Errorf("off: %+v", got)
	}
	if got := lint(t, Options{Form: JSON}, "b"); strings.Count(got.stdout, `"fix":"urn:Example:a"`) != 1 {
		t.Errorf("suppressed: %+v", got)
	}
}

// An edit may be the first byte of a block.
func TestFixAtEnds(t *testing.T) {
	text := strings.Repeat("x\n", blockSize/2) + "URN:example:a\n"
	repo(t, map[string]string{"a": text})
	if got := lint(t, Options{Fix: true}); got != (result{}) {
		t.Errorf("%+v", got)
	}
	if now, _ := os.ReadFile("a"); string(now) != strings.Replace(text, "URN", "urn", 1) {
		t.Errorf("the end is %q", now[len(now)-20:])
	}
}

// The paths of a configuration are about what is below its directory.
func TestPaths(t *testing.T) {
	const found = ":1:5: urn:nowhere:a: the namespace is not registered (RFC 8141, section 5) [unregistered-nid]\n"
	files := map[string]string{"a.md": "urn:nowhere:a\n", "a.go": "urn:nowhere:a\n", "d/a.md": "urn:nowhere:a\n", "d/a.go": "urn:nowhere:a\n"}
	for config, want := range map[string]string{
		"[paths]\ninclude = [\"*.md\"]\n": "a.go" + found + "a.md" + found + "d/a.md" + found,
		"[paths]\nexclude = [\"*.md\"]\n": "a.go" + found + "a.md" + found + "d/a.go" + found,
	} {
		repo(t, files)
		if err := os.WriteFile("d/"+ConfigName, []byte(config), 0o666); err != nil {
			t.Fatal(err)
		}
		if got := lint(t, Options{}); filepath.ToSlash(got.stdout) != strings.ReplaceAll("a.go"+found+"a.md"+found+"d/a.go"+found+"d/a.md"+found, "\\", "/") {
			t.Errorf("%s, which is in d alone: %+v", config, got)
		}
		if got := lint(t, Options{Config: "d/" + ConfigName}); filepath.ToSlash(got.stdout) != want {
			t.Errorf("%s: %+v, want %s", config, got, want)
		}
	}
}

// What is wrong with a configuration above is said with its whole name.
func TestConfigAbove(t *testing.T) {
	for text, message := range map[string]string{
		"nids = [\"ab:c\"]\n": `"ab:c" is not a namespace identifier`,
		"nids = [\"a b\"]\n":  `"a b" is not a namespace identifier`,
	} {
		repo(t, map[string]string{ConfigName: text, "d/a": ""})
		dir, err := os.Getwd()
		if err != nil {
			t.Fatal(err)
		}
		t.Chdir("d")
		got := lint(t, Options{})
		if want := "urn: " + filepath.Join(dir, ConfigName) + ":1:9: "; got.status != stdio.Trouble || !strings.HasPrefix(got.stderr, want) || !strings.Contains(got.stderr, message) {
			t.Errorf("%+v, want %s", got, want)
		}
	}
}

// A baseline that is too large is refused.
func TestBaselineTooLarge(t *testing.T) {
	testhelp.Slow(t)
	name := filepath.Join(t.TempDir(), "b.csv")
	require.NoError(t, os.WriteFile(name, []byte("file,rule,name,count\n"), 0o600))
	require.NoError(t, os.Truncate(name, maxBaseline+1))
	_, err := readBaseline(name, os.Open)
	require.ErrorContains(t, err, "not a baseline: it is larger than 67108864 bytes")
}

// TestShownName: a name is not cut within a character.
func TestShownName(t *testing.T) {
	for n := 76; n < 84; n++ {
		name := strings.Repeat("a", n) + "𝒳𝒳𝒳"
		if got := string(shownName(name)); !utf8.ValidString(got) || !strings.HasPrefix(name, strings.TrimSuffix(got, "...")) || len(got) > 83 || len(got) < 80 {
			t.Errorf("%q is shown as %q", name, got)
		}
	}
}
