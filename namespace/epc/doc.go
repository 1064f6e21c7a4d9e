// Package epc parses and formats the names of the EPC Tag Data Standard (TDS) of GS1 in urn:epc
// that contain a GS1 key, and the memory of RFID tags.
//
//	urn:epc:id:sgtin:4012345.011111.987
//	(01)04012345111118(21)987
//	https://id.gs1.org/01/04012345111118/21/987
//
// [FromURN] reads a URN, the first form. For the other two, package
// [github.com/seed7b5a83f0/urn/namespace/gs1] parses the elements, and [FromElements] reads
// these. [EPC.GS1] converts an EPC to elements. Check digits, which the URN does not have,
// are computed and verified.
//
// A [Tag] is the memory of an RFID tag. It is converted from and to hexadecimal digits,
// urn:epc:tag and urn:epc:raw. [Tag.Identity] is the urn:epc:id that the tag contains.
//
// A URN shows the end of the GS1 company prefix. The other forms do not. To convert to a
// URN, the caller must know the number of digits of the prefix, 6 to 12. GS1 publishes a
// list of lengths, which this package does not have. With a wrong length, the URN is well
// formed but does not name the object. The check digit does not reveal this mistake.
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
// P is the company prefix, R the reference, S the serial number and c the check digit. I is
// the indicator digit and E the extension digit. N is the number of a piece, and T the
// total number of pieces. The classes are urn:epc:idpat:sgtin, grai, gdti, cpi, sgcn and
// itip, with "*" for S as their only wildcard. Their element strings have no S.
//
// The other schemes, gid, usdod, adi, bic and imovn, contain no GS1 key.
//
// # What was read
//
// TDS, the GS1 General Specifications and the GS1 Digital Link standard were not available. The
// table of schemes is taken from the public translators of RalphTro and openepcis, and the encodings
// of tags from nedap/retail-epcpy, except GDTI-113, which follows the examples of three others.
// docs/typed-values.md lists the comparisons.
package epc
