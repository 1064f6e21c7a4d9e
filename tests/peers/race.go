package main

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/seed7b5a83f0/urn"
)

// The race: each driver does the same work on the same names, one after the other,
// several times round. The median of the rounds counts, as a ratio to this library.
const (
	rounds  = 5
	seconds = "0.4"
	most    = 2000 // names
)

// race writes peers-race.tsv: nanoseconds a name, by parser and work.
func race(list []peer, corpus, dir string) error {
	data, err := os.ReadFile(corpus)
	if err != nil {
		return err
	}
	// Every parser must take every name: those of both RFCs, without components.
	var names, malformed []string
	for name := range strings.Lines(string(data)) {
		name = strings.TrimSuffix(name, "\n")
		if urn.Valid(name) && urn.RFC2141.Valid(name) && !strings.ContainsAny(name, "?#/") {
			names = append(names, name)
			malformed = append(malformed, name[:len(name)-1]+"%", "urn:-"+name[len("urn:"):])
		}
	}
	for _, p := range list {
		if p.runs() {
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
	dirNames, err := os.MkdirTemp("", "peers")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dirNames)
	file, bad := filepath.Join(dirNames, "names"), filepath.Join(dirNames, "malformed")
	if err := os.WriteFile(file, []byte(strings.Join(names, "\n")+"\n"), 0o600); err != nil {
		return err
	}
	if err := os.WriteFile(bad, []byte(strings.Join(malformed, "\n")+"\n"), 0o600); err != nil {
		return err
	}
	works := []string{"parse", "refuse", "normalize", "equal"}
	times := map[string]map[string][]float64{}
	allocs := map[string]map[string]string{}
	for round := range rounds {
		for _, work := range works {
			if times[work] == nil {
				times[work], allocs[work] = map[string][]float64{}, map[string]string{}
			}
			for _, p := range list {
				if !p.runs() {
					continue
				}
				input := file
				if work == "refuse" {
					input = bad
				}
				out, err := exec.Command(p.command[0], append(p.command[1:], input, seconds, work)...).Output()
				if err != nil {
					return fmt.Errorf("%s: %w", p.name, err)
				}
				fields := strings.Fields(string(out))
				if fields[0] == "none" {
					continue
				}
				ns, err := strconv.ParseFloat(fields[0], 64)
				if err != nil {
					return err
				}
				id := p.name + "\t" + p.language
				times[work][id] = append(times[work][id], ns)
				if len(fields) > 1 {
					allocs[work][id] = fields[1]
				}
			}
		}
		fmt.Fprintf(os.Stderr, "round %d of %d\n", round+1, rounds)
	}
	var w bytes.Buffer
	fmt.Fprintf(&w, "# %s; %s/%s; %s\n# %d names, %d malformed ones, %d rounds of %s s in turn; median ns a name, ratio to this library\nparser\tlanguage\twork\tns\tratio\tallocations\n", time.Now().Format(time.DateOnly), runtime.GOOS, runtime.GOARCH, processor(), len(names), len(malformed), rounds, seconds)
	for _, work := range works {
		for _, p := range list {
			id := p.name + "\t" + p.language
			if t := times[work][id]; len(t) > 0 {
				a := allocs[work][id]
				if a == "" {
					a = "-"
				}
				fmt.Fprintf(&w, "%s\t%s\t%.0f\t%.1f\t%s\n", id, work, median(t), median(t)/median(times[work]["urn\tGo"]), a)
			}
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "peers-race.tsv"), w.Bytes(), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "peers-race.svg"), plot(list, times["parse"]), 0o644)
}

// processor returns the model of the processor, if the system tells.
func processor() string {
	data, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return "unknown processor"
	}
	for line := range strings.Lines(string(data)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "unknown processor"
}

// plot draws the time to parse a name as bars, with a logarithmic scale.
func plot(list []peer, times map[string][]float64) []byte {
	const left, decade, height = 230, 120.0, 20
	ours := median(times["urn\tGo"])
	var body bytes.Buffer
	y := 34
	for _, p := range list {
		t := times[p.name+"\t"+p.language]
		if len(t) == 0 {
			continue
		}
		ns := median(t)
		colour := "#8fb8de"
		if p.version == "this tree" {
			colour = "#4f9d45"
		}
		width := decade * math.Log10(ns/10)
		fmt.Fprintf(&body, `<text x="8" y="%d">%s <tspan fill="#777" font-size="11">%s</tspan></text><rect x="%d" y="%d" width="%.1f" height="%d" fill="%s"/>`+
			`<text x="%.1f" y="%d" font-size="11">%.3g (%.3g)</text>`+"\n", y+14, p.name, p.language, left, y+2, width, height-5, colour, left+width+5, y+14, ns, ns/ours)
		y += height
	}
	var w bytes.Buffer
	fmt.Fprintf(&w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 820 %d" font-family="sans-serif" font-size="13"><rect width="100%%" height="100%%" fill="#fff"/>`+"\n"+
		`<text x="8" y="20" font-weight="bold">Parse a URN and take its NSS: ns a name, and the ratio to this library (logarithmic)</text>`+"\n", y+10)
	w.Write(body.Bytes())
	w.WriteString("</svg>\n")
	return w.Bytes()
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

func median(list []float64) float64 {
	s := slices.Sorted(slices.Values(list))
	return s[len(s)/2]
}
