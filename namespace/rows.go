package namespace

import "github.com/seed7b5a83f0/urn"

// row holds the rules of a namespace.
type row struct {
	fold    fold                                            // for comparisons
	special []syntax                                        // for names with a prefix; longer prefixes come first
	nss     syntax                                          // for other names; it has no machine if it is not known
	lint    func(w waiting, s urn.Span, nss string) waiting // advice about an NSS, which is at s

	// excludes is the clause that excludes r- and q-components from the namespace, or "".
	// If excludesF is set, the clause also excludes f-components.
	excludes  string
	excludesF bool
}

// rows has a row for each namespace that has rules. The document for a fold is in
// internal/nsdocs/namespace_rules.csv; a test compares the folds with this file.
// These documents are ambiguous or contradictory:
//
//   - ietf: RFC 2648, section 2, folds the entire URN. RFC 3553, section 3, requires an
//     exact match of urn:ietf:params:…. RFC 3553 is more specific, so its rule is used for
//     these names.
//   - uci: in RFC 4179, section 2, the prefix ends with "-" in the ABNF, and with ":" in
//     the text about equivalence. In the ABNF the prefix may contain a ":", so the package
//     follows the ABNF.
//   - doi: the template decodes escapes for a comparison of a URN with another
//     representation of a DOI name. For a comparison of two URNs, no escape is decoded.
//   - urn-6: the case of the first character of a name makes no difference. The case of any
//     other character does.
//   - lex: RFC 9676, section 3.3, also makes two spellings of a word equivalent. A rule
//     cannot know these words.
var rows = [registrySize]row{
	idUUID: {fold: foldNSS,
		nss: syntax{machine: &nssUUID, form: "8-4-4-4-12 hexadecimal digits", doc: "RFC 9562, section 4"},
	},
	idISBN: {fold: foldISBN, nss: syntax{machine: &nssISBN, form: "10 or 13 digits", digits: checkISBN, iana: "Syntax"}},
	idISSN: {fold: foldISSN,
		nss: syntax{machine: &nssISSN, form: "8 digits, of which the last may be X", digits: checkISSN, iana: "Syntax"},
	},
	idOID: {lint: lintOID, nss: syntax{machine: &nssOID, doc: "RFC 3061, section 2"}},
	idIETF: {fold: foldIETF, lint: lintIETF, special: []syntax{
		{prefix: "params:scim:", anyCase: len("params"), machine: &nssSCIM, doc: "RFC 7643, section 10.2.1"},
	}, nss: syntax{machine: &nssIETF, doc: "RFC 2648, section 2; RFC 3553, section 3"}},
	idNBN:       {fold: foldToHyphen, lint: lintNBN, nss: syntax{machine: &nssNBN, doc: "RFC 8458, section 4.2"}},
	idLEX:       {fold: foldNSS, nss: syntax{machine: &nssLex, doc: "RFC 9676, sections 5.8 and 8"}},
	idEPC:       {lint: lintEPC, special: epcSyntaxes, nss: syntax{machine: &nssEPC, doc: "RFC 5134, section 2"}},
	idEPCGLOBAL: {lint: lintEPCGLOBAL, nss: syntax{machine: &nssEPC, doc: "RFC 5134, section 3"}},
	idGSMA: {fold: foldIMEI, lint: lintGSMA, special: []syntax{
		{prefix: "imei:", anyCase: len("imei"), machine: &nssIMEI, form: "imei: and 8-6-1 digits", doc: "RFC 7254, section 3"},
	}, nss: syntax{machine: &nssGSMA, doc: "RFC 7254, section 3"}},
	id3GPP2: {special: []syntax{
		{prefix: "meid:", anyCase: len("meid"), machine: &nssMEID, doc: "RFC 8464, section 3"},
	}, nss: syntax{machine: &nss3GPP2, doc: "RFC 8464, section 3"}},
	idDEV: {lint: lintDEV, excludes: "RFC 9039, section 3.2", excludesF: true,
		nss: syntax{machine: &nssDev, doc: "RFC 9039, sections 3.2, 4.1 and 4.2"},
	},
	idSERVICE: {fold: foldNSS, lint: lintSERVICE,
		nss: syntax{machine: &nssService, doc: "RFC 5031, section 3"},
	},
	idURN7:   {fold: foldNSS, lint: lintURN7, nss: syntax{machine: &nssURN7, doc: "RFC 6050, section 4.4"}},
	idALERT:  {fold: foldNSS, nss: syntax{machine: &nssAlert, doc: "RFC 7462, section 7"}},
	idNEWSML: {fold: foldNewsML, nss: syntax{machine: &nssNewsML, doc: "RFC 3085, section 2"}},
	idFDC:    {fold: foldToColon, lint: lintFDC, nss: syntax{machine: &nssFDC, doc: "RFC 4198, section 3"}},
	idDDI:    {fold: foldToColon, nss: syntax{machine: &nssDDI, fits: fitsDDI, doc: "RFC 9517, section 3.1"}},
	idISAN:   {fold: foldNSS, nss: syntax{machine: &nssISAN, digits: checkISAN, doc: "RFC 4246, section 3"}},
	idEIDR: {fold: foldNSS, special: []syntax{
		{prefix: "10.5240:", machine: &nssEIDR, digits: checkEIDR, doc: "RFC 7972, section 2"},
	}, nss: syntax{machine: &nssEIDROther, doc: "RFC 7972, section 2"}},
	idADID:     {fold: foldNSS, nss: syntax{machine: &nssAdID, doc: "RFC 8107, section 2"}},
	idCLEI:     {fold: foldNSS, nss: syntax{machine: &nssCLEI, doc: "RFC 4152, section 2"}},
	idPIN:      {fold: foldNSS, nss: syntax{machine: &nssPIN, doc: "RFC 3043, section 2"}},
	idUCODE:    {nss: syntax{machine: &nssUcode, doc: "RFC 6588, section 2"}},
	idS1000D:   {fold: foldNSS, nss: syntax{machine: &nssS1000D, doc: "RFC 4688, section 2"}},
	idUCI:      {fold: foldToHyphen, nss: syntax{machine: &nssUCI, doc: "RFC 4179, section 2"}},
	idPUBLICID: {nss: syntax{machine: &nssPublicID, doc: "RFC 3151, section 2"}},
	idISO:      {fold: foldNSS, lint: lintISO, nss: syntax{machine: &nssISO, doc: "RFC 5141, section 2.4"}},
	idSMPTE: {fold: foldUL, special: []syntax{
		{prefix: "ul:", anyCase: len("ul"), machine: &nssSMPTE, doc: "RFC 5119, section 2"},
	}, nss: syntax{machine: &nssRFC2141, doc: "RFC 5119, section 2"}},
	idEXAMPLE: {nss: syntax{machine: &nssRFC8141, doc: "RFC 6963, section 3.4; RFC 8141, section 2"}},
	idETSI:    {fold: foldNSS, nss: syntax{machine: &nssRFC8141, doc: "RFC 8515, section 2"}},

	idEUROSYSTEM: {excludes: "RFC 7207, section 4",
		nss: syntax{machine: &nssPchar, doc: "RFC 7207, section 4"},
	},
	id3GPP:  {nss: syntax{machine: &nssRFC2141, doc: "RFC 5279, section 2"}},
	idSWIFT: {nss: syntax{machine: &nssRFC2141, doc: "RFC 3615, section 2"}},
	idDVB:   {fold: foldNSS, nss: syntax{machine: &nssRFC2141, doc: "RFC 5328, section 2"}},
	idOIPF:  {fold: foldNSS, nss: syntax{machine: &nssRFC2141, doc: "RFC 6893, section 2"}},
	idHBBTV: {fold: foldNSS, nss: syntax{machine: &nssRFC2141, doc: "RFC 7528, section 2"}},
	idMEF:   {fold: foldNSS, nss: syntax{machine: &nssRFC2141, doc: "RFC 7818, section 2"}},
	idBBF:   {nss: syntax{machine: &nssRFC2141, doc: "RFC 8057, section 2"}},

	idBROADBANDFORUMORG: {nss: syntax{machine: &nssRFC2141, doc: "RFC 8057, section 3"}},
	idDSLFORUMORG:       {nss: syntax{machine: &nssRFC2141, doc: "RFC 8057, section 4"}},

	idOGC:       {nss: syntax{machine: &nssPair, doc: "RFC 5165, section 2"}},
	idNFC:       {nss: syntax{machine: &nssPair, doc: "RFC 4729, section 2"}},
	idOMA:       {nss: syntax{machine: &nssPair, doc: "RFC 4358, section 2"}},
	idCGI:       {nss: syntax{machine: &nssPair, doc: "RFC 5138, section 2"}},
	idNENA:      {nss: syntax{machine: &nssPair, doc: "RFC 6061, section 2"}},
	idDGIWG:     {nss: syntax{machine: &nssPair, doc: "RFC 6288, section 2"}},
	idCABLELABS: {nss: syntax{machine: &nssPair, doc: "RFC 6289, section 2"}},
	idIEEE:      {fold: foldNSS, nss: syntax{machine: &nssPair, doc: "RFC 8069, section 2"}},
	idMPEG:      {fold: foldToColon, nss: syntax{machine: &nssPair, doc: "RFC 3614, section 2"}},
	idTVA:       {fold: foldToColon, nss: syntax{machine: &nssPair, doc: "RFC 4195, section 2"}},
	idEBU:       {fold: foldToColon, nss: syntax{machine: &nssSNID, doc: "RFC 5174, section 2"}},
	idWEB3D:     {nss: syntax{machine: &nssPair, doc: "RFC 3541, section 2"}},
	idIVIS:      {fold: foldNSS, nss: syntax{machine: &nssIVIS, doc: "RFC 4617, section 2"}},
	idOGF:       {fold: foldToColon, nss: syntax{machine: &nssOGF, doc: "RFC 6453, sections 2.4 and 2.11"}},
	idCCSDS:     {fold: foldToColon, nss: syntax{machine: &nssSNID, doc: "RFC 7738, section 3.4"}},
	idNZL:       {fold: foldNSS, nss: syntax{machine: &nssNZL, doc: "RFC 4350, section 2"}},
	idXMPP:      {nss: syntax{machine: &nssOptionalPair, doc: "RFC 4854, section 2"}},
	idGLOBUS:    {nss: syntax{machine: &nssGlobus, doc: "RFC 7853, section 2"}},
	idFIPA:      {nss: syntax{machine: &nssFIPA, doc: "RFC 3616, section 2"}},
	idLIBERTY:   {nss: syntax{machine: &nssTokens, doc: "RFC 3622, section 2"}},
	idMACE:      {nss: syntax{machine: &nssTokens, doc: "RFC 3613, section 2"}},
	idGEANT:     {nss: syntax{machine: &nssTokens, doc: "RFC 4926, section 2"}},
	idSCHAC:     {nss: syntax{machine: &nssTokens, doc: "RFC 6338, section 3"}},
	idNATO:      {nss: syntax{machine: &nssNATO, doc: "RFC 7467, section 2.4"}},
	idIPTC:      {nss: syntax{machine: &nssIPTC, doc: "RFC 3937, section 2.3"}},
	idOASIS:     {nss: syntax{machine: &nssOASIS, doc: "RFC 3121, section 2"}},
	idXMLORG:    {nss: syntax{machine: &nssXMLOrg, doc: "RFC 3120, section 2"}},
	idMRN:       {fold: foldMRN, lint: lintMRN, nss: syntax{machine: &nssMRN, iana: "Syntax"}},
	idC2PA:      {nss: syntax{machine: &nssC2PA, iana: "Syntax"}},
	idCDX:       {excludes: "IANA template of urn:cdx, Syntax", nss: syntax{machine: &nssCDX, iana: "Syntax"}},
	idEIC: {nss: syntax{machine: &nssEIC, form: "16 letters in upper case, digits and hyphens", digits: checkEIC,
		doc: "ENTSO-E, EIC Reference Manual"},
	},
	idPULUMI: {nss: syntax{machine: &nssPulumi, doc: "Pulumi SDK, package urn"}},
	idBTIH:   {fold: foldBTIH, nss: syntax{machine: &nssBTIH, doc: "BEP 9, magnet URI format"}},
	idLI:     {nss: syntax{machine: &nssLI, doc: "DataHub, What is URN?; LinkedIn API concepts, URNs"}},
	idSAMM:   {nss: syntax{machine: &nssSAMM, doc: "Semantic Aspect Meta Model, Namespaces and Versions"}},
	idLEI: {fold: foldNSS,
		nss: syntax{machine: &nssLEI, form: "20 letters and digits", digits: checkLEI, iana: "Syntax; ISO 17442-1"},
	},
	idCSA:    {nss: syntax{machine: &nssRFC8141, iana: "Syntax"}},
	idCTA:    {nss: syntax{machine: &nssRFC8141, iana: "Syntax"}},
	idKNX:    {nss: syntax{machine: &nssRFC8141, iana: "Syntax"}},
	idWFA:    {nss: syntax{machine: &nssRFC8141, iana: "Syntax"}},
	idONEM2M: {fold: foldNSS, nss: syntax{machine: &nssRFC8141, iana: "Syntax"}},
	idONF:    {fold: foldNSS, nss: syntax{machine: &nssRFC8141, iana: "Syntax"}},
	idPNO:    {nss: syntax{machine: &nssPair8141, iana: "Syntax"}},
	idUIC:    {nss: syntax{machine: &nssPair8141, iana: "Syntax"}},
	idITU:    {lint: lintITU, nss: syntax{machine: &nssITU, iana: "Syntax"}},
	idWMO:    {lint: lintWMO, nss: syntax{machine: &nssWMO, fits: fitsWMO, iana: "Syntax"}},
	idGDR:    {nss: syntax{machine: &nssGDR, iana: "Syntax"}},
	idGDST:   {fold: foldNSS, nss: syntax{machine: &nssGDST, iana: "Syntax"}},
	idGVAT: {excludes: "IANA template of urn:gvat, Syntax", excludesF: true,
		nss: syntax{machine: &nssGVAT, iana: "Syntax"},
	},
	idMETA:     {fold: foldToHyphen, nss: syntax{machine: &nssMeta, iana: "Syntax"}},
	idNAN:      {fold: foldToHyphen, nss: syntax{machine: &nssNBN, iana: "Syntax"}},
	idNFI:      {nss: syntax{machine: &nssNFI, iana: "Syntax"}},
	idPWID:     {fold: foldPWID, nss: syntax{machine: &nssPWID, fits: fitsPWID, iana: "Syntax"}},
	idRESO:     {lint: lintRESO, nss: syntax{machine: &nssRFC2141, iana: "3.4"}},
	idSAID:     {nss: syntax{machine: &nssSAID, iana: "Syntax"}},
	idSTALWART: {fold: foldNSS, nss: syntax{machine: &nssStalwart, iana: "Syntax"}},
	idTHREAD:   {nss: syntax{machine: &nssThread, iana: "Syntax"}},
	idTRIVORE:  {fold: foldNSS, nss: syntax{machine: &nssTrivore, fits: fitsTrivore, iana: "Syntax"}},
	idURN1:     {nss: syntax{machine: &nssURN1, iana: "Declaration of syntactic structure"}},
	idURN2:     {nss: syntax{machine: &nssURN2, iana: "Declaration of syntactic structure"}},
	idURN3:     {fold: foldNSS, nss: syntax{machine: &nssURN3, iana: "Declaration of syntactic structure"}},
	idURN4:     {nss: syntax{machine: &nssURN4, iana: "the identifier structure"}},
	idURN5:     {lint: lintURN5, nss: syntax{machine: &nssURN5, iana: "Validation mechanism"}},
	idURN6: {fold: foldURN6,
		nss: syntax{machine: &nssURN6, fits: fitsURN6, iana: "Declaration of syntactic structure"},
	},
	idURN8: {nss: syntax{machine: &nssURN8, iana: "Syntax"}},
	idDOI: {fold: foldNSS, lint: lintDOI,
		nss: syntax{machine: &nssDOI, fits: fitsDOI, iana: "Syntax and Character set"},
	},
	idGS1: {fold: foldGS1,
		nss: syntax{machine: &nssGS1, fits: fitsGS1, digits: checkGS1, iana: "Syntax and Assignment"},
	},
	idISNI: {fold: foldISNI, nss: syntax{machine: &nssISNI, form: "16 digits, of which the last may be X", digits: checkISNI,
		iana: "Syntax; ISO 27729"},
	},
}
