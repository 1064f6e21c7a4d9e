package main

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/seed7b5a83f0/urn"
)

// A program does a task on a file: it counts the lines that are URNs, or writes the URNs
// of a text.
type program struct {
	name, language string
	check, find    []string // its command, without the file
	needs          []string // programs, without which it is left out
}

// expression is the grammar of RFC 8141 as a regular expression of POSIX, but for the
// groups: "(?:" is "(" there.
const expression = `urn:[0-9a-z][0-9a-z-]{0,30}[0-9a-z]:` + pchar + `([0-9a-z._~!$&'()*+,;=:@/-]|%[0-9a-f]{2})*` +
	`(\?\+` + pchar + `([0-9a-z._~!$&'()*+,;=:@/-]|%[0-9a-f]{2}|\?+([0-9a-z._~!$&'()*+,;:@/-]|%[0-9a-f]{2}))*\?*)?` +
	`(\?=` + pchar + more + `)?(#` + more + `)?`

const (
	pchar = `([0-9a-z._~!$&'()*+,;=:@-]|%[0-9a-f]{2})`
	more  = `([0-9a-z._~!$&'()*+,;=:@/?-]|%[0-9a-f]{2})*`
)

// programsTSV has the contenders: the command, three of the grep family, and a short program for each
// language with the fastest of its parsers.
//
//go:embed programs.tsv
var programsTSV string

func programs(bin string) (list []program) {
	for _, row := range parseTSV(programsTSV).rows {
		set := map[string]string{"bin": bin, "expression": expression}
		list = append(list, program{row["name"], row["language"], words(row["check"], set), words(row["find"], set), words(row["needs"], nil)})
	}
	return list
}

// files writes the input of both tasks: a list of names with one in a hundred malformed, a
// log, and the list of names that the generator wrote into the log.
func files(bin string, size int64) error {
	log, list, names := filepath.Join(bin, "log"), filepath.Join(bin, "log.list"), filepath.Join(bin, "lines")
	for _, args := range [][]string{
		{"-size", fmt.Sprint(size), "-o", log, "-list", list, "log"},
		{"-n", fmt.Sprint(size * 3 / 100), "-o", names, "urns"},
	} {
		cmd := exec.Command("go", append([]string{"run", "./tools/corpus"}, args...)...)
		cmd.Dir = "../.."
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("corpus: %w\n%s", err, out)
		}
	}
	data, err := os.ReadFile(names)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	n := 0
	for line := range bytes.Lines(data) {
		if int64(out.Len()) >= size {
			break
		}
		if n++; n%100 == 0 {
			line = append(damage(line[:len(line)-1], n/100), '\n')
		}
		out.Write(line)
	}
	return os.WriteFile(names, out.Bytes(), 0o600)
}

// damage returns a string that is not a URN, in one of four ways.
func damage(name []byte, way int) []byte {
	nid, nss, _ := bytes.Cut(name[len("urn:"):], []byte{':'})
	switch way % 4 {
	case 0:
		return append(slices.Clone(name), '%')
	case 1:
		return slices.Concat([]byte("urn:-"), nid, []byte(":"), nss)
	case 2:
		return slices.Concat([]byte("urn:"), nid, []byte(":"))
	}
	return slices.Concat(name, []byte(" "), nss)
}

// An outcome is the time and memory of a program for a task.
type outcome struct {
	cpu, wall float64 // seconds
	peak      int64   // bytes
}

// round runs every program once for a task, and adds its time and memory to the file of rounds. Only
// the names given take part, if there are any; the first program always does.
func round(list []program, task, bin string, only []string) error {
	type ended struct {
		program
		outcome
		output string
	}
	// The files are read once, so that no program has to wait for the disk.
	if err := exec.Command("cat", filepath.Join(bin, "lines"), filepath.Join(bin, "log")).Run(); err != nil {
		return err
	}
	var all []ended
	for i, p := range list {
		command, input := p.check, filepath.Join(bin, "lines")
		if task == "find" {
			command, input = p.find, filepath.Join(bin, "log")
		}
		if command == nil || i > 0 && len(only) > 0 && !slices.Contains(only, p.language) {
			continue
		}
		if none := missing(p.needs); none != "" {
			fmt.Fprintf(os.Stderr, "%s is left out: it needs %s\n", p.name, none)
			continue
		}
		output := filepath.Join(bin, fmt.Sprintf("out.%d", i))
		defer os.Remove(output)
		o, err := measure(append(slices.Clone(command), input), output, task)
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		all = append(all, ended{p, o, output})
	}
	f, err := rounds(bin, programRounds)
	if err != nil {
		return err
	}
	defer f.Close()
	// The outputs are read when all have run: the peak memory of
	// a program begins with the peak of the process that starts it.
	for _, e := range all {
		result, err := counted(e.output)
		if task == "find" {
			result, err = compared(e.output, filepath.Join(bin, "log.list"))
		}
		if err != nil {
			return fmt.Errorf("%s: %w", e.name, err)
		}
		if _, err := fmt.Fprintf(f, "%s\t%s\t%s\t%f\t%f\t%d\t%s\n", task, e.name, e.language, e.cpu, e.wall, e.peak, result); err != nil {
			return err
		}
	}
	return f.Close()
}

// measure runs a command once, with its output in a file.
func measure(args []string, output, task string) (outcome, error) {
	out, err := os.Create(output)
	if err != nil {
		return outcome{}, err
	}
	defer out.Close()
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = append(os.Environ(), "LC_ALL=C") // grep is many times slower in UTF-8
	cmd.Stdout = out
	if task == "check" { // "urn check" has its counts there
		cmd.Stderr = out
	}
	begin := time.Now()
	err = cmd.Run()
	wall := time.Since(begin)
	if exit := new(exec.ExitError); err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1 && task == "check") {
		return outcome{}, err // 1: some line is not a URN
	}
	o := outcome{cpu: (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds(), wall: wall.Seconds()}
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		o.peak = usage.Maxrss << 10
	}
	return o, out.Close()
}

// counted returns how many lines a program took for URNs.
func counted(file string) (string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	for word := range strings.FieldsSeq(string(text)) {
		word = strings.TrimPrefix(word, "accepted=")
		if _, err := strconv.Atoi(word); err == nil {
			return word + "\t-", nil
		}
	}
	return "", fmt.Errorf("no count in %.200q", text)
}

// compared returns how many names a program wrote, and how many of them the generator
// had put there.
func compared(file, list string) (string, error) {
	listed, err1 := os.ReadFile(list)
	found, err2 := os.ReadFile(file)
	names := map[string]int{}
	for line := range bytes.Lines(listed) {
		names[string(line[bytes.LastIndexByte(line, '\t')+1:])]++
	}
	written, right := 0, 0
	for name := range bytes.Lines(found) {
		written++
		if names[string(name)]--; names[string(name)] >= 0 {
			right++
		}
	}
	return fmt.Sprintf("%d\t%d", written, right), errors.Join(err1, err2)
}

// writePrograms writes peers-programs.tsv from the rounds.
func writePrograms(list []program, bin, dir string) error {
	all, err := readRounds(bin, programRounds, 1, func(f []string) string { return key(f[0], list[0].name, list[0].language) })
	if err != nil {
		return err
	}
	valid, lines, err := truth(filepath.Join(bin, "lines"))
	if err != nil {
		return err
	}
	listed, err := os.ReadFile(filepath.Join(bin, "log.list"))
	if err != nil {
		return err
	}
	var w bytes.Buffer
	fmt.Fprintf(&w, "# %s; %s; medians of the rounds; ratio of the wall time to %q, round by round\n", time.Now().Format(time.DateOnly), machine(), list[0].name)
	fmt.Fprintf(&w, "# check: %d lines, of which %d are URNs; find: a log with %d URNs\n", lines, valid, bytes.Count(listed, []byte{'\n'}))
	w.WriteString("task\tprogram\tlanguage\trounds\tCPU s\twall s\tratio\tpeak MiB\tfound\tas listed\n")
	for _, task := range []string{"check", "find"} {
		for _, p := range list {
			c := all[key(task, p.name, p.language)]
			if c == nil {
				continue
			}
			if results := slices.Compact(c.results); len(results) > 1 {
				return fmt.Errorf("%s: %q, then %q", p.name, results[0], results[1])
			}
			cpu, wall, peak := median(c.figures[0]), median(c.figures[1]), median(c.figures[2])
			fmt.Fprintf(&w, "%s\t%s\t%s\t%d\t%.2f\t%.2f\t%.1f\t%.0f\t%s\n", task, p.name, p.language, len(c.ratio), cpu, wall, median(c.ratio), peak/(1<<20), c.results[0])
		}
	}
	return os.WriteFile(filepath.Join(dir, "peers-programs.tsv"), w.Bytes(), 0o644)
}

// truth returns how many lines of a list of names are URNs, and how many there are.
func truth(file string) (valid, lines int, err error) {
	data, err := os.ReadFile(file)
	for line := range bytes.Lines(data) {
		lines++
		if urn.Valid(string(line[:len(line)-1])) {
			valid++
		}
	}
	return valid, lines, err
}
