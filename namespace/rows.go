package namespace

import "github.com/seed7b5a83f0/urn"

// row holds the rules of a namespace.
type row struct {
	fold     fold                                            // for comparisons
	syntaxes []syntax                                        // longer prefixes come first; none if the syntax is not known
	lint     func(w waiting, s urn.Span, nss string) waiting // advice about an NSS, which is at s

	// excludes is the clause that excludes r- and q-components from the namespace, or "".
	// If excludesF is set, the clause also excludes f-components.
	excludes  string
	excludesF bool
}

// rows has a row for each namespace that has rules. The document for a fold is in
// internal/programs/nsdocs/namespace_rules.csv; a test compares the folds with this file.
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
	idUUID: {fold: foldNSS, syntaxes: []syntax{{machine: &nssUUID, document: "RFC 9562, section 4"}}},
	idISBN: {fold: foldISBN, syntaxes: []syntax{
		{machine: &nssISBN, digits: checkISBN, document: "IANA template of urn:isbn, Syntax"},
	}},
	idISSN: {fold: foldISSN, syntaxes: []syntax{
		{machine: &nssISSN, digits: checkISSN, document: "IANA template of urn:issn, Syntax"},
	}},
	idOID: {syntaxes: []syntax{{machine: &nssOID, document: "RFC 3061, section 2"}}, lint: lintOID},
	idIETF: {fold: foldIETF, lint: lintIETF, syntaxes: []syntax{
		{prefix: "params:scim:", anyCase: len("params"), machine: &nssSCIM, document: "RFC 7643, section 10.2.1"},
		{machine: &nssIETF, document: "RFC 2648, section 2; RFC 3553, section 3"},
	}},
	idNBN: {fold: foldToHyphen, lint: lintNBN, syntaxes: []syntax{
		{machine: &nssNBN, document: "RFC 8458, section 4.2"},
	}},
	idLEX:       {fold: foldNSS, syntaxes: []syntax{{machine: &nssLex, document: "RFC 9676, sections 5.8 and 8"}}},
	idEPC:       {syntaxes: epcSyntaxes, lint: lintEPC},
	idEPCGLOBAL: {syntaxes: []syntax{{machine: &nssEPC, document: "RFC 5134, section 3"}}},
	idGSMA: {fold: foldIMEI, lint: lintGSMA, syntaxes: []syntax{
		{prefix: "imei:", anyCase: len("imei"), machine: &nssIMEI, document: "RFC 7254, section 3"},
		{machine: &nssGSMA, document: "RFC 7254, section 3"},
	}},
	id3GPP2: {syntaxes: []syntax{
		{prefix: "meid:", anyCase: len("meid"), machine: &nssMEID, document: "RFC 8464, section 3"},
		{machine: &nss3GPP2, document: "RFC 8464, section 3"},
	}},
	idDEV: {lint: lintDEV, excludes: "RFC 9039, section 3.2", excludesF: true, syntaxes: []syntax{
		{machine: &nssDev, document: "RFC 9039, sections 3.2, 4.1 and 4.2"},
	}},
	idSERVICE: {fold: foldNSS, lint: lintSERVICE, syntaxes: []syntax{
		{machine: &nssService, document: "RFC 5031, section 3"},
	}},
	idURN7: {fold: foldNSS, lint: lintURN7, syntaxes: []syntax{
		{machine: &nssURN7, document: "RFC 6050, section 4.4"},
	}},
	idALERT:  {fold: foldNSS, syntaxes: []syntax{{machine: &nssAlert, document: "RFC 7462, section 7"}}},
	idNEWSML: {fold: foldNewsML, syntaxes: []syntax{{machine: &nssNewsML, document: "RFC 3085, section 2"}}},
	idFDC: {fold: foldToColon, lint: lintFDC, syntaxes: []syntax{
		{machine: &nssFDC, document: "RFC 4198, section 3"},
	}},
	idDDI: {fold: foldToColon, syntaxes: []syntax{
		{machine: &nssDDI, fits: fitsDDI, document: "RFC 9517, section 3.1"},
	}},
	idISAN: {fold: foldNSS, syntaxes: []syntax{
		{machine: &nssISAN, digits: checkISAN, document: "RFC 4246, section 3"},
	}},
	idEIDR: {fold: foldNSS, syntaxes: []syntax{
		{prefix: "10.5240:", machine: &nssEIDR, digits: checkEIDR, document: "RFC 7972, section 2"},
		{machine: &nssEIDROther, document: "RFC 7972, section 2"},
	}},
	idADID:     {fold: foldNSS, syntaxes: []syntax{{machine: &nssAdID, document: "RFC 8107, section 2"}}},
	idCLEI:     {fold: foldNSS, syntaxes: []syntax{{machine: &nssCLEI, document: "RFC 4152, section 2"}}},
	idPIN:      {fold: foldNSS, syntaxes: []syntax{{machine: &nssPIN, document: "RFC 3043, section 2"}}},
	idUCODE:    {syntaxes: []syntax{{machine: &nssUcode, document: "RFC 6588, section 2"}}},
	idS1000D:   {fold: foldNSS, syntaxes: []syntax{{machine: &nssS1000D, document: "RFC 4688, section 2"}}},
	idUCI:      {fold: foldToHyphen, syntaxes: []syntax{{machine: &nssUCI, document: "RFC 4179, section 2"}}},
	idPUBLICID: {syntaxes: []syntax{{machine: &nssPublicID, document: "RFC 3151, section 2"}}},
	idISO: {fold: foldNSS, lint: lintISO, syntaxes: []syntax{
		{machine: &nssISO, document: "RFC 5141, section 2.4"},
	}},
	idSMPTE: {fold: foldUL, syntaxes: []syntax{
		{prefix: "ul:", anyCase: len("ul"), machine: &nssSMPTE, document: "RFC 5119, section 2"},
		{machine: &nssRFC2141, document: "RFC 5119, section 2"},
	}},
	idEXAMPLE: {syntaxes: []syntax{{machine: &nssRFC8141, document: "RFC 6963, section 3.4; RFC 8141, section 2"}}},
	idETSI:    {fold: foldNSS, syntaxes: []syntax{{machine: &nssRFC8141, document: "RFC 8515, section 2"}}},
	idEUROSYSTEM: {excludes: "RFC 7207, section 4", syntaxes: []syntax{
		{machine: &nssPchar, document: "RFC 7207, section 4"},
	}},
	id3GPP:              {syntaxes: []syntax{{machine: &nssRFC2141, document: "RFC 5279, section 2"}}},
	idSWIFT:             {syntaxes: []syntax{{machine: &nssRFC2141, document: "RFC 3615, section 2"}}},
	idDVB:               {fold: foldNSS, syntaxes: []syntax{{machine: &nssRFC2141, document: "RFC 5328, section 2"}}},
	idOIPF:              {fold: foldNSS, syntaxes: []syntax{{machine: &nssRFC2141, document: "RFC 6893, section 2"}}},
	idHBBTV:             {fold: foldNSS, syntaxes: []syntax{{machine: &nssRFC2141, document: "RFC 7528, section 2"}}},
	idMEF:               {fold: foldNSS, syntaxes: []syntax{{machine: &nssRFC2141, document: "RFC 7818, section 2"}}},
	idBBF:               {syntaxes: []syntax{{machine: &nssRFC2141, document: "RFC 8057, section 2"}}},
	idBROADBANDFORUMORG: {syntaxes: []syntax{{machine: &nssRFC2141, document: "RFC 8057, section 3"}}},
	idDSLFORUMORG:       {syntaxes: []syntax{{machine: &nssRFC2141, document: "RFC 8057, section 4"}}},
	idOGC:               {syntaxes: []syntax{{machine: &nssPair, document: "RFC 5165, section 2"}}},
	idNFC:               {syntaxes: []syntax{{machine: &nssPair, document: "RFC 4729, section 2"}}},
	idOMA:               {syntaxes: []syntax{{machine: &nssPair, document: "RFC 4358, section 2"}}},
	idCGI:               {syntaxes: []syntax{{machine: &nssPair, document: "RFC 5138, section 2"}}},
	idNENA:              {syntaxes: []syntax{{machine: &nssPair, document: "RFC 6061, section 2"}}},
	idDGIWG:             {syntaxes: []syntax{{machine: &nssPair, document: "RFC 6288, section 2"}}},
	idCABLELABS:         {syntaxes: []syntax{{machine: &nssPair, document: "RFC 6289, section 2"}}},
	idIEEE:              {fold: foldNSS, syntaxes: []syntax{{machine: &nssPair, document: "RFC 8069, section 2"}}},
	idMPEG:              {fold: foldToColon, syntaxes: []syntax{{machine: &nssPair, document: "RFC 3614, section 2"}}},
	idTVA:               {fold: foldToColon, syntaxes: []syntax{{machine: &nssPair, document: "RFC 4195, section 2"}}},
	idEBU:               {fold: foldToColon, syntaxes: []syntax{{machine: &nssSNID, document: "RFC 5174, section 2"}}},
	idWEB3D:             {syntaxes: []syntax{{machine: &nssPair, document: "RFC 3541, section 2"}}},
	idIVIS:              {fold: foldNSS, syntaxes: []syntax{{machine: &nssIVIS, document: "RFC 4617, section 2"}}},
	idOGF: {fold: foldToColon, syntaxes: []syntax{
		{machine: &nssOGF, document: "RFC 6453, sections 2.4 and 2.11"},
	}},
	idCCSDS:   {fold: foldToColon, syntaxes: []syntax{{machine: &nssSNID, document: "RFC 7738, section 3.4"}}},
	idNZL:     {fold: foldNSS, syntaxes: []syntax{{machine: &nssNZL, document: "RFC 4350, section 2"}}},
	idXMPP:    {syntaxes: []syntax{{machine: &nssOptionalPair, document: "RFC 4854, section 2"}}},
	idGLOBUS:  {syntaxes: []syntax{{machine: &nssGlobus, document: "RFC 7853, section 2"}}},
	idFIPA:    {syntaxes: []syntax{{machine: &nssFIPA, document: "RFC 3616, section 2"}}},
	idLIBERTY: {syntaxes: []syntax{{machine: &nssTokens, document: "RFC 3622, section 2"}}},
	idMACE:    {syntaxes: []syntax{{machine: &nssTokens, document: "RFC 3613, section 2"}}},
	idGEANT:   {syntaxes: []syntax{{machine: &nssTokens, document: "RFC 4926, section 2"}}},
	idSCHAC:   {syntaxes: []syntax{{machine: &nssTokens, document: "RFC 6338, section 3"}}},
	idNATO:    {syntaxes: []syntax{{machine: &nssNATO, document: "RFC 7467, section 2.4"}}},
	idIPTC:    {syntaxes: []syntax{{machine: &nssIPTC, document: "RFC 3937, section 2.3"}}},
	idOASIS:   {syntaxes: []syntax{{machine: &nssOASIS, document: "RFC 3121, section 2"}}},
	idXMLORG:  {syntaxes: []syntax{{machine: &nssXMLOrg, document: "RFC 3120, section 2"}}},
	idMRN: {fold: foldMRN, lint: lintMRN, syntaxes: []syntax{
		{machine: &nssMRN, document: "IANA template of urn:mrn, Syntax"},
	}},
	idC2PA: {syntaxes: []syntax{{machine: &nssC2PA, document: "IANA template of urn:c2pa, Syntax"}}},
	idCDX: {excludes: "IANA template of urn:cdx, Syntax", syntaxes: []syntax{
		{machine: &nssCDX, document: "IANA template of urn:cdx, Syntax"},
	}},
	idEIC:    {syntaxes: []syntax{{machine: &nssEIC, digits: checkEIC, document: "ENTSO-E, EIC Reference Manual"}}},
	idPULUMI: {syntaxes: []syntax{{machine: &nssPulumi, document: "Pulumi SDK, package urn"}}},
	idLI:     {syntaxes: []syntax{{machine: &nssLI, document: "DataHub, What is URN?; LinkedIn API concepts, URNs"}}},
	idSAMM:   {syntaxes: []syntax{{machine: &nssSAMM, document: "Semantic Aspect Meta Model, Namespaces and Versions"}}},
	idLEI: {fold: foldNSS, syntaxes: []syntax{
		{machine: &nssLEI, digits: checkLEI, document: "IANA template of urn:lei, Syntax; ISO 17442-1"},
	}},
	idCSA: {syntaxes: []syntax{{machine: &nssRFC8141, document: "IANA template of urn:csa, Syntax"}}},
	idCTA: {syntaxes: []syntax{{machine: &nssRFC8141, document: "IANA template of urn:cta, Syntax"}}},
	idKNX: {syntaxes: []syntax{{machine: &nssRFC8141, document: "IANA template of urn:knx, Syntax"}}},
	idWFA: {syntaxes: []syntax{{machine: &nssRFC8141, document: "IANA template of urn:wfa, Syntax"}}},
	idONEM2M: {fold: foldNSS, syntaxes: []syntax{
		{machine: &nssRFC8141, document: "IANA template of urn:onem2m, Syntax"},
	}},
	idONF: {fold: foldNSS, syntaxes: []syntax{
		{machine: &nssRFC8141, document: "IANA template of urn:onf, Syntax"},
	}},
	idPNO: {syntaxes: []syntax{{machine: &nssPair8141, document: "IANA template of urn:pno, Syntax"}}},
	idUIC: {syntaxes: []syntax{{machine: &nssPair8141, document: "IANA template of urn:uic, Syntax"}}},
	idITU: {lint: lintITU, syntaxes: []syntax{
		{machine: &nssITU, document: "IANA template of urn:itu, Syntax"},
	}},
	idWMO: {lint: lintWMO, syntaxes: []syntax{
		{machine: &nssWMO, fits: fitsWMO, document: "IANA template of urn:wmo, Syntax"},
	}},
	idGDR: {syntaxes: []syntax{{machine: &nssGDR, document: "IANA template of urn:gdr, Syntax"}}},
	idGDST: {fold: foldNSS, syntaxes: []syntax{
		{machine: &nssGDST, document: "IANA template of urn:gdst, Syntax"},
	}},
	idGVAT: {excludes: "IANA template of urn:gvat, Syntax", excludesF: true, syntaxes: []syntax{
		{machine: &nssGVAT, document: "IANA template of urn:gvat, Syntax"},
	}},
	idMETA: {fold: foldToHyphen, syntaxes: []syntax{
		{machine: &nssMeta, document: "IANA template of urn:meta, Syntax"},
	}},
	idNAN: {fold: foldToHyphen, syntaxes: []syntax{
		{machine: &nssNBN, document: "IANA template of urn:nan, Syntax"},
	}},
	idNFI: {syntaxes: []syntax{{machine: &nssNFI, document: "IANA template of urn:nfi, Syntax"}}},
	idPWID: {fold: foldPWID, syntaxes: []syntax{
		{machine: &nssPWID, fits: fitsPWID, document: "IANA template of urn:pwid, Syntax"},
	}},
	idRESO: {lint: lintRESO, syntaxes: []syntax{
		{machine: &nssRFC2141, document: "IANA template of urn:reso, 3.4"},
	}},
	idSAID: {syntaxes: []syntax{{machine: &nssSAID, document: "IANA template of urn:said, Syntax"}}},
	idSTALWART: {fold: foldNSS, syntaxes: []syntax{
		{machine: &nssStalwart, document: "IANA template of urn:stalwart, Syntax"},
	}},
	idTHREAD: {syntaxes: []syntax{{machine: &nssThread, document: "IANA template of urn:thread, Syntax"}}},
	idTRIVORE: {fold: foldNSS, syntaxes: []syntax{
		{machine: &nssTrivore, fits: fitsTrivore, document: "IANA template of urn:trivore, Syntax"},
	}},
	idURN1: {syntaxes: []syntax{{machine: &nssURN1, document: "IANA template of urn:urn-1, Declaration of syntactic structure"}}},
	idURN2: {syntaxes: []syntax{{machine: &nssURN2, document: "IANA template of urn:urn-2, Declaration of syntactic structure"}}},
	idURN3: {fold: foldNSS, syntaxes: []syntax{
		{machine: &nssURN3, document: "IANA template of urn:urn-3, Declaration of syntactic structure"},
	}},
	idURN4: {syntaxes: []syntax{{machine: &nssURN4, document: "IANA template of urn:urn-4, the identifier structure"}}},
	idURN5: {lint: lintURN5, syntaxes: []syntax{
		{machine: &nssURN5, document: "IANA template of urn:urn-5, Validation mechanism"},
	}},
	idURN6: {fold: foldURN6, syntaxes: []syntax{
		{machine: &nssURN6, fits: fitsURN6, document: "IANA template of urn:urn-6, Declaration of syntactic structure"},
	}},
	idURN8: {syntaxes: []syntax{{machine: &nssURN8, document: "IANA template of urn:urn-8, Syntax"}}},
	idDOI: {fold: foldNSS, lint: lintDOI, syntaxes: []syntax{
		{machine: &nssDOI, fits: fitsDOI, document: "IANA template of urn:doi, Syntax and Character set"},
	}},
	idGS1: {fold: foldGS1, syntaxes: []syntax{
		{machine: &nssGS1, fits: fitsGS1, digits: checkGS1, document: "IANA template of urn:gs1, Syntax and Assignment"},
	}},
	idISNI: {fold: foldISNI, syntaxes: []syntax{
		{machine: &nssISNI, digits: checkISNI, document: "IANA template of urn:isni, Syntax; ISO 27729"},
	}},
}
