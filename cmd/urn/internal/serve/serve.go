// Package serve is the web server of the page. It serves the page and answers its
// questions, to this machine only.
package serve

import (
	"context"
	"errors"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
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
		ReadTimeout:       5 * time.Second, // of a request; a file that is sent has a time for each chunk
		WriteTimeout:      time.Minute,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    16 << 10,
	}
}

// question is the path before the questions of the page.
const question = "/engine/"

// Handler serves the page on a port of this machine, and answers its questions. Other pages
// that the same browser shows must get nothing from it:
//
//   - A request with another Host is refused: a page elsewhere could have pointed its own name
//     at this machine (DNS rebinding).
//   - A question is refused unless the browser says that the page itself has asked it.
//   - Its content type is one that no form can send, so that another page would have to ask for
//     permission first (CORS), which nobody gets.
//
// The page says that it was built from build.
func Handler(port int, build string) http.Handler {
	hosts := map[string]bool{}
	for _, host := range []string{"127.0.0.1", "localhost"} {
		hosts[net.JoinHostPort(host, strconv.Itoa(port))] = true
		hosts[host] = port == 80
	}
	files, index, engine := http.FileServerFS(page.Files()), page.Index(build), newQuestions(30*time.Second)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", page.Policy+"; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cache-Control", "no-cache")
		asks, methods := strings.HasPrefix(r.URL.Path, question), []string{"GET", "HEAD"}
		if asks {
			methods = []string{"POST"}
		}
		switch {
		case !hosts[r.Host]:
			http.Error(w, "This server answers to 127.0.0.1 and localhost only.", http.StatusMisdirectedRequest)
		case !slices.Contains(methods, r.Method):
			h.Set("Allow", strings.Join(methods, ", "))
			http.Error(w, "This server does not take this method here.", http.StatusMethodNotAllowed)
		case asks && !fromPage(r):
			http.Error(w, "Only the page that this server serves may ask.", http.StatusForbidden)
		case asks && r.Header.Get("Content-Type") != "application/octet-stream":
			http.Error(w, "A question is application/octet-stream.", http.StatusUnsupportedMediaType)
		case asks:
			h.Set("Content-Type", "application/octet-stream")
			engine.ServeHTTP(w, r)
		case r.URL.Path == "/":
			http.ServeContent(w, r, "index.html", time.Time{}, strings.NewReader(index))
		default:
			files.ServeHTTP(w, r)
		}
	})
}

// fromPage reports whether a browser says that the page itself has made a request. Every
// browser sends an Origin with POST. Sec-Fetch-Site is newer, and no page can set it.
func fromPage(r *http.Request) bool {
	site := r.Header.Get("Sec-Fetch-Site")
	return r.Header.Get("Origin") == "http://"+r.Host && (site == "" || site == "same-origin")
}
