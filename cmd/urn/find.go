package main

import (
	"errors"
	"fmt"
	"iter"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/input"
	"github.com/seed7b5a83f0/urn/namespace"
)

// findJob is the command find.
type findJob struct {
	job
	finder urn.Finder

	recursive                  bool
	withName, withoutName      bool
	lineNumber, byteOffset     bool
	csv, context               bool
	normalize, count, unique   bool
	key, color                 string
	nids                       []string
	threads, maxURN, maxMemory int

	byNID     map[string]bool // in lower case; nil: all
	keyOf     func(dst []byte, u urn.URN) []byte
	distinct  *table // for count and unique
	plain     bool   // nothing is asked for but the URNs
	highlight bool
	visible   bool // what is not printable is shown as an escape

	found, cut atomic.Int64
}

const (
	defaultMaxMemory = 512 << 20
	keyURN           = "urn"
	keyNamespace     = "namespace"
)

func (a *app) findCommand() *cobra.Command {
	j := &findJob{}
	cmd := &cobra.Command{
		Use:   "find [flags] [file ...]",
		Short: "Find URNs in text",
		Long: `find writes the URNs that stand in text, such as logs, JSON, XML or prose: one a
line, in the order of the input.

A URN begins at "urn:", in any case, that no ASCII letter or digit precedes, and
is as long as it can be. Punctuation that ends a sentence or closes a bracket is
not part of it: at its end it loses any of . , ; : ! ? ' and every ")" that
closes no "(" within it. With --exact it keeps them (RFC 2141, section 2.4).

A URN of more than --max-urn bytes is not written but reported on standard
error, and the status is 2: nothing is ever written that is not a whole URN.

--count and --unique take equivalent URNs for the same. They keep one of each
in memory. If they need more than --max-memory, they end with an error. There is
then still
  urn find | urn normalize --key | sort | uniq -c | sort -rn

Exit status:
  0  a URN was found
  1  none was found
  2  wrong usage, or an input or output that failed, or a URN too long to write
  With --quiet, 0 if a URN was found, whatever failed before.`,
		Example: `  urn find app.log
  urn find -rn --nid isbn,issn .
  urn find --count app.log | head
  urn find --context --color=always app.log
  urn find --json app.log | jq -r 'select(.valid) | .key'
  urn find --csv --unique app.log.gz | tee urns.csv`,
		RunE: j.runE,
	}
	j.app = a
	j.maxURN, j.maxMemory = urn.DefaultLimit, defaultMaxMemory
	addSyntax(cmd, &j.syntax)
	flags := cmd.Flags()
	flags.BoolVarP(&j.recursive, "recursive", "r", false, "search directories, the current one if no file is given; links in them are not followed")
	flags.BoolVarP(&j.withName, "with-filename", "H", false, "write the name of the file before each URN (default with -r, or with several files)")
	flags.BoolVar(&j.withoutName, "no-filename", false, "never write the name of the file")
	flags.BoolVarP(&j.lineNumber, "line-number", "n", false, "write the number of the line, from 1")
	flags.BoolVarP(&j.byteOffset, "byte-offset", "b", false, "write where in the input the URN begins, in bytes from 0; with --context, where the line begins")
	flags.BoolVar(&j.json, "json", false, "write one JSON object a line; with --count, {count, key}")
	flags.BoolVar(&j.csv, "csv", false, "write CSV with a header; with --count, count,key. An f-component that is there and empty is \"\", one that is not is nothing")
	flags.BoolVar(&j.normalize, "normalize", false, "write URNs in normal form")
	flags.BoolVar(&j.count, "count", false, "write how often each URN occurs, the most frequent first")
	flags.BoolVar(&j.unique, "unique", false, "write only the first of equivalent URNs")
	flags.StringVar(&j.key, "key", keyURN, "what --count and --unique take for equivalent: urn (RFC 8141 alone), namespace (and the rules of the namespace)")
	flags.StringSliceVar(&j.nids, "nid", nil, "only URNs of these namespaces, in any case, such as isbn,uuid")
	flags.BoolVar(&j.finder.Exact, "exact", false, "keep punctuation at the end of a URN")
	flags.BoolVar(&j.context, "context", false, "write the lines that hold URNs, with the URNs highlighted; of a line of more than 128K, the part around")
	flags.StringVar(&j.color, "color", "auto", "highlight URNs with --context: auto (on a terminal, unless NO_COLOR is set), always, never")
	flags.Lookup("color").NoOptDefVal = "always"
	flags.IntVarP(&j.threads, "threads", "j", 0, "how many cores to use (default all)")
	flags.BoolVarP(&j.quiet, "quiet", "q", false, "write nothing, and stop at the first URN: the exit status tells")
	flags.BoolVar(&j.stats, "stats", false, "write counts to standard error at the end")
	flags.Var((*sizeFlag)(&j.maxURN), "max-urn", "length in `bytes` (or K, M, G) of the longest URN that is written")
	flags.Var((*sizeFlag)(&j.maxMemory), "max-memory", "how much memory --count and --unique may take, in `bytes` (or K, M, G)")
	cmd.MarkFlagsMutuallyExclusive("json", "csv", "context")
	cmd.MarkFlagsMutuallyExclusive("count", "unique")
	cmd.MarkFlagsMutuallyExclusive("count", "context")
	cmd.MarkFlagsMutuallyExclusive("with-filename", "no-filename")
	for name, complete := range map[string]cobra.CompletionFunc{
		"key":        cobra.FixedCompletions([]string{keyURN, keyNamespace}, cobra.ShellCompDirectiveNoFileComp),
		"color":      cobra.FixedCompletions([]string{"auto", "always", "never"}, cobra.ShellCompDirectiveNoFileComp),
		"nid":        completeNIDs,
		"threads":    cobra.NoFileCompletions,
		"max-urn":    cobra.NoFileCompletions,
		"max-memory": cobra.NoFileCompletions,
	} {
		if err := cmd.RegisterFlagCompletionFunc(name, complete); err != nil {
			panic(err) // there is such a flag: it was added above
		}
	}
	return cmd
}

// completeNIDs completes the last of a list of NIDs.
func completeNIDs(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	before, last := "", typed
	if i := strings.LastIndexByte(typed, ','); i >= 0 {
		before, last = typed[:i+1], typed[i+1:]
	}
	var nids []string
	for e := range namespace.All() {
		if strings.HasPrefix(e.NID, strings.ToLower(last)) {
			nids = append(nids, before+e.NID)
		}
	}
	return nids, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

func (j *findJob) runE(cmd *cobra.Command, names []string) error {
	if err := j.check(cmd); err != nil {
		return err
	}
	if j.recursive {
		j.expand = expand
		if len(names) == 0 {
			names = []string{"."}
		}
	}
	j.withName = !j.withoutName && (j.withName || j.recursive || len(names) > 1)
	if j.threads > 0 {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(j.threads))
	}
	if j.count || j.unique {
		// Without a limit there would be as much garbage as there is to keep.
		defer debug.SetMemoryLimit(debug.SetMemoryLimit(int64(j.maxMemory) + 32<<20))
	}
	j.prepare()
	defer func() { j.distinct = nil }() // see run
	if j.csv && !j.quiet && !j.count {
		switch _, err := (&standard{j.stdout}).Write([]byte(csvHeader)); {
		case errors.Is(err, errGone):
			return statusGone
		case err != nil:
			return j.trouble(err)
		}
	}
	return j.run(cmd.Context(), names)
}

// check checks what the flags ask for.
func (j *findJob) check(cmd *cobra.Command) error {
	changed := cmd.Flags().Changed
	switch {
	case j.threads < 0 || j.threads == 0 && changed("threads"):
		return errors.New("--threads: want a number of cores, from 1")
	case j.key != keyURN && j.key != keyNamespace:
		return fmt.Errorf("--key %q: want %s or %s", j.key, keyURN, keyNamespace)
	case changed("key") && !j.count && !j.unique:
		return errors.New("--key is for --count and --unique")
	case j.color != "auto" && j.color != "always" && j.color != "never":
		return fmt.Errorf("--color %q: want auto, always or never", j.color)
	case j.count && (j.withName || j.lineNumber || j.byteOffset):
		return errors.New("--count has no one place to tell: not with -H, -n, -b")
	case j.normalize && (j.count || j.context):
		return errors.New("--normalize: --count writes normal forms anyway, and --context what stands in the text")
	}
	for i, nid := range j.nids {
		nid = strings.TrimSpace(nid)
		if o, fault := j.syntax.Locate("urn:" + nid + ":a"); fault.Reason != 0 || o.NID().End != len("urn:")+len(nid) {
			return fmt.Errorf("--nid %q: not a namespace identifier", nid)
		}
		j.nids[i] = strings.ToLower(nid)
	}
	if changed("nid") && len(j.nids) == 0 {
		return errors.New("--nid: want one namespace identifier or more")
	}
	return nil
}

// prepare readies j to run.
func (j *findJob) prepare() {
	j.finder.Syntax = j.syntax
	j.find = &j.finder
	j.maxLine = j.maxURN
	j.work = j.process
	j.silent = j.quiet
	j.inputs = min(runtime.GOMAXPROCS(0), 8)
	j.no.Store(true)
	j.counts = func() string {
		s := fmt.Sprintf("found=%d cut=%d", j.found.Load(), j.cut.Load())
		if j.distinct != nil {
			s += fmt.Sprintf(" distinct=%d", j.distinct.len())
		}
		return s
	}
	if len(j.nids) > 0 {
		j.byNID = map[string]bool{}
		for _, nid := range j.nids {
			j.byNID[nid] = true
		}
	}
	if j.quiet {
		return
	}
	if j.count || j.unique {
		j.distinct = newTable(j.maxMemory)
		j.keyOf = appendURNKey
		if j.key == keyNamespace {
			j.keyOf = func(dst []byte, u urn.URN) []byte { return appendKeyOf(dst, u, namespace.IANA) }
		}
	}
	if j.count {
		j.silent = true // until the end
		j.end = j.writeCounts
	}
	terminal := isTerminal(j.stdout) && os.Getenv("TERM") != "dumb"
	j.highlight = j.color == "always" || j.color == "auto" && terminal && os.Getenv("NO_COLOR") == ""
	j.visible = j.highlight || isTerminal(j.stdout)
	j.plain = !j.json && !j.csv && !j.context && !j.normalize && j.distinct == nil &&
		!j.withName && !j.lineNumber && !j.byteOffset && j.byNID == nil
}

func appendURNKey(dst []byte, u urn.URN) []byte {
	// The key is the beginning of the normal form: normalising moves no byte.
	end := len(dst) + len(u.AssignedName())
	return u.AppendNormalized(dst)[:end]
}

// expand yields the files that a name given with -r stands for: those of a
// directory and of the directories in it, in order of their names. A link is
// followed if it is given, not if it is come across; and what is come across
// that is neither file nor directory, such as a pipe, is left alone.
func expand(name string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		info, err := os.Stat(name)
		if name == input.Stdin || err != nil || !info.IsDir() {
			yield(name, nil) // if there is an error, to open it will give it
			return
		}
		expandDir(name, yield)
	}
}

func expandDir(name string, yield func(string, error) bool) bool {
	entries, err := os.ReadDir(name)
	if err != nil {
		var e *os.PathError
		if errors.As(err, &e) {
			err = e.Err
		}
		if !yield(name, err) {
			return false
		}
	}
	prefix := name + string(os.PathSeparator)
	if name == "." {
		prefix = ""
	} else if os.IsPathSeparator(name[len(name)-1]) {
		prefix = name
	}
	for _, entry := range entries {
		switch {
		case entry.IsDir():
			if !expandDir(prefix+entry.Name(), yield) {
				return false
			}
		case entry.Type().IsRegular():
			if !yield(prefix+entry.Name(), nil) {
				return false
			}
		}
	}
	return true
}

// selected reports whether URNs of that NID are asked for.
func (j *findJob) selected(nid []byte) bool {
	if j.byNID == nil {
		return true
	}
	var lower [64]byte
	if len(nid) > len(lower) {
		return false
	}
	n := copy(lower[:], nid)
	for i, c := range lower[:n] {
		if 'A' <= c && c <= 'Z' {
			lower[i] = c | 0x20
		}
	}
	return j.byNID[string(lower[:n])]
}
