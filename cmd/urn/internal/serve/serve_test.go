package serve

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"path"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/page"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
)

// get asks for a path of a host.
func get(h http.Handler, host, path string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.URL.Path, r.Host = path, host
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// TestHosts: only names of this machine, with the port, are served.
func TestHosts(t *testing.T) {
	handler := Handler(8141, "a build")
	for host, want := range map[string]int{
		"127.0.0.1:8141": 200, "localhost:8141": 200,
		"example.com": 421, "example.com:8141": 421, "127.0.0.1": 421, "127.0.0.1:8142": 421, "localhost": 421,
		"localhost.example.com:8141": 421, "[::1]:8141": 421, "": 421,
	} {
		w := get(handler, host, "/")
		if w.Code != want || want != 200 && strings.Contains(w.Body.String(), "<html") {
			t.Errorf("Host %q: status %d, want %d: %.100s", host, w.Code, want, w.Body)
		}
	}
	if w := get(Handler(80, "a build"), "localhost", "/"); w.Code != 200 {
		t.Errorf("port 80: status %d", w.Code)
	}
}

// TestHeaders: every answer has the policy, and the files have the types that browsers
// need.
func TestHeaders(t *testing.T) {
	handler := Handler(8141, "a build")
	for path, want := range map[string]string{
		"/": "text/html", "/app.js": "text/javascript", "/style.css": "text/css", "/vendor/railroad-diagrams.js": "text/javascript",
		"/licences.txt": "text/plain", "/none": "text/plain", "/../../etc/passwd": "text/",
	} {
		w := get(handler, "localhost:8141", path)
		if have := w.Header().Get("Content-Type"); !strings.HasPrefix(have, want) {
			t.Errorf("%s: type %q, want %q", path, have, want)
		}
		policy := w.Header().Get("Content-Security-Policy")
		if !strings.Contains(policy, "default-src 'none'") || !strings.Contains(policy, "frame-ancestors 'none'") {
			t.Errorf("%s: policy %q", path, policy)
		}
		if strings.Contains(w.Body.String(), "root:") {
			t.Errorf("%s: a file of the machine", path)
		}
	}
}

// TestPolicy: the page sets the policy itself that the server sends.
func TestPolicy(t *testing.T) {
	index, err := fs.ReadFile(page.Files(), "index.html")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(index), `<meta http-equiv="Content-Security-Policy" content="`+page.Policy+`">`) {
		t.Errorf("index.html does not have the policy %q", page.Policy)
	}
}

// TestServe: on the loopback interface, until the context ends.
func TestServe(t *testing.T) {
	l, err := Listen(0)
	if err != nil {
		t.Fatal(err)
	}
	if ip := l.Addr().(*net.TCPAddr).IP; !ip.IsLoopback() {
		t.Fatalf("listens on %s", ip)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- Serve(ctx, l, "a build") }()
	r, err := http.Get("http://" + l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(r.Body)
	r.Body.Close()
	if !strings.Contains(string(body), "<title>") {
		t.Errorf("the page is %.200q", body)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if _, err := http.Get("http://" + l.Addr().String()); err == nil {
		t.Error("the server answers after its end")
	}
}

// TestTimes: a client that is slow to write or read does not hold a connection for ever.
func TestTimes(t *testing.T) {
	s := server(8141, "a build")
	for name, have := range map[string]time.Duration{"header": s.ReadHeaderTimeout, "request": s.ReadTimeout, "answer": s.WriteTimeout, "idle": s.IdleTimeout} {
		if have < time.Second || have > time.Minute {
			t.Errorf("%s: %v", name, have)
		}
	}
}

// from is the header of a request that the page makes in a browser.
func from(origin, site, contentType string) http.Header {
	return http.Header{"Origin": {origin}, "Sec-Fetch-Site": {site}, "Content-Type": {contentType}}
}

// TestRefused: the server answers the questions of its own page, and of nobody else.
func TestRefused(t *testing.T) {
	const host, origin, octets = "127.0.0.1:8141", "http://127.0.0.1:8141", "application/octet-stream"
	const open, name, compare = "open?syntax=rfc8141", "ask?question=name&syntax=rfc8141&first=9", "ask?question=compare&syntax=rfc8141&first="
	page := func(contentType string) http.Header { return from(origin, "same-origin", contentType) }
	own, old, none := page(octets), page(octets), page(octets)
	old.Del("Sec-Fetch-Site")
	none.Del("Origin")
	for _, c := range []struct {
		name, method, host, question string
		header                       http.Header
		want                         int
	}{
		{"the page", "POST", host, name, own, 200},
		{"the page in an older browser", "POST", host, name, old, 200},
		{"another Host", "POST", "example.com:8141", name, own, 421},
		{"a page elsewhere", "POST", host, open, from("https://example.com", "cross-site", octets), 403},
		{"a page that is not told", "POST", host, open, from("null", "cross-site", octets), 403},
		{"another port of this machine", "POST", host, open, from("http://127.0.0.1:8142", "same-site", octets), 403},
		{"the other name of this machine", "POST", host, open, from("http://localhost:8141", "cross-site", octets), 403},
		{"an origin without the site", "POST", host, open, from(origin, "cross-site", octets), 403},
		{"no origin", "POST", host, open, none, 403},
		{"a form of text", "POST", host, open, page("text/plain"), 415},
		{"a form", "POST", host, open, page("application/x-www-form-urlencoded"), 415},
		{"a form of files", "POST", host, "read?id=1", page("multipart/form-data; boundary=x"), 415},
		{"no type", "POST", host, open, page(""), 415},
		{"a link", "GET", host, open, own, 405},
		{"a question whether another page may ask", "OPTIONS", host, open, own, 405},
		{"a POST to a file", "POST", host, "../", own, 405},
		{"no such question", "POST", host, "none", own, 404},
		{"no such question about a text", "POST", host, "ask?question=none&syntax=rfc8141&first=9", own, 400},
		{"no such syntax", "POST", host, "ask?question=name&syntax=none&first=9", own, 400},
		{"a negative length", "POST", host, compare + "-1", own, 400},
		{"a length past the end", "POST", host, compare + "99", own, 200},
		{"no such file", "POST", host, "table?id=none", own, 404},
	} {
		r := httptest.NewRequest(c.method, path.Clean("/engine/"+c.question), strings.NewReader("urn:ab:c"))
		r.Host, r.Header = c.host, c.header
		w := httptest.NewRecorder()
		Handler(8141, "a build").ServeHTTP(w, r)
		if w.Code != c.want {
			t.Errorf("%s: status %d, want %d: %s", c.name, w.Code, c.want, w.Body)
		}
		for name := range w.Header() {
			if strings.HasPrefix(name, "Access-Control-") {
				t.Errorf("%s: the header %s gives permission", c.name, name)
			}
		}
	}
	r := httptest.NewRequest("POST", "/engine/"+name, strings.NewReader(strings.Repeat("x", maxQuestion+1)))
	r.Host, r.Header = host, own
	w := httptest.NewRecorder()
	Handler(8141, "a build").ServeHTTP(w, r)
	if w.Code != http.StatusRequestEntityTooLarge {
		t.Errorf("a text that is too long: status %d", w.Code)
	}
}

// client asks a server as the page does.
type client struct {
	*testing.T
	address string
}

// serving starts a server whose clients have chunkTime for each chunk of a file.
func serving(t *testing.T, chunkTime time.Duration) client {
	t.Helper()
	s := httptest.NewServer(newQuestions(chunkTime))
	t.Cleanup(s.Close)
	return client{t, s.URL + question}
}

// post returns the status and the answer to a question.
func (c client) post(query string, body io.Reader) (int, string) {
	c.Helper()
	r, err := http.Post(c.address+query, "application/octet-stream", body)
	if err != nil {
		c.Fatal(err)
	}
	defer r.Body.Close()
	answer, err := io.ReadAll(r.Body)
	if err != nil {
		c.Fatal(err)
	}
	return r.StatusCode, string(answer)
}

// open opens a file and returns its ID.
func (c client) open() string {
	c.Helper()
	status, answer := c.post("open?syntax=rfc8141", nil)
	id := strings.Split(answer+`"""`, `"`)[3]
	if status != 200 || len(id) < 20 {
		c.Fatalf("open: status %d: %s", status, answer)
	}
	return id
}

// lines is a text of n bytes with a name in each line of 32 bytes.
func lines(n int64) io.Reader { return io.LimitReader(new(endless), n) }

type endless struct{ at int }

func (e *endless) Read(p []byte) (int, error) {
	const line = "see urn:example:abcd and others\n"
	for i := range p {
		p[i] = line[(e.at+i)%len(line)]
	}
	e.at += len(p)
	return len(p), nil
}

// TestFile: a file of up to 1 GiB is counted as it arrives, in little memory.
func TestFile(t *testing.T) {
	size := int64(192 << 20)
	if testing.Short() {
		size = 16 << 20
	} else if testhelp.IsLong() {
		size = 1 << 30
	}
	c := serving(t, time.Minute)
	id := c.open()
	if status, answer := c.post("table?limit=9&id="+id, nil); status != http.StatusConflict {
		t.Errorf("counts before the file: %d %s", status, answer)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	started := time.Now()
	if status, answer := c.post("read?id="+id, lines(size)); status != 200 || answer != `{"error":""}`+"\n" {
		t.Fatalf("read: %d %s", status, answer)
	}
	runtime.ReadMemStats(&after)
	t.Logf("%d MiB in %v", size>>20, time.Since(started).Round(time.Millisecond))
	if grown := int64(after.Sys) - int64(before.Sys); grown > 64<<20 {
		t.Errorf("the process has grown by %d bytes", grown)
	}
	n := fmt.Sprint(size / 32)
	for query, want := range map[string]string{
		"progress?id=":       `"read":` + fmt.Sprint(size),
		"table?limit=9&id=":  `{"keys":[["urn:example:abcd",` + n + `]],"namespaces":[["example",` + n + `]]}`,
		"table?limit=-9&id=": `{"keys":[],"namespaces":[]}`,
		"export?id=":         "nid,key,count\r\nexample,\"urn:example:abcd\"," + n + "\r\n",
		"head?id=":           "see urn:example:abcd and others\n",
	} {
		if status, answer := c.post(query+id, nil); status != 200 || !strings.Contains(answer, want) {
			t.Errorf("%s: %d %.200s, want %s", query, status, answer, want)
		}
	}
	if status, _ := c.post("read?id="+id, nil); status != http.StatusConflict {
		t.Errorf("a second file with the same ID: status %d", status)
	}
}

// TestExportAll: an export has all rows, also if the engine gives them in parts.
func TestExportAll(t *testing.T) {
	c := serving(t, time.Minute)
	id := c.open()
	var text strings.Builder
	for i := range 25_000 {
		fmt.Fprintf(&text, "urn:example:%d\n", i)
	}
	c.post("read?id="+id, strings.NewReader(text.String()))
	if _, answer := c.post("export?id="+id, nil); strings.Count(answer, "\n") != 25_001 {
		t.Errorf("%d rows", strings.Count(answer, "\n"))
	}
}

// TestSlow: a client that stops sending is given up after the time of a chunk, with what was
// counted. One that keeps sending may take longer for the whole.
func TestSlow(t *testing.T) {
	const chunkTime = time.Second // long for a loaded machine
	for name, c := range map[string]struct {
		pieces int
		wait   time.Duration
		want   string
	}{
		"stops":      {1, time.Minute, `{"error":"less than 65536 bytes have arrived in 1s"}`},
		"trickles":   {100, chunkTime / 10, `{"error":"less than 65536 bytes have arrived in 1s"}`},
		"keeps pace": {10, chunkTime / 5, `{"error":""}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serving(t, chunkTime)
			id := s.open()
			size := chunkBytes
			if name == "trickles" {
				size = 32
			}
			r, w := io.Pipe()
			defer r.Close()
			go func() {
				for range c.pieces {
					if _, err := io.Copy(w, lines(int64(size))); err != nil {
						return
					}
					time.Sleep(c.wait)
				}
				w.Close()
			}()
			started := time.Now()
			status, answer := s.post("read?id="+id, r)
			if took := time.Since(started); status != 200 || strings.TrimSpace(answer) != c.want || took > 10*time.Second {
				t.Errorf("after %v: %d %s, want %s", took, status, answer, c.want)
			}
			if _, answer := s.post("progress?id="+id, nil); strings.Contains(answer, `"urns":0`) {
				t.Errorf("what has arrived was not counted: %s", answer)
			}
		})
	}
}

// TestFiles: the counts of the last files are held. Files that are being read stay.
func TestFiles(t *testing.T) {
	c := serving(t, time.Minute)
	ids, writers := make([]string, maxFiles), make([]*io.PipeWriter, maxFiles)
	ended := make(chan int)
	for i := range ids {
		r, w := io.Pipe()
		ids[i], writers[i] = c.open(), w
		go func() {
			status, _ := c.post("read?id="+ids[i], r)
			ended <- status
		}()
		w.Write([]byte("urn:example:a"))
		for {
			if _, answer := c.post("progress?id="+ids[i], nil); !strings.Contains(answer, `"read":0`) {
				break
			}
		}
	}
	if status, answer := c.post("open?syntax=rfc8141", nil); status != http.StatusServiceUnavailable {
		t.Errorf("one more: %d %s", status, answer)
	}
	writers[1].Close()
	if status := <-ended; status != 200 {
		t.Errorf("read: status %d", status)
	}
	c.open()
	for i, want := range []int{200, 404, 200, 200} {
		if status, answer := c.post("progress?id="+ids[i], nil); status != want {
			t.Errorf("file %d: %d %s, want %d", i, status, answer, want)
		}
	}
	for i, w := range writers {
		if w.Close(); i != 1 {
			<-ended
		}
	}
}
