package enginetest

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"
)

// Session is a process that answers each line of JSON with a line of JSON: an object
// with rows or with an error.
type Session struct {
	*Process
	mu  sync.Mutex // one question at a time
	in  io.Writer
	out *bufio.Reader
}

// patience is the time after which a session is killed that does not answer.
const patience = 5 * time.Minute

// StartSession starts cmd, as Start does.
func StartSession(t testing.TB, cmd *exec.Cmd) *Session {
	t.Helper()
	in, w, err := os.Pipe()
	Must(t, err)
	r, out, err := os.Pipe()
	Must(t, err)
	cmd.Stdin, cmd.Stdout = in, out
	s := &Session{Process: Start(t, cmd), in: w, out: bufio.NewReader(r)}
	in.Close()
	out.Close()
	t.Cleanup(func() { w.Close(); r.Close() })
	return s
}

// Ask returns the rows of the answer. Numbers in them are json.Number. It is an error if
// the answer has one, or if the process has ended.
func (s *Session) Ask(question any) ([][]any, error) {
	line, err := json.Marshal(question)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	timer := time.AfterFunc(patience, s.Kill)
	defer timer.Stop()
	var text string
	if _, err = fmt.Fprintf(s.in, "%s\n", line); err == nil {
		text, err = s.out.ReadString('\n')
	}
	if err != nil {
		return nil, fmt.Errorf("%s has ended: %w\n%s", s.Path, err, s.Log())
	}
	var answer struct {
		Rows  [][]any
		Error string
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&answer); err != nil {
		return nil, fmt.Errorf("%.200q: %w", text, err)
	}
	if answer.Error != "" {
		return nil, errors.New(answer.Error)
	}
	return answer.Rows, nil
}
