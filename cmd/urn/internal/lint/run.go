package lint

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/input"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/progress"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/report"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/walk"
	"github.com/seed7b5a83f0/urn/internal/record"
	"github.com/seed7b5a83f0/urn/namespace"
)

// Options say what is checked and what is written.
type Options struct {
	Form    Form
	Color   bool
	Quiet   bool // write nothing and show no progress
	Stats   bool // write counts to standard error at the end
	Version string
	// Rules are those of namespaces; one's own NIDs are added to them.
	Rules *namespace.Registry
	// Levels are set after those of the configuration.
	Levels map[RuleID]Level

	Config           string // name of the file; "": the one found upward
	Hidden, NoIgnore bool   // see walk.Options

	Baseline      string // name of the file; "": the one of the configuration
	NoBaseline    bool
	WriteBaseline string // name of the file that is written instead of findings

	Fix  bool // rewrite files, and report what is left
	Diff bool // write what Fix would do, and no findings

	MaxLine int // length of the longest line that is checked, in bytes
}

// bufferSize is how much of a file is read at once, in bytes. Most files of a tree
// are shorter.
const bufferSize = 256 << 10

// headSize is how much is read of a longer file before it is known not to be binary,
// in bytes.
const headSize = 64 << 10

var (
	errLine   = errors.New("the rest of the file is not checked: a line is longer than --max-line")
	errOutput = errors.New("is the file that the output goes to")
	errStdin  = errors.New("standard input cannot be rewritten")
)

// tree is a root with what holds in it.
type tree struct {
	*Config
	registry *namespace.Registry
	baseline *Baseline
}

// task is a file to check.
type task struct {
	i     int
	name  string
	named bool // it was asked for, and not found in a directory
	err   error
	*tree
}

// runner is the state of a Run.
type runner struct {
	Options
	stdio.Streams
	here    string // the current directory
	outputs []os.FileInfo
	errs    *stdio.Keeper
	told    func(n int)
	write   *Baseline // what --write-baseline collects
	turns   turns

	inputs, failed, bytes, binary atomic.Int64
	suppressed, known, fixed      atomic.Int64
	counts                        [len(levels)]atomic.Int64
	trees                         []*tree
	skipped                       map[string]bool // absolute names of files of ours
}

// Run checks the files of those names and the files in the directories of those
// names; "-" is standard input. Its error is nil or a [stdio.Status]; what went wrong
// has been reported by then.
func Run(ctx context.Context, s stdio.Streams, o Options, names []string) error {
	begin := time.Now()
	r := &runner{Options: o, Streams: s, skipped: map[string]bool{}, told: func(int) {}}
	for _, stream := range []any{s.Out, s.Err} {
		if info := stdio.Info(stream); info != nil && info.Mode().IsRegular() {
			r.outputs = append(r.outputs, info)
		}
	}
	trees, err := r.configure(names)
	if err != nil {
		return s.Trouble(err)
	}
	stopBar := func() {}
	r.errs = &stdio.Keeper{W: s.Err}
	if !o.Quiet && stdio.IsTerminal(s.Err) && os.Getenv("TERM") != "dumb" && !stdio.IsTerminal(s.Out) &&
		!(slices.Contains(names, input.Stdin) && stdio.IsTerminal(s.In)) {
		bar := progress.Start(s.Err, -1)
		r.errs.W, r.told, stopBar = bar, bar.Add, sync.OnceFunc(bar.Stop)
	}
	defer stopBar()
	r.turns.out, r.turns.errs = stdio.Pipe{W: s.Out}, r.errs
	if r.sarif() {
		levels := make([]Level, len(Rules))
		for _, t := range trees { // the highest of each
			for i, l := range t.Levels {
				levels[i] = max(levels[i], l)
			}
		}
		if err := sarifHead(r.turns.out, o.Version, levels); err != nil {
			return s.Failed(err)
		}
	}
	err = r.run(ctx, names, trees)
	stopBar()
	return r.end(begin, err)
}

// sarif reports whether a document is written.
func (r *runner) sarif() bool {
	return r.Form == SARIF && !r.Quiet && !r.Diff && r.WriteBaseline == ""
}

// configure finds the configuration of each name.
func (r *runner) configure(names []string) (trees []*tree, err error) {
	if r.here, err = os.Getwd(); err != nil {
		return nil, err
	}
	if r.WriteBaseline != "" {
		if r.write, err = NewBaseline(r.WriteBaseline); err != nil {
			return nil, err
		}
		r.skipped[r.abs(r.WriteBaseline)] = true
	}
	var f finder
	var given *Config
	if r.Config != "" {
		if given, err = ReadConfig(r.Config); err != nil {
			return nil, err
		}
	}
	of := map[*Config]*tree{}
	baselines := map[string]*Baseline{}
	for _, name := range names {
		c := given
		if c == nil {
			if name == input.Stdin {
				name = "."
			}
			if c, err = f.find(name); err != nil {
				return nil, err
			}
		}
		t := of[c]
		if t == nil {
			t = &tree{Config: c}
			of[c] = t
			r.trees = append(r.trees, t)
			if err := r.complete(t, baselines); err != nil {
				return nil, err
			}
		}
		trees = append(trees, t)
	}
	return trees, nil
}

// complete adds to a configuration what the options say.
func (r *runner) complete(t *tree, baselines map[string]*Baseline) (err error) {
	c := *t.Config
	c.Levels = slices.Clone(c.Levels)
	for rule, level := range r.Levels {
		c.Levels[rule] = level
	}
	t.Config = &c
	if t.registry, err = c.rules(r.Rules); err != nil {
		return err
	}
	name := c.Baseline
	if r.Baseline != "" {
		name = r.Baseline
	}
	if name == "" {
		return nil
	}
	abs := r.abs(name)
	r.skipped[abs] = true
	if r.NoBaseline || r.write != nil {
		return nil
	}
	if baselines[abs] == nil {
		if baselines[abs], err = ReadBaseline(name); err != nil {
			return err
		}
	}
	t.baseline = baselines[abs]
	return nil
}

func (r *runner) abs(name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(r.here, name)
}

// errEnded ends the work when the output has failed.
var errEnded = errors.New("the output has failed")

// run checks the files of the trees.
func (r *runner) run(ctx context.Context, names []string, trees []*tree) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	r.turns.begin(ctx)
	tasks := make(chan task, 256)
	go func() {
		defer close(tasks)
		r.list(names, trees, func(t task) bool {
			select {
			case tasks <- t:
				return true
			case <-ctx.Done():
				return false
			}
		})
	}()
	var running sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		running.Add(1)
		go func() {
			defer running.Done()
			w := worker{runner: r, buf: make([]byte, bufferSize)}
			for t := range tasks {
				if ctx.Err() != nil {
					return
				}
				if err := w.task(t); err != nil {
					stop(errEnded)
					return
				}
			}
		}()
	}
	running.Wait()
	if err := r.turns.err; err != nil {
		return err
	}
	return context.Cause(ctx)
}

// list passes on every file once.
func (r *runner) list(names []string, trees []*tree, yield func(task) bool) {
	i := 0
	var seen map[string]bool
	if len(names) > 1 {
		seen = map[string]bool{}
	}
	for k, root := range names {
		t := trees[k]
		skip := func(name string, dir bool) bool {
			abs := r.abs(name)
			return !dir && r.skipped[abs] || t.skips(abs, dir)
		}
		for name, err := range walk.Files(root, walk.Options{Hidden: r.Hidden || t.Hidden, NoIgnore: r.NoIgnore, Skip: skip}) {
			named := name == root
			if named && name != input.Stdin && skip(name, false) {
				continue
			}
			if seen != nil {
				abs := r.abs(name)
				if seen[abs] {
					continue
				}
				seen[abs] = true
			}
			if !yield(task{i, name, named, err, t}) {
				return
			}
			i++
		}
	}
}

// worker checks one file after the other.
type worker struct {
	*runner
	buf []byte
}

// job is a file that is being checked.
type job struct {
	*worker
	task
	checker
	file   *os.File // nil for standard input
	place  record.File
	times  map[known]int // how often a finding has occurred, for SARIF
	edits  []edit
	mended int64 // findings that the edits mend
	// decoded says that the file is compressed or in UTF-16. What is checked is then
	// its text, decompressed and in UTF-8.
	decoded bool
	held    *held
}

// task checks a file. The error says that the output has failed.
func (w *worker) task(t task) error {
	j := &job{worker: w, task: t, held: &held{i: t.i}, checker: checker{Config: t.Config, registry: t.registry}}
	w.inputs.Add(1)
	err := t.err
	if err == nil {
		err = j.read()
	}
	if err != nil && err != errEnded {
		w.failed.Add(1)
		j.held.errs = fmt.Appendf(j.held.errs, "urn: %s: %s\n", input.Display(t.name), report.Visible(reason(err).Error()))
	}
	w.suppressed.Add(j.checker.suppressed)
	return w.turns.end(j.held)
}

// reason returns an error without the name of the file, which precedes it.
func reason(err error) error {
	var e *os.PathError
	if errors.As(err, &e) {
		return e.Err
	}
	return err
}

// read opens a file, checks it, and rewrites it if that is asked for.
func (j *job) read() error {
	if j.name == input.Stdin {
		if j.Fix {
			return errStdin
		}
		_, err := j.all(&waiting{j.turns.ctx, j.In, nil}, 0)
		return err
	}
	f, err := os.Open(j.name)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	for _, output := range j.outputs {
		if os.SameFile(info, output) {
			if j.named {
				return errOutput
			}
			return nil // a report of this run
		}
	}
	j.file = f
	size, from := int64(0), io.Reader(f)
	if info.Mode().IsRegular() {
		size = info.Size()
	} else {
		from = &waiting{j.turns.ctx, f, nil}
	}
	binary, err := j.all(from, size)
	if err != nil || binary || len(j.edits) == 0 {
		return err
	}
	switch {
	case j.Diff:
		text, err := diff(f, filepath.ToSlash(filepath.Clean(j.name)), j.edits)
		if err == nil && !j.Quiet {
			j.held.out = append(j.held.out, text...)
		}
		return err
	case j.Fix:
		if err := rewrite(f, j.name, j.edits); err != nil {
			return err
		}
		j.fixed.Add(j.mended)
	}
	return nil
}

// waiting is a reader whose reads may wait for a writer, as those of a pipe. When the
// context ends, Read returns, and the pending read is abandoned.
type waiting struct {
	ctx context.Context
	r   io.Reader
	buf []byte
}

func (w *waiting) Read(b []byte) (int, error) {
	if len(w.buf) < len(b) {
		w.buf = make([]byte, len(b))
	}
	type result struct {
		n   int
		err error
	}
	done := make(chan result, 1)
	go func() {
		n, err := w.r.Read(w.buf[:len(b)])
		done <- result{n, err}
	}()
	select {
	case r := <-done:
		return copy(b, w.buf[:r.n]), r.err
	case <-w.ctx.Done():
		return 0, errEnded
	}
}

// decode checks the text of a file that begins with head and is compressed or in
// UTF-16. Where the text cannot be had, the file is binary.
func (j *job) decode(head []byte, rest io.Reader) (binary bool, err error) {
	raw := &rawReader{j: j, r: rest}
	s, err := input.Opener{Stdin: io.MultiReader(bytes.NewReader(bytes.Clone(head)), raw)}.Open(input.Stdin)
	if err != nil {
		return false, err
	}
	j.decoded = true
	binary, err = j.all(s, 0)
	s.Close() // after this, no goroutine of it reads from raw
	switch {
	case err == nil || err == errEnded || err == errLine:
		return binary, err
	case raw.err != nil:
		return binary, raw.err
	}
	j.binary.Add(1)
	return true, nil
}

// rawReader reads the bytes of a file that is decoded. It counts them, and keeps the
// error that ends them.
type rawReader struct {
	j   *job
	r   io.Reader
	err error // never io.EOF
}

func (r *rawReader) Read(b []byte) (int, error) {
	n, err := r.r.Read(b)
	r.j.told(n)
	r.j.bytes.Add(int64(n))
	if err != io.EOF {
		r.err = err
	}
	return n, err
}

// all checks what a reader has. A small file ends where its size says, unless that
// is 0. This saves a system call. all reports whether the file is binary, because
// there is a NUL in it. Then nothing from there on has been checked.
func (j *job) all(from io.Reader, size int64) (binary bool, err error) {
	have, offset, line := 0, int64(0), int64(1)
	var before []byte
	for {
		room := j.buf[have:]
		small := offset == 0 && have == 0 && 0 < size && size < int64(len(room))
		if small {
			room = room[:size]
		} else if offset == 0 && have == 0 && len(room) > headSize {
			room = room[:headSize]
		}
		n, err := io.ReadFull(from, room)
		if !j.decoded {
			j.told(n)
			j.bytes.Add(int64(n))
		}
		fresh := room[:n]
		last := small || err == io.EOF || err == io.ErrUnexpectedEOF
		if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
			// What came before the error is checked.
			have += n
			cut := bytes.LastIndexByte(j.buf[:have], '\n') + 1
			if cut > 0 && bytes.IndexByte(fresh, 0) < 0 {
				j.check(j.buf[:cut], offset, line, before)
				if err := j.flush(); err != nil {
					return false, err
				}
			}
			return false, err
		}
		if offset == 0 && have == 0 && !j.decoded && input.Recognised(fresh) {
			if last {
				from = bytes.NewReader(nil)
			}
			return j.decode(fresh, from)
		}
		have += n
		if bytes.IndexByte(fresh, 0) >= 0 {
			j.binary.Add(1)
			return true, nil
		}
		cut := have
		if !last {
			if cut = bytes.LastIndexByte(j.buf[:have], '\n') + 1; cut == 0 {
				if have < len(j.buf) {
					continue // there is room for more
				}
				if len(j.buf) > j.MaxLine {
					return false, errLine
				}
				j.worker.buf = append(make([]byte, 0, 2*len(j.buf)), j.buf...)[:2*len(j.buf)]
				continue
			}
		}
		j.check(j.buf[:cut], offset, line, before)
		if err := j.flush(); err != nil {
			return false, err
		}
		if last {
			return false, nil
		}
		line += int64(bytes.Count(j.buf[:cut], newline))
		before = bytes.Clone(j.buf[bytes.LastIndexByte(j.buf[:cut-1], '\n')+1 : cut-1])
		offset += int64(cut)
		have = copy(j.buf, j.buf[cut:have])
	}
}

// flush writes the findings so far.
func (j *job) flush() error {
	if len(j.findings) == 0 {
		return nil
	}
	found := j.findings
	j.findings = nil
	if j.write != nil {
		j.write.add(j.abs(j.fileName()), found)
		return nil
	}
	found, known := j.baseline.filter(j.abs(j.fileName()), found)
	j.known.Add(known)
	for i := range found {
		f := &found[i]
		if j.decoded {
			f.edits = nil
		}
		if len(f.edits) > 0 && (j.Fix || j.Diff) {
			j.edits = append(j.edits, f.edits...)
			j.mended++
			if j.Fix {
				continue
			}
		}
		j.counts[f.Level].Add(1)
		if j.Quiet || j.Diff {
			continue
		}
		j.append(f)
		if err := j.turns.room(j.held); err != nil {
			return err
		}
	}
	return nil
}

// fileName returns the name of the file in a baseline.
func (j *job) fileName() string {
	if j.name == input.Stdin {
		return "<stdin>"
	}
	return j.name
}

func (j *job) append(f *Finding) {
	h := j.held
	switch j.Form {
	case Text:
		h.out = appendText(h.out, j.name, f, j.Color)
	case JSON:
		if j.place == "" && j.name != input.Stdin {
			j.place = record.NewFile(j.name)
		}
		h.out = appendJSON(h.out, j.place, f)
	case SARIF:
		if j.times == nil {
			j.times = map[known]int{}
		}
		k := known{rule: Rules[f.Rule].Name, name: f.key}
		h.out = appendSARIF(h.out, j.fileName(), f, j.times[k])
		j.times[k]++
	}
}

// end writes what comes last, and returns the status.
func (r *runner) end(begin time.Time, err error) error {
	status := stdio.OK
	if r.counts[Warning].Load()+r.counts[Error].Load() > 0 {
		status = stdio.No
	}
	if r.failed.Load() > 0 {
		status = stdio.Trouble
	}
	var signal stdio.Interrupted
	switch {
	case errors.Is(err, stdio.ErrGone):
		return stdio.Gone
	case errors.As(err, &signal):
		fmt.Fprintln(r.errs, "urn: interrupted: not all of the input has been read")
		status = signal.Status()
	case err != nil:
		r.Trouble(err)
		status = stdio.Trouble
	}
	if r.sarif() && (err == nil || status > stdio.Trouble) {
		if err := sarifTail(r.turns.out, status < stdio.Trouble); err != nil {
			return r.Failed(err)
		}
	}
	if r.write != nil && err == nil {
		if err := r.writeBaseline(); err != nil {
			r.Trouble(err)
			status = stdio.Trouble
		}
	}
	if r.Stats {
		stale := int64(0)
		seen := map[*Baseline]bool{}
		for _, t := range r.trees {
			if !seen[t.baseline] {
				seen[t.baseline] = true
				stale += t.baseline.stale()
			}
		}
		fmt.Fprintf(r.errs, "urn: inputs=%d failed=%d bytes=%d binary=%d errors=%d warnings=%d notes=%d suppressed=%d baseline=%d stale=%d fixed=%d seconds=%.3f\n",
			r.inputs.Load(), r.failed.Load(), r.bytes.Load(), r.binary.Load(),
			r.counts[Error].Load(), r.counts[Warning].Load(), r.counts[Note].Load(),
			r.suppressed.Load(), r.known.Load(), stale, r.fixed.Load(), time.Since(begin).Seconds())
	}
	if err := r.errs.Err(); err != nil && !errors.Is(err, stdio.ErrGone) && status < stdio.Trouble {
		status = stdio.Trouble
	}
	return status.Err()
}

// writeBaseline writes the baseline next to its place, and then puts it there.
func (r *runner) writeBaseline() error {
	f, err := os.CreateTemp(filepath.Dir(r.WriteBaseline), ".urn-lint-*")
	if err != nil {
		return err
	}
	err = r.write.write(f)
	if err == nil {
		err = f.Chmod(0o644)
	}
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(f.Name(), r.WriteBaseline)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// turns writes the output of the files in their order.
type turns struct {
	out, errs io.Writer
	begun     bool // something has been written to out

	mu      sync.Mutex
	turned  sync.Cond
	ctx     context.Context
	next    int
	waiting map[int]*held
	size    int // of what waits, in bytes
	err     error
}

// held is the output of a file until it is its turn.
type held struct {
	i         int
	out, errs []byte
}

func (h *held) size() int { return len(h.out) + len(h.errs) }

// Bounds on the output that is held. The first two are in bytes, for one file and
// for all files that have ended before their turn. The third is the number of such
// files.
const (
	maxHeld      = 1 << 20
	maxWaiting   = 16 << 20
	maxWaitingOf = 4096
)

func (t *turns) begin(ctx context.Context) {
	t.turned.L = &t.mu
	t.ctx, t.waiting = ctx, map[int]*held{}
	context.AfterFunc(ctx, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.turned.Broadcast()
	})
}

// room writes what is held if there is much of it.
func (t *turns) room(h *held) error {
	if h.size() < maxHeld {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for t.next != h.i {
		if t.ctx.Err() != nil {
			return errEnded
		}
		t.turned.Wait()
	}
	return t.flush(h)
}

// end ends a file: its output is written when it is its turn.
func (t *turns) end(h *held) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	for t.next != h.i && (t.size+h.size() > maxWaiting || len(t.waiting) >= maxWaitingOf) {
		if t.ctx.Err() != nil {
			return errEnded
		}
		t.turned.Wait()
	}
	if t.next != h.i {
		t.waiting[h.i] = h
		t.size += h.size()
		return nil
	}
	for h != nil {
		if err := t.flush(h); err != nil {
			return err
		}
		t.next++
		if h = t.waiting[t.next]; h != nil {
			delete(t.waiting, t.next)
			t.size -= h.size()
		}
	}
	t.turned.Broadcast()
	return nil
}

// flush writes what is held. It is the turn of h.
func (t *turns) flush(h *held) error {
	if t.err != nil {
		return t.err
	}
	if len(h.errs) > 0 {
		t.errs.Write(h.errs) //nolint:errcheck // a Keeper
	}
	out := h.out
	if len(out) > 0 && out[0] == ',' && !t.begun {
		out = out[1:] // the first result of SARIF
	}
	if len(out) > 0 {
		t.begun = true
		_, t.err = t.out.Write(out)
	}
	h.out, h.errs = h.out[:0], h.errs[:0]
	return t.err
}
