// Package job runs a command over its inputs. It opens them and passes their
// blocks to the command's work. It also handles reports, rejected lines,
// progress, counts and the exit status.
package job

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/input"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/outfile"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/pipeline"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/progress"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/report"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
	"github.com/seed7b5a83f0/urn/internal/ascii"
)

// The streams that a worker's output goes to: indexes into Output.Buf.
const (
	ToOutput = iota
	ToReports
	ToRejects
)

// Work does the work of a command on its inputs.
type Work interface {
	// Block processes a block that did not fail. Several goroutines call it. An error ends the job.
	Block(b *pipeline.Block, out *pipeline.Output) error
	// End writes the rest of the output after all input has been read, or after an interrupt.
	End(w io.Writer) error
	// Counts returns the text of --stats that follows the size of the input.
	Counts() string
	// If a Work has the method Failed, it is called with the name of each input that could not be read to its end.
	//
	// If a Work has the method Nothing, its text is written at the end, provided that all inputs were read.

	// Status returns OK, No, or Trouble if something is missing from the output that has been reported.
	Status() stdio.Status
}

// ErrEnough is the error of a Work for which the rest of the input makes no difference. The job then ends with OK.
var ErrEnough = errors.New("enough")

// Options say how to run a job.
type Options struct {
	Quiet   bool   // do not show progress
	Stats   bool   // write counts to standard error at the end
	Silent  bool   // the Work writes nothing to ToOutput before End
	Rejects string // name of the file for ToRejects, "-" for standard output, "" for none
	// Remark, if not nil, returns a text for people, which is written at the end, or "".
	Remark func() string
	AsIs   bool // standard input is taken as it is, unless it is a regular file

	// NoUTF16 makes text in UTF-16 an error, as Whole does: it would be written in UTF-8.
	NoUTF16 bool

	// Config says how to read the inputs; Run sets Open, OpenInto and Writers. Tolerate, if not
	// nil, decides which inputs that cannot be read are not failures. The Work gets the block of
	// such an input, and nothing is reported. If Tolerate is nil, these are the files of a
	// directory that are in a format that is not read.
	pipeline.Config
	NameSkipped bool // name the files that that rule is for, instead of counting them
}

// Run reads the inputs with the given names, or standard input if there are none. The
// result is nil or a Status. All failures have been reported before Run returns.
func Run(ctx context.Context, s stdio.Streams, o Options, names []string, work Work) error {
	if len(names) == 0 {
		names = []string{input.Stdin}
	}
	r := &runner{Streams: s, Options: o, names: names, work: work, begin: time.Now()}
	return r.run(ctx)
}

// runner is the state of a Run.
type runner struct {
	stdio.Streams
	Options
	names   []string
	work    Work
	begin   time.Time
	reports *reports
	screen  io.WriteCloser // the terminal to which text of the input is written, or nil

	mu      sync.Mutex
	skipped map[string]int // files of directories in formats that are not read, by format
}

func (r *runner) run(ctx context.Context) error {
	opener := input.Opener{Stdin: r.In, AsIs: r.AsIs, NoUTF16: r.Whole || r.NoUTF16}
	for _, stream := range []any{r.Out, r.Err} {
		if info := stdio.Info(stream); info != nil {
			opener.Outputs = append(opener.Outputs, info)
		}
	}
	var output io.Writer = stdio.Pipe{W: r.Out}
	if writesInput := opener.NoUTF16 || r.Rejects == input.Stdin; writesInput && stdio.IsTerminal(r.Out) {
		r.screen = report.NewScreen(output)
		output = r.screen
	}
	r.reports = &reports{w: r.Err, only: r.Silent && r.Rejects == ""}
	writers := []io.Writer{ToOutput: output, ToReports: r.reports, ToRejects: io.Discard}

	var rejects *outfile.File
	switch r.Rejects {
	case "":
	case input.Stdin:
		writers[ToRejects] = output
	default:
		var err error
		if rejects, err = createOutput(ctx, r.Rejects, r.names, r.Streams); err != nil {
			return r.Trouble(err)
		}
		defer rejects.Discard()
		if info := rejects.Info(); info != nil {
			opener.Outputs = append(opener.Outputs, info)
		}
		writers[ToRejects] = rejects
	}

	if !r.Quiet && slices.Contains(r.names, input.Stdin) && stdio.IsTerminal(r.In) && stdio.IsTerminal(r.Err) {
		fmt.Fprintln(r.Err, "urn: reading what is typed here; Ctrl-D on a line of its own ends it")
	}
	stopBar := func() {}
	if r.wantsBar() {
		bar := progress.Start(r.Err, r.size(opener))
		opener.Progress = bar.Add
		r.reports.w = bar
		stopBar = bar.Stop
	}
	c := r.Config
	c.Open, c.OpenInto, c.Writers, c.Tolerate = opener.Open, opener.OpenInto, writers, r.tolerate
	totals, err := pipeline.Run(ctx, c, r.names, func() pipeline.Worker { return r.block })
	stopBar()
	if rejects != nil {
		// After an interrupt or a failure, it holds as much as the other outputs do.
		if closing := rejects.Commit(); err == nil {
			err = closing
		}
	}
	return r.end(output, totals, err)
}

// block gives a block to the work, unless it says that an input failed.
func (r *runner) block(b *pipeline.Block, out *pipeline.Output) error {
	if b.Part == pipeline.Failed && (r.Tolerate == nil || !r.Tolerate(b.Name, b.Err)) {
		if w, ok := r.work.(interface{ Failed(name string) }); ok {
			w.Failed(b.Name)
		}
		var notRead *input.NotRead
		if !r.NameSkipped && r.tolerate(b.Name, b.Err) && errors.As(b.Err, &notRead) {
			r.mu.Lock()
			defer r.mu.Unlock()
			if r.skipped == nil {
				r.skipped = map[string]int{}
			}
			r.skipped[notRead.What]++
			return nil
		}
		out.Buf[ToReports] = fmt.Appendf(out.Buf[ToReports], "urn: %s: %s\n", input.Display(b.Name), r.failure(b))
		return nil
	}
	return r.work.Block(b, out)
}

// tolerate reports whether an input that was not read is not a failure: a file in a
// directory, in a format that is not read. Nearly every tree has such a file.
func (r *runner) tolerate(name string, err error) bool {
	if r.Tolerate != nil {
		return r.Tolerate(name, err)
	}
	var notRead *input.NotRead
	return r.Expand != nil && errors.As(err, &notRead) && !slices.Contains(r.names, name)
}

// end ends a job that has read totals and that err ended, if err is not nil.
func (r *runner) end(output io.Writer, totals pipeline.Totals, err error) error {
	var signal stdio.Interrupted
	whole := err == nil || errors.As(err, &signal) // nothing went wrong
	if whole {
		ending := r.work.End(output)
		if r.screen != nil && ending == nil {
			ending = r.screen.Close()
		}
		if ending != nil {
			err = ending
		}
	}
	status := r.work.Status()
	if totals.Failed > 0 {
		status = stdio.Trouble
	}
	switch {
	case errors.Is(err, ErrEnough):
		status = stdio.OK
	case errors.Is(err, stdio.ErrGone):
		return stdio.Gone // quietly: whoever read it had enough
	case errors.As(err, &signal):
		fmt.Fprintln(r.reports, "urn: interrupted: not all of the input has been read")
		status = signal.Status()
	case err != nil:
		r.Trouble(err)
		status = stdio.Trouble
	}
	say := func(text string) {
		if text != "" {
			fmt.Fprintf(r.reports, "urn: %s\n", text)
		}
	}
	say(r.skips())
	if r.Expand != nil && totals.Inputs == 0 && err == nil && !r.Quiet {
		fmt.Fprintln(r.reports, "urn: no file was read: there is none, or all are left out (see --hidden and --no-ignore)")
	}
	if r.Remark != nil && whole {
		say(r.Remark())
	}
	if w, ok := r.work.(interface{ Nothing() string }); ok && err == nil && totals.Failed == 0 {
		say(w.Nothing())
	}
	if r.Stats {
		fmt.Fprintf(r.reports, "urn: inputs=%d failed=%d bytes=%d lines=%d %s seconds=%.3f\n",
			totals.Inputs, totals.Failed, totals.Bytes, totals.Lines, r.work.Counts(), time.Since(r.begin).Seconds())
	}
	if r.reports.lost != nil && status < stdio.Trouble && !errors.Is(err, ErrEnough) {
		status = stdio.Trouble
	}
	return status.Err()
}

// skips says how many files of directories were not read, or is "".
func (r *runner) skips() string {
	n, formats := 0, slices.Sorted(maps.Keys(r.skipped))
	for i, format := range formats {
		n += r.skipped[format]
		if r.skipped[format] > 1 {
			formats[i] += fmt.Sprintf(" (%d)", r.skipped[format])
		}
	}
	switch n {
	case 0:
		return ""
	case 1:
		return "1 file was not read (--skipped names it): " + formats[0]
	}
	return fmt.Sprintf("%d files were not read (--skipped names them): %s", n, strings.Join(formats, ", "))
}

// reports is standard error. A write that fails there does not end the output to
// standard output.
type reports struct {
	w    io.Writer
	only bool // nothing else is written
	gone bool // nobody reads it
	lost error
}

func (r *reports) Write(b []byte) (int, error) {
	if r.gone || r.lost != nil {
		return len(b), nil
	}
	n, err := stdio.Pipe{W: r.w}.Write(b)
	switch {
	case err == nil:
		return n, nil
	case !errors.Is(err, stdio.ErrGone):
		r.lost = err
	case r.only:
		return n, err
	default:
		r.gone = true
	}
	return len(b), nil
}

// size returns how many bytes there are to be read, or -1 if that cannot be
// known.
func (r *runner) size(opener input.Opener) int64 {
	if r.Expand == nil {
		return opener.Size(r.names)
	}
	var sum int64
	for _, name := range r.names {
		for name, err := range r.Expand(name) {
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

// wantsBar reports whether to show progress: only to somebody who is looking,
// and only if nothing but reports is on the terminal with it.
func (r *runner) wantsBar() bool {
	typed := slices.Contains(r.names, input.Stdin) && stdio.IsTerminal(r.In)
	return !r.Quiet && stdio.IsTerminal(r.Err) && os.Getenv("TERM") != "dumb" &&
		!typed && (r.Silent || !stdio.IsTerminal(r.Out))
}

// failure says why an input failed. A URN, a GTIN or the like in the place of a file's name is a likely mistake.
func (r *runner) failure(b *pipeline.Block) string {
	text := report.Visible(b.Err.Error())
	if errors.Is(b.Err, os.ErrNotExist) && len(b.Name) > 4 && (strings.ContainsAny(b.Name[2:], ":)") || ascii.AllDigits(b.Name)) {
		text += " (such an argument is a file; names are read from files or standard input)"
	}
	return text
}
