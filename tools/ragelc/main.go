// Command ragelc is a back end for Ragel 6.10. It compiles a grammar to the XML
// intermediate of "ragel -x" and turns that into the tables of internal/dfa. Each
// machine becomes one variable: a dfa.Machine if the machine has actions, and a
// dfa.Matcher if it has none.
//
//	go run ./tools/ragelc -package urn -o machine.go machine.go.rl
//	go run ./tools/ragelc -package urn -verify machine.go machine.go.rl
//
// With -java it writes a class for programs in Java.
//
// With -verify it writes nothing, and compares the bytes with those of the file.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/seed7b5a83f0/urn/tools/internal/generated"
)

func main() {
	pkg := flag.String("package", "urn", "package clause of the generated file")
	out := flag.String("o", "", "write the tables to `file`")
	verify := flag.String("verify", "", "compare the tables with `file` instead of writing them")
	java := flag.Bool("java", false, "write a class in Java instead, which has the machines of RFC 8141 and RFC 2141")
	flag.Parse()
	write := generate
	if *java {
		write = generateJava
	}
	if err := run(write, *pkg, *out, *verify, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "ragelc:", err)
		os.Exit(1)
	}
}

func run(write func(pkg, grammar string, machines []machine) ([]byte, error), pkg, out, verify string, args []string) error {
	if len(args) != 1 || (out == "") == (verify == "") {
		return errors.New("usage: ragelc -package NAME (-o FILE | -verify FILE) GRAMMAR.rl")
	}
	grammar := args[0]
	xml, err := compile(grammar)
	if err != nil {
		return err
	}
	machines, err := parse(bytes.NewReader(xml))
	if err != nil {
		return fmt.Errorf("%s: %w", grammar, err)
	}
	src, err := write(pkg, filepath.Base(grammar), machines)
	if err != nil {
		return fmt.Errorf("%s: %w", grammar, err)
	}
	if err := generated.Put(out+verify, src, verify != "", grammar); err != nil || verify == "" {
		return err
	}
	fmt.Printf("%s is what %s gives, byte for byte (%d bytes)\n", verify, grammar, len(src))
	return nil
}

// compile runs "ragel -x". Other versions of Ragel number their states in
// another order, so that -verify would fail for no good reason.
func compile(grammar string) ([]byte, error) {
	const hint = "install Ragel 6.10, for instance with \"apt-get install ragel\" on Debian or Ubuntu, " +
		"or from the source of its author; building and testing the library does not need it"
	ragel, err := exec.LookPath("ragel")
	if err != nil {
		return nil, fmt.Errorf("there is no ragel on this machine's PATH: %s", hint)
	}
	version, err := exec.Command(ragel, "--version").Output()
	if err != nil {
		return nil, fmt.Errorf("%s --version: %w", ragel, err)
	}
	if first, _, _ := strings.Cut(string(version), "\n"); !strings.Contains(first, "version 6.10 ") {
		return nil, fmt.Errorf("%s is %q: %s", ragel, first, hint)
	}
	xml, err := exec.Command(ragel, "-x", grammar).Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		err = fmt.Errorf("%w\n%s", err, exit.Stderr)
	}
	return xml, err
}
