// Package convert writes a name in another form, for the command map: an EPC as a GTIN, the memory
// of an RFID tag as a URN, a UUID as an object identifier, a name as its address, and back.
package convert

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/lint/dictionary"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/nsinfo"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/report"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/rewrite"
	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/internal/truncate"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/namespace/epc"
	"github.com/seed7b5a83f0/urn/namespace/gs1"
	"github.com/seed7b5a83f0/urn/namespace/ogc"
	"github.com/seed7b5a83f0/urn/namespace/oid"
	"github.com/seed7b5a83f0/urn/namespace/uuid"
)

// forms maps each value of --to to a function that writes a text in that form.
var forms = []struct {
	word  string
	write func(c *Converter, text string) (string, error)
}{
	{"epc", gs1Form((*Converter).identity)},
	{"tag", gs1Form(func(c *Converter, x item) (string, error) {
		t, err := c.tag(x)
		return t.URN().String(), err
	})},
	{"hex", gs1Form(func(c *Converter, x item) (string, error) {
		t, err := c.tag(x)
		return t.String(), err
	})},
	{"gtin", gs1Form(func(_ *Converter, x item) (string, error) { return gtin(x.name) })},
	{"elements", gs1Form(func(_ *Converter, x item) (string, error) { return keyed(x.name.String()) })},
	{"gs1", gs1Form(func(_ *Converter, x item) (string, error) { return keyed(x.name.URN().String()) })},
	{"uuid", func(_ *Converter, text string) (string, error) {
		id, err := uuid.Parse(text)
		return id.URN().String(), err
	}},
	{"oid", func(_ *Converter, text string) (string, error) {
		id, err := oid.Parse(text)
		return id.URN().String(), err
	}},
	{"url", (*Converter).url},
	{"urn", (*Converter).urn},
}

// Words returns the values of --to, and From the values of --from.
func Words() (words []string) {
	for _, f := range forms {
		words = append(words, f.word)
	}
	return words
}

// From are the values of --from: the forms that a text does not show by itself.
var From = []string{"hex", "gtin", "elements"}

// Converter writes texts in the form To.
type Converter struct {
	To, From string
	Encoding string // of tags: such as "sgtin-96:1", with the filter value
	filter   int

	write    func(c *Converter, text string) (string, error)
	prefixes []string // company prefixes, or the numbers of their digits

	failed, unknown atomic.Int64           // non-empty texts that were not converted, and those of them that need a company prefix or an encoding
	left, partly    atomic.Int64           // elements that an EPC cannot hold, and the texts that they were in
	example         atomic.Pointer[string] // one of failed, with the reason
}

// Prepare checks the options. prefixes lists the company prefixes, or their lengths, as
// --company-prefix does.
func (c *Converter) Prepare(prefixes string) error {
	i := slices.Index(Words(), c.To)
	c.write = forms[i].write
	encoded := c.To == "hex" || c.To == "tag"
	switch {
	case c.From != "" && i > slices.Index(Words(), "gs1") && c.To != "url" && c.To != "urn":
		return fmt.Errorf("--from is for names of GS1, and --to %s has none", c.To)
	case c.Encoding != "" && !encoded:
		return errors.New("--encoding is for --to hex and --to tag")
	case prefixes != "" && c.To != "epc" && (!encoded || c.Encoding == ""):
		return errors.New("--company-prefix is for --to epc, and for --to hex or tag with --encoding")
	case c.Encoding != "":
		name, filter, _ := strings.Cut(c.Encoding, ":")
		n, err := strconv.Atoi("0" + filter)
		if err != nil {
			n = -1 // no encoding has this filter value
		}
		_, err = epc.NewTag(urn.URN{}, name, n)
		// The URN is always at fault; a faulty encoding or filter value is found before.
		if e := (*namespace.Error)(nil); errors.As(err, &e) && e.Reason != namespace.BadNamespace {
			return fmt.Errorf("--encoding %q: %s", c.Encoding, e.Message())
		}
		c.Encoding, c.filter = name, n
	}
	if prefixes == "" {
		return nil
	}
	c.prefixes = strings.Split(prefixes, ",")
	for _, p := range c.prefixes {
		n, err := strconv.Atoi(p)
		if length := len(p) <= 2 && len(c.prefixes) == 1; err != nil || !ascii.AllDigits(p) ||
			length && (n < 6 || n > 12) || !length && (len(p) < 6 || len(p) > 12) {
			return fmt.Errorf("--company-prefix: %q is not a company prefix of 6 to 12 digits, nor the number of their digits", p)
		}
	}
	return nil
}

// Append appends a text in the form To. If the text cannot be written in it, Append returns nil.
func (c *Converter) Append(dst, text []byte) []byte {
	out, err := c.write(c, string(text))
	if err == nil {
		return append(dst, out...)
	}
	if len(text) > 0 {
		c.failed.Add(1)
	}
	if errors.Is(err, errOption) {
		c.unknown.Add(1)
	} else if len(text) > 0 {
		reason := err.Error()
		if e := (*namespace.Error)(nil); errors.As(err, &e) {
			reason = e.Message()
		}
		reason = report.Visible(truncate.To(string(text), 100)) + ": " + reason
		// The least of them, because it does not depend on which thread is first.
		for old := c.example.Load(); (old == nil || reason < *old) && !c.example.CompareAndSwap(old, &reason); {
			old = c.example.Load()
		}
	}
	return nil
}

// Remark says how many texts were not converted, and how many elements are not in the results. It is
// "" if there are none.
func (c *Converter) Remark() string {
	var remarks []string
	if n := c.failed.Load(); n > 0 {
		text := rewrite.Count(n, "text", "texts") + " not converted to " + c.To
		if example := c.example.Load(); example != nil {
			text += ", such as " + *example
		}
		if missing := c.unknown.Load(); missing > 0 {
			want := "the company prefix is not known (see --company-prefix)"
			if c.To != "epc" && c.Encoding == "" {
				want = "the encoding is not known (see --encoding)"
			}
			text += fmt.Sprintf("; %d because %s", missing, want)
		}
		remarks = append(remarks, text)
	}
	if n := c.left.Load(); n > 0 {
		remarks = append(remarks, rewrite.Count(n, "element", "elements")+" of "+rewrite.Count(c.partly.Load(), "text", "texts")+
			" left out, because an EPC cannot contain them (--to gs1 and --to elements keep them)")
	}
	return strings.Join(remarks, "; ")
}

// term returns an error if u, which has an address, is a term that is not in GS1's Core Business
// Vocabulary. Its vocabularies are closed: only GS1 adds to them.
func term(u urn.URN) error {
	name := u.AssignedName()
	if !ascii.HasPrefixFold(name, "urn:epcglobal:cbv:") || dictionary.Has(name) {
		return nil
	}
	if meant, _ := dictionary.Nearest(name); meant != "" {
		return fmt.Errorf("not in CBV; is %s meant?", meant)
	}
	return errors.New("not in CBV")
}

var errOption = errors.New("the company prefix or the encoding is not known")

// item is what a text of GS1 names.
type item struct {
	name gs1.Name
	epc  urn.URN // the identity, if the text shows it
	tag  epc.Tag // if the text is a tag
}

// gs1Form is the form that write writes of a name of GS1.
func gs1Form(write func(*Converter, item) (string, error)) func(*Converter, string) (string, error) {
	return func(c *Converter, text string) (string, error) {
		x, err := c.read(text)
		if err != nil {
			return "", err
		}
		return write(c, x)
	}
}

// read reads a name of GS1 in any form.
func (c *Converter) read(text string) (x item, err error) {
	isTag := ascii.HasPrefixFold(text, "urn:epc:tag:") || ascii.HasPrefixFold(text, "urn:epc:raw:")
	switch {
	case c.From == "hex" || isTag:
		if x.tag, err = epc.ParseTag(text); err == nil {
			x.epc = x.tag.Identity()
		}
	case ascii.HasPrefixFold(text, "urn:epc:"):
		x.epc, err = urn.Parse(text)
	case c.From == "gtin" || c.From == "" && text != "" && ascii.AllDigits(text):
		if n := len(text); !ascii.AllDigits(text) || n != 8 && n != 12 && n != 13 && n != 14 {
			return x, errors.New("want a GTIN of 8, 12, 13 or 14 digits")
		}
		x.name, err = gs1.New(gs1.Elements{{AI: "01", Value: strings.Repeat("0", 14-len(text)) + text}})
	default:
		x.name, err = gs1.Parse(text)
	}
	if err != nil || x.epc == (urn.URN{}) {
		return x, err
	}
	e, err := epc.FromURN(x.epc)
	if err == nil {
		x.name = e.GS1()
	} else if verdict, _ := namespace.Validate(x.epc); verdict == namespace.Valid && strings.HasPrefix(x.epc.NSS(), "id:") {
		err = nil // a scheme without a GS1 key, such as gid
	}
	return x, err
}

// identity returns the EPC without the memory of a tag: urn:epc:id, or a class.
func (c *Converter) identity(x item) (string, error) {
	if x.epc != (urn.URN{}) {
		return x.epc.AssignedName(), nil
	}
	if x.name == (gs1.Name{}) {
		return "", errors.New("the bits are not an EPC of TDS 1.13")
	}
	for _, p := range c.prefixes {
		length := len(p)
		if length <= 2 {
			length, _ = strconv.Atoi(p)
		}
		e, rest, err := epc.FromElements(x.name.Elements(), length)
		if err != nil {
			return "", err
		}
		if len(p) <= 2 || e.Parts().CompanyPrefix == p {
			if c.left.Add(int64(len(rest))); len(rest) > 0 {
				c.partly.Add(1)
			}
			return e.String(), nil
		}
	}
	return "", errOption
}

// tag returns the tag of a text, or a new one by --encoding.
func (c *Converter) tag(x item) (epc.Tag, error) {
	if c.Encoding == "" {
		if x.tag == (epc.Tag{}) {
			return epc.Tag{}, errOption
		}
		return x.tag, nil
	}
	id, err := c.identity(x)
	if err != nil {
		return epc.Tag{}, err
	}
	return epc.NewTag(urn.MustParse(id), c.Encoding, c.filter)
}

// keyed returns the form of a name, which is "" if it has no GS1 key.
func keyed(form string) (string, error) {
	if form == "" {
		return "", errors.New("there is no GS1 key")
	}
	return form, nil
}

// gtin returns the GTIN of a trade item, of a lot, of a piece of an item or of a unit pack.
func gtin(n gs1.Name) (string, error) {
	for _, x := range n.Elements() {
		if x.AI == "01" || x.AI == "8006" {
			return x.Value[:14], nil
		}
	}
	return "", errors.New("there is no GTIN")
}

// url returns the address of a name: a GS1 Digital Link, the address of a CRS, or the first at which
// "urn ns" says that the name is resolved.
func (c *Converter) url(text string) (string, error) {
	if x, err := c.read(text); err == nil {
		return keyed(x.name.DigitalLink())
	}
	if crs, err := ogc.Parse(text); err == nil && crs.URL() != "" {
		return crs.URL(), nil
	}
	u, err := urn.Parse(text)
	if err == nil {
		if list := nsinfo.URLs(u); len(list) > 0 {
			return list[0], term(u)
		}
		err = errors.New("there is no address")
	}
	return "", err
}

// urn returns the name of an address that url returns, and of the texts that read and ogc.Parse read.
func (c *Converter) urn(text string) (string, error) {
	if u, ok := nsinfo.Named(text); ok {
		return u.String(), term(u)
	}
	if crs, err := ogc.Parse(text); err == nil {
		return crs.URN().String(), nil
	}
	x, err := c.read(text)
	switch {
	case err != nil:
		return "", err
	case x.tag != (epc.Tag{}):
		return x.tag.URN().String(), nil
	case x.epc != (urn.URN{}):
		return x.epc.String(), nil
	}
	return x.name.URN().String(), nil
}
