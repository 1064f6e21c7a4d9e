package lint

import (
	"cmp"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/report"
)

// table collects findings until all files are read. There is one entry for each file,
// rule, reason to leave it out and key, with a count.
//
// Its memory is bounded: there are at most maxEntries entries, whose texts have at most
// maxTexts bytes, with at most maxPlaces places after the first ones. What does not fit is
// counted, and not listed.
type table struct {
	mu      sync.Mutex
	entries map[known]*Finding
	texts   int
	places  int
	more    []int64 // the number of findings that do not fit, by rule
	fixes   bool    // keep all places, because --fix needs their edits
}

const (
	maxEntries = 1 << 18
	maxTexts   = 128 << 20
	maxPlaces  = 1 << 18
)

func newTable(fixes bool) *table {
	return &table{entries: map[known]*Finding{}, more: make([]int64, len(Rules)), fixes: fixes}
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
		k := known{f.File, fmt.Sprint(Rules[f.Rule].Name, f.why), f.key}
		if e := t.entries[k]; e != nil {
			first, second := *e, *f
			if f.Offset < e.Offset {
				first, second = *f, *e
			}
			first.Count, first.more = e.Count+f.Count, e.more
			if size := len(second.Name) + len(second.Fix); t.fixes || t.places < maxPlaces && t.texts+size <= maxTexts {
				t.places++
				t.texts += size
				first.more = append(first.more, second.Place)
			}
			*e = first
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

// groups returns the findings that have the same rule and the same key, in the order of the
// files. Findings that are apart are also grouped by file.
func groups(list []*Finding, key func(*Finding) string) (all [][]*Finding) {
	slices.SortFunc(list, inOrder)
	places := map[string]int{} // in all
	for _, f := range list {
		k := Rules[f.Rule].Name + "\x00" + key(f)
		if f.apart {
			k += "\x00" + f.File
		}
		i, ok := places[k]
		if !ok {
			i = len(all)
			places[k] = i
			all = append(all, nil)
		}
		all[i] = append(all[i], f)
	}
	return all
}

// merge returns the first of several findings, with the places of all.
func merge(all []*Finding) *Finding {
	one := *all[0]
	one.more = slices.Clone(one.more)
	for _, f := range all[1:] {
		one.Count, one.known = one.Count+f.Count, one.known+f.known
		one.Level = max(one.Level, f.Level)
		one.more = append(append(one.more, f.Place), f.more...)
	}
	files := map[string]bool{one.File: true}
	for i := range one.more {
		files[one.more[i].File] = true
	}
	one.Files = max(len(files), one.Files)
	slices.SortFunc(one.more, func(a, b Place) int { return cmp.Or(comparePaths(a.File, b.File), cmp.Compare(a.Offset, b.Offset)) })
	return &one
}

// Names with one cause are merged into one finding if there are this many of them. Namespaces
// that are not registered, and names that a registry does not list, are always merged.
const manyNames = 5

// byCause merges the findings of all files that have the same rule and the same key, and then
// those of different names with the same cause. The result is in the order of the files.
func byCause(list []*Finding) (merged []*Finding) {
	var names []*Finding
	for _, all := range groups(list, func(f *Finding) string { return f.key }) {
		names = append(names, merge(all))
	}
	cause := func(f *Finding) string {
		switch {
		case f.apart:
			return ""
		case f.Rule == unregistered:
			return "not registered"
		}
		return f.cause
	}
	for _, all := range groups(names, cause) {
		many := manyNames
		if all[0].Rule == unregistered || all[0].Rule == UnlistedName {
			many = 2
		}
		if cause(all[0]) == "" || len(all) < many {
			merged = append(merged, all...)
			continue
		}
		one := merge(all)
		if one.Rule == unregistered {
			var nids []string
			for _, f := range all {
				nids = append(nids, strings.TrimSuffix(strings.TrimPrefix(f.key, "urn:"), ":"))
			}
			one.Message = fmt.Sprintf("%d namespaces are not registered (RFC 8141, section 5): %s; %s", len(all), report.Visible(strings.Join(nids, ", ")), Rules[unregistered].Remedy)
		} else {
			_, begin := one.names()
			if slices.ContainsFunc(all, func(f *Finding) bool { return f.Message != one.Message }) {
				one.Message += fmt.Sprintf("; other names that begin with %q have similar faults", begin)
			} else {
				one.Message += fmt.Sprintf("; the names begin with %q", begin)
			}
		}
		one.key = cause(all[0])
		merged = append(merged, one)
	}
	slices.SortStableFunc(merged, inOrder)
	return merged
}

// names returns the number of different names at the places of a finding, and their common
// beginning. The beginning is compared case-insensitively, and so are the scheme and the
// NID of the names.
func (f *Finding) names() (n int, begin string) {
	begin = f.Name
	seen := map[string]bool{}
	for _, p := range f.places() {
		seen[foldHead(p.Name)] = true
		for !strings.EqualFold(p.Name[:min(len(p.Name), len(begin))], begin) {
			begin = begin[:len(begin)-1]
		}
	}
	return len(seen), begin
}

var head = regexp.MustCompile(`^[^:]*:[^:]*`)

// foldHead returns a name with its scheme and its NID in lower case.
func foldHead(name string) string { return head.ReplaceAllStringFunc(name, strings.ToLower) }

// inOrder is the order of findings: the order of a walk through the tree.
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
