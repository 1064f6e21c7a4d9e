package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unsafe"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/dfa"
	"github.com/seed7b5a83f0/urn/internal/programs/finding"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/tools/prove/proof"
)

// The models of run in proof/Loop.v, of begin in proof/Begin.v and of the finder in
// proof/Finder.v were written beside the code, by eye. So model and code run over the same
// texts: run and begin over vectors and changes of them, and the finder over the same and
// over texts of its own tests, with the near misses. The results of the Go code are printed
// as Coq, and Coq compares them with the results of the model.

const corpusFile = "Corpus.v"

// maxText is the length in bytes of the longest text that is compared.
const maxText = 400

// maxLines is how many lines of the log are compared.
const maxLines = 200

// corpus returns a Coq file that is refused unless model and Go code agree on every
// text. It also returns the number of texts for the loop and for the finder.
func corpus(root string) (text []byte, loop, finder int, err error) {
	texts, err := loopTexts(filepath.Join(root, "testdata", "vectors.jsonl"))
	if err != nil {
		return nil, 0, 0, err
	}
	running, err := runningTexts(filepath.Join(root, "testdata", "find"))
	if err != nil {
		return nil, 0, 0, err
	}
	src, err := proof.Read(filepath.Join(root, "machine.go"))
	if err != nil {
		return nil, 0, 0, err
	}
	w := corpusHead(texts, running)
	for _, s := range syntaxes {
		t, ok := src.Machines[s.name].(*proof.Tables)
		if !ok {
			return nil, 0, 0, fmt.Errorf("no tables of %s", s.name)
		}
		m := (*dfa.Machine)(t)
		loopGoal(w, "found", "Gen_"+s.name, loopResults(m, texts))
		if vectors() {
			loopGoal(w, "begun", "Gen_"+s.name, beginResults(m, texts))
		}
		for _, exact := range []bool{false, true} {
			f := urn.Finder{Syntax: s.syntax, Exact: exact}
			results, err := finderResults(f, slices.Concat(texts, running))
			if err != nil {
				return nil, 0, 0, err
			}
			finderGoal(w, "Gen_"+s.name, exact, results)
			settledGoal(w, "Gen_"+s.name, exact, settledResults(f, slices.Concat(texts, running)))
		}
	}
	return w.Bytes(), len(texts), len(texts) + len(running), nil
}

// ruleTokens are the tokens that the rule of the finder looks at.
var ruleTokens = strings.Split("urn:|urn:ex:|urn:ex:a|URN:a.b:|urn:li:x:(|a|b1|.|..|...|,|;|:|::|!|?|?+|?=|#|#/|$|$x|${|&|&lt;|&gt;|&quot;|&hellip;|&#34;|%|%s|%22|%3C|%41|"+
	"'|''|\"|`|\\|\\n|\\\"|\\u0022|\\u00a0|\\u2011|(|)|(?|(?:|(?!(|[|[a-z]|]|{|}|{id}|<|>|</|<id>|->|*|**|***|_|__|+|/|=|-|~|@|^| |  |\t|\n|\x00|\x7f|é|…|“|”|«|\u2011|\u00a0|\u200b|\xff|"+
	"startsWith(|HasPrefix(s, |starting with |prefix |concat |URI:|/a/|namespace |urn:enc|#b|{urn:enc}|<urn:enc|/>|[*a *b]|urn::a::1|https://h/|,https://h|;urn:b:c|,urn:b:c|%20urn:b:c|/urn:ex:a/b|=urn:ex:a|//|\\/|\\_|'+|:'|'.$x|%20urn:b|(<<id>>|:**|$1-|<é| + x|;|\")|\" + ", "|")

// randomTexts returns n texts of ruleTokens, the same each time.
func randomTexts(n int) []string {
	r := rand.New(rand.NewPCG(36, 1))
	texts := make([]string, n)
	for i := range texts {
		for range 1 + r.IntN(12) {
			texts[i] += ruleTokens[r.IntN(len(ruleTokens))]
			if r.IntN(4) == 0 {
				texts[i] += ruleTokens[r.IntN(4)]
			}
		}
	}
	return texts
}

// runningTexts returns texts of the finder's tests in dir, sorted, each once: the texts of
// vectors.jsonl and extent.jsonl, lines of sample.log.gz that have a URN, random ones, and
// a few more.
func runningTexts(dir string) ([]string, error) {
	var texts []string
	for _, name := range []string{"vectors.jsonl", "extent.jsonl"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		for line := range bytes.Lines(data) {
			var v struct{ Text, Hex string }
			if err := json.Unmarshal(line, &v); err != nil {
				return nil, err
			}
			if v.Hex != "" {
				b, err := hex.DecodeString(v.Hex)
				if err != nil {
					return nil, err
				}
				v.Text = string(b)
			}
			if len(v.Text) <= maxText {
				texts = append(texts, v.Text)
			}
		}
	}
	texts = append(texts, randomTexts(500)...)
	f, err := os.Open(filepath.Join(dir, "sample.log.gz"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(z)
	for n := 0; n < maxLines && lines.Scan(); {
		if s := lines.Text(); len(s) <= maxText && strings.Contains(strings.ToLower(s), "urn:") {
			texts = append(texts, s)
			n++
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	// These texts depend on parts of the rule on which no other text depends.
	texts = append(texts, `"urn:ex:#{id}"`, `x urn:ex:#{id} y`, `x urn:ex:<a> y`, `urn:ex:#a`, `urn:ex:a%zz).`, `(urn:ex:a(b)%zz)`,
		`URI:urn:a.b) /a/urn:enc?x /a/urn:enc/x x=urn:enc(a`, `{urn:enc}b '{urn:enc}' ${urn:enc}b {urn:enc}`, `namespace urn:enc; xmlns urn:enc, xuri urn:enc,`,
		`<urn:enc/> <urn:enc> <urn:enc>b<urn:enc a="b"> <urn:enc> a b <urn:enc>`, `"urn:ex:a[b eq \"c\"]" "urn:ex:a[b "c"]" "urn:ex:a[*b *c].d" \"urn:ex:a[b c]\"`,
		`"urn:ex:a\"/%_" "urn:ex:a\"b `, `"urn:ex:a\"} "`, `"urn::service::1" "urn::1" "urn::a::b"`, `x urn:enc#b /a/urn:enc#b`,
		`x urn:ex:a%20urn:ex:b =urn:ex:a%20urn:ex:b 1%20urn:ex:a%20urn:ex:b "urn:ex:a%20urn:ex:b"`, `//urn:ex:a/b /urn:ex:a/b ?/urn:ex:a/b /x,urn:ex:a#b/c </urn:ex:a/>`)
	slices.Sort(texts)
	return slices.Compact(texts), nil
}

// loopTexts returns texts for the loop, sorted, each once: every fourth vector of file, and a
// change of each: a byte instead of another, or a run of bytes that a vector of the processor
// skips.
func loopTexts(file string) ([]string, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	r := rand.New(rand.NewPCG(52, 1))
	var texts []string
	n := 0
	for line := range bytes.Lines(data) {
		var v struct{ In string }
		if err := json.Unmarshal(line, &v); err != nil {
			return nil, err
		}
		if n++; n%4 != 0 || v.In == "" || len(v.In) > maxText-150 {
			continue
		}
		i := r.IntN(len(v.In))
		change := string(rune(r.IntN(256)))
		if r.IntN(2) == 0 {
			change = strings.Repeat(v.In[i:i+1], 1+r.IntN(140))
		}
		texts = append(texts, v.In, v.In[:i]+change+v.In[i+1:])
	}
	slices.Sort(texts)
	return slices.Compact(texts), nil
}

// loopResults returns the results of the loop without vectors for each text: where it
// stops, the state there, and the captures.
func loopResults(m *dfa.Machine, texts []string) []string {
	defer dfa.UseVector(dfa.UseVector(false))
	results := make([]string, len(texts))
	for i, s := range texts {
		var starts dfa.Starts
		end, state := m.Run(s, &starts)
		// Element 0 takes the stores of the steps that mark nothing.
		results[i] = fmt.Sprintf("(%d, %d, [%s])", end, state, strings.Join(strings.Fields(strings.Trim(fmt.Sprint(starts[1:]), "[]")), "; "))
	}
	return results
}

// vectors reports whether the processor runs begin.
func vectors() bool {
	before := dfa.UseVector(true)
	return dfa.UseVector(before)
}

// beginResults returns where begin stops in each text, the state there, and the captures.
func beginResults(m *dfa.Machine, texts []string) []string {
	defer dfa.UseVector(dfa.UseVector(true))
	const page = 4096
	room := make([]byte, 2*page)
	at := -int(uintptr(unsafe.Pointer(&room[0]))) & (page - 1) // where a page begins
	results := make([]string, len(texts))
	for i, s := range texts {
		clear(room)
		text := room[at : at+len(s)]
		copy(text, s)
		var starts dfa.Starts
		end, state := m.RunFirst(unsafe.String(unsafe.SliceData(text), len(text)), &starts)
		if end < 0 {
			end, state = 0, uint(m.Start)
		}
		results[i] = fmt.Sprintf("(%d, %d, [%s])", end, state, strings.Join(strings.Fields(strings.Trim(fmt.Sprint(starts[1:]), "[]")), "; "))
	}
	return results
}

// finderResults returns the matches of f in each text: where each match and each near miss
// begins and ends, and of a match, where the components after the NID begin in it. It
// returns an error if the vectors make a difference, or All.
func finderResults(f urn.Finder, texts []string) ([]string, error) {
	results := make([]string, len(texts))
	for _, vector := range []bool{false, true} {
		before := dfa.UseVector(vector)
		for i, s := range texts {
			var found []string
			var matches []urn.Match
			near := f
			near.Near = true
			for m := range near.All([]byte(s)) {
				starts := "[]"
				if m.Kind == urn.MatchName {
					o := m.Offsets
					starts = fmt.Sprintf("[%d; %d; %d; %d]", o.NSS().Start, o.R().Start, o.Q().Start, o.F().Start)
					matches = append(matches, m)
				}
				found = append(found, fmt.Sprintf("(%d, %d, %s)", m.Start, m.End, starts))
			}
			result := "[" + strings.Join(found, "; ") + "]"
			var err error
			if all := slices.Collect(f.All([]byte(s))); !slices.Equal(all, matches) {
				err = fmt.Errorf("in %q %v finds %v by All and %v by Near", s, f, all, matches)
			} else if vector && result != results[i] {
				err = fmt.Errorf("in %q %v finds %s without vectors and %s with them", s, f, results[i], result)
			}
			if err != nil {
				dfa.UseVector(before)
				return nil, err
			}
			results[i] = result
		}
		dfa.UseVector(before)
	}
	return results, nil
}

// settledResults returns the length of the settled part of each text and of its first half.
func settledResults(f urn.Finder, texts []string) []string {
	results := make([]string, len(texts))
	for i, s := range texts {
		results[i] = fmt.Sprintf("[%d; %d]", finding.Settled(f, []byte(s), 0), finding.Settled(f, []byte(s[:len(s)/2]), 0))
	}
	return results
}

// mentions returns, as Coq, the words of scheme.Mentioned.
func mentions() string {
	words := []string{"string", "str", "text", "int", "integer", "long", "number", "bool", "boolean", "any", "object", "uri", "url", "null", "none", "nil", "undefined", "true", "false"}
	for e := range namespace.IANA().All() {
		if e.Kind == namespace.Formal && e.NID != "example" {
			words = append(words, e.NID)
		}
	}
	return `"` + strings.Join(words, `"; "`) + `"`
}

// characters returns, as Coq, the ranges of the characters beyond ASCII for which is returns true.
func characters(is func(rune) bool) string {
	var ranges []string
	for r := rune(0x80); r <= unicode.MaxRune; r++ {
		if !is(r) {
			continue
		}
		first := r
		for is(r + 1) {
			r++
		}
		ranges = append(ranges, fmt.Sprintf("(%d, %d)", first, r))
	}
	return "inside [" + strings.Join(ranges, "; ") + "]"
}

func corpusHead(texts, running []string) *bytes.Buffer {
	var w bytes.Buffer
	fmt.Fprintf(&w, `(* Code generated by tools/theorem. DO NOT EDIT. *)
From Coq Require Import String List NArith.
From Urn Require Import Abnf Begin Check Finder Loop Tables.
Import ListNotations.
Open Scope N_scope.

(* captured is as dfa.Starts has it: the last capture with each mark. *)
Definition found (t : tables) (r : restated) (s : list N) : N * N * list N :=
  let '(end_, q, c) := Run (machine_of t) (shortcuts_of r) (map octet_of s) in
  (end_, q, map (captured c) [1; 2; 3; 4; 5; 6; 7]).
(* begin is given right masks. *)
Fixpoint mask_of (f : N -> bool) (n : nat) (j : N) : N :=
  match n with O => 0 | S n' => (if f j then 1 else 0) + 2 * mask_of f n' (j + 1) end.
Definition begun (t : tables) (r : restated) (s : list N) : N * N * list N :=
  let text := table s in
  let mem := fun i => octet_of (get text i) in
  let h := shortcuts_of r in
  let '(end_, q, c) := Begin (machine_of t) h mem
    (fun k i => mask_of (fun j => set h k (mem (i + j))) 64 0)
    (fun i => mask_of (fun j => Byte.eqb (mem (i + j)) (lead h)) 64 0) (N.of_nat (List.length s)) in
  (end_, q, map (captured c) [1; 2; 3; 4; 5; 6; 7]).
Definition unicode : characters := {|
  isOpening := %s;
  isClosing := %s;
  goesOn := %s;
  mentions := [%s]%%string |}.
Definition matched (t : tables) (r : restated) (exact : bool) (s : list N) : list (N * N * list N) :=
  map (fun x : finding => let '(start, end_, offsets) := x in
      (N.of_nat start, N.of_nat end_, match offsets with Some o => map o [1; 2; 3; 4] | None => [] end))
    (All (machine_of t) (begin (shortcuts_of r)) unicode exact (map octet_of s)).
Definition settled (t : tables) (r : restated) (exact : bool) (s : list N) : list N :=
  let at_ w := N.of_nat (Settled (machine_of t) (begin (shortcuts_of r)) unicode exact w 0) in
  let text := map octet_of s in
  [at_ text; at_ (firstn (Nat.div2 (List.length text)) text)].

(* The first text for which the model has another result than the code. *)
Inductive comparison (A : Type) := agree | differ (text : string) (model code : A) | lengths.
Arguments agree {A}. Arguments differ {A}. Arguments lengths {A}.
Fixpoint compare {A} (same : A -> A -> bool) (model : list N -> A) (texts : list (list N)) (results : list A) : comparison A :=
  match texts, results with
  | [], [] => agree
  | s :: texts', code :: results' =>
    let x := model s in
    if same x code then compare same model texts' results' else differ (string_of_list_byte (map octet_of s)) x code
  | _, _ => lengths
  end.
Fixpoint sames {A} (same : A -> A -> bool) (a b : list A) : bool :=
  match a, b with
  | [], [] => true
  | x :: a', y :: b' => if same x y then sames same a' b' else false
  | _, _ => false
  end.
Definition three (a b : N * N * list N) : bool :=
  let '(x, y, l) := a in let '(x', y', l') := b in andb (andb (x =? x') (y =? y')) (sames N.eqb l l').

`,
		characters(func(r rune) bool { return unicode.In(r, unicode.Pi, unicode.Pf, unicode.Ps) }),
		characters(func(r rune) bool { return unicode.In(r, unicode.Pi, unicode.Pf, unicode.Pe) }),
		characters(func(r rune) bool { return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r) }),
		mentions())
	textList(&w, "texts", texts)
	textList(&w, "running", running)
	return &w
}

func textList(w *bytes.Buffer, name string, texts []string) {
	fmt.Fprintf(w, "Definition %s : list (list N) := [\n", name)
	for i, s := range texts {
		if i > 0 {
			w.WriteString(";\n")
		}
		fmt.Fprintf(w, "[%s]", numbers([]byte(s)))
	}
	w.WriteString("].\n")
}

// goal says that model, which is same for equal results, has the results for the texts.
func goal(w *bytes.Buffer, module, same, model, texts string, results []string) {
	fmt.Fprintf(w, "\nFrom Urn Require %s.\nGoal compare %s %s %s [\n%s] = agree.\nProof. vm_compute. reflexivity. Qed.\n",
		module, same, model, texts, strings.Join(results, ";\n"))
}

// loopGoal states the results of a model of a loop, found or begun, for the texts.
func loopGoal(w *bytes.Buffer, model, module string, results []string) {
	goal(w, module, "three", fmt.Sprintf("(%s %[2]s.tables %[2]s.restated)", model, module), "texts", results)
}

func finderGoal(w *bytes.Buffer, module string, exact bool, results []string) {
	goal(w, module, "(sames three)", fmt.Sprintf("(matched %[1]s.tables %[1]s.restated %[2]t)", module, exact), "(texts ++ running)", results)
}

// settledGoal states the length of the settled part of each text.
func settledGoal(w *bytes.Buffer, module string, exact bool, results []string) {
	goal(w, module, "(sames N.eqb)", fmt.Sprintf("(settled %[1]s.tables %[1]s.restated %[2]t)", module, exact), "(texts ++ running)", results)
}
