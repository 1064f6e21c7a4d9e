//go:build unix

package attack

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
)

// oracle is the program that compares replace with parsers of others.
const oracle = "tests/attack/oracle.py"

// judge is the program that reads the pseudonyms of texts mixed of all notations.
const judge = "tests/attack/judge.py"

var noPython sync.Once

// oracles has parsers of others read the output of replace in every notation.
func (c *attempt) oracles() error {
	out, err := compare(c.root, c.binary, c.Uint64()>>1, 24)
	if err == errNoPython {
		noPython.Do(func() { fmt.Println("oracles: not tried, because there is no python3") })
		return nil
	}
	if err != nil {
		return fmt.Errorf("%w\n%.2000s", err, out)
	}
	return nil
}

var errNoPython = fmt.Errorf("no python3")

// compare runs the oracle for a number of cases. It returns what the oracle prints.
func compare(root, binary string, seed uint64, cases int) (string, error) {
	python, err := exec.LookPath("python3")
	if err != nil {
		return "", errNoPython
	}
	out, err := exec.Command(python, filepath.Join(root, oracle), binary, strconv.FormatUint(seed, 10), strconv.Itoa(cases)).CombinedOutput()
	return strings.TrimSpace(string(out)), err
}
