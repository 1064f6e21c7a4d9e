package scheme

import (
	"bytes"
	"strings"

	"github.com/seed7b5a83f0/urn/internal/ascii"
)

// mentions are words after "urn:" that are not meant as names, if nothing more follows: the
// registered namespaces, of which a text speaks, and the types and values of a variable of a
// program. "example" is left out: names are made of it.
const mentions = " " +
	"3gpp 3gpp2 adid alert bbf broadband-forum-org c2pa cablelabs ccsds cdx cgi clei csa " +
	"cta ddi dev dgiwg doi dslforum-org dvb ebu eic eidr epc epcglobal etsi eurosystem fdc " +
	"fipa gdr gdst geant globus gs1 gsma gvat hbbtv ieee ietf iptc isan isbn iso isni issn " +
	"itu ivis knx lei lex liberty mace mef meta mpeg mrn nan nato nbn nena newsml nfc nfi " +
	"nzl oasis ogc ogf oid oipf oma onem2m onf pin pno publicid pwid reso s1000d said schac " +
	"service smpte stalwart swift thread trivore tva uci ucode uic uuid web3d wfa wmo " +
	"xmlorg xmpp " +
	"any bool boolean false int integer long nil none null number object str string text " +
	"true undefined uri url "

// Mentioned reports whether a word after "urn:" is one of mentions, or ends with "urn" as the
// variables and types of a program do. Full stops after it do not count. It does not allocate.
func Mentioned(word []byte) bool {
	word = bytes.TrimRight(word, ".")
	var spaced [34]byte // no NID is longer than 32 bytes
	if n := len(word); n < 3 || !ascii.EqualFold(word[n-3:], "urn") {
		if n == 0 || n > len(spaced)-2 {
			return false
		}
		spaced[0], spaced[n+1] = ' ', ' '
		for i, c := range word {
			spaced[i+1] = ascii.Lower(c)
		}
		return strings.Contains(mentions, string(spaced[:n+2]))
	}
	return true
}
