package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn/internal/dfa"
	"github.com/seed7b5a83f0/urn/tools/prove/proof"
)

const root = "../.."

var withCoq = flag.Bool("coq", false, "have Coq check the theorems, and refuse those about changed tables, grammars and models")

// small is the syntax with the fewest states.
func small(t *testing.T) *syntax {
	t.Helper()
	for i := range syntaxes {
		if syntaxes[i].name == "rfc2141" {
			return &syntaxes[i]
		}
	}
	t.Fatal("there is no rfc2141")
	return nil
}

// edited copies what the theorem about a syntax is generated from, with one text
// replaced, which must occur once.
func edited(t *testing.T, s *syntax, file, old, new string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"machine.go", "testdata/abnf/" + s.name + ".abnf", "testdata/abnf/" + s.name + ".rules"} {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		if name == file {
			if n := bytes.Count(text, []byte(old)); n != 1 {
				t.Fatalf("%q occurs %d times in %s", old, n, file)
			}
			text = bytes.Replace(text, []byte(old), []byte(new), 1)
		}
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// compiled is the directory in which Coq compiles files for the tests that change something.
var compiled string

func TestMain(m *testing.M) {
	status := m.Run()
	os.RemoveAll(compiled)
	os.Exit(status)
}

// compile has Coq compile a file that may require those of written.
func compile(name string, text []byte) (string, error) {
	file := filepath.Join(compiled, name)
	if err := os.WriteFile(file, text, 0o666); err != nil {
		return "", err
	}
	cmd := exec.Command("coqc", "-q", "-Q", compiled, "Urn", file)
	cmd.Dir = compiled // Coq leaves a cache there
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// compiler returns compile. The first call has Coq compile the files of proof that generated
// files need. The test fails without Coq.
func compiler(t *testing.T) func(name string, text []byte) (string, error) {
	t.Helper()
	if _, err := exec.LookPath("coqc"); err != nil {
		t.Fatal(errMissing)
	}
	if compiled != "" {
		return compile
	}
	dir, err := os.MkdirTemp("", "theorem")
	if err != nil {
		t.Fatal(err)
	}
	compiled = dir
	for _, name := range written {
		text, err := os.ReadFile(filepath.Join(root, "proof", name))
		if err != nil {
			t.Fatal(err)
		}
		if out, err := compile(name, text); err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
	}
	return compile
}

// TestMutations: Coq refuses the theorem about the tables after a change of an entry, a
// class, a rule or a restriction. It refuses the theorem about the loop after a change of a
// field that restates the tables. It also refuses a changed result of the loop.
func TestMutations(t *testing.T) {
	if !*withCoq {
		t.Skip("it takes a minute: make theorem runs it")
	}
	compile := compiler(t)
	const grammar, rules = "testdata/abnf/rfc2141.abnf", "testdata/abnf/rfc2141.rules"
	const reads, loop = "Proof. apply (checks_reads", "Lemma rfc2141_runs"
	tests := []struct{ name, file, old, new, where string }{
		{"nothing", "", "", "", ""},
		{"class of a byte", "machine.go", "0x70: 6, 6, 8, 6, 6, 9, 6, 6, 6, 6, 6, 0, 0, 0, 0, 0, //", "0x70: 6, 6, 8, 6, 6, 9, 6, 6, 6, 6, 6, 0, 0, 0, 1, 0, //", reads},
		{"class of another letter", "machine.go", "0x70: 6, 6, 8, 6, 6, 9, 6, 6, 6, 6, 6, 0, 0, 0, 0, 0, //", "0x70: 6, 6, 8, 6, 6, 6, 6, 6, 6, 6, 6, 0, 0, 0, 0, 0, //", reads},
		{"class of what no URN holds", "machine.go", "0x40: 1, 4, 4, 4, 4, 4, 4, 6, 6, 6, 6, 6, 6, 6, 7, 6, //", "0x40: 0, 4, 4, 4, 4, 4, 4, 6, 6, 6, 6, 6, 6, 6, 7, 6, //", reads},
		{"entry that leads to another state", "machine.go", "7 * row: 0, 0, 0, 8 * row, 8 * row, 38*row | markNSS, 8 * row,", "7 * row: 0, 0, 0, 8 * row, 9 * row, 38*row | markNSS, 8 * row,", reads},
		{"entry that leads nowhere", "machine.go", "3 * row: 0, 0, 0, 4 * row, 4 * row, 38*row | markNSS, 4 * row,", "3 * row: 0, 0, 0, 4 * row, 0, 38*row | markNSS, 4 * row,", reads},
		{"entry without its mark", "machine.go", "9 * row: 0, 0, 0, 10 * row, 10 * row, 38*row | markNSS, 10 * row,", "9 * row: 0, 0, 0, 10 * row, 10 * row, 38*row, 10 * row,", reads},
		{"tag of a state", "machine.go", "37: tagNID,\n\t\t38: tagNSS,", "37: tagNID,\n\t\t38: tagNID,", reads},
		{"longer NID", grammar, "[ 1*31let-num-hyp ] ;", "[ 1*32let-num-hyp ] ;", reads},
		{"one more character", grammar, `/ "_" / "!" / "*" / "'"` + "\nreserved", `/ "_" / "!" / "*" / "'" / "&"` + "\nreserved", reads},
		{"escape of one digit", grammar, `trans / ( "%" hex hex )` + "\ntrans", `trans / ( "%" hex )` + "\ntrans", reads},
		{"other NID is reserved", rules, `NID   =- "urn"`, `NID   =- "nru"`, reads},
		{"bare percent sign", rules, `trans =- "%" `, `trans =- "&" `, reads},
		{"one more byte is skipped", "machine.go", "0x20: 0x00, 0x08, 0x00, 0x08, 0x08, 0x80,", "0x20: 0x00, 0x08, 0x08, 0x08, 0x08, 0x80,", loop},
		{"one more byte is a digit of an escape", "machine.go", "0x40: 0x08, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x09,", "0x40: 0x08, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f,", loop},
		{"one more byte is in the counted run", "machine.go", "0x30: 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x08, 0x08, 0x00, 0x08, 0x00, 0x08,", "0x30: 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x08, 0x09, 0x00, 0x08, 0x00, 0x08,", loop},
		{"other state is accelerated", "machine.go", "44: dfa.SetBody | dfa.Escapes,", "43: dfa.SetBody | dfa.Escapes,", loop},
		{"longer count", "machine.go", "Max: 32, Last: 0, Chain: 0, Broken: 0,", "Max: 33, Last: 0, Chain: 0, Broken: 0,", loop},
		{"other chain", "machine.go", "Max: 32, Last: 0, Chain: 0, Broken: 0,", "Max: 32, Last: 0, Chain: 1, Broken: 0,", loop},
		{"other region", "machine.go", "38*row | markNSS, Region: 44,", "38*row | markNSS, Region: 38,", loop},
		{"no word is excepted", "machine.go", "Region: 44,\n\t\tExcept: 0x3a6e7275, ExceptFold: 0x202020,", "Region: 44,\n\t\tExcept: 0x1, ExceptFold: 0xffffffff,", loop},
		{"other state after the prefix", "machine.go", "Start: 33, Begin: 37,", "Start: 33, Begin: 36,", loop},
	}
	for i, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.file != "" { // the other tests need the first
				t.Parallel()
			}
			s := small(t)
			at := edited(t, s, tt.file, tt.old, tt.new)
			src, err := proof.Read(filepath.Join(at, "machine.go"))
			if err != nil {
				t.Fatal(err)
			}
			text, err := s.generate(at, src)
			if err != nil {
				t.Fatal(err)
			}
			out, err := compile(fmt.Sprintf("Mutant%d.v", i), text)
			if tt.file == "" {
				if err != nil {
					t.Errorf("unchanged, it is refused: %v\n%s", err, out)
				}
				return
			}
			// The theorem is decided where its proof ends.
			before, _, _ := bytes.Cut(text, []byte(tt.where))
			if line := fmt.Sprintf("line %d,", bytes.Count(before, []byte("\n"))+1); err == nil || !strings.Contains(out, line) {
				t.Errorf("error %v, want one in %s\n%s", err, line, out)
			}
		})
	}
	// Mutant0 is the committed text.
	src, err := proof.Read(filepath.Join(root, "machine.go"))
	if err != nil {
		t.Fatal(err)
	}
	texts := []string{"urn:ab:c", "urn:ab:%4a%4Az", "urn:urn:a", "url:", ""}
	m := (*dfa.Machine)(src.Machines["rfc2141"].(*proof.Tables))
	results := loopResults(m, texts)
	for model, results := range map[string][]string{"found": results, "begun": beginResults(m, texts)} {
		if model == "begun" && !vectors() {
			continue
		}
		for changed := range texts { // 0: none
			w, changedResults := corpusHead(texts), slices.Clone(results)
			if changed > 0 {
				changedResults[changed] = results[0]
			}
			loopGoal(w, model, "Mutant0", changedResults)
			out, err := compile("Corpus.v", w.Bytes())
			checkDifference(t, model, texts, changed, out, err)
		}
	}
	testBeginMutations(t, compile)
	testNamespaceMutations(t, compile)
}

// checkDifference: Coq refuses the comparison if a result was changed, 0 being none. It
// then prints that text, and no other.
func checkDifference(t *testing.T, model string, texts []string, changed int, out string, err error) {
	t.Helper()
	if (err != nil) != (changed > 0) {
		t.Errorf("%s: result %d changed: %v\n%s", model, changed, err, out)
	}
	if want := fmt.Sprintf("differ %q", texts[changed]); changed > 0 && (!strings.Contains(out, want) || len(out) > 500) {
		t.Errorf("%s: result %d changed, and Coq does not print just %s\n%s", model, changed, want, out)
	}
}

// testNamespaceMutations: Coq refuses the theorem about the tables of a namespace
// after a change of the tables or of the rule.
func testNamespaceMutations(t *testing.T, compile func(name string, text []byte) (string, error)) {
	text, err := os.ReadFile(filepath.Join(root, "proof", "Gen_namespaces.v"))
	if err != nil {
		t.Fatal(err)
	}
	begin, end := bytes.Index(text, []byte("Module nssISSN.")), bytes.Index(text, []byte("End nssISSN."))
	if begin < 0 || end < 0 {
		t.Fatal("there is no nssISSN")
	}
	module := slices.Concat([]byte(header), text[begin:end], []byte("End nssISSN.\n"))
	for i, tt := range []struct{ name, old, new string }{
		{"nothing of the ISSN", "m_start := 4;", "m_start := 4;"},
		{"entry of the ISSN", "0; 0; 36; 0; 0; 0; 40; 40;", "0; 0; 36; 0; 0; 0; 40; 0;"},
		{"accepting state of the ISSN", "m_final := 40", "m_final := 36"},
		{"rule of the ISSN", "(Rep 4 (Some 0%nat) r_DIGIT)", "(Rep 4 (Some 1%nat) r_DIGIT)"},
	} {
		if n := bytes.Count(module, []byte(tt.old)); n != 1 {
			t.Fatalf("%q occurs %d times in nssISSN", tt.old, n)
		}
		changed := bytes.Replace(module, []byte(tt.old), []byte(tt.new), 1)
		before, _, _ := bytes.Cut(changed, []byte("Proof. apply (checks_reads"))
		line := fmt.Sprintf("line %d,", bytes.Count(before, []byte("\n"))+1)
		out, err := compile(fmt.Sprintf("ISSN%d.v", i), changed)
		if (err == nil) != (tt.old == tt.new) || err != nil && !strings.Contains(out, line) {
			t.Errorf("%s: error %v, want one in %s only after a change\n%s", tt.name, err, line, out)
		}
	}
}

// testBeginMutations: Coq refuses another model of begin, and the check of begin refuses
// other tables.
func testBeginMutations(t *testing.T, compile func(name string, text []byte) (string, error)) {
	text, err := os.ReadFile(filepath.Join(root, "proof", "Begin.v"))
	if err != nil {
		t.Fatal(err)
	}
	for i, tt := range []struct{ name, old, new string }{
		{"nothing", "if len <? 8 then", "if len <? 8 then"},
		{"an escape may end after the text", "let e := not64 (bzhi (len - 2) (escapes 0)) in", "let e := not64 (bzhi len (escapes 0)) in"},
		{"a block takes all its bytes", "then 62 else len - cx in\n    let x :=", "then 64 else len - cx in\n    let x :="},
		{"the list is taken for complete", "firstn 4 l' ++ [0]", "firstn 4 l' ++ [len]"},
		{"any byte may follow the head", "else if N.land beginsRegion (delim h (mem (at_ + 5 + n))) =? 0 then None", ""},
		{"any run is a head", "else if fits_mem (except h) (at_ + 4) then None", ""},
		{"a region may be empty", "p + x_width x + shr (x_first x) 4", "p + x_width x"},
		{"any byte begins a region", "else if negb (N.land (x_first x) (delim h (mem (p + x_width x))) =? 0) then None", ""},
		{"a capture before the delimiter", "(p + x_width x - from)", "(p - from)"},
		{"a region that begins at once is not looked for", "if p =? r then (4, begin h, []) else regions r l", "regions r l"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if n := bytes.Count(text, []byte(tt.old)); n != 1 {
				t.Fatalf("%q occurs %d times in Begin.v", tt.old, n)
			}
			changed := bytes.Replace(text, []byte(tt.old), []byte(tt.new), 1)
			// A model that is not well-formed would be refused, too.
			model, _, _ := bytes.Cut(changed, []byte("(* The check."))
			if out, err := compile(fmt.Sprintf("BeginModel%d.v", i), append(slices.Clone(model), "End Begin.\n"...)); err != nil {
				t.Errorf("the model is refused: %v\n%s", err, out)
			}
			if out, err := compile(fmt.Sprintf("Begin%d.v", i), changed); (err == nil) != (tt.old == tt.new) {
				t.Errorf("error %v, want one only after a change\n%.2000s", err, out)
			}
		})
	}
	for _, tt := range []struct{ name, machine, want string }{
		{"nothing", "m", "true"},
		{"a region that does not accept", "with_accepting (fun q => if q =? region h then false else accepting m q)", "false"},
		{"an escape that begins the region leads elsewhere", "with_step (fun q c => if q =? fst (delimiter h) then if c =? class m (lead h) then (region h, 0) else step m q c else step m q c)", "false"},
	} {
		goal := `From Coq Require Import NArith.
From Urn Require Import Abnf Begin Check Loop Tables Mutant0.
Open Scope N_scope.
Definition m := machine_of tables.
Definition h := shortcuts_of restated.
Definition with_accepting f := {| class := class m; step := step m; start := start m; accepting := f; tag := tag m |}.
Definition with_step f := {| class := class m; step := f; start := start m; accepting := accepting m; tag := tag m |}.
Goal ok_begin (` + tt.machine + `) h = ` + tt.want + `.
Proof. vm_compute. reflexivity. Qed.
`
		if out, err := compile("Begins.v", []byte(goal)); err != nil {
			t.Errorf("%s: the check is not %s\n%s", tt.name, tt.want, out)
		}
	}
}

// TestMissing: without Coq, the error says what to install.
func TestMissing(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if err := theorems(t.Logf, t.TempDir(), nil); err == nil || !strings.Contains(err.Error(), "install Coq") {
		t.Errorf("%v", err)
	}
}

// TestCheckErrors: a text that is not a proof is refused.
func TestCheckErrors(t *testing.T) {
	if _, err := exec.LookPath("coqc"); err != nil {
		t.Skip(errMissing)
	}
	tests := []struct{ name, text, want string }{
		{"A.v", "Lemma a : False. Admitted.\n", "has the word Admitted"},
		{"A.v", "Axiom a : False.\n", "has the word Axiom"},
		{"A.v", "Lemma a : False. Proof. exact I. Qed.\n", "Error"},
		{assumptionsFile, "Section S. Variable a : False. Check a. End S.\n", "the theorems assume"},
		{assumptionsFile, "Lemma a : True. Proof. exact I. Qed. Print Assumptions a.\n", ""},
	}
	for _, tt := range tests {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, tt.name), []byte(tt.text), 0o666); err != nil {
			t.Fatal(err)
		}
		err := theorems(t.Logf, dir, []string{tt.name})
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: %v, want %q", tt.text, err, tt.want)
		}
	}
}

// TestCommitted: the committed files match the grammars and the tables.
func TestCommitted(t *testing.T) {
	var stderr bytes.Buffer
	if status := run(io.Discard, &stderr, []string{"-root", root, "-verify"}); status != 0 {
		t.Errorf("status %d, %s", status, stderr.String())
	}
}
