package lint

import (
	"bytes"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/lint/dictionary"
	"github.com/seed7b5a83f0/urn/internal/editdistance"
)

// declarations has the namespaces that files of a tree declare as their own, in modules of
// YANG and schemas of XML, and the namespaces that XML files use. Each of its maps has at
// most maxDeclared names. If there are more, nothing is compared, because the order in which
// files are read would decide what is.
type declarations struct {
	mu      sync.Mutex
	modules map[string]map[string]*node // by namespace and by module; schemas are the module ""
	uses    map[string]*node            // by namespace
	many    bool                        // there are more names than the maps hold
}

const maxDeclared = 1 << 14

var moduleName = regexp.MustCompile(`(?m)^[ \t]*module\s+["']?([A-Za-z_][\w.-]*)`)

// declare notes a name that is the namespace of a file, or that the file uses as one.
func (p *piece) declare(around *place) {
	if p.Levels[Declaration] == Off || p.class&foreign != 0 || !around.enclosed() {
		return
	}
	end := around.Start - len(around.Open)
	before := bytes.TrimRight(p.text[max(0, end-maxAround):end], " \t\r\n")
	before, isAttribute := bytes.CutSuffix(before, []byte("="))
	before = bytes.TrimRight(before, " \t\r\n")
	word := string(before[bytes.LastIndexAny(before, " \t\r\n;{<")+1:])
	d, name, module := p.declarations, string(around.name), ""
	isDeclared := isAttribute && word == "targetNamespace"
	if !isAttribute && word == "namespace" && strings.HasSuffix(p.file, ".yang") {
		if found := moduleName.FindSubmatch(p.text[:end]); found != nil {
			isDeclared, module = true, string(found[1])
		}
	}
	isUsed := isAttribute && (word == "namespace" || word == "xmlns" || strings.HasPrefix(word, "xmlns:"))
	if !isDeclared && !isUsed {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	in, key := d.uses, name
	if isDeclared {
		if d.modules[name] == nil && len(d.modules) < maxDeclared {
			d.modules[name] = map[string]*node{}
		}
		in, key = d.modules[name], module
	}
	n := in[key]
	if n == nil {
		if in == nil || len(in) >= maxDeclared {
			d.many = true
			return
		}
		n = new(node)
		in[key] = n
	}
	if n.note(p, around.Start) {
		n.keep(p, Declaration, around.Start, around.End, name, name, p.why(true, new(place)))
	}
}

// declares reports whether a module of the tree declares a namespace that ends with its name.
// Such a namespace is not a misspelling of a published name.
func (d *declarations) declares(name string) bool {
	_, ok := d.modules[name][name[strings.LastIndexByte(name, ':')+1:]]
	return ok
}

// findings returns the verdicts about modules that declare the same namespace, and about
// uses of a name that is nearly a namespace that the tree declares.
func (d *declarations) findings() (list []*verdict) {
	if d.many {
		return list
	}
	for name, modules := range d.modules {
		delete(modules, "")
		own := name[strings.LastIndexByte(name, ':')+1:]
		if _, ok := modules[own]; !ok && len(modules) > 1 {
			own = slices.Min(slices.Collect(maps.Keys(modules)))
		}
		for module, s := range modules {
			if n := editdistance.Of(module, own, 2); n > 0 && n <= 2 && len(module) >= dictionary.LongForTwo && len(modules) == 1 && !dictionary.Has(name) {
				s.tell(&list, verdict{key: name, level: Error, message: fmt.Sprintf("is %q meant? The name of the module is %q", name[:len(name)-len(own)]+module, module)})
			}
			if module != own && len(modules) > 1 {
				s.tell(&list, verdict{key: name, level: Error, cause: "\x00the namespace of another module", message: fmt.Sprintf("module %q declares the namespace of module %q: each module has its own (RFC 7950, section 7.1.3)", module, own)})
			}
		}
	}
	all := slices.Sorted(maps.Keys(d.modules))
	for name, s := range d.uses {
		if d.modules[name] != nil || dictionary.Has(name) {
			continue
		}
		i := slices.IndexFunc(all, func(declared string) bool {
			return max(len(declared)-len(name), len(name)-len(declared)) <= 2 && (dictionary.Mistakes(declared, name, 2) <= 2 || strings.EqualFold(declared, name))
		})
		if i >= 0 {
			s.tell(&list, verdict{key: name, level: Error, message: fmt.Sprintf("is %q meant? A schema of this tree declares it, and none declares this name", all[i])})
		}
	}
	return list
}
