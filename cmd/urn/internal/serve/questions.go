package serve

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/page/engine"
)

const (
	maxQuestion = 1 << 20  // bytes of a text, or of names
	maxFiles    = 4        // whose counts are held, each in up to about 100 MB
	chunkBytes  = 64 << 10 // of a file, for which there is a deadline
	stepBytes   = 1 << 20  // of a file, between two reports
)

// questions answers the questions of the page: "ask" about a text or names; "open", then "read"
// with a file as its body and "progress" meanwhile; then "head", "table" and "export". static/engine.js
// asks them.
type questions struct {
	http.ServeMux
	chunkTime time.Duration

	mu    sync.Mutex
	files []*file // the oldest first
}

// file is a file that the page sends, or has sent.
type file struct {
	id      string
	arrived atomic.Int64
	counts  atomic.Pointer[[]byte] // the last report

	mu     sync.Mutex // held while the file is read, and by each question about what was counted
	syntax urn.Syntax
	stream *engine.Stream // nil before the file is read
}

// newQuestions returns the handler of the questions. A client has chunkTime for each chunk of
// a file, and as long as it likes for the whole.
func newQuestions(chunkTime time.Duration) *questions {
	q := &questions{chunkTime: chunkTime}
	q.HandleFunc(question+"ask", ask)
	q.HandleFunc(question+"open", q.open)
	q.HandleFunc(question+"read", q.read)
	q.HandleFunc(question+"progress", q.progress)
	q.counted("head", func(s *engine.Stream, w io.Writer, _ url.Values) { w.Write(s.Head()) })
	q.counted("table", func(s *engine.Stream, w io.Writer, query url.Values) {
		limit, _ := strconv.ParseUint(query.Get("limit"), 10, 31)
		w.Write(s.Table(query.Get("nid"), int(limit)))
	})
	q.counted("export", func(s *engine.Stream, w io.Writer, _ url.Values) {
		text, row := s.Export(0)
		for ; row > 0; text, row = s.Export(row) {
			w.Write(text)
		}
		w.Write(text)
	})
	return q
}

// ask answers a question about the first bytes of the body, or about them and the rest.
func ask(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxQuestion))
	if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
		text := fmt.Sprintf("This is more than %d bytes: open it as a file.", maxQuestion)
		http.Error(w, text, http.StatusRequestEntityTooLarge)
		return
	}
	x, xerr := syntax(r)
	first, ferr := strconv.ParseUint(query.Get("first"), 10, 31)
	n := min(int(first), len(body))
	answer, aerr := engine.Answer(query.Get("question"), x, body[:n], body[n:])
	if err := errors.Join(err, xerr, ferr, aerr); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.Write(answer)
}

func syntax(r *http.Request) (x urn.Syntax, err error) {
	err = x.UnmarshalText([]byte(r.URL.Query().Get("syntax")))
	return x, err
}

// open makes room for a file. The counts of the oldest one that is not being read go.
func (q *questions) open(w http.ResponseWriter, r *http.Request) {
	x, err := syntax(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.files) == maxFiles {
		idle := slices.IndexFunc(q.files, func(f *file) bool {
			free := f.mu.TryLock()
			if free {
				f.mu.Unlock()
			}
			return free
		})
		if idle < 0 {
			http.Error(w, fmt.Sprintf("%d files are being read: wait, or cancel one.", maxFiles), http.StatusServiceUnavailable)
			return
		}
		q.files = slices.Delete(q.files, idle, idle+1)
	}
	f := &file{id: rand.Text(), syntax: x}
	q.files = append(q.files, f)
	writeJSON(w, map[string]any{"id": f.id})
}

// file returns the file that a question is about. If there is none, it answers the question
// and returns nil.
func (q *questions) file(w http.ResponseWriter, r *http.Request) *file {
	q.mu.Lock()
	defer q.mu.Unlock()
	id := r.URL.Query().Get("id")
	if i := slices.IndexFunc(q.files, func(f *file) bool { return f.id == id }); i >= 0 {
		return q.files[i]
	}
	http.Error(w, "The counts of this file are not held any more: open it again.", http.StatusNotFound)
	return nil
}

// read counts the URNs of a file as it arrives.
func (q *questions) read(w http.ResponseWriter, r *http.Request) {
	f := q.file(w, r)
	if f == nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.stream != nil {
		http.Error(w, "This file was read already.", http.StatusConflict)
		return
	}
	connection := http.NewResponseController(w)
	f.stream = engine.NewStream(f.syntax, r.URL.Query().Get("name"), &chunks{r: r.Body, arrived: &f.arrived, next: func() error {
		return connection.SetReadDeadline(time.Now().Add(q.chunkTime))
	}})
	var err error
	for more := true; more; {
		more, err = f.stream.Step(stepBytes)
		counts := f.stream.Progress()
		f.counts.Store(&counts)
	}
	answer := map[string]any{"error": ""}
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		answer["error"] = fmt.Sprintf("less than %d bytes have arrived in %v", chunkBytes, q.chunkTime)
	case err != nil:
		answer["error"] = err.Error()
	}
	// The deadline was set when the file began to arrive.
	if connection.SetWriteDeadline(time.Now().Add(q.chunkTime)) == nil {
		writeJSON(w, answer)
	}
}

// chunks reads what a client sends, and calls next before each chunk of it.
type chunks struct {
	r       io.Reader
	next    func() error
	left    int // bytes of the chunk
	arrived *atomic.Int64
}

func (c *chunks) Read(p []byte) (int, error) {
	if c.left <= 0 {
		if err := c.next(); err != nil {
			return 0, err
		}
		c.left = chunkBytes
	}
	n, err := c.r.Read(p)
	c.left -= n
	c.arrived.Add(int64(n))
	return n, err
}

// progress says how many bytes have arrived, and what was counted in them, without waiting.
func (q *questions) progress(w http.ResponseWriter, r *http.Request) {
	if f := q.file(w, r); f != nil {
		answer := map[string]any{}
		if counts := f.counts.Load(); counts != nil {
			json.Unmarshal(*counts, &answer)
		}
		answer["read"] = f.arrived.Load()
		writeJSON(w, answer)
	}
}

func writeJSON(w http.ResponseWriter, answer map[string]any) {
	// The client may be gone, and the answer has only strings and numbers.
	_ = json.NewEncoder(w).Encode(answer)
}

// counted answers a question about what was counted in a file. It waits until the file is read.
func (q *questions) counted(name string, answer func(s *engine.Stream, w io.Writer, query url.Values)) {
	q.HandleFunc(question+name, func(w http.ResponseWriter, r *http.Request) {
		f := q.file(w, r)
		if f == nil {
			return
		}
		f.mu.Lock()
		defer f.mu.Unlock()
		if f.stream == nil {
			http.Error(w, "This file was not read.", http.StatusConflict)
			return
		}
		answer(f.stream, w, r.URL.Query())
	})
}
