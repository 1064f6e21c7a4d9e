package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/term"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/input"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/pipeline"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/progress"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/report"
)

// The streams that a worker's output goes to: indexes into Output.Buf.
const (
	toOutput = iota
	toReports
	toRejects
)

// job reads inputs, block by block, on behalf of a command.
type job struct {
	*app
	inputFlags
	rejects string // name of the file for toRejects, "-" for standard output, "" for none
	silent  bool   // nothing is written to standard output
	asIs    bool   // standard input is taken as it is, unless it is a regular file

	// work is called concurrently, for all blocks but those that failed.
	work pipeline.Worker
	// no is set by work if some input was not a URN.
	no atomic.Bool
	// short is set by work if something is missing from the output, which has
	// been reported.
	short atomic.Bool
	// find and expand, if not nil, are Find and Expand of the pipeline.
	find   *urn.Finder
	expand func(name string) iter.Seq2[string, error]
	inputs int // how many are read at once
	// end, if not nil, writes what is left to be written when everything has
	// been read, or as much of it as an interrupt allowed.
	end func(w io.Writer) error
	// counts returns what --stats tells besides what was read.
	counts func() string

	// For tests; see pipeline.Config.
	workers, blockSize, holdBack int
}

// run reads the inputs of those names, or standard input if there are none.
// Its error is nil or a status; what went wrong has been reported by then.
func (j *job) run(ctx context.Context, names []string) error {
	if len(names) == 0 {
		names = []string{input.Stdin}
	}
	begin := time.Now()
	opener := input.Opener{Stdin: j.stdin, Output: regular(j.stdout), AsIs: j.asIs}
	output := &standard{w: j.stdout}
	reports := &standard{w: j.stderr}
	writers := []io.Writer{toOutput: output, toReports: reports, toRejects: io.Discard}

	var rejects *os.File
	switch j.rejects {
	case "":
	case "-":
		writers[toRejects] = output
	default:
		var err error
		if rejects, err = j.createRejects(names); err != nil {
			return j.trouble(err)
		}
		defer rejects.Close()
		writers[toRejects] = rejects
	}

	stopBar := func() {}
	if j.wantsBar(names) {
		bar := progress.Start(j.stderr, j.size(opener, names))
		opener.Progress = bar.Add
		reports.w = bar
		stopBar = bar.Stop
	}

	config := pipeline.Config{
		Open: opener.Open, MaxLine: j.maxLine, Writers: writers,
		Find: j.find, Expand: j.expand, Inputs: j.inputs,
		Workers: j.workers, BlockSize: j.blockSize, HoldBack: j.holdBack,
	}
	totals, err := pipeline.Run(ctx, config, names, func() pipeline.Worker {
		return func(b *pipeline.Block, out *pipeline.Output) error {
			if b.Part == pipeline.Failed {
				out.Buf[toReports] = fmt.Appendf(out.Buf[toReports], "urn: %s: %s\n", display(b.Name), failure(b))
				return nil
			}
			return j.work(b, out)
		}
	})
	stopBar()
	if rejects != nil {
		if closing := rejects.Close(); err == nil {
			err = closing
		}
	}
	var signal interrupted
	if j.end != nil && (err == nil || errors.As(err, &signal)) {
		if ending := j.end(output); ending != nil {
			err = ending
		}
	}

	s := statusOK
	if j.no.Load() {
		s = statusNo
	}
	if totals.Failed > 0 || j.short.Load() {
		s = statusTrouble
	}
	switch {
	case errors.Is(err, errEnough):
		s = statusOK
	case errors.Is(err, errGone):
		return statusGone // quietly: whoever read it had enough
	case errors.As(err, &signal):
		fmt.Fprintln(j.stderr, "urn: interrupted: not all of the input has been read")
		s = statusSignal + status(signal.signal)
	case err != nil:
		j.trouble(err)
		s = statusTrouble
	}
	if j.stats {
		fmt.Fprintf(j.stderr, "urn: inputs=%d failed=%d bytes=%d lines=%d %s seconds=%.3f\n",
			totals.Inputs, totals.Failed, totals.Bytes, totals.Lines, j.counts(), time.Since(begin).Seconds())
	}
	if s != statusOK {
		return s
	}
	return nil
}

// errEnough is that the rest of the input makes no difference.
var errEnough = errors.New("enough")

// size returns how many bytes there are to be read, or -1 if that cannot be
// known.
func (j *job) size(opener input.Opener, names []string) int64 {
	if j.expand == nil {
		return opener.Size(names)
	}
	var sum int64
	for _, name := range names {
		for name, err := range j.expand(name) {
			if err != nil {
				continue
			}
			size := opener.Size([]string{name})
			if size < 0 {
				return -1
			}
			sum += size
		}
	}
	return sum
}

// trouble reports an error.
func (a *app) trouble(err error) error {
	fmt.Fprintf(a.stderr, "urn: %s\n", report.Visible(err.Error()))
	return statusTrouble
}

// display is the name of an input in reports.
func display(name string) string {
	if name == input.Stdin {
		return "<stdin>"
	}
	return report.Visible(name)
}

// failure says why an input failed. A URN in the place of a file's name is a
// likely mistake.
func failure(b *pipeline.Block) string {
	text := report.Visible(b.Err.Error())
	if errors.Is(b.Err, os.ErrNotExist) && len(b.Name) > 4 && strings.EqualFold(b.Name[:4], "urn:") {
		text += " (arguments are files; URNs are read from files or standard input)"
	}
	return text
}

var errRejectsInUse = errors.New("is an input or the output as well: --rejects would overwrite it")

// createRejects creates the file for rejected lines. It refuses to overwrite
// an input, or what standard output goes to.
func (j *job) createRejects(names []string) (*os.File, error) {
	if info, err := os.Stat(j.rejects); err == nil && info.Mode().IsRegular() {
		inUse := []os.FileInfo{regular(j.stdout)}
		for _, name := range names {
			if name == input.Stdin {
				inUse = append(inUse, regular(j.stdin))
			} else if in, err := os.Stat(name); err == nil {
				inUse = append(inUse, in)
			}
		}
		for _, other := range inUse {
			if other != nil && os.SameFile(info, other) {
				return nil, &os.PathError{Op: "create", Path: j.rejects, Err: errRejectsInUse}
			}
		}
	}
	return os.Create(j.rejects)
}

// regular returns what is known of f if it is a regular file, and nil
// otherwise.
func regular(f any) os.FileInfo {
	if f, ok := f.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			return info
		}
	}
	return nil
}

func isTerminal(w any) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// wantsBar reports whether to show progress: only to somebody who is looking,
// and only if nothing but reports is on the terminal with it.
func (j *job) wantsBar(names []string) bool {
	typed := slices.Contains(names, input.Stdin) && isTerminal(j.stdin)
	return !j.quiet && isTerminal(j.stderr) && os.Getenv("TERM") != "dumb" &&
		!typed && (j.silent || !isTerminal(j.stdout))
}

// errGone is that nobody reads standard output or standard error any more.
var errGone = errors.New("nobody reads the output any more")

// standard is standard output or standard error.
type standard struct{ w io.Writer }

func (s *standard) Write(b []byte) (int, error) {
	n, err := s.w.Write(b)
	if errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe) {
		err = errGone
	}
	return n, err
}

// stdinAsIs reports whether standard input is taken as it is.
func (j *job) stdinAsIs() bool { return j.asIs && regular(j.stdin) == nil }
