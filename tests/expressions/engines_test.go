package expressions

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn/tools/expression"
)

// engine is a real engine: a program that reads the expression from its first argument,
// and names from standard input, in hexadecimal digits, each on a line. For each it writes
// a line: "-", or "+" and the groups in hexadecimal digits ("-" if it took no part); then
// the nanoseconds that it took.
type engine struct {
	name, dialect string
	around        string // %s is the expression
	program       []string
	file, source  string // written before, if it has source
	version       []string
}

var engines = []engine{
	{"Python", "p", "%s", []string{"python3", "run.py"}, "run.py", `
import re, sys, time
e = re.compile(sys.argv[1])
for line in sys.stdin:
    s = bytes.fromhex(line).decode()
    t = time.perf_counter_ns(); m = e.fullmatch(s); t = time.perf_counter_ns() - t
    g = m and [m.groupdict().get(k) for k in "nid nss r q f".split()]
    print(*(["-"] if m is None else ["+"] + ["-" if v is None else "=" + v.encode().hex() for v in g]), t)
`, []string{"python3", "--version"}},
	{"Node, no flag", "named", "/^%s$/", []string{"node", "run.mjs"}, "run.mjs", js, []string{"node", "--version"}},
	{"Node, flag u", "named", "/^%s$/u", []string{"node", "run.mjs"}, "run.mjs", js, []string{"node", "--version"}},
	{"Node, flag v", "named", "/^%s$/v", []string{"node", "run.mjs"}, "run.mjs", js, []string{"node", "--version"}},
	{"Java", "possessive", "%s", []string{"java", "Run.java"}, "Run.java", `
import java.io.*; import java.nio.charset.StandardCharsets; import java.util.*; import java.util.regex.*;
public class Run { public static void main(String[] a) throws Exception {
  Pattern p = Pattern.compile(a[0]); var in = new BufferedReader(new InputStreamReader(System.in)); String line;
  while ((line = in.readLine()) != null) {
    String s = new String(HexFormat.of().parseHex(line), StandardCharsets.UTF_8);
    long t = System.nanoTime(); Matcher m = p.matcher(s); boolean ok = m.matches(); t = System.nanoTime() - t;
    var out = new StringBuilder(ok ? "+" : "-");
    if (ok) for (String k : new String[] {"nid", "nss", "r", "q", "f"}) { String v = null;
      try { v = m.group(k); } catch (IllegalArgumentException e) { }
      out.append(v == null ? " -" : " =" + HexFormat.of().formatHex(v.getBytes())); }
    System.out.println(out + " " + t); } } }
`, []string{"java", "--version"}},
	{".NET (Mono)", "named", `\A%s\z`, []string{"sh", "-c", `mcs -out:Run.exe Run.cs && exec mono Run.exe "$0"`}, "Run.cs", `
using System; using System.Diagnostics; using System.Text; using System.Text.RegularExpressions;
class Run { static string Hex(byte[] b) { return BitConverter.ToString(b).Replace("-", "").ToLower(); }
  static void Main(string[] a) { var e = new Regex(a[0], RegexOptions.CultureInvariant); string line;
    while ((line = Console.ReadLine()) != null) { var b = new byte[line.Length / 2];
      for (int i = 0; i < b.Length; i++) b[i] = Convert.ToByte(line.Substring(2 * i, 2), 16);
      string s = Encoding.UTF8.GetString(b); var t = Stopwatch.StartNew(); var m = e.Match(s); t.Stop();
      var o = m.Success ? "+" : "-";
      if (m.Success) foreach (var k in new[] {"nid", "nss", "r", "q", "f"}) o += m.Groups[k].Success ? " =" + Hex(Encoding.UTF8.GetBytes(m.Groups[k].Value)) : " -";
      Console.WriteLine(o + " " + t.Elapsed.Ticks * 100); } } }
`, []string{"mono", "--version"}},
	{"PHP, PCRE2", "possessive", `~\A%s\z~`, []string{"php", "run.php"}, "run.php", `<?php
while (($line = fgets(STDIN)) !== false) {
  $s = hex2bin(trim($line)); $t = hrtime(true); $ok = preg_match($argv[1], $s, $m, PREG_UNMATCHED_AS_NULL); $t = hrtime(true) - $t;
  if ($ok === false) { echo "error ", preg_last_error_msg(), "\n"; continue; }
  echo $ok ? "+" : "-";
  if ($ok) foreach (["nid", "nss", "r", "q", "f"] as $k) echo " ", isset($m[$k]) ? "=" . bin2hex($m[$k]) : "-";
  echo " $t\n"; }
`, []string{"php", "--version"}},
	{"Perl", "possessive", `%s`, []string{"perl", "run.pl"}, "run.pl", `
use Time::HiRes "clock_gettime"; my $e = qr/\A$ARGV[0]\z/;
while (<STDIN>) { chomp; my $s = pack("H*", $_); my $t = clock_gettime(1); my $ok = $s =~ $e; $t = int(1e9 * (clock_gettime(1) - $t));
  print $ok ? "+" : "-"; if ($ok) { for my $k ("nid", "nss", "r", "q", "f") { print " ", defined $+{$k} ? "=" . unpack("H*", $+{$k}) : "-"; } } print " $t\n"; }
`, []string{"perl", "-e", "print sprintf q(%vd), $^V"}},
	{"grep -P, PCRE2", "possessive", "%s", []string{"sh", "run.sh", "-P"}, "run.sh", grep, []string{"grep", "--version"}},
	{"grep -E, POSIX ERE", "plain", "%s", []string{"sh", "run.sh", "-E"}, "run.sh", grep, []string{"grep", "--version"}},
	{"libxml2, XSD", "plain", "%s", []string{"python3", "xsd.py"}, "xsd.py", `
import os, re, subprocess, sys, time
from xml.sax.saxutils import escape
open("s.xsd", "w").write('<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="a"><xs:complexType><xs:sequence><xs:element name="n" maxOccurs="unbounded"><xs:simpleType><xs:restriction base="xs:string"><xs:pattern value="%s"/></xs:restriction></xs:simpleType></xs:element></xs:sequence></xs:complexType></xs:element></xs:schema>' % escape(sys.argv[1], {'"': "&quot;"}))
names = [bytes.fromhex(line).decode() for line in sys.stdin]
open("s.xml", "w").write("<a>\n" + "\n".join("<n>%s</n>" % escape(n) for n in names) + "\n</a>")
t = time.perf_counter_ns()
err = subprocess.run(["xmllint", "--huge", "--noout", "--schema", "s.xsd", "s.xml"], capture_output=True, text=True).stderr
t = time.perf_counter_ns() - t
bad = {int(m) for m in re.findall(r"^s\.xml:(\d+): element n: Schemas validity error", err, re.M)}
if "s.xml validates" not in err and not bad: sys.exit(err)
for i, n in enumerate(names): print("-" if i + 2 in bad else "+", t)
`, []string{"xmllint", "--version"}},
	{"PostgreSQL", "plain", "^%s$", []string{"python3", "pg.py"}, "pg.py", `
import subprocess, sys
sql = ["\\timing on", "\\pset tuples_only on", "\\pset format unaligned", "SET client_encoding = 'UTF8';"]
for line in sys.stdin:
    sql.append("SELECT CASE WHEN s ~ e THEN (SELECT '+ ' || string_agg(coalesce('=' || encode(convert_to(v, 'UTF8'), 'hex'), '-'), ' ' ORDER BY n) FROM unnest(regexp_match(s, e)) WITH ORDINALITY u(v, n)) ELSE '-' END FROM (SELECT convert_from(decode('%s', 'hex'), 'UTF8') s, $e$%s$e$::text e) x;" % (line.strip(), sys.argv[1]))
out = subprocess.run(["psql", "-qX"], input="\n".join(sql), capture_output=True, text=True)
if out.stderr: sys.exit(out.stderr)
rows = [l for l in out.stdout.splitlines() if l]
rows = rows[len(rows) % 2:]
for row, time in zip(rows[::2], rows[1::2]): print(row, int(float(time.split()[1]) * 1e6))
`, []string{"psql", "-qXtc", "SHOW server_version"}},
}

const js = `
import { readFileSync } from "node:fs";
const [, body, flags] = process.argv[2].match(/^\/(.*)\/(.*)$/s), e = new RegExp(body, flags);
for (const line of readFileSync(0, "latin1").split("\n").slice(0, -1)) {
  const s = Buffer.from(line, "hex").toString(), t = process.hrtime.bigint(), m = e.exec(s), d = process.hrtime.bigint() - t;
  console.log(m ? "+ " + ["nid", "nss", "r", "q", "f"].map(k => m.groups[k] === undefined ? "-" : "=" + Buffer.from(m.groups[k]).toString("hex")).join(" ") : "-", String(d));
}
`

const grep = `
while read -r line; do
	start=$(date +%s%N)
	if printf %s "$line" | xxd -r -p | LC_ALL=C grep -qx "$1" -e "$2"; then r=+; else r=-; fi
	echo "$r $(($(date +%s%N) - start))"
done
`

// testCase is a case of the suite.
type testCase struct {
	Name, Syntax, In   string
	Hex                *string `json:"in_hex"`
	Valid              *bool
	NID, NSS, R, Q, F  *string
	wantGroups, hexTxt string
}

func cases(root, rfc string) (all []testCase, err error) {
	files, _ := filepath.Glob(filepath.Join(root, "testdata/suite", rfc+"-*.jsonl"))
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		for line := range bytes.Lines(text) {
			var c testCase
			if err := json.Unmarshal(line, &c); err != nil {
				return nil, err
			}
			if c.Valid == nil || c.Hex != nil {
				continue // left open, or not text
			}
			c.hexTxt = hex.EncodeToString([]byte(c.In))
			for _, p := range []*string{c.NID, c.NSS, c.R, c.Q, c.F} {
				if p == nil {
					c.wantGroups += " -"
				} else {
					c.wantGroups += " =" + hex.EncodeToString([]byte(*p))
				}
			}
			all = append(all, c)
		}
	}
	return all, nil
}

// hostile are names that nearly match, by what they repeat.
var hostile = []struct{ name, before, again, after string }{
	{"a/", "urn:ab:c", "a/", " "}, {"%41", "urn:ab:c", "%41", "%"}, {"a%41", "urn:ab:c", "a%41", " "},
	{"? in r", "urn:ab:c?+a", "?", " "}, {"?a in r", "urn:ab:c?+a", "?a", " "}, {"?+ in r", "urn:ab:c?+a", "?+", "\x7f"},
	{"?= in q", "urn:ab:c?=a", "?=", " "}, {"/ in f", "urn:ab:c#", "/", "#"},
}

var engineTable = flag.Bool("engines", false, "put the suite to the engines that are installed")

// TestEngines puts the suite and hostile names to each engine that is installed, and logs the
// table of the page.
func TestEngines(t *testing.T) {
	if !*engineTable {
		t.Skip("takes a minute: run it with -engines")
	}
	var table strings.Builder
	if err := try(&table, page); err != nil {
		t.Error(err)
	}
	t.Log("\n" + table.String())
}

func try(w io.Writer, page string) error {
	root := filepath.Join(filepath.Dir(page), "..")
	all, err := expression.Expressions(page)
	if err != nil {
		return err
	}
	temp, err := os.MkdirTemp("", "expressions")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	wrong := 0
	fmt.Fprintln(w, "| engine | RFC 8141 | RFC 2141 | slowest hostile name of 10 KB | of 100 KB |\n|---|---|---|---|---|")
	for _, e := range engines {
		version, err := exec.Command(e.version[0], e.version[1:]...).CombinedOutput()
		if err != nil {
			fmt.Fprintf(w, "| %s | not installed | | | |\n", e.name)
			continue
		}
		if err := os.WriteFile(filepath.Join(temp, e.file), []byte(e.source), 0o666); err != nil {
			return err
		}
		var line strings.Builder
		line.WriteString(fmt.Sprintf("| %s (%s)", e.name, regexp.MustCompile(`\d+(\.\d+)+`).FindString(string(version)+" 0.0")))
		run := func(rfc string, in []string) ([][]string, error) {
			expr := strings.ReplaceAll(e.around, "%s", all[rfc+"-"+e.dialect])
			if strings.HasPrefix(e.around, "~") { // PHP's delimiter
				expr = "~" + strings.ReplaceAll(expr[1:len(expr)-1], "~", `\~`) + "~"
			}
			c := exec.Command(e.program[0], append(e.program[1:], expr)...)
			c.Dir, c.Stdin = temp, strings.NewReader(strings.Join(in, "\n")+"\n")
			var stderr strings.Builder
			c.Stderr = &stderr
			out, err := c.Output()
			if err != nil {
				return nil, fmt.Errorf("%s: %v: %s", e.name, err, stderr.String())
			}
			var rows [][]string
			for s := bufio.NewScanner(bytes.NewReader(out)); s.Scan(); {
				rows = append(rows, strings.Fields(s.Text()))
			}
			if len(rows) != len(in) {
				return nil, fmt.Errorf("%s: %d answers to %d names: %s", e.name, len(rows), len(in), stderr.String())
			}
			return rows, nil
		}
		for _, rfc := range []string{"rfc8141", "rfc2141"} {
			list, err := cases(root, rfc)
			if err != nil {
				return err
			}
			var in []string
			var put []testCase
			for _, c := range list {
				if strings.ContainsRune(c.In, 0) && e.file != "run.py" && e.file != "Run.java" && e.file != "run.mjs" && e.file != "run.php" && e.file != "Run.cs" && e.file != "run.pl" ||
					e.file == "run.sh" && strings.Contains(c.In, "\n") || e.file == "xsd.py" && strings.ContainsFunc(c.In, func(r rune) bool { return r < 0x20 || r == 0x7f }) || !utf8.ValidString(c.In) {
					continue // cannot be a value there
				}
				put, in = append(put, c), append(in, c.hexTxt)
			}
			rows, err := run(rfc, in)
			if err != nil {
				return err
			}
			right, groups := 0, 0
			for i, row := range rows {
				ok := row[0] == map[bool]string{true: "+", false: "-"}[*put[i].Valid]
				if got := row[1 : len(row)-1]; ok && *put[i].Valid && len(got) >= 5 {
					if e.dialect == "plain" { // groups by number
						names, _ := expression.Groups(all[rfc+"-named"])
						var parts []string
						for _, part := range []string{"nid", "nss", "r", "q", "f"} {
							v := "-"
							for k, name := range names {
								if name == part {
									v = got[k-1]
								}
							}
							parts = append(parts, v)
						}
						got = parts
					}
					ok = " "+strings.Join(got, " ") == put[i].wantGroups
					groups++
				}
				if ok {
					right++
				} else if wrong++; wrong < 20 {
					fmt.Fprintf(os.Stderr, "%s: %s: %q: %v\n", e.name, put[i].Name, put[i].In, row)
				}
			}
			line.WriteString(fmt.Sprintf(" | %d/%d", right, len(in)))
			if groups > 0 {
				line.WriteString(", and components")
			}
		}
		for _, size := range []int{10_000, 100_000} {
			var in []string
			for _, h := range hostile {
				in = append(in, hex.EncodeToString([]byte(h.before+strings.Repeat(h.again, size/len(h.again))+h.after)))
			}
			if e.file == "xsd.py" {
				in = append(in[:5:5], in[6:]...) // U+007F
			}
			rows, err := run("rfc8141", in)
			if err != nil {
				line.WriteString(" | " + strings.TrimSpace(strings.SplitN(err.Error(), "\n", 2)[0]))
				continue
			}
			worst := int64(0)
			for i, row := range rows {
				if row[0] == "+" {
					return fmt.Errorf("%s accepts the hostile name %d", e.name, i)
				}
				n, err := strconv.ParseInt(row[len(row)-1], 10, 64)
				if err != nil {
					return fmt.Errorf("%s, %s: %v", e.name, hostile[i].name, row)
				}
				worst = max(worst, n)
			}
			line.WriteString(fmt.Sprintf(" | %.1f ms", time.Duration(worst).Seconds()*1e3))
		}
		fmt.Fprintln(w, line.String()+" |")
	}
	if wrong > 0 {
		return fmt.Errorf("%d answers are wrong", wrong)
	}
	return nil
}
