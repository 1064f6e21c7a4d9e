package serve

import (
	"context"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/page"
)

// TestHosts: only names of this machine, with the port, are served.
func TestHosts(t *testing.T) {
	handler := Handler(8141, "a build")
	for host, want := range map[string]int{
		"127.0.0.1:8141": 200, "localhost:8141": 200,
		"example.com": 421, "example.com:8141": 421, "127.0.0.1": 421, "127.0.0.1:8142": 421, "localhost": 421,
		"localhost.example.com:8141": 421, "[::1]:8141": 421, "": 421,
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Host = host
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if w.Code != want {
			t.Errorf("Host %q: status %d, want %d", host, w.Code, want)
		}
		if want != 200 && strings.Contains(w.Body.String(), "<html") {
			t.Errorf("Host %q: the page was served", host)
		}
	}
	if code := status(Handler(80, "a build"), "localhost"); code != 200 {
		t.Errorf("port 80: status %d", code)
	}
}

func status(h http.Handler, host string) int {
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.Host = host
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Code
}

// TestHeaders: every answer has the policy, and the files have the types that browsers
// need.
func TestHeaders(t *testing.T) {
	handler := Handler(8141, "a build")
	for path, want := range map[string]string{
		"/": "text/html", "/app.js": "text/javascript", "/style.css": "text/css", "/vendor/wasm_exec.js": "text/javascript",
		"/licences.txt": "text/plain", "/none": "text/plain", "/../../etc/passwd": "text/",
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.URL.Path, r.Host = path, "localhost:8141"
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if have := w.Header().Get("Content-Type"); !strings.HasPrefix(have, want) {
			t.Errorf("%s: type %q, want %q", path, have, want)
		}
		if have := w.Header().Get("Content-Security-Policy"); !strings.Contains(have, "default-src 'none'") || !strings.Contains(have, "frame-ancestors 'none'") {
			t.Errorf("%s: policy %q", path, have)
		}
		if strings.Contains(w.Body.String(), "root:") {
			t.Errorf("%s: a file of the machine", path)
		}
	}
	r := httptest.NewRequest(http.MethodPost, "/", nil)
	r.Host = "localhost:8141"
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	if w.Code != http.StatusMethodNotAllowed {
		t.Errorf("POST: status %d", w.Code)
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
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Error("the server does not stop")
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

// TestCopy: all files, and none that is there already is written over.
func TestCopy(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	if err := Copy(dir, "a <build>"); err != nil {
		t.Fatal(err)
	}
	err := fs.WalkDir(page.Files(), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		want, _ := fs.ReadFile(page.Files(), path)
		if path == "index.html" {
			want = page.Index("a <build>")
			if !strings.Contains(string(want), "Built from a &lt;build&gt;.") {
				t.Errorf("%s does not say what it was built from", path)
			}
		}
		have, err := os.ReadFile(filepath.Join(dir, path))
		if err == nil && string(have) != string(want) {
			t.Errorf("%s differs", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	have, err := os.ReadFile(filepath.Join(dir, "urn.html"))
	want, _ := page.Single("a <build>")
	if err != nil || len(want) == 0 || string(have) != string(want) {
		t.Errorf("urn.html has %d bytes, want %d: %v", len(have), len(want), err)
	}
	if err := Copy(dir, "a <build>"); err == nil {
		t.Error("files are written over")
	}
	// That file may be the only one.
	dir = t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "urn.html"), []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	err = Copy(dir, "a <build>")
	if page, _ := os.ReadFile(filepath.Join(dir, "urn.html")); err == nil || string(page) != "mine" {
		t.Errorf("urn.html is written over: %v", err)
	}
}
