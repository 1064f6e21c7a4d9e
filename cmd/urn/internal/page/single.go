package page

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"
)

// Single returns the page as one file of HTML, which works from a disk or a file share
// without a web server. Browsers load no modules and no engine from there, so the file
// has them in it: the modules as one script, the rest as data.
//
// The page has [Policy], but the policy names the script and the style by their hashes and
// permits no request at all. build is as in [Index].
func Single(build string) ([]byte, error) {
	files := Files()
	read := func(name string) string {
		b, e := fs.ReadFile(files, name)
		if e != nil {
			panic(e) // the files are embedded
		}
		return string(b)
	}
	b := bundler{read: read, done: map[string]bool{}}
	if err := b.add("app.js"); err != nil {
		return nil, err
	}
	script := b.out.String()
	style := read("style.css")
	if strings.Contains(script, "</script") || strings.Contains(style, "</style") {
		return nil, errors.New("page: a script or a style would end its element")
	}
	hash := func(s string) string {
		sum := sha256.Sum256([]byte(s))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	policy := strings.NewReplacer("script-src 'self'", "script-src "+hash(script), "style-src 'self'", "style-src "+hash(style),
		"connect-src 'self'; ", "").Replace(Policy)

	var data bytes.Buffer
	for _, name := range []string{"engine.wasm.zst", "vendor/wasm_exec.js", "vendor/fzstd.js", "worker.js"} {
		fmt.Fprintf(&data, "<script type=\"text/plain\" data-file=\"%s\">%s</script>\n", name, base64.StdEncoding.EncodeToString([]byte(read(name))))
	}
	fmt.Fprintf(&data, "<script type=\"module\">%s</script>\n", script)

	page := string(Index(build))
	for _, edit := range [][2]string{
		{`content="` + Policy + `"`, `content="` + policy + `"`},
		{`<link rel="stylesheet" href="style.css">`, "<style>" + style + "</style>"},
		{"<script type=\"module\" src=\"app.js\"></script>\n", ""},
		{` <a href="licences.txt">Licences</a>`, ""},
		{"</body>", data.String() + "</body>"},
		{"</html>", "</html>\n<!--\n" + strings.ReplaceAll(read("licences.txt"), "--", "- -") + "-->"},
	} {
		if strings.Count(page, edit[0]) != 1 {
			return nil, fmt.Errorf("page: index.html does not have one %q", edit[0])
		}
		page = strings.Replace(page, edit[0], edit[1], 1)
	}
	return []byte(page), nil
}

// bundler puts modules together as one script. Each becomes a function that returns what
// the module exports, after those that it imports.
type bundler struct {
	read func(string) string
	done map[string]bool
	out  strings.Builder
}

// The modules of the page use these forms alone, at the start of a line.
var (
	importLine = regexp.MustCompile(`(?m)^import (\w+, )?\{ ([\w$, ]+) \} from "([\w./-]+)";$`)
	exportLine = regexp.MustCompile(`(?m)^export (async function\*?|function\*?|const|let|class) ([\w$]+)`)
	exportList = regexp.MustCompile(`(?m)^export (default (\w+);|\{ ([\w$, ]+) \};)$`)
	unknown    = regexp.MustCompile(`(?m)^(import|export)\b.*$`)
)

func (b *bundler) add(file string) error {
	if b.done[file] {
		return nil
	}
	b.done[file] = true
	text := b.read(file)
	for _, m := range importLine.FindAllStringSubmatch(text, -1) {
		if err := b.add(path.Join(path.Dir(file), m[3])); err != nil {
			return err
		}
	}
	text = importLine.ReplaceAllStringFunc(text, func(line string) string {
		m := importLine.FindStringSubmatch(line)
		names := m[2]
		if m[1] != "" {
			names = "default: " + m[1] + names
		}
		return "const { " + names + " } = " + variable(path.Join(path.Dir(file), m[3])) + ";"
	})
	var exports []string
	for _, m := range exportLine.FindAllStringSubmatch(text, -1) {
		exports = append(exports, m[2])
	}
	text = exportLine.ReplaceAllString(text, "$1 $2")
	for _, m := range exportList.FindAllStringSubmatch(text, -1) {
		if m[2] != "" {
			exports = append(exports, "default: "+m[2])
		} else {
			exports = append(exports, m[3])
		}
	}
	text = exportList.ReplaceAllString(text, "")
	if line := unknown.FindString(text); line != "" {
		return fmt.Errorf("page: %s: this form is not known: %.80s", file, line)
	}
	fmt.Fprintf(&b.out, "// %s\nconst %s = await (async () => {\n%s\nreturn { %s };\n})();\n", file, variable(file), text, strings.Join(exports, ", "))
	return nil
}

// variable is the name of the variable with the exports of a module.
func variable(file string) string {
	return "module_" + regexp.MustCompile(`\W`).ReplaceAllString(file, "_")
}
