// Package dictionary lists names that their owners have published and that do not change. It
// finds the published name that was probably meant by a misspelled name.
package dictionary

import (
	_ "embed"
	"maps"
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/internal/editdistance"
)

// namesText has names, one on each line. tools/dictionary adds to it. Lines that begin with "#"
// have the source and the date of the names.
//
//go:embed names.txt
var namesText string

// dictionary has the published names with which a name is compared.
type dictionary struct {
	folded []string          // the names in lower case, in order
	exact  map[string]string // the published spelling of each, by itself and in lower case
	nids   map[string]bool
}

// resemblances finds published names by their likeness to other names. It is made for the first
// name that is not published.
type resemblances struct {
	like   map[likeness]string // the name, or several
	begins map[string]string   // the spelling of each prefix of three parts or more, or several
}

// likeness is a feature that similar names share.
type likeness struct {
	kind int
	text string // in lower case
}

const (
	sameParts   = iota // in another order
	sameNSS            // with another NID
	sameLetters        // with other numbers
	onePartLess        // one between others, or a version at the end of a name of IANA
)

// several replaces a name in resemblances if more than one name is possible.
const several = " "

// Closed has the prefixes below which IANA or GS1 lists every name. Error reasons of GS1's
// vocabulary are left out, because other versions have others. They also have more
// dispositions that begin with "non_sellable_".
var Closed = []string{"urn:ietf:params:xml:ns:", "urn:ietf:params:xml:schema:", "urn:epcglobal:cbv:bizstep:",
	"urn:epcglobal:cbv:btt:", "urn:epcglobal:cbv:disp:", "urn:epcglobal:cbv:sdt:",
	"urn:ietf:params:scim:api:messages:2.0:", "urn:ietf:params:scim:schemas:core:2.0:"}

var published = sync.OnceValue(func() *dictionary {
	d := &dictionary{exact: map[string]string{}, nids: map[string]bool{"ogc": true}}
	for name := range strings.Lines(namesText) {
		if name = strings.TrimSuffix(name, "\n"); name[0] == '#' {
			continue
		}
		folded := strings.ToLower(name)
		d.folded = append(d.folded, folded)
		d.exact[folded] = name
		d.exact[name] = name // few names differ only in case
		nid, _, _ := strings.Cut(name[len("urn:"):], ":")
		d.nids[nid] = true
	}
	slices.Sort(d.folded)
	d.folded = slices.Compact(d.folded)
	return d
})

var resembling = sync.OnceValue(func() *resemblances {
	d := &resemblances{like: map[likeness]string{}, begins: map[string]string{}}
	for _, name := range slices.Compact(slices.Sorted(maps.Values(published().exact))) {
		folded := strings.ToLower(name)
		parts := strings.Split(folded, ":")
		d.lackParts(parts, name)
		if n := len(parts) - 1; strings.HasPrefix(name, Closed[0]) && withoutNumbers(parts[n]) == "" {
			d.add(onePartLess, without(parts, n), name)
		}
		for n := len(parts) - 1; n > 2; n-- {
			begin := strings.Join(parts[:n], ":") + ":"
			spelt, known := name[:len(begin)], d.begins[begin]
			if known != "" && known != spelt {
				spelt = several
			}
			if d.begins[begin] = spelt; known == "" && n > 3 {
				d.lackParts(append(parts[:n:n], ""), spelt)
			}
		}
		d.add(sameParts, inOrderOfParts(folded), name)
		d.add(sameNSS, afterNID(folded), name)
		d.add(sameLetters, withoutNumbers(folded), name)
	}
	return d
})

func (d *resemblances) add(kind int, text, name string) {
	if other := d.like[likeness{kind, text}]; other != "" && kind == onePartLess && other != name {
		name = several
	}
	d.like[likeness{kind, text}] = name
}

// lackParts adds a name, or a prefix of names, under each text that remains without one of the
// inner parts.
func (d *resemblances) lackParts(parts []string, name string) {
	for i := 2; i < len(parts)-1; i++ {
		d.add(onePartLess, without(parts, i), name)
	}
}

// without returns a name without one of its parts.
func without(parts []string, i int) string {
	return strings.Join(slices.Delete(slices.Clone(parts), i, i+1), ":")
}

func inOrderOfParts(name string) string {
	parts := strings.Split(name, ":")
	slices.Sort(parts)
	return strings.Join(parts, ":")
}

// below returns the names that begin with a prefix, in lower case.
func (d *dictionary) below(prefix string) []string {
	start, _ := slices.BinarySearch(d.folded, prefix)
	n := sort.Search(len(d.folded)-start, func(i int) bool { return !strings.HasPrefix(d.folded[start+i], prefix) })
	return d.folded[start : start+n]
}

// HasNID reports whether the dictionary has names of an NID.
func HasNID(nid string) bool { return published().nids[strings.ToLower(nid)] }

// Has reports whether a name is a published name or the beginning of a published name. A
// beginning of only one XML namespace of IANA does not count if just a version follows it.
func Has(name string) bool {
	d := published()
	if d.exact[name] == name {
		return true
	}
	folded := strings.ToLower(name) + ":"
	list := d.below(folded)
	return len(list) > 1 || len(list) == 1 && (!strings.HasPrefix(name, Closed[0]) || withoutNumbers(list[0][len(folded):]) != "")
}

// OtherCase returns the published name that differs from name only in the case of letters, or "".
func OtherCase(name string) string { return published().exact[strings.ToLower(name)] }

// IsBelow reports whether a name begins with the parts of a published name.
func IsBelow(name string) bool {
	d := published()
	for i := strings.LastIndexByte(name, ':'); i >= 0; i = strings.LastIndexByte(name[:i], ':') {
		if d.exact[name[:i]] == name[:i] {
			return true
		}
	}
	return false
}

// Names longer than maxCompared are not compared. Short words resemble each other, so one
// different letter counts as a mistake only in a part of at least longForOne letters, and two
// only in a part of at least LongForTwo.
const (
	maxCompared = 200
	longForOne  = 4
	LongForTwo  = 10
)

// nearest returns the published name that was probably meant by another name, or "".
// It differs from the name in one of these ways:
//
//   - The case of letters differs, or the NID, or the order of the parts.
//   - One or two letters are left out, added, exchanged or moved by one place.
//   - A part is missing, occurs twice, or is a part of other names.
//   - The end is missing, and only one published name begins like this.
//   - The beginning of a longer name differs: see begun.
//
// Names with different numbers are different names, except in the frozen family, and in the XML
// namespaces of IANA if open is true.
//
// open says that the owner adds names to the family, so that this name may be a new one.
func (d *dictionary) nearest(name string) (meant string, open bool) {
	folded := strings.ToLower(name)
	if len(name) > maxCompared {
		return "", false
	}
	if spelt, ok := d.exact[folded]; ok {
		if nss := afterNID(name); nss == strings.ToUpper(nss) {
			spelt = "" // a name in capitals
		}
		return spelt, false
	}
	begins := func(prefix string) bool { return strings.HasPrefix(folded, prefix) }
	if m := epsg.FindStringSubmatch(name); m != nil && (m[1] == "" || m[2] == "") {
		return "urn:ogc:def:crs:EPSG:" + m[3] + ":" + m[4], false
	}
	distance := 3
	for _, entry := range d.below(folded[:len(folded)-len(afterNID(folded))]) {
		if n := Mistakes(entry, folded, distance-1); n < distance {
			meant, distance = d.exact[entry], n
		}
	}
	parts, written := strings.Split(folded, ":"), strings.Split(name, ":")
	more := "" // the name without a part that is there twice, or of other names
	for i := 2; i < len(parts) && more == ""; i++ {
		_, isOther := resembling().begins[strings.Join(parts[:i+1], ":")+":"]
		if written[i] == written[i-1] || isOther { // assertion:Assertion is an element of a namespace
			more = d.exact[without(parts, i)]
		}
	}
	like := resembling().like
	version, less := like[likeness{sameLetters, withoutNumbers(folded)}], like[likeness{onePartLess, folded}]
	hasNumber := withoutNumbers(folded) != folded
	elsewhere, inOrder := like[likeness{sameNSS, afterNID(folded)}], like[likeness{sameParts, inOrderOfParts(folded)}]
	switch {
	case elsewhere != "":
		return elsewhere, false
	case version != "" && hasNumber && begins(frozen):
		return version, false
	case version != "" && hasNumber && (begins(Closed[0]) || begins(xacml)):
		return version, true
	case version != "" && hasNumber: // probably another version
		return "", false
	case meant != "":
		return meant, false
	case inOrder != "":
		return inOrder, false
	case less != "" && less != several:
		return less, grows(folded)
	case more != "":
		return more, grows(folded) || begins(xacml)
	}
	if list := d.below(folded); len(list) == 1 && !grows(folded) && len(parts[len(parts)-1]) >= longForOne {
		return d.exact[list[0]], true
	}
	return d.begun(name, folded), false
}

// grows reports whether the owner of a family of names often adds names to the family.
func grows(folded string) bool {
	return !strings.HasPrefix(folded, "urn:ietf:") && !strings.HasPrefix(folded, "urn:oasis:")
}

// begun returns name with the beginning of published names that was probably meant, or "".
// In the beginning, the case of letters may differ or a part may be missing. A dot may replace
// the colon after a published name.
func (d *dictionary) begun(name, folded string) string {
	last := strings.LastIndexByte(name, ':') + 1
	if dot := last + strings.IndexByte(name[last:], '.'); dot > last && dot+1 < len(name) && ascii.IsLetter(name[dot+1]) && d.exact[folded[:dot]] != "" {
		return d.exact[folded[:dot]] + ":" + name[dot+1:]
	}
	for i := last; i > 0; i = strings.LastIndexByte(name[:i-1], ':') + 1 {
		spelt, less := resembling().begins[folded[:i]], resembling().like[likeness{onePartLess, folded[:i]}]
		switch {
		case spelt == several || spelt == name[:i] || d.exact[folded[:i-1]] != "":
			return ""
		case spelt != "" && afterNID(name) != strings.ToUpper(afterNID(name)):
			return spelt + name[i:]
		case less != "" && less != several && !grows(folded):
			return less + name[i:]
		}
	}
	return ""
}

// afterNID returns the NSS of a name.
func afterNID(name string) string {
	_, nss, _ := strings.Cut(name[len("urn:"):], ":")
	return nss
}

// epsg matches OGC's names of EPSG codes. "def:" or the version may be missing, and the version
// may be empty.
var epsg = regexp.MustCompile(`^urn:ogc:(def:)?crs:EPSG:(([0-9.]*):)?([0-9]+)$`)

// frozen is the beginning, in lower case, of names that get no new versions. Their earlier
// versions were read, too. xacml is not frozen: version 4.0 is a draft, and of the earlier
// versions, only the names that programs use were read.
const frozen, xacml = "urn:oasis:names:tc:saml:", "urn:oasis:names:tc:xacml:"

var numbers, notDigits = regexp.MustCompile(`[0-9.]+`), regexp.MustCompile(`[^0-9]+`)

// withoutNumbers returns a text without digits and dots.
func withoutNumbers(s string) string { return numbers.ReplaceAllString(s, "") }

// Mistakes returns the number of letters by which name differs from entry, if the difference is
// probably a mistake. Otherwise it returns a number above most: more letters differ, the digits
// differ, or the part that differs is too short.
func Mistakes(entry, name string, most int) int {
	n := editdistance.Of(entry, name, most)
	switch {
	case n == 0 || n > most:
		return n
	case notDigits.ReplaceAllString(entry, "") != notDigits.ReplaceAllString(name, ""):
		return most + 1
	}
	i := 0
	for i < min(len(entry), len(name)) && entry[i] == name[i] {
		i++
	}
	start := strings.LastIndexByte(entry[:i], ':') + 1
	end := len(entry)
	if k := strings.IndexByte(entry[i:], ':'); k > 0 {
		end = i + k
	}
	if end-start < longForOne || n == 2 && end-start < LongForTwo {
		return most + 1
	}
	return n
}

// Nearest is like [dictionary.nearest]. It remembers its results, because most names occur many
// times.
func Nearest(name string) (meant string, open bool) {
	best, ok := remembered.Load(name)
	if !ok {
		if count.Add(1)%maxRemembered == 0 {
			remembered.Clear()
		}
		meant, open = published().nearest(name)
		best = suggestion{meant, open}
		remembered.Store(strings.Clone(name), best)
	}
	return best.(suggestion).meant, best.(suggestion).open
}

const maxRemembered = 1 << 14

var (
	remembered sync.Map // of suggestions, by name
	count      atomic.Int64
)

type suggestion struct {
	meant string
	open  bool
}
