// Package epc is the typed value of urn:epc: the names of the EPC Tag Data Standard (TDS)
// of GS1 that contain a GS1 key.
//
//	urn:epc:id:sgtin:4012345.011111.987
//	(01)04012345111118(21)987
//	https://id.gs1.org/01/04012345111118/21/987
//
// [FromURN] reads a URN, and [FromElements] reads the elements of the other two,
// which package [github.com/seed7b5a83f0/urn/namespace/gs1] parses. [EPC.GS1] gives the
// elements back. Check digits, which the URN does not have, are computed and verified.
//
// A [Tag] is the memory of an RFID tag, from and to hexadecimal digits, urn:epc:tag and
// urn:epc:raw. [Tag.Identity] is the urn:epc:id that the tag contains.
//
// A URN says where the company prefix of GS1 ends. The other forms do not. To convert
// to a URN, the caller must know how many digits the prefix has, 6 to 12. GS1 publishes
// a list of lengths, which this package does not have. With a wrong length, the URN is
// well formed but names nothing. The check digit does not show this mistake.
//
// # What is converted
//
//	scheme  URN                                     element string
//	sgtin   P.IR.S                                  (01) I P R c (21) S
//	sscc    P.ER                                    (00) E P R c
//	sgln    P.R.S                                   (414) P R c (254) S, or (414) alone if S is 0
//	grai    P.R.S                                   (8003) 0 P R c S
//	giai    P.R                                     (8004) P R
//	gsrn    P.R                                     (8018) P R c
//	gsrnp   P.R                                     (8017) P R c
//	gdti    P.R.S                                   (253) P R c S
//	cpi     P.R.S                                   (8010) P R (8011) S
//	sgcn    P.R.S                                   (255) P R c S
//	ginc    P.R                                     (401) P R
//	gsin    P.R                                     (402) P R c
//	itip    P.IR.N.T.S                              (8006) I P R c N T (21) S
//	upui    P.IR.S                                  (01) I P R c (235) S
//	pgln    P.R                                     (417) P R c
//	lgtin   P.IR.S, under urn:epc:class             (01) I P R c (10) S
//
// P is the company prefix, R the reference, S the serial number and c the check digit.
// I is the indicator digit and E the extension digit. N is the number of a piece, and T
// the number of all pieces. The classes are urn:epc:idpat:sgtin, grai, gdti, cpi, sgcn
// and itip, with "*" for S as their only wildcard. Their element strings have no S.
//
// The other schemes, gid, usdod, adi, bic and imovn, contain no GS1 key.
//
// # What was read
//
// TDS, the GS1 General Specifications and the GS1 Digital Link standard were not at
// hand. The table above is taken from three translators, whose examples are test vectors:
// RalphTro/gs1-epc-digitallink-translator, RalphTro/epcis-event-hash-generator and
// nedap/retail-epcpy. The lengths of application identifiers are taken from the table in
// openepcis/openepcis-epc-digitallink-translator. The encodings of tags are taken from
// nedap/retail-epcpy, too. It lacks GDTI-113, of which three other programs have examples.
package epc
