package lint

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/report"
)

// table collects findings until all files are read. There is one entry for each file,
// rule and key, with a count.
//
// Its memory is bounded: there are at most maxEntries entries, whose texts have at most
// maxTexts bytes, with at most maxPlaces places after the first ones. What does not fit is
// counted by its rule, and not listed.
type table struct {
	mu      sync.Mutex
	entries map[known]*Finding
	texts   int
	places  int
	more    []int64 // what does not fit, by rule
	fixes   bool    // keep what --fix does at each place
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
		k := known{f.File, Rules[f.Rule].Name, f.key}
		if e := t.entries[k]; e != nil {
			count, more, fixes := e.Count+f.Count, e.more, e.fixes
			one := f.Place
			if f.Offset < e.Offset {
				one = e.Place
				*e = *f
			}
			if t.fixes {
				fixes = append(fixes, f.edits)
			}
			if e.Count, e.more, e.fixes = count, more, fixes; t.places < maxPlaces {
				t.places++
				e.more = append(e.more, one)
			}
			continue
		}
		size := len(f.Name) + len(f.Message) + len(f.Fix) + len(f.key)
		if len(t.entries) >= maxEntries || t.texts+size > maxTexts {
			t.more[f.Rule] += f.Count
			continue
		}
		t.texts += size
		e := *f
		if t.fixes {
			e.fixes = [][]edit{f.edits}
		}
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
	return merge(list, func(f *Finding) string {
		if apart(f) {
			return f.key + "\x00" + f.File
		}
		return f.key
	}, func(*Finding, []*Finding) {})
}

// A cause has one finding if so many names have it, or if so many namespaces are not
// registered.
const (
	manyNames = 5
	manyNIDs  = 11
)

// byCause merges findings of different names that have one cause.
func byCause(list []*Finding, apart func(*Finding) bool) []*Finding {
	cause := func(f *Finding) string {
		switch {
		case apart(f):
			return ""
		case f.Rule == unregistered:
			return "not registered"
		}
		return f.cause
	}
	names := map[string]int{}
	key := func(f *Finding) string { return Rules[f.Rule].Name + "\x00" + cause(f) }
	for _, f := range list {
		names[key(f)]++
	}
	alone := 0
	return merge(list, func(f *Finding) string {
		many := manyNames
		if f.Rule == unregistered {
			many = manyNIDs
		}
		if cause(f) == "" || names[key(f)] < many {
			alone++
			return strconv.Itoa(alone)
		}
		return cause(f)
	}, func(first *Finding, all []*Finding) {
		if first.Rule == unregistered {
			var nids []string
			for _, f := range all {
				nids = append(nids, strings.TrimSuffix(strings.TrimPrefix(f.key, "urn:"), ":"))
			}
			first.Message = fmt.Sprintf("%d namespaces are not registered (RFC 8141, section 5): %s; %s", len(all), report.Visible(strings.Join(nids, ", ")), addNID)
		} else {
			_, begin := first.names()
			for _, f := range all { // what the messages have in common
				for !strings.HasPrefix(f.Message, first.Message) {
					i := strings.LastIndex(first.Message, ": ")
					if i < 0 {
						break
					}
					first.Message = first.Message[:i]
				}
			}
			first.Message += fmt.Sprintf("; the names begin with %q", begin)
		}
		first.key = cause(first)
	})
}

// merge merges the findings with the same rule and the same key into the first of each.
// done is called for those that stand for several.
func merge(list []*Finding, key func(*Finding) string, done func(first *Finding, all []*Finding)) []*Finding {
	slices.SortFunc(list, inOrder)
	type name struct {
		rule RuleID
		key  string
	}
	groups := map[name][]*Finding{}
	var order []name
	for _, f := range list {
		k := name{f.Rule, key(f)}
		if groups[k] == nil {
			order = append(order, k)
		}
		groups[k] = append(groups[k], f)
	}
	merged := make([]*Finding, 0, len(order))
	for _, k := range order {
		all := groups[k]
		one := *all[0]
		if len(all) > 1 {
			files := map[string]bool{}
			one.more, one.Count = nil, 0
			for i, f := range all {
				one.Count += f.Count
				if i > 0 {
					one.more = append(one.more, f.Place)
				}
				one.more = append(one.more, f.more...)
				files[f.File] = true
				for _, m := range f.more {
					files[m.File] = true
				}
			}
			one.Files = max(len(files), one.Files)
			done(&one, all)
		}
		slices.SortFunc(one.more, func(a, b Place) int { return cmp.Or(comparePaths(a.File, b.File), cmp.Compare(a.Offset, b.Offset)) })
		merged = append(merged, &one)
	}
	return merged
}

// names returns how many names the places of a finding have, and what they begin with.
// The case of letters makes no difference to the beginning, nor in the scheme and the NID
// to the name.
func (f *Finding) names() (n int, begin string) {
	begin = f.Name
	seen := map[string]bool{foldHead(f.Name): true}
	for i := range f.more {
		name := f.more[i].Name
		seen[foldHead(name)] = true
		for !strings.EqualFold(name[:min(len(name), len(begin))], begin) {
			begin = begin[:len(begin)-1]
		}
	}
	return len(seen), begin
}

// foldHead returns a name with its scheme and its NID in lower case.
func foldHead(name string) string {
	const scheme = len("urn:")
	head := min(len(name), scheme)
	if i := strings.IndexByte(name[head:], ':'); i >= 0 {
		head += i
	}
	return strings.ToLower(name[:head]) + name[head:]
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
