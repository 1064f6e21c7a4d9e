package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
)

var javaNames = flag.Int("java-names", 20_000, "how many changed names the class in Java is compared with the library on")

// The class is compared through this program. It reads names in hexadecimal digits.
const javaProgram = `
import java.io.*; import java.nio.charset.StandardCharsets;
public class Run { public static void main(String[] a) throws Exception {
  BufferedReader in = new BufferedReader(new InputStreamReader(System.in)); PrintStream out = new PrintStream(new BufferedOutputStream(System.out)); String line;
  while ((line = in.readLine()) != null) {
    byte[] b = new byte[line.length() / 2 + 2];
    for (int i = 0; i + 1 < line.length(); i += 2) b[i / 2 + 1] = (byte) Integer.parseInt(line.substring(i, i + 2), 16);
    for (Urn.Syntax s : new Urn.Syntax[] {Urn.RFC8141, Urn.RFC2141}) {
      Urn u = s.read(b, 1, b.length - 1), v = s.read(new StringBuilder(new String(b, 1, b.length - 2, StandardCharsets.ISO_8859_1)));
      if (u.fault != v.fault || u.isValid() && !u.key().equals(v.key())) throw new Exception(line);
      out.print(u.isValid() ? u.nidStart + " " + u.nidEnd + " " + u.nssStart + " " + u.nssEnd + " " + u.rStart + " " + u.rEnd + " " + u.qStart + " " + u.qEnd + " " + u.fStart + " " + u.fEnd + " " + u.key() : u.fault + " " + u.reason + " " + u.key());
      out.print("\t"); }
    out.println(); }
  out.flush(); } }
`

// javaWant is what javaProgram should write for a name.
func javaWant(name string) string {
	var s strings.Builder
	for _, x := range []urn.Syntax{urn.RFC8141, urn.RFC2141} {
		at, fault := x.Locate(name)
		if fault.Reason != 0 {
			fmt.Fprintf(&s, "%d %s null\t", fault.Offset, fault.Reason.String())
			continue
		}
		for _, p := range []urn.Span{at.NID(), at.NSS(), at.R(), at.Q(), at.F()} {
			if p == (urn.Span{}) {
				p = urn.Span{Start: -1, End: -1}
			}
			fmt.Fprintf(&s, "%d %d ", p.Start, p.End)
		}
		fmt.Fprintf(&s, "%s\t", x.MustParse(name).Key())
	}
	return s.String()
}

// TestJava compares the class with the library: on the suite, on long names, and on names
// of the corpus with random changes.
func TestJava(t *testing.T) {
	if _, err := exec.LookPath("javac"); err != nil {
		t.Skip("there is no javac")
	}
	var names []string
	files, err := filepath.Glob("../../testdata/suite/*.jsonl")
	if err != nil || len(files) < 6 {
		t.Fatal(files, err)
	}
	for _, file := range append(files, "../../testdata/corpus.txt") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSuffix(line, "\n")
			if _, after, ok := strings.Cut(line, `"in": "`); ok { // escapes of JSON make other names
				line, _, _ = strings.Cut(after, `", "`)
			}
			names = append(names, line)
		}
	}
	names = append(names, "", "urn:ex:"+strings.Repeat("a/", 1<<20), "urn:ex:a?+"+strings.Repeat("?%41", 1<<18)+"?=b#", "urn:ex:"+strings.Repeat("%4", 1<<10))
	random := rand.New(rand.NewPCG(1, uint64(*javaNames)))
	given := len(names)
	const special = "%?+=#/:-uU4fG \x00\xff&~"
	for range *javaNames {
		b := []byte(names[random.IntN(given-4)])
		for range random.IntN(4) {
			at := random.IntN(len(b) + 1)
			switch random.IntN(3) {
			case 0:
				b = append(b[:at:at], b[min(at+1, len(b)):]...)
			case 1:
				b = append(b[:at:at], append([]byte{special[random.IntN(len(special))]}, b[at:]...)...)
			default:
				if at < len(b) {
					b[at] = byte(random.IntN(256))
				}
			}
		}
		names = append(names, string(b))
	}

	dir := t.TempDir()
	class, err := os.ReadFile("../../integrations/java/Urn.java")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"Urn.java": string(class), "Run.java": javaProgram} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := exec.Command("javac", "-Xlint:all", "-Werror", "-d", dir, filepath.Join(dir, "Urn.java"), filepath.Join(dir, "Run.java")).CombinedOutput(); err != nil {
		t.Fatalf("javac: %v\n%s", err, out)
	}
	var in bytes.Buffer
	for _, name := range names {
		in.WriteString(hex.EncodeToString([]byte(name)) + "\n")
	}
	run := exec.Command("java", "-Xss512k", "-cp", dir, "Run")
	run.Stdin = &in
	var stderr strings.Builder
	run.Stderr = &stderr
	out, err := run.Output()
	if err != nil {
		t.Fatalf("java: %v\n%s", err, stderr.String())
	}
	s := bufio.NewScanner(bytes.NewReader(out))
	s.Buffer(nil, 1<<23)
	valid, wrong := 0, 0
	for _, name := range names {
		if !s.Scan() {
			t.Fatalf("java has fewer than %d answers", len(names))
		}
		want := javaWant(name)
		if strings.HasPrefix(want, "4 ") && !strings.Contains(want, "nid") {
			valid++
		}
		if s.Text() != want {
			if wrong++; wrong < 10 {
				t.Errorf("%.100q is %.200q, want %.200q", name, s.Text(), want)
			}
		}
	}
	if valid < len(names)/10 {
		t.Errorf("only %d of %d names are URNs", valid, len(names))
	}
	t.Logf("%d names, %d of them URNs", len(names), valid)
}
