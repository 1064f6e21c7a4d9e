package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A file of rounds has a row for each contender and round, in the order of the measurements:
// three columns that name the contender and its task, figures, and two columns of results.

const raceRounds, programRounds = "race.rounds", "programs.rounds"

// rounds opens a file of rounds to append to it.
func rounds(bin, name string) (*os.File, error) {
	return os.OpenFile(filepath.Join(bin, name), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
}

// contender is what the rounds say of a contender at a task.
type contender struct {
	figures [3][]float64 // of the rounds, by column; "-" is left out
	ratio   []float64    // of the column of the time to the contender that all are compared with
	results []string     // of the rounds: the last two columns
}

// key joins the three columns that name a contender and its task.
func key(columns ...string) string { return strings.Join(columns[:3], "\t") }

// readRounds reads a file of rounds. base returns the key of the contender that the one of a row
// is compared with, by the figure that is in column time.
func readRounds(bin, name string, time int, base func(row []string) string) (map[string]*contender, error) {
	data, err := os.ReadFile(filepath.Join(bin, name))
	if err != nil {
		return nil, err
	}
	all := map[string]*contender{}
	for line := range strings.Lines(string(data)) {
		row := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		c := all[key(row...)]
		if c == nil {
			c = new(contender)
			all[key(row...)] = c
		}
		last := len(row) - 2
		for i, s := range row[3:last] {
			if s != "-" {
				n, err := strconv.ParseFloat(s, 64)
				if err != nil {
					return nil, err
				}
				c.figures[i] = append(c.figures[i], n)
			}
		}
		ours := all[base(row)]
		if ours == nil {
			return nil, fmt.Errorf("%s: a row comes before the first one of %q", name, base(row))
		}
		theirs, by := c.figures[time], ours.figures[time]
		c.ratio = append(c.ratio, theirs[len(theirs)-1]/by[len(by)-1])
		c.results = append(c.results, strings.Join(row[last:], "\t"))
	}
	return all, nil
}

func median(list []float64) float64 {
	s := slices.Sorted(slices.Values(list))
	return s[len(s)/2]
}
