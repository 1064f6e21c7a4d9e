package main

// namespaceClaims are the syntaxes of single namespaces: the NSS alone, without
// marks and tags.
var namespaceClaims = []claim{
	{name: "nssUUID", tables: "namespace/machine.go", variable: "nssUUID", grammar: characters("rfc9562"), rule: "UUID"},
	{name: "nssUUID, RFC 4122", tables: "namespace/machine.go", variable: "nssUUID", grammar: alone("rfc4122"), rule: "UUID"},
	{name: "nssISBN", tables: "namespace/machine.go", variable: "nssISBN", grammar: characters("isbn"), rule: "isbn"},
	{name: "nssISSN", tables: "namespace/machine.go", variable: "nssISSN", grammar: characters("issn"), rule: "issn"},
	{name: "nssOID", tables: "namespace/machine.go", variable: "nssOID", grammar: alone("rfc3061"), rule: "oid"},
	{name: "nssIETF", tables: "namespace/machine.go", variable: "nssIETF", grammar: characters("rfc2648"), rule: "NSS"},
	{name: "nssSCIM", tables: "namespace/machine.go", variable: "nssSCIM", grammar: characters("rfc7643"), rule: "scim"},
	{name: "scimAttribute", tables: "namespace/machine.go", variable: "scimAttribute", grammar: characters("rfc7643"), rule: "attr-path"},
	{name: "nssNBN", tables: "namespace/machine.go", variable: "nssNBN", grammar: characters("rfc8458"), rule: "nbn-nss"},
	{name: "nssLex", tables: "namespace/machine.go", variable: "nssLex", grammar: characters("rfc9676"), rule: "NSS"},
	{name: "nssEPC", tables: "namespace/machine.go", variable: "nssEPC", grammar: characters("rfc5134"), rule: "epc-nss"},
	{name: "nssSGTIN", tables: "namespace/machine.go", variable: "nssSGTIN", grammar: characters("tds"), rule: "sgtin"},
	{name: "nssSSCC", tables: "namespace/machine.go", variable: "nssSSCC", grammar: characters("tds"), rule: "sscc"},
	{name: "nssSGLN", tables: "namespace/machine.go", variable: "nssSGLN", grammar: characters("tds"), rule: "sgln"},
	{name: "nssGRAI", tables: "namespace/machine.go", variable: "nssGRAI", grammar: characters("tds"), rule: "grai"},
	{name: "nssGDTI", tables: "namespace/machine.go", variable: "nssGDTI", grammar: characters("tds"), rule: "gdti"},
	{name: "nssGIAI", tables: "namespace/machine.go", variable: "nssGIAI", grammar: characters("tds"), rule: "giai"},
	{name: "nssGSRN", tables: "namespace/machine.go", variable: "nssGSRN", grammar: characters("tds"), rule: "gsrn"},
	{name: "nssGID", tables: "namespace/machine.go", variable: "nssGID", grammar: characters("tds"), rule: "gid"},
	{name: "nssIMEI", tables: "namespace/machine.go", variable: "nssIMEI", grammar: characters("rfc7254"), rule: "imei-specifier"},
	{name: "nssGSMA", tables: "namespace/machine.go", variable: "nssGSMA", grammar: characters("rfc7254"), rule: "future-gsma-specifier"},
	{name: "nssMEID", tables: "namespace/machine.go", variable: "nssMEID", grammar: characters("rfc8464"), rule: "meid-specifier"},
	{name: "nss3GPP2", tables: "namespace/machine.go", variable: "nss3GPP2", grammar: characters("rfc8464"), rule: "future-pp2-specifier"},
	{name: "nssDev", tables: "namespace/machine.go", variable: "nssDev", grammar: characters("rfc9039"), rule: "devnss"},
	{name: "nssService", tables: "namespace/machine.go", variable: "nssService", grammar: alone("rfc5031"), rule: "service"},
	{name: "nssURN7", tables: "namespace/machine.go", variable: "nssURN7", grammar: characters("rfc6050"), rule: "urn-service-id"},
	{name: "nssAlert", tables: "namespace/machine.go", variable: "nssAlert", grammar: characters("rfc7462"), rule: "alert-identifier"},
	{name: "nssNewsML", tables: "namespace/machine.go", variable: "nssNewsML", grammar: alone("rfc3085"), rule: "NSS"},
	{name: "nssFDC", tables: "namespace/machine.go", variable: "nssFDC", grammar: alone("rfc4198"), rule: "NSS"},
	{name: "nssISAN", tables: "namespace/machine.go", variable: "nssISAN", grammar: alone("rfc4246"), rule: "ISAN-NSS"},
	{name: "nssEIDR", tables: "namespace/machine.go", variable: "nssEIDR", grammar: characters("rfc7972"), rule: "content-nss"},
	{name: "nssEIDROther", tables: "namespace/machine.go", variable: "nssEIDROther", grammar: characters("rfc7972"), rule: "other-nss"},
	{name: "nssAdID", tables: "namespace/machine.go", variable: "nssAdID", grammar: characters("rfc8107"), rule: "adid-nss"},
	{name: "nssSMPTE", tables: "namespace/machine.go", variable: "nssSMPTE", grammar: alone("rfc5119"), rule: "UL-NSS"},
	{name: "nssCLEI", tables: "namespace/machine.go", variable: "nssCLEI", grammar: characters("codes"), rule: "clei"},
	{name: "nssPIN", tables: "namespace/machine.go", variable: "nssPIN", grammar: characters("codes"), rule: "pin"},
	{name: "nssUcode", tables: "namespace/machine.go", variable: "nssUcode", grammar: characters("codes"), rule: "ucode"},
	{name: "nssS1000D", tables: "namespace/machine.go", variable: "nssS1000D", grammar: alone("rfc4688"), rule: "NSS"},
	{name: "nssUCI", tables: "namespace/machine.go", variable: "nssUCI", grammar: alone("rfc4179"), rule: "UCI"},
	{name: "nssPublicID", tables: "namespace/machine.go", variable: "nssPublicID", grammar: characters("rfc3151"), rule: "transcribed"},
	{name: "nssISO", tables: "namespace/machine.go", variable: "nssISO", grammar: characters("rfc5141"), rule: "open-nss"},
	{name: "nssISOListed", tables: "namespace/machine.go", variable: "nssISOListed", grammar: characters("rfc5141"), rule: "std-nss"},
	{name: "nssRFC8141", tables: "namespace/machine.go", variable: "nssRFC8141", grammar: characters("forms"), rule: "nss-8141"},
	{name: "nssPchar", tables: "namespace/machine.go", variable: "nssPchar", grammar: characters("forms"), rule: "flat"},
	{name: "nssRFC2141", tables: "namespace/machine.go", variable: "nssRFC2141", grammar: alone("rfc2141"), rule: "NSS"},
	{name: "nssRFC2141 restated", tables: "namespace/machine.go", variable: "nssRFC2141", grammar: characters("forms"), rule: "nss-2141"},
	{name: "nssPair", tables: "namespace/machine.go", variable: "nssPair", grammar: characters("forms"), rule: "pair"},
	{name: "nssOptionalPair", tables: "namespace/machine.go", variable: "nssOptionalPair", grammar: characters("forms"), rule: "optional-pair"},
	{name: "nssTokens", tables: "namespace/machine.go", variable: "nssTokens", grammar: characters("forms"), rule: "tokens"},
	{name: "nssTokens, mace", tables: "namespace/machine.go", variable: "nssTokens", grammar: alone("rfc3613"), rule: "MACE-NSS"},
	{name: "nssTokens, liberty", tables: "namespace/machine.go", variable: "nssTokens", grammar: alone("rfc3622"), rule: "Liberty-NSS"},
	{name: "nssTokens, geant", tables: "namespace/machine.go", variable: "nssTokens", grammar: alone("rfc4926"), rule: "GEANT-NSS"},
	{name: "nssFIPA", tables: "namespace/machine.go", variable: "nssFIPA", grammar: characters("forms"), rule: "fipa"},
	{name: "nssNZL", tables: "namespace/machine.go", variable: "nssNZL", grammar: characters("forms"), rule: "nzl"},
	{name: "nssIVIS", tables: "namespace/machine.go", variable: "nssIVIS", grammar: alone("rfc4617"), rule: "NSS"},
	{name: "nssIPTC", tables: "namespace/machine.go", variable: "nssIPTC", grammar: characters("forms"), rule: "iptc"},
	{name: "nssOASIS", tables: "namespace/machine.go", variable: "nssOASIS", grammar: characters("forms"), rule: "oasis"},
	{name: "nssXMLOrg", tables: "namespace/machine.go", variable: "nssXMLOrg", grammar: characters("forms"), rule: "xmlorg"},
}

// characters names an ABNF file of testdata/namespace, and those that many of them
// share.
func characters(file string) []string {
	return append([]string{"testdata/namespace/rfc3986.abnf", "testdata/namespace/characters.abnf"}, alone(file)...)
}

// alone names an ABNF file of testdata/namespace that needs no other.
func alone(file string) []string { return []string{"testdata/namespace/" + file + ".abnf"} }
