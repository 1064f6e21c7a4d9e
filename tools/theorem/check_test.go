package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// written are the files of proof that the generated ones need, in the order in
// which they are compiled. Syntaxes.v is compiled after those.
var written = []string{"Abnf.v", "Regex.v", "Check.v", "Loop.v", "Masks.v", "Begin.v", "Lines.v", "Runs.v", "Tables.v", "Words.v"}

var errMissing = errors.New(`coqc is missing: install Coq 8.16, for instance with "apt-get install coq"`)

// TestTheorems: Coq checks the theorems, and that models and code have the same results for
// texts.
func TestTheorems(t *testing.T) {
	if !*withCoq {
		t.Skip("it takes minutes: make theorem runs it")
	}
	files, err := generate(root)
	if err != nil {
		t.Fatal(err)
	}
	names := slices.Clone(written)
	for _, f := range files {
		if f.name == assumptionsFile {
			names = append(names, "Syntaxes.v", corpusFile) // after the files that they are about
		}
		names = append(names, f.name)
	}
	text, n, err := corpus(root)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d texts go through the loop of internal/dfa and through its model", n)
	if err := theorems(t.Logf, filepath.Join(root, "proof"), names, file{corpusFile, text}); err != nil {
		t.Fatal(err)
	}
}

// theorems has Coq check files, one at a time, in a directory of its own. They
// are in dir or among others. It returns an error if a file is refused, or if the theorems rest on an
// axiom.
func theorems(logf func(format string, args ...any), dir string, names []string, others ...file) error {
	coqc, err := exec.LookPath("coqc")
	if err != nil {
		return errMissing
	}
	tmp, err := os.MkdirTemp("", "theorem")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	for _, name := range names {
		var text []byte
		if i := slices.IndexFunc(others, func(f file) bool { return f.name == name }); i >= 0 {
			text = others[i].text
		} else if text, err = os.ReadFile(filepath.Join(dir, name)); err != nil {
			return err
		}
		for _, word := range []string{"Admitted", "Axiom", "Parameter", "admit."} {
			if bytes.Contains(text, []byte(word)) {
				return fmt.Errorf("%s has the word %s", name, word)
			}
		}
		if err := os.WriteFile(filepath.Join(tmp, name), text, 0o666); err != nil {
			return err
		}
	}
	for _, name := range names {
		begin := time.Now()
		cmd := exec.Command(coqc, "-q", "-Q", tmp, "Urn", filepath.Join(tmp, name))
		cmd.Dir = tmp // Coq leaves a cache there
		out, err := cmd.CombinedOutput()
		if err != nil {
			return fmt.Errorf("%s: %w\n%s", name, err, out)
		}
		logf("%s: %s", name, time.Since(begin).Round(time.Second/10))
		if name == assumptionsFile {
			if got := strings.TrimSpace(string(out)); got != "Closed under the global context" {
				return fmt.Errorf("the theorems assume:\n%s", got)
			}
			logf("no theorem rests on an axiom")
		} else if len(out) > 0 {
			return fmt.Errorf("%s prints:\n%s", name, out)
		}
	}
	return nil
}
