package scheme

import (
	"bytes"

	"github.com/seed7b5a83f0/urn/internal/ascii"
)

// Mentioned reports whether a word after "urn:" is not meant as a name, if nothing more
// follows: it is a registered namespace, of which a text speaks, or the type or value of a
// variable of a program, or it ends with "urn", as variables and types do. "example" is left
// out: names are made of it. Full stops after the word do not count. Mentioned does not
// allocate.
func Mentioned(word []byte) bool {
	word = bytes.TrimRight(word, ".")
	var lower [32]byte // no NID is longer
	n := len(word)
	if n >= 3 && ascii.EqualFold(word[n-3:], "urn") {
		return true
	} else if n > len(lower) {
		return false
	}
	for i, c := range word {
		lower[i] = ascii.Lower(c)
	}
	switch string(lower[:n]) {
	case "3gpp", "3gpp2", "adid", "alert", "bbf", "broadband-forum-org", "c2pa", "cablelabs",
		"ccsds", "cdx", "cgi", "clei", "csa", "cta", "ddi", "dev", "dgiwg", "doi", "dslforum-org",
		"dvb", "ebu", "eic", "eidr", "epc", "epcglobal", "etsi", "eurosystem", "fdc", "fipa",
		"gdr", "gdst", "geant", "globus", "gs1", "gsma", "gvat", "hbbtv", "ieee", "ietf", "iptc",
		"isan", "isbn", "iso", "isni", "issn", "itu", "ivis", "knx", "lei", "lex", "liberty",
		"mace", "mef", "meta", "mpeg", "mrn", "nan", "nato", "nbn", "nena", "newsml", "nfc", "nfi",
		"nzl", "oasis", "ogc", "ogf", "oid", "oipf", "oma", "onem2m", "onf", "pin", "pno",
		"publicid", "pwid", "reso", "s1000d", "said", "schac", "service", "smpte", "stalwart",
		"swift", "thread", "trivore", "tva", "uci", "ucode", "uic", "uuid", "web3d", "wfa", "wmo",
		"xmlorg", "xmpp":
		return true
	case "any", "bool", "boolean", "false", "int", "integer", "long", "nil", "none", "null",
		"number", "object", "str", "string", "text", "true", "undefined", "uri", "url":
		return true
	}
	return false
}
