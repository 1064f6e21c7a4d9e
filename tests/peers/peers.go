package main

import (
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// A peer is a parser, and how its driver is run.
type peer struct {
	name, version string
	language      string
	syntax        string   // its claim, "rfc8141" or "rfc2141"
	command       []string // of its driver
	bytes         bool     // it takes octets, not text
	how           string   // the call that its documentation shows
}

// peers are the parsers, in the order of the table. Versions are pinned in drivers/.
func peers(self, bin string) []peer {
	java := func(name string) []string {
		return []string{"java", "-cp", filepath.Join(bin, "java/lib/*") + ":" + filepath.Join(bin, "java/classes"), "peers.Peer", name}
	}
	js := func(name string) []string { return []string{"node", "drivers/js/peer.mjs", name} }
	rust := func(name string) []string { return []string{filepath.Join(bin, "rust/release/peers"), name} }
	return []peer{
		{"urn", "this tree", "Go", "rfc8141", []string{self, "drive", "urn 8141"}, true, "`urn.Parse`"},
		{"urn, RFC2141", "this tree", "Go", "rfc2141", []string{self, "drive", "urn 2141"}, true, "`urn.RFC2141.Parse`"},
		{"leodido/go-urn", "1.5.0", "Go", "rfc2141", []string{self, "drive", "go-urn 2141"}, true, "`urn.Parse`"},
		{"leodido/go-urn, RFC8141Only", "1.5.0", "Go", "rfc8141", []string{self, "drive", "go-urn 8141"}, true, "`urn.Parse(b,urn.WithParsingMode(urn.RFC8141Only))`"},
		{"paulourio/go-urn", "bf94e55", "Go", "rfc8141", []string{self, "drive", "paulourio/go-urn"}, true, "`urn.Parse`"},
		{"companyinfo/gourn", "0.2.0", "Go", "rfc2141", []string{self, "drive", "gourn"}, true, "`gourn.Parse`"},
		{"urn", "0.7.0", "Rust", "rfc8141", rust("urn"), false, "`s.parse::<Urn>()`"},
		{"urn-rs", "0.9.2", "Rust", "rfc8141", rust("urn-rs"), false, "`s.parse::<Urn>()`"},
		{"urnlib, rfc2141", "3.0.0", "Java", "rfc2141", java("urnlib 2141"), false, "`URN.rfc2141().parse(s)`"},
		{"urnlib, rfc8141", "3.0.0", "Java", "rfc8141", java("urnlib 8141"), false, "`URN.rfc8141().parse(s)`"},
		{"jena-iri3986", "5.3.0", "Java", "rfc8141", java("jena-iri3986"), false, "`IRI3986.create(s)` without an error, `ParseURN.parseURN(s)`"},
		{"jcabi-urn", "0.9", "Java", "rfc2141", java("jcabi-urn"), false, "`new URN(s)`"},
		{"urns", "0.6.1", "JavaScript", "rfc8141", js("urns"), false, "`parseURN(s)`"},
		{"urn-lib", "2.0.0", "JavaScript", "rfc2141", js("urn-lib"), false, "`RFC2141.parse(s)` and `RFC2141.validate`"},
		{"uri-js", "4.4.1", "JavaScript", "rfc2141", js("uri-js"), false, "`URI.parse(s)` without `error`"},
		{"fast-uri", "4.2.3", "JavaScript", "rfc2141", js("fast-uri"), false, "`parse(s)` without `error`"},
		{"urnparse", "0.2.2", "Python", "rfc8141", []string{"python3", "drivers/python/peer.py", "urnparse"}, false, "`URN8141.from_string(s)`"},
		{"URI::urn", "5.17", "Perl", "rfc2141", []string{"perl", "drivers/perl/peer.pl", "URI::urn"}, true, "`URI->new($s)` with a `nid`"},
		{"urn", "2.0.2", "Ruby", "rfc2141", []string{"ruby", "drivers/ruby/peer.rb", "urn"}, false, "`URN.new(s)`"},
		{"league/uri", "7.8.0", "PHP", "rfc8141", []string{"php", "drivers/php/peer.php", "league/uri"}, true, "`Urn::parse($s)`"},
	}
}

// both reports whether the parser is documented to take names of RFC 2141 too, so that
// what RFC 2141 derives need not be refused: "An RFC2141/8141 URN".
func (p peer) both() bool { return p.language == "Rust" }

// encodes reports whether the parser is documented to encode what a URI may not hold, so
// that it need not refuse a string of which it makes a URN.
func (p peer) encodes() bool { return p.name == "URI::urn" || p.name == "uri-js" }

// driver returns the name that the driver knows the parser by.
func (p peer) driver() string { return p.command[len(p.command)-1] }

// check returns why the peer cannot be asked, or nil: its driver must answer a question.
func (p peer) check() error {
	if _, ok := parsers[p.driver()]; p.language == "Go" && !ok {
		return errors.New("its module cannot be had")
	}
	cmd := exec.Command(p.command[0], p.command[1:]...)
	cmd.Stdin = strings.NewReader(testCase{input: "urn:example:a"}.question() + "\n")
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if !strings.HasPrefix(string(out), "accept") {
		first, _, _ := strings.Cut(stderr.String(), "\n")
		return fmt.Errorf("its driver gives no answer: %v: %.200s", err, first)
	}
	return nil
}

// there reports whether the machine has the programs.
func there(needs []string) bool {
	for _, need := range needs {
		if _, err := exec.LookPath(need); err != nil {
			return false
		}
	}
	return true
}
