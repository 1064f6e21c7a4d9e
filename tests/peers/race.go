package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/seed7b5a83f0/urn"
)

// The race: the benchmark harness of each language has its parsers do the same work on the
// same names, one language after the other, round by round. This library's figures are of
// the same round. The median of the rounds counts.

// most is how many names there are.
const most = 2000

var works = []string{"parse", "refuse", "normalize", "equal"}

// inputs writes the names of the race: race.names in normal form, race.others with the
// NIDs in upper case, and race.malformed.
func inputs(list []peer, corpus, bin string) error {
	data, err := os.ReadFile(corpus)
	if err != nil {
		return err
	}
	// Every parser must take every name: names of both RFCs, without components.
	var names, malformed []string
	for name := range strings.Lines(string(data)) {
		name = strings.TrimSuffix(name, "\n")
		if u, err := urn.Parse(name); err == nil && u.Normalize() == u && urn.RFC2141.Valid(name) && !strings.ContainsAny(name, "?#/") {
			names = append(names, name)
			malformed = append(malformed, name[:len(name)-1]+"%", "urn:-"+name[len("urn:"):])
		}
	}
	for _, p := range list {
		if p.check() == nil {
			if names, err = p.sort(names, true); err != nil {
				return err
			}
			if refused, err := p.sort(malformed, false); err != nil {
				return err
			} else if len(refused) > len(malformed)/10 { // not for those that refuse next to nothing
				malformed = refused
			}
		}
	}
	names, malformed = names[:min(len(names), most)], malformed[:min(len(malformed), most)]
	var others []string
	for _, name := range names {
		n := urn.MustParse(name).Offsets().NID()
		others = append(others, name[:n.Start]+strings.ToUpper(name[n.Start:n.End])+name[n.End:])
	}
	for name, lines := range map[string][]string{"race.names": names, "race.others": others, "race.malformed": malformed} {
		if err := os.WriteFile(filepath.Join(bin, name), []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// harnessesTSV has the harness that runs the benchmarks of a language. A command with $parser is run for
// each parser. It writes lines of "race", parser, work, nanoseconds a name, percent of error as the
// harness has it, bytes and allocations a name.
//
//go:embed harnesses.tsv
var harnessesTSV string

// race runs the harness of each language once, or of those given, and adds the
// results to the file of rounds.
func race(list []peer, self, bin string, only []string) error {
	f, err := rounds(bin, raceRounds)
	if err != nil {
		return err
	}
	defer f.Close()
	for _, h := range parseTSV(harnessesTSV).rows {
		language, command := h["language"], h["command"]
		if language != "Go" && len(only) > 0 && !slices.Contains(only, language) {
			continue // the figures of Go are what the others are compared with
		}
		if none := missing(words(h["needs"], nil)); none != "" {
			fmt.Fprintf(os.Stderr, "%s is left out: it needs %s\n", language, none)
			continue
		}
		var runs [][]string
		for _, p := range list {
			if each := strings.Contains(command, "$parser"); each && p.Language == language && p.check() == nil || !each && runs == nil {
				runs = append(runs, words(command, map[string]string{"self": self, "bin": bin, "parser": p.driver()}))
			}
		}
		for _, args := range runs {
			cmd := exec.Command(args[0], args[1:]...)
			cmd.Env = append(os.Environ(), "CRITERION_HOME="+filepath.Join(bin, "criterion"), "CARGO_TARGET_DIR="+filepath.Join(bin, "rust"))
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			out, err := cmd.Output()
			if err == nil && language == "Rust" {
				out, err = criterion(out, bin)
			}
			if err != nil {
				return fmt.Errorf("%s: %w: %.500s", strings.Join(args, " "), err, stderr.String())
			}
			for line := range strings.Lines(string(out)) {
				if row, ok := strings.CutPrefix(line, "race\t"); ok {
					if _, err := io.WriteString(f, language+"\t"+row); err != nil {
						return err
					}
				}
			}
		}
		fmt.Fprintln(os.Stderr, language, "is measured")
	}
	return f.Close()
}

// criterion reads the estimates that criterion has left. Its output has the
// allocations.
func criterion(out []byte, bin string) ([]byte, error) {
	var rows bytes.Buffer
	for line := range strings.Lines(string(out)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if f[0] != "allocations" {
			continue
		}
		data, err := os.ReadFile(filepath.Join(bin, "criterion", f[1]+"_"+f[2], "new/estimates.json"))
		if err != nil {
			return nil, err
		}
		var e struct {
			Median struct {
				Point    float64 `json:"point_estimate"`
				Interval struct {
					Low  float64 `json:"lower_bound"`
					High float64 `json:"upper_bound"`
				} `json:"confidence_interval"`
			}
		}
		if err := json.Unmarshal(data, &e); err != nil {
			return nil, err
		}
		names, err := read(bin, f[2])
		if err != nil {
			return nil, err
		}
		n := float64(len(names))
		bytes, err1 := strconv.ParseFloat(f[3], 64)
		times, err2 := strconv.ParseFloat(f[4], 64)
		if err := errors.Join(err1, err2); err != nil {
			return nil, err
		}
		m := e.Median
		fmt.Fprintf(&rows, "race\t%s\t%s\t%f\t%.1f\t%.0f\t%.1f\n", f[1], f[2], m.Point/n, 50*(m.Interval.High-m.Interval.Low)/m.Point, bytes/n, times/n)
	}
	return rows.Bytes(), nil
}

// read returns the names of a work.
func read(bin, work string) ([]string, error) {
	file := map[string]string{"parse": "race.names", "refuse": "race.malformed", "normalize": "race.others", "equal": "race.names", "others": "race.others"}[work]
	data, err := os.ReadFile(filepath.Join(bin, file))
	return strings.Split(strings.TrimSuffix(string(data), "\n"), "\n"), err
}

// bench is the race of one of Go's parsers, by testing.B.
func bench(name, bin string, out io.Writer) error {
	p, ok := parsers[name]
	if !ok {
		return fmt.Errorf("no parser has the name %q", name)
	}
	testing.Init()
	if err := flag.Set("test.benchtime", "300ms"); err != nil {
		return err
	}
	others, err := read(bin, "others")
	if err != nil {
		return err
	}
	sink := 0
	for _, work := range works {
		if work == "equal" && p.equal == nil {
			continue
		}
		names, err := read(bin, work)
		if err != nil {
			return err
		}
		// An iteration goes through all names.
		sum := func(length func(string) int) func(b *testing.B) {
			return func(b *testing.B) {
				for b.Loop() {
					for _, s := range names {
						sink += length(s)
					}
				}
			}
		}
		batch := map[string]func(b *testing.B){
			"parse":     sum(p.nss),
			"normalize": sum(p.normal),
			"refuse": func(b *testing.B) {
				for b.Loop() {
					for _, s := range names {
						if !p.refuse(s) {
							b.Fatal(s)
						}
					}
				}
			},
			"equal": func(b *testing.B) {
				for b.Loop() {
					for i, s := range names {
						if !p.equal(s, others[i]) {
							b.Fatal(s)
						}
					}
				}
			},
		}[work]
		var times []float64
		var r testing.BenchmarkResult
		n := float64(len(names))
		for range 3 {
			if r = testing.Benchmark(batch); r.N == 0 {
				return fmt.Errorf("%s: %s fails", name, work)
			}
			times = append(times, float64(r.T.Nanoseconds())/float64(r.N)/n)
		}
		fmt.Fprintf(out, "race\t%s\t%s\t%f\t%.1f\t%.0f\t%.1f\n", name, work, median(times), 50*(slices.Max(times)-slices.Min(times))/median(times),
			float64(r.AllocedBytesPerOp())/n, float64(r.AllocsPerOp())/n)
	}
	if sink == 0 {
		return errors.New("nothing was parsed")
	}
	return nil
}

// writeRace writes peers-race.tsv from the rounds.
func writeRace(list []peer, bin, dir string) error {
	all, err := readRounds(bin, raceRounds, 0, func(f []string) string { return key("Go", list[0].driver(), f[2]) })
	names, err1 := read(bin, "parse")
	malformed, err2 := read(bin, "refuse")
	if err := errors.Join(err, err1, err2); err != nil {
		return err
	}
	name := map[string]string{}
	for _, h := range parseTSV(harnessesTSV).rows {
		name[h["language"]] = h["harness"]
	}
	var w bytes.Buffer
	fmt.Fprintf(&w, "# %s; %s\n# %d names, %d malformed ones; medians of the rounds, a name; the ratio to this library is of the same round\n", time.Now().Format(time.DateOnly), machine(), len(names), len(malformed))
	w.WriteString("parser\tlanguage\twork\tharness\trounds\tns\tratio\tspread %\terror %\tbytes\tallocations\n")
	for _, work := range works {
		for _, p := range list {
			c := all[key(p.Language, p.driver(), work)]
			if c == nil {
				continue
			}
			ns, percent := c.figures[0], "-"
			if len(c.figures[1]) > 0 {
				percent = fmt.Sprintf("%.1f", median(c.figures[1]))
			}
			fmt.Fprintf(&w, "%s\t%s\t%s\t%s\t%d\t%.0f\t%.1f\t%.0f\t%s\t%s\n", p.Name, p.Language, work, name[p.Language], len(ns), median(ns), median(c.ratio),
				50*(slices.Max(ns)-slices.Min(ns))/median(ns), percent, c.results[len(c.results)-1])
		}
	}
	return os.WriteFile(filepath.Join(dir, "peers-race.tsv"), w.Bytes(), 0o644)
}

// machine returns what the figures depend on: the processor and the versions.
func machine() string {
	processor := "unknown processor"
	data, _ := os.ReadFile("/proc/cpuinfo")
	if m := regexp.MustCompile(`(?m)^model name\s*: (.*\S)`).FindSubmatch(data); m != nil {
		processor = string(m[1])
	}
	parts := []string{runtime.GOOS + "/" + runtime.GOARCH, fmt.Sprintf("%d CPUs", runtime.NumCPU()), processor, runtime.Version()}
	for _, args := range [][]string{{"rustc", "--version"}, {"java", "--version"}, {"node", "--version"}, {"python3", "--version"}, {"perl", "-e", "print qq(Perl $^V)"}, {"rg", "--version"}, {"ugrep", "--version"}, {"grep", "--version"}} {
		out, err := exec.Command(args[0], args[1:]...).Output()
		if err != nil {
			continue
		}
		line, _, _ := strings.Cut(string(out), "\n")
		if args[0] == "node" {
			line = "node " + line
		}
		line, _, _ = strings.Cut(strings.Replace(line, "(GNU grep) ", "", 1), " (")
		line, _, _ = strings.Cut(line, " x86")
		parts = append(parts, strings.TrimSpace(line))
	}
	return strings.Join(parts, ", ")
}

// sort returns the names that a peer accepts, or those that it refuses.
func (p peer) sort(names []string, accepted bool) ([]string, error) {
	cases := make([]testCase, len(names))
	for i, name := range names {
		cases[i] = testCase{input: name}
	}
	answers, err := p.ask(cases)
	if err != nil {
		return nil, err
	}
	var list []string
	for i, a := range answers {
		if (a == "refuse") != accepted && (!accepted || strings.HasPrefix(a, "accept")) {
			list = append(list, names[i])
		}
	}
	return list, nil
}
