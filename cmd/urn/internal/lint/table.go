package lint

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// table collects findings until all files are read. There is one entry for each file,
// rule and key, with a count.
//
// Its memory is bounded: there are at most maxEntries entries, whose texts have at most
// maxTexts bytes. What does not fit is counted by its rule, and not listed.
type table struct {
	mu      sync.Mutex
	entries map[known]*Finding
	texts   int
	more    []int64 // what does not fit, by rule
}

const (
	maxEntries = 1 << 18
	maxTexts   = 128 << 20
)

func newTable() *table {
	return &table{entries: map[known]*Finding{}, more: make([]int64, len(Rules))}
}

// add adds findings.
func (t *table) add(list []Finding) {
	if len(list) == 0 {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := range list {
		f := &list[i]
		k := known{f.File, Rules[f.Rule].Name, f.key}
		if e := t.entries[k]; e != nil {
			count := e.Count + f.Count
			if f.Offset < e.Offset {
				*e = *f
			}
			e.Count = count
			continue
		}
		size := len(f.Name) + len(f.Message) + len(f.Fix) + len(f.key)
		if len(t.entries) >= maxEntries || t.texts+size > maxTexts {
			t.more[f.Rule] += f.Count
			continue
		}
		t.texts += size
		e := *f
		t.entries[k] = &e
	}
}

// list returns the entries that keep accepts.
func (t *table) list(keep func(*Finding) bool) []*Finding {
	var list []*Finding
	for _, f := range t.entries {
		if keep(f) {
			list = append(list, f)
		}
	}
	return list
}

// byName merges the findings of all files that have the same rule and the same key
// into one each, which is the first of them. Those of a file for which apart is true
// stay apart. The result is in the order of the files.
func byName(list []*Finding, apart func(*Finding) bool) []*Finding {
	slices.SortFunc(list, inOrder)
	type name struct {
		rule RuleID
		key  string
		file string // or ""
	}
	first := map[name]*Finding{}
	var merged []*Finding
	for _, f := range list {
		k := name{rule: f.Rule, key: f.key}
		if apart(f) {
			k.file = f.File
		}
		if m := first[k]; m != nil {
			m.Count += f.Count
			m.Files++
			continue
		}
		one := *f
		first[k] = &one
		merged = append(merged, &one)
	}
	return merged
}

// inOrder is the order of findings: that of a walk through the tree.
func inOrder(a, b *Finding) int {
	return cmp.Or(comparePaths(a.File, b.File), cmp.Compare(a.Offset, b.Offset), cmp.Compare(a.Rule, b.Rule))
}

// comparePaths compares names of files part by part.
func comparePaths(a, b string) int {
	if a == b {
		return 0
	}
	return strings.Compare(separators.Replace(a), separators.Replace(b))
}

var separators = strings.NewReplacer("/", "\x00", string(filepath.Separator), "\x00")
