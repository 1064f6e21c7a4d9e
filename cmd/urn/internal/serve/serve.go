// Package serve is the web server of the page. It serves only the page, and only this
// machine.
package serve

import (
	"bytes"
	"context"
	"errors"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/page"
)

// Listen listens on a port of the loopback interface, which no other machine can reach. If
// the port is 0, the system chooses a free port.
func Listen(port int) (net.Listener, error) {
	return net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
}

// Serve serves the page until the context ends, and then returns nil. The page says that
// it was built from build.
func Serve(ctx context.Context, l net.Listener, build string) error {
	server := server(l.Addr().(*net.TCPAddr).Port, build)
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// server returns a server of the page on a port of this machine.
func server(port int, build string) *http.Server {
	return &http.Server{
		Handler:           Handler(port, build),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       5 * time.Second,
		WriteTimeout:      time.Minute,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    16 << 10,
	}
}

// Handler serves the page on a port of this machine. It refuses a request with another
// Host: a page elsewhere could have pointed its own name at this machine (DNS rebinding).
// The page says that it was built from build.
func Handler(port int, build string) http.Handler {
	hosts := map[string]bool{}
	for _, host := range []string{"127.0.0.1", "localhost"} {
		hosts[net.JoinHostPort(host, strconv.Itoa(port))] = true
		hosts[host] = port == 80
	}
	files, index := http.FileServerFS(page.Files()), page.Index(build)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", page.Policy+"; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cache-Control", "no-cache")
		switch {
		case !hosts[r.Host]:
			http.Error(w, "This server answers to 127.0.0.1 and localhost only.", http.StatusMisdirectedRequest)
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			h.Set("Allow", "GET, HEAD")
			http.Error(w, "This server only has files to read.", http.StatusMethodNotAllowed)
		case r.URL.Path == "/":
			http.ServeContent(w, r, "index.html", time.Time{}, bytes.NewReader(index))
		default:
			files.ServeHTTP(w, r)
		}
	})
}

// Copy writes the files of the page into a directory, for another web server. It also
// writes urn.html, which is the whole page in one file and needs no server. It creates the
// directory, and fails if one of the files already exists. The page shows build as the
// version that it was built from.
func Copy(dir, build string) error {
	if err := os.CopyFS(dir, page.Files()); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "index.html"), page.Index(build), 0o666); err != nil {
		return err
	}
	whole, err := page.Single(build)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(filepath.Join(dir, "urn.html"), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(whole)
	return errors.Join(err, f.Close())
}
