package main

import (
	"os"
	"os/exec"
	"path/filepath"
)

// A peer is a parser, and how its driver is run.
type peer struct {
	name, version string
	language      string
	syntax        string   // what it claims, "rfc8141" or "rfc2141"
	command       []string // of its driver
	bytes         bool     // it takes octets, not text
	needs         []string // programs, without which it is left out
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
		{"urn", "this tree", "Go", "rfc8141", []string{self, "drive", "urn 8141"}, true, nil, "`urn.Parse`"},
		{"urn, RFC2141", "this tree", "Go", "rfc2141", []string{self, "drive", "urn 2141"}, true, nil, "`urn.RFC2141.Parse`"},
		{"leodido/go-urn", "1.5.0", "Go", "rfc2141", []string{self, "drive", "go-urn 2141"}, true, nil, "`urn.Parse`"},
		{"leodido/go-urn, RFC8141Only", "1.5.0", "Go", "rfc8141", []string{self, "drive", "go-urn 8141"}, true, nil, "`urn.Parse(b, urn.WithParsingMode(urn.RFC8141Only))`"},
		{"paulourio/go-urn", "bf94e55", "Go", "rfc8141", []string{self, "drive", "paulourio/go-urn"}, true, []string{"its module"}, "`urn.Parse`"},
		{"companyinfo/gourn", "0.2.0", "Go", "rfc2141", []string{self, "drive", "gourn"}, true, []string{"its module"}, "`gourn.Parse`"},
		{"urn", "0.7.0", "Rust", "rfc8141", rust("urn"), false, []string{"cargo"}, "`s.parse::<Urn>()`"},
		{"urn-rs", "0.9.2", "Rust", "rfc8141", rust("urn-rs"), false, []string{"cargo"}, "`s.parse::<Urn>()`"},
		{"urnlib, rfc2141", "3.0.0", "Java", "rfc2141", java("urnlib 2141"), false, []string{"javac", "mvn"}, "`URN.rfc2141().parse(s)`"},
		{"urnlib, rfc8141", "3.0.0", "Java", "rfc8141", java("urnlib 8141"), false, []string{"javac", "mvn"}, "`URN.rfc8141().parse(s)`"},
		{"jena-iri3986", "5.3.0", "Java", "rfc8141", java("jena-iri3986"), false, []string{"javac", "mvn"}, "`IRI3986.create(s)` without an error among its violations, and `ParseURN.parseURN(s)`"},
		{"jcabi-urn", "0.9", "Java", "rfc2141", java("jcabi-urn"), false, []string{"javac", "mvn"}, "`new URN(s)`"},
		{"urns", "0.6.1", "JavaScript", "rfc8141", js("urns"), false, []string{"npm"}, "`parseURN(s)`"},
		{"urn-lib", "2.0.0", "JavaScript", "rfc2141", js("urn-lib"), false, []string{"npm"}, "`RFC2141.parse(s)` and `RFC2141.validate`"},
		{"uri-js", "4.4.1", "JavaScript", "rfc2141", js("uri-js"), false, []string{"npm"}, "`URI.parse(s)` without `error`"},
		{"fast-uri", "4.2.3", "JavaScript", "rfc2141", js("fast-uri"), false, []string{"npm"}, "`parse(s)` without `error`"},
		{"urnparse", "0.2.2", "Python", "rfc8141", []string{"python3", "drivers/python/peer.py", "urnparse"}, false, []string{"pip"}, "`URN8141.from_string(s)`"},
		{"URI::urn", "5.17", "Perl", "rfc2141", []string{"perl", "drivers/perl/peer.pl", "URI::urn"}, true, []string{"perl"}, "`URI->new($s)` with a `nid`"},
		{"urn", "2.0.2", "Ruby", "rfc2141", []string{"ruby", "drivers/ruby/peer.rb", "urn"}, false, []string{"ruby", filepath.Join(bin, "ruby/gems/urn-2.0.2")}, "`URN.new(s)`"},
		{"league/uri", "7.8.0", "PHP", "rfc8141", []string{"php", "drivers/php/peer.php", "league/uri"}, true, []string{"php", filepath.Join(bin, "php/vendor/league/uri")}, "`Urn::parse($s)`"},
	}
}

// both reports whether the parser is documented to take names of RFC 2141 too, so that
// what RFC 2141 derives need not be refused: "An RFC2141/8141 URN".
func (p peer) both() bool { return p.language == "Rust" }

// refuses reports whether the parser is documented to refuse what is no URN. URI->new
// constructs an object of any string.
func (p peer) refuses() bool { return p.name != "URI::urn" }

// driver returns the name that the driver knows the parser by.
func (p peer) driver() string { return p.command[len(p.command)-1] }

// runs reports whether the machine has what the peer needs.
func (p peer) runs() bool {
	if _, ok := parsers[p.driver()]; p.language == "Go" {
		return ok
	}
	return there(p.needs)
}

// there reports whether the machine has the programs, and the files that are absolute paths.
func there(needs []string) bool {
	for _, need := range needs {
		_, err := exec.LookPath(need)
		if filepath.IsAbs(need) {
			_, err = os.Stat(need)
		}
		if err != nil {
			return false
		}
	}
	return true
}
