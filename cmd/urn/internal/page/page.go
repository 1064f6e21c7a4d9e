// Package web has a page that shows the URNs of a text, as files for any web server.
//
// The page runs in the browser alone. Its engine is this library, compiled to
// WebAssembly (package engine), in static/engine.wasm.zst; "make page" builds it. The
// rest are the HTML, CSS and JavaScript that the browser reads, with no build step.
package page

import (
	"bytes"
	"embed"
	"html"
	"io/fs"
)

//go:embed static
var files embed.FS

// Files returns the folder of the page. A server needs no headers of its own: the page
// sets its Content-Security-Policy itself. A server that sends [Policy] as a header
// also keeps other pages from framing this one.
func Files() fs.FS {
	dir, err := fs.Sub(files, "static")
	if err != nil {
		panic(err) // the pattern of the embed directive
	}
	return dir
}

// Index returns the file index.html of the page, with a line that names the source of the
// page. build is a text for people, such as a version and a commit. The file in [Files] has no
// such line.
func Index(build string) []byte {
	page, err := files.ReadFile("static/index.html")
	if err != nil {
		panic(err) // the pattern of the embed directive
	}
	return bytes.Replace(page, []byte(`<p id="build"></p>`), []byte(`<p id="build">Built from `+html.EscapeString(build)+`.</p>`), 1)
}

// Policy is the Content-Security-Policy of the page. When the page has loaded its
// engine, it adds a policy that forbids every further request.
const Policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
	"img-src data:; connect-src 'self'; worker-src blob:; base-uri 'none'; form-action 'none'"
