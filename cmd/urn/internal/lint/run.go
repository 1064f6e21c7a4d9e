package lint

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/input"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/interrupt"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/job"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/notation"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/pipeline"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/rewrite"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/walk"
	"github.com/seed7b5a83f0/urn/namespace"
)

// Options select the checks and the output.
type Options struct {
	Form    Form
	Color   bool
	Places  bool // write a line for each place in Text; the other forms have all of them
	Quiet   bool // write nothing and show no progress
	Stats   bool // write counts to standard error at the end
	Version string
	// Rules are the rules of namespaces; the NIDs of the configuration are added to them.
	Rules *namespace.Registry
	// Syntax, if not nil, replaces the syntax of the configuration.
	Syntax *urn.Syntax
	// Levels override the levels of the configuration.
	Levels map[RuleID]Level
	// InOf, if not nil, returns the notation of a file.
	InOf func(name string, begin []byte) notation.Notation
	// All also checks tests, copies and generated files, and text that does not show the
	// end of a name. The rules have their levels for All.
	All bool

	Config           string // name of the file; "": search the directory and its parents
	Hidden, NoIgnore bool   // see walk.Options

	Baseline      string // name of the file; "": use the name in the configuration
	NoBaseline    bool
	WriteBaseline string // name of the file that is written instead of findings

	Fix  bool // rewrite files, and report the other findings
	Diff bool // write the changes of Fix as a diff, and no findings

	MaxLine int // length of the longest line that is checked, in bytes
}

// Enough is for [pipeline.Config.Begin]: after a NUL, nothing is checked.
func (st *state) Enough() bool { return st.nul.Load() != 0 }

var errStdin = errors.New("standard input cannot be rewritten")

// tree is a directory with its configuration, rules and baseline, and with the names in it.
type tree struct {
	*Config
	registry *namespace.Registry
	baseline *Baseline
	all      bool
	names    *trie
	typed    atomic.Int64 // how many more names have the type of their entity than lack it
}

func newTree(c *Config) *tree { return &tree{Config: c, names: &trie{depth: maxDepth}} }

// work checks the files of trees. It is a [job.Work].
type work struct {
	Options
	stdio.Streams
	ctx     context.Context
	here    string // the current directory
	outputs []os.FileInfo
	write   *Baseline // the findings for --write-baseline

	baselines map[string]*Baseline // by the absolute names of their files
	roots     map[string]*argument // by their names
	trees     []*tree              // of the arguments, without repetition

	mu    sync.Mutex
	files map[string]*state // by their absolute names
	table *table
	left  leftOut

	failed                         atomic.Bool // a file could not be read
	long, binary, lost, suppressed atomic.Int64

	// After End.
	counts       [len(levels)]int64
	known, stale int64
	fixed        int64
	status       stdio.Status
}

// argument is a file or a directory that is read.
type argument struct {
	*tree
	around bool // only for the rules that need the whole tree: nothing in it is reported
}

// state holds the facts about a file.
type state struct {
	*argument // the first that the file was found under
	class     class
	long      atomic.Bool  // a line is too long
	nul       atomic.Int64 // offset of the first block with a NUL, plus one
	before    os.FileInfo  // with Fix and Diff, from before it was read
}

// Run checks the given files, and the files in the given directories. "-" is standard
// input. The result is nil or a [stdio.Status]. All failures have been reported before Run
// returns.
func Run(ctx context.Context, s stdio.Streams, o Options, names []string) error {
	w := &work{Options: o, Streams: s, ctx: ctx, files: map[string]*state{}, roots: map[string]*argument{},
		table: newTable(o.Fix || o.Diff), baselines: map[string]*Baseline{}}
	for _, stream := range []any{s.Out, s.Err} {
		if info := stdio.Info(stream); info != nil && info.Mode().IsRegular() {
			w.outputs = append(w.outputs, info)
		}
	}
	// A configuration or a baseline that an option names may be a pipe.
	list, err := interrupt.Await(ctx, func() ([]string, error) { return w.configure(names) })
	if list, ok := err.(faults); ok {
		for _, err := range list {
			s.Trouble(err) //nolint:errcheck // the status follows
		}
		return stdio.Trouble
	}
	if err != nil {
		return s.Trouble(err)
	}
	return job.Run(ctx, s, job.Options{Quiet: o.Quiet, Stats: o.Stats, Silent: true, Config: pipeline.Config{
		MaxLine: o.MaxLine, BlockSize: blockSize, Begin: w.begin, Before: true, InOf: o.InOf, Expand: w.expand,
		Inputs: runtime.GOMAXPROCS(0), Tolerate: w.tolerate,
	}}, list, w)
}

// blockSize is the number of bytes that are checked at once. Most files of a tree are shorter.
const blockSize = 256 << 10

// configure finds the configuration of each name. It returns each name once.
func (w *work) configure(names []string) (list []string, err error) {
	if w.here, err = os.Getwd(); err != nil {
		return nil, err
	}
	if w.WriteBaseline != "" {
		if err = mayOverwrite(w.WriteBaseline); err != nil {
			return nil, err
		}
		if w.write, err = NewBaseline(w.WriteBaseline); err != nil {
			return nil, err
		}
	}
	find := finder{}.find
	if w.Config != "" {
		given, err := ReadConfig(w.Config)
		find = func(string) (*Config, error) { return given, err }
	}
	of := map[*Config]*tree{}
	var roots []string // read only for the rules that need the whole tree
	for _, name := range names {
		if root := w.root(name); root != "" {
			roots = append(roots, root)
		}
	}
	for i, name := range slices.Concat(names, roots) {
		if w.roots[name] != nil {
			continue
		}
		list = append(list, name)
		dir := name
		if name == input.Stdin {
			dir = "."
		}
		c, err := find(w.abs(dir))
		if err != nil {
			return nil, err
		}
		if of[c] == nil {
			of[c] = newTree(c)
			w.trees = append(w.trees, of[c])
			if err := w.complete(of[c]); err != nil {
				return nil, err
			}
		}
		w.roots[name] = &argument{of[c], i >= len(names)}
	}
	return list, nil
}

// root returns the repository that a file is in, relative to the current directory if it
// can be, or "". A named file is compared with the other files of its repository.
func (w *work) root(name string) string {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return ""
	}
	for dir := filepath.Dir(w.abs(name)); ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil {
			if rel, err := filepath.Rel(w.here, dir); err == nil {
				return rel
			}
			return dir
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
}

// complete applies the options to a configuration.
func (w *work) complete(t *tree) (err error) {
	c := *t.Config
	c.Levels = slices.Clone(c.Levels)
	if w.Syntax != nil {
		c.Syntax = *w.Syntax
	}
	t.all = c.All || w.All
	for i, r := range Rules {
		rule := RuleID(i)
		switch level, given := w.Levels[rule]; {
		case given:
			c.Levels[rule] = level
		case c.set[r.Name] != "":
		case t.all:
			c.Levels[rule] = r.All
		case r.Fix && (w.Fix || w.Diff):
			c.Levels[rule] = Note // they are asked for
		}
	}
	t.Config = &c
	var own []namespace.Definition
	for _, nid := range c.NIDs {
		if isNID(nid) { // "owns" knows the others
			own = append(own, namespace.Definition{NID: nid})
		}
	}
	if t.registry, err = w.Rules.With(own...); err != nil {
		return err
	}
	name := c.Baseline
	open := input.OpenRegular // whoever made the tree names it
	if w.Baseline != "" {
		name, open = w.Baseline, os.Open
	}
	if name == "" {
		return nil
	}
	abs := w.abs(name)
	if w.baselines[abs] == nil && !w.NoBaseline && w.write == nil {
		w.baselines[abs], err = readBaseline(name, open)
	}
	t.baseline = w.baselines[abs]
	return err
}

// abs returns the absolute name of a file. Standard input has none.
func (w *work) abs(name string) string {
	if name == input.Stdin {
		return name
	}
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(w.here, name)
}

// expand yields root if it is a file, or the files of the directory root, each file once.
func (w *work) expand(root string) iter.Seq2[string, error] {
	a := w.roots[root]
	skip := func(name string, dir bool) bool { return a.skips(w.abs(name), dir) }
	_, missing := os.Stat(root) // a missing file is reported, whatever the configuration leaves out
	return func(yield func(string, error) bool) {
		for name, err := range walk.Files(root, walk.Options{Hidden: w.Hidden || a.Hidden, NoIgnore: w.NoIgnore, Skip: skip}) {
			named := name == root
			if name == input.Stdin && w.Fix {
				err = errStdin
			}
			skips := named && missing == nil && name != input.Stdin && skip(name, false) || !named && err == nil && w.isOutput(name) || err != nil && a.around || !w.enter(name, a)
			if !skips && !yield(name, err) {
				return
			}
		}
	}
}

// enter notes the facts about a file before it is read. It reports whether the file is found
// under the argument first. It may be called again.
func (w *work) enter(name string, a *argument) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	abs := w.abs(name)
	st := w.files[abs]
	if st == nil {
		st = &state{argument: a}
		if w.Fix || w.Diff {
			st.before, _ = os.Stat(name) // if it fails, so does reading
		}
		w.files[abs] = st
	}
	return st.argument == a
}

// stateOf returns the facts about a file.
func (w *work) stateOf(name string) *state {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.files[w.abs(name)]
}

// isOutput reports whether a file is a report of this run.
func (w *work) isOutput(name string) bool {
	if len(w.outputs) == 0 {
		return false
	}
	info, err := os.Stat(name)
	return err == nil && slices.ContainsFunc(w.outputs, func(o os.FileInfo) bool { return os.SameFile(o, info) })
}

// begin is for [pipeline.Config.Begin].
func (w *work) begin(first *pipeline.Block) (any, error) {
	st := w.stateOf(first.Name)
	if isBaseline(first.Data) {
		st.nul.Store(1) // its names are known, and it is not part of the tree's text
	}
	if !st.all {
		name := first.Name // the directories above the configuration make no difference
		if rel, err := filepath.Rel(st.dir, w.abs(name)); err == nil && filepath.IsLocal(rel) {
			name = rel
		}
		st.class = classOf(name)
		if isGenerated(first.Name, first.Data) {
			st.class |= foreign
		}
	}
	return st, nil
}

// tolerate is for [job.Options.Tolerate]. A file that cannot be read to its end counts as
// binary from there on: it is an archive, or does not have the format of its first bytes. If
// the system cannot read the file, that is a failure.
func (w *work) tolerate(name string, err error) bool {
	failed := errors.As(err, new(syscall.Errno)) || slices.ContainsFunc([]error{input.ErrIsDirectory, input.ErrIsOutput, errStdin, os.ErrNotExist, os.ErrPermission},
		func(e error) bool { return errors.Is(err, e) })
	if failed = failed && !w.stateOf(name).around; failed {
		w.failed.Store(true)
	}
	return !failed
}

// Block checks a part of a file.
func (w *work) Block(b *pipeline.Block, out *pipeline.Output) error {
	st, _ := b.Begun.(*state)
	if bytes.IndexByte(b.Data, 0) >= 0 {
		begin := bytes.ToLower(bytes.ReplaceAll(b.Data, []byte{0}, nil)) // it may be UTF-16
		w.hasNUL(st, b.Offset, b.Offset > 0 || bytes.Contains(begin, []byte("urn:")))
	}
	switch {
	case b.Part == pipeline.Failed:
		w.hasNUL(w.stateOf(b.Name), math.MaxInt64-1, true)
		return nil
	case st.nul.Load() != 0 && st.nul.Load() <= b.Offset+1:
		return nil
	case b.Part == pipeline.Head && !st.around:
		w.long.Add(1)
		st.long.Store(true)
		out.Buf[job.ToReports] = fmt.Appendf(out.Buf[job.ToReports], "urn: %s:%d: not checked: the line is longer than --max-line\n", input.Display(b.Name), b.Line)
	}
	if b.Part != pipeline.Lines {
		return nil
	}
	c := checker{tree: st.tree, class: st.class, file: b.Name}
	c.check(b)
	if !st.around {
		w.suppressed.Add(c.suppressed)
		w.mu.Lock()
		for i, n := range c.left {
			w.left[i] += n
		}
		w.mu.Unlock()
	}
	w.table.add(c.findings)
	return nil
}

// hasNUL notes that a block that begins at an offset has a NUL, or that reading failed, and whether
// names may be lost: images and the like are not worth a remark.
func (w *work) hasNUL(st *state, offset int64, named bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	was := st.nul.Load()
	if was == 0 && !st.around {
		if w.binary.Add(1); named {
			w.lost.Add(1)
		}
	}
	if was == 0 || offset+1 < was {
		st.nul.Store(offset + 1)
	}
}

// Counts returns the text of --stats.
func (w *work) Counts() string {
	spared := int64(0)
	for _, n := range w.left[1:undecoded] {
		spared += n
	}
	return fmt.Sprintf("binary=%d errors=%d warnings=%d notes=%d spared=%d suppressed=%d baseline=%d stale=%d fixed=%d", w.binary.Load(),
		w.counts[Error], w.counts[Warning], w.counts[Note], spared, w.suppressed.Load(), w.known, w.stale, w.fixed)
}

// Status says whether there was an error or a warning, or something was not done.
func (w *work) Status() stdio.Status {
	if w.long.Load() > 0 || w.failed.Load() {
		return stdio.Trouble
	}
	return w.status
}

// End runs the rules that need the whole tree, and writes the findings.
func (w *work) End(out io.Writer) error {
	list := slices.Collect(maps.Values(w.table.entries))
	for _, t := range w.trees {
		list = append(list, t.names.findings(func(nid string) bool { return t.registered(nid) || t.own[nid] })...)
	}
	list = without(list, w.isBinary)
	// Files that are only read for others have no findings, nor has a name that its tree refutes.
	list = slices.DeleteFunc(w.withoutDialects(list), func(f *Finding) bool {
		st := w.stateOf(f.File)
		return st.around || f.group == "type" && st.typed.Load() <= 0
	})
	slices.SortFunc(list, inOrder)
	list = slices.DeleteFunc(withoutSecond(list), func(f *Finding) bool {
		if f.Level >= Warning {
			w.left[f.why] += f.Count
		}
		return f.why != 0
	})
	if !w.Quiet {
		defer w.remark() // after the findings
	}
	if w.write != nil {
		return w.writeBaseline(list)
	}
	list = w.withoutKnown(list)
	list, fixable := w.withoutFixable(list)
	merged := byCause(list)
	for _, f := range merged {
		if w.counts[f.Level]++; f.known > 0 {
			f.Message += fmt.Sprintf("; the baseline has %d more", f.known)
		}
	}
	for rule, n := range w.table.more {
		w.counts[w.trees[0].Levels[rule]] += n
	}
	if w.counts[Warning]+w.counts[Error] > 0 {
		w.status = stdio.No
	}
	if err := w.mend(out, fixable); err != nil {
		return err
	}
	if n := len(merged); n > 0 && w.Diff && !w.Quiet {
		fmt.Fprintf(w.Err, "urn: findings that --fix does not mend, and that are not shown: %d\n", n) //nolint:errcheck // as other reports
	}
	if w.Quiet || w.Diff {
		return nil
	}
	return w.report(out, merged)
}

// remark says what was not checked or left out.
func (w *work) remark() {
	if n := w.lost.Load(); n > 0 {
		fmt.Fprintf(w.Err, "urn: archives and binary files with \"urn:\", not checked to the end: %d\n", n) //nolint:errcheck // as other reports
	}
	for i, like := range notation.Left {
		if n := w.left[undecoded+i]; n > 0 {
			fmt.Fprintf(w.Err, "urn: not checked: %s with %s\n", rewrite.Count(n, "name begins", "names begin"), like.Says) //nolint:errcheck // as other reports
		}
	}
	fmt.Fprint(w.Err, w.left.String()) //nolint:errcheck // not io.WriteString, which a terminal's lines would pass by
}

// isBinary reports whether a place is after the first NUL of its file.
func (w *work) isBinary(_ *Finding, p *Place) bool {
	nul := w.stateOf(p.File).nul.Load()
	return nul != 0 && p.Offset >= nul-1
}

// withoutSecond leaves out second suggestions for a name. A name needs one: from the dictionary
// or the names of the tree, in this order. A name with a suggestion gets no advice to register
// its NID.
func withoutSecond(list []*Finding) []*Finding {
	line := func(f *Finding, p *Place) known { return known{p.File, fmt.Sprint(p.Line, f.why), p.Name} }
	told := map[RuleID]map[known]bool{MisspelledName: {}, Dialect: {}}
	for _, f := range list {
		if of := told[f.Rule]; of != nil {
			for _, p := range f.places() {
				of[line(f, &p)] = true
			}
		}
	}
	before := map[RuleID]RuleID{Dialect: MisspelledName, unregistered: Dialect}
	return without(list, func(f *Finding, p *Place) bool { return told[before[f.Rule]][line(f, p)] })
}

// without leaves out the places for which drop is true, and the findings that then have none.
func without(list []*Finding, drop func(*Finding, *Place) bool) []*Finding {
	return slices.DeleteFunc(list, func(f *Finding) bool {
		all := slices.DeleteFunc(f.places(), func(p Place) bool { return drop(f, &p) })
		slices.SortFunc(all, func(a, b Place) int { return cmp.Compare(a.Offset, b.Offset) })
		f.Count -= int64(1 + len(f.more) - len(all))
		if len(all) > 0 {
			f.Place, f.more = all[0], all[1:]
		}
		return len(all) == 0
	})
}

// withoutKnown leaves out the findings of the baselines.
func (w *work) withoutKnown(list []*Finding) []*Finding {
	list = slices.DeleteFunc(list, func(f *Finding) bool {
		b := w.stateOf(f.File).baseline
		if b == nil {
			return false
		}
		k := b.key(w.abs(fileName(f.File)), f)
		f.known = min(b.known[k], f.Count)
		w.known += f.known
		f.Count, b.known[k] = f.Count-f.known, b.known[k]-f.known
		all := f.places() // the last ones are taken for the new ones
		if all = all[len(all)-int(min(f.Count, int64(len(all)))):]; len(all) > 0 {
			f.Place, f.more = all[0], all[1:]
		}
		return f.Count == 0
	})
	for _, b := range w.baselines {
		for _, left := range b.known {
			w.stale += left
		}
	}
	return list
}

// writeBaseline writes a baseline of all findings.
func (w *work) writeBaseline(list []*Finding) error {
	for rule, n := range w.table.more {
		if n > 0 {
			return fmt.Errorf("there are too many findings for a baseline, %d more of %s alone: switch rules off first", n, Rules[rule].Name)
		}
	}
	switch {
	case w.ctx.Err() != nil:
		return nil // not everything has been read
	case w.failed.Load() || w.long.Load() > 0:
		return fmt.Errorf("%s: not written: not everything has been checked", shortName(w.WriteBaseline))
	}
	for _, f := range list {
		w.write.known[w.write.key(w.abs(fileName(f.File)), f)] += f.Count
	}
	return w.write.save(w.ctx, w.WriteBaseline)
}

// fileName returns the name of a file in a baseline.
func fileName(name string) string {
	if name == input.Stdin {
		return "<stdin>"
	}
	return name
}
