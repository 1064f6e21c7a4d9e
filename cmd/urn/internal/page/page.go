// Package page has the files of a page that shows the URNs of a text, for browsers.
//
// The files are HTML, CSS and JavaScript as they are written, with no build step. All of
// them but engine.js are the same wherever the engine runs (package engine): in the server
// of the page, for "urn serve", or in the browser, as WebAssembly. The script folder writes
// the page of the latter kind as a folder for any web server; wasm has its engine.js.
package page

import (
	"embed"
	"html"
	"io/fs"
	"strings"
)

//go:embed static
var files embed.FS

// Files returns the folder of the page for "urn serve".
func Files() fs.FS {
	dir, _ := fs.Sub(files, "static") // of the embed directive
	return dir
}

// Index returns the file index.html of the page, with a line that names the source of the
// page. build is a text for people, such as a version and a commit. The file in [Files] has no
// such line.
func Index(build string) string {
	line := `<p id="build">Built from ` + html.EscapeString(build) + `.</p>`
	index, _ := files.ReadFile("static/index.html")
	return strings.Replace(string(index), `<p id="build"></p>`, line, 1)
}

// Policy is the Content-Security-Policy that index.html sets.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'"
