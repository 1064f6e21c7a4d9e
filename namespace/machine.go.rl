# The syntaxes of single namespaces as Ragel machines, each over the NSS alone.
# tools/ragelc turns them into the tables of machine.go; "make generate" writes
# it, "make verify" compares it.
#
# Every rule has the name its document gives it ("-" becomes "_"), with the line of
# the document above it; where a slip of the document is mended, the comment says
# what was printed. Machines are called nss and the namespace. Operators are those
# of the machines of package urn; A{m,n} is m to n times A. Ragel reads quotes
# outside the sections as literals, so there is no apostrophe in these comments.

# Rules that several grammars share, under the names of the documents that define
# them.
%%{
machine common;
alphtype unsigned char;

# RFC 5234 B.1
#   ALPHA  = %x41-5A / %x61-7A
#   DIGIT  = %x30-39
#   HEXDIG = DIGIT / "A" / "B" / "C" / "D" / "E" / "F"      (any case, 2.3)
ALPHA  = [A-Za-z];
DIGIT  = [0-9];
HEXDIG = [0-9A-Fa-f];

# RFC 3986 Appendix A
#   unreserved  = ALPHA / DIGIT / "-" / "." / "_" / "~"
#   pct-encoded = "%" HEXDIG HEXDIG
#   sub-delims  = "!" / "$" / "&" / "'" / "(" / ")" / "*" / "+" / "," / ";" / "="
#   pchar       = unreserved / pct-encoded / sub-delims / ":" / "@"
unreserved  = ALPHA | DIGIT | [\-._~];
pct_encoded = "%" HEXDIG HEXDIG;
sub_delims  = [!$&'()*+,;=];
pchar       = unreserved | pct_encoded | sub_delims | [:@];

# RFC 2141 2.2, with 2.3.1: a "%" is followed by two hexadecimal digits.
#   <URN chars> ::= <trans> | "%" <hex> <hex>
#   <other>     ::= "(" | ")" | "+" | "," | "-" | "." | ":" | "=" | "@" | ";" |
#                   "$" | "_" | "!" | "*" | "'"
#   <reserved>  ::= "%" | "/" | "?" | "#"
# "/", "?" and "#" are derived; that 2.3.2 says SHOULD NOT is advice.
other     = [()+,\-.:=@;$_!*'];
URN_chars = ALPHA | DIGIT | other | [/?#] | pct_encoded;

# A piece of such a string between two colons.
token_char = ALPHA | DIGIT | (other - ":") | [/?#] | pct_encoded;
token      = token_char+;

# A piece between two colons of what a document calls URI syntax: the characters
# of RFC 3986 that can stand in a URN, "~" and "&" included.
uri_token_char = (pchar - ":") | [/?#];
uri_token      = uri_token_char+;
}%%

# urn:uuid (RFC 9562 4; RFC 4122 3).
%%{
machine nssUUID;
include common;

# hexOctet = HEXDIG HEXDIG
hexOctet = HEXDIG HEXDIG;

# UUID = 4hexOctet "-" 2hexOctet "-" 2hexOctet "-" 2hexOctet "-" 6hexOctet
UUID = hexOctet{4} "-" hexOctet{2} "-" hexOctet{2} "-" hexOctet{2} "-" hexOctet{6};

main := UUID;
}%%

# urn:isbn (IANA template of 2017-06-12, Syntax). Prose: ten digits, of which the last
# may be X, in up to four parts, or thirteen in up to five, the first of which is the
# GS1 element. Hyphens separate parts. Where else they stand depends on tables, so one
# may follow any digit.
%%{
machine nssISBN;
include common;

digit_sep  = DIGIT "-"?;
four_parts = [^\-]* ("-" [^\-]*){0,3};

# isbn10 = 9( DIGIT ["-"] ) ( DIGIT / "X" ), in four parts at most
isbn10 = (digit_sep{9} (DIGIT | [Xx])) & four_parts;

# isbn13 = ( "978" / "979" ) ["-"] 9( DIGIT ["-"] ) DIGIT, in four parts at most after
# the GS1 element
isbn13 = "97" [89] "-"? ((digit_sep{9} DIGIT) & four_parts);

main := isbn10 | isbn13;
}%%

# urn:issn (RFC 3044 5; RFC 8254 2.2). Prose: NNNN-NNNC, C a digit or X; RFC 3044 5
# lets the hyphen be omitted.
%%{
machine nssISSN;
include common;

# issn = 4DIGIT ["-"] 3DIGIT ( DIGIT / "X" )
main := DIGIT{4} "-"? DIGIT{3} (DIGIT | [Xx]);
}%%

# urn:oid (RFC 3061 2).
%%{
machine nssOID;
include common;

# LEADDIGIT = %x31-39 ; 1-9
LEADDIGIT = [1-9];

# number = DIGIT / ( LEADDIGIT 1*DIGIT )
number = DIGIT | LEADDIGIT DIGIT+;

# oid = number *( DOT number )
oid = number ("." number)*;

main := oid;
}%%

# urn:ietf (RFC 2648 2), and urn:ietf:params (RFC 3553 3), which the other-nss of
# RFC 2648 does not derive: its string holds no ":".
%%{
machine nssIETF;
include common;

# string = 1*(DIGIT / ALPHA / "-")
string = (DIGIT | ALPHA | "-")+;

# rfc-nss = "rfc:" 1*DIGIT, and the same for fyi, std and bcp
rfc_nss = "rfc:"i DIGIT+;
fyi_nss = "fyi:"i DIGIT+;
std_nss = "std:"i DIGIT+;
bcp_nss = "bcp:"i DIGIT+;

# draft-nss = "id:" string
draft_nss = "id:"i string;

# mtg-nss = "mtg:" string
mtg_nss = "mtg:"i string;

# other-nss = string
other_nss = string;

# RFC 3553 3: "params" ":" and an opaque string in the syntax of RFC 2141. "If a
# colon is present then the items on both sides of it are valid names."
params_nss = "params:"i token (":" token)*;

# NSS = rfc-nss / fyi-nss / std-nss / bcp-nss / draft-nss / mtg-nss / other-nss
main := rfc_nss | fyi_nss | std_nss | bcp_nss | draft_nss | mtg_nss | other_nss | params_nss;
}%%

# urn:ietf:params:scim (RFC 7643 10.2.1), written there as the template
#   urn:ietf:params:scim:{type}:{name}{:other}
# where type is "schemas" or "api" (and, in use besides, "param"), and name and other
# are strings in the syntax of RFC 2141 that colons divide further. Letters count as
# they are, but RFC 2648 2 has "params" match in either case.
%%{
machine nssSCIM;
include common;

type = "schemas" | "api" | "param";

# name and the pieces of other: dots and hyphens are ordinary in them ("2.0").
main := "params"i ":scim:" type ":" token (":" token)*;
}%%

# urn:nbn (RFC 8458 4.2).
%%{
machine nssNBN;
include common;

# iso-cc = 2ALPHA
iso_cc = ALPHA{2};

# subspc = 1*(ALPHA / DIGIT)
subspc = (ALPHA | DIGIT)+;

# prefix = iso-cc *( ":" subspc )
prefix = iso_cc (":" subspc)*;

# RFC 3986 3.3
#   path-rootless = segment-nz *( "/" segment )
path_rootless = pchar+ ("/" pchar*)*;

# nbn-string = path-rootless
# nbn-nss    = prefix "-" nbn-string
main := prefix "-" path_rootless;
}%%

# urn:lex (RFC 9676 8), with a partition after it (5.8).
%%{
machine nssLex;
include common;

# encoded = "%" 2HEXDIG, alfa = lowercase / uppercase
# alfanum = alfa / DIGIT / encoded, alfadot = alfanum / "."
alfanum = ALPHA | DIGIT | pct_encoded;
alfadot = alfanum | ".";

# other = "-" / "_" / an apostrophe / "=" / "(" / ")"
lex_other = [\-_'=()];

# alf-dot     = alfanum *alfadot
# alf-dot-hyp = alfanum *(alfadot / "-")
# alf-dot-oth = alfanum *(alfadot / other)
alf_dot     = alfanum alfadot*;
alf_dot_hyp = alfanum (alfadot | "-")*;
alf_dot_oth = alfanum (alfadot | lex_other)*;

# jurisdiction-code = 2*alf-dot, jurisdiction-unit = alf-dot
# jurisdiction = jurisdiction-code *(";" jurisdiction-unit)
jurisdiction = alf_dot alf_dot+ (";" alf_dot)*;

# year = 4DIGIT, month = 2DIGIT, day = 2DIGIT
# date-iso = year "-" month "-" day
date_iso = DIGIT{4} "-" DIGIT{2} "-" DIGIT{2};

# date-loc = *(alfadot / other)
# date = date-iso ["|" date-loc]
# A URN cannot hold "|" (RFC 8141 2): it is written "%7C" there.
date = date_iso ("%7"i [Cc] (alfadot | lex_other)*)?;

# issuer = (institution *(";" body-function)) / office; each of them is an alf-dot
# authority = issuer *("+" issuer)
issuer    = alf_dot (";" alf_dot)*;
authority = issuer ("+" issuer)*;

# measure = measure-type *(";" specification); both are an alf-dot
measure = alf_dot (";" alf_dot)*;

# dates = date *("," date), period = alf-dot
# number = (document-id *("," document-id)), document-id = alf-dot-oth
# numbers = number / number-lex; number-lex = "lex-" 1*DIGIT is a number as well
# details = (dates / period) ";" numbers
details = (date ("," date)* | alf_dot) ";" alf_dot_oth ("," alf_dot_oth)*;

# annex = annex-id *(";" specification), annex-id = alf-dot
annex = alf_dot (";" alf_dot)*;

# work = authority ":" measure ":" details *(":" annex)
work = authority ":" measure ":" details (":" annex)*;

# version = (amendment-date / specification) *(";" (event-date / event))
# amendment-date = date, event-date = date, event = alf-dot
version = (date | alf_dot) (";" (date | alf_dot))*;

# language = 2*3alfa *["-" extlang] / 4*8alfa, extlang = 3alfa *2("-" 3alfa)
# 5.6 points to RFC 5646 and names the German of Switzerland ("de-CH"), which this
# does not derive. What follows the language is here any subtag of RFC 5646 2.1.
language = ALPHA{2,8} ("-" (ALPHA | DIGIT)+)*;

# expression = version [":" language]
expression = version (":" language)?;

# publisher, mime, part and attribute are alf-dot-hyp, specification is alf-dot
# editor = publisher *(";" specification), and so format, component and feature.
# 5.7 has the example "text-xml;dtd-nir-2.2", so that a specification in a
# manifestation is here an alf-dot-hyp.
described = alf_dot_hyp (";" alf_dot_hyp)*;

# manifestation = editor ":" format [":" component [":" feature]]
manifestation = described ":" described (":" described (":" described)?)?;

# local-name = work ["@" expression] ["$" manifestation]
local_name = work ("@" expression)? ("$" manifestation)?;

# NSS = jurisdiction ":" local-name
NSS = jurisdiction ":" local_name;

# URN-reference = URN-document ["~" partition-id]
# There is no rule for partition-id; the examples are "art3;par2" and "par22".
main := NSS ("~" alf_dot_oth (";" alf_dot_oth)*)?;
}%%

# urn:epc and urn:epcglobal (RFC 5134 2 and 3).
%%{
machine nssEPC;
include common;

# sub-ns-name = let-num [ 1*let-num-hyp ]
# let-num     = upper / lower / number
# let-num-hyp = upper / lower / number / "-"
let_num     = ALPHA | DIGIT;
let_num_hyp = let_num | "-";
sub_ns_name = let_num let_num_hyp*;

# sub-ns  = 1*<URN chars>
# EPC-URN = "urn:epc:" sub-ns-name ":" sub-ns
main := sub_ns_name ":" URN_chars+;
}%%

# The schemes that the EPC Tag Data Standard (TDS) defines. Each machine is over
# what follows the name of the scheme ("id:sgtin:"), so that schemes of the same
# form share one. TDS gives lengths in prose; they are written out here. A company
# prefix has 6 to 12 digits; with the reference after it, it has as many digits as
# the GS1 key without its check digit: 13 (GTIN), 17 (SSCC, GSRN), 16 (GSIN), 12
# (GLN, GRAI, GDTI, GCN).
%%{
machine epcCommon;
include common;

# GS3A3Char ::= Digit | UpperAlpha | LowerAlpha | OtherChar | Escape
# OtherChar ::= "!" | "'" | "(" | ")" | "*" | "+" | "," | "-" | "." | ":" | ";" | "=" | "_"
# Escape    ::= "%" HexChar HexChar
# The prose has an escape stand for one of the 82 characters of the GS1 General
# Specifications: that is checked outside the grammar.
GS3A3Char = DIGIT | ALPHA | [!'()*+,\-.:;=_] | pct_encoded;

# NumericComponent ::= ZeroComponent | NonZeroComponent
NumericComponent = "0" | [1-9] DIGIT*;

# CPRefChar ::= Digit | UpperAlpha | "-" | "%2F" | "%23"
CPRefChar = DIGIT | [A-Z] | "-" | "%2" [Ff] | "%23";

# CAGECodeOrDODAACChar ::= Digit, or a letter but I and O
# CAGECode ::= CAGECodeOrDODAACChar 5*, DODAAC ::= CAGECodeOrDODAACChar 6*
CAGECodeOrDODAAC = (DIGIT | [A-HJ-NP-Z]){5,6};

# ADIChar ::= UpperAlpha | Digit | "-" | "%2F"
# A serial number of the user begins with "%23", which counts as one of the 30.
ADIChar = [A-Z] | DIGIT | "-" | "%2" [Ff];
ADIPart = ADIChar{0,32};
ADISerial = ADIChar{1,30} | "%23" ADIChar{1,29};

prefix = DIGIT{6,12};
star   = "*";

gtin13 = DIGIT{6}  "." DIGIT{7} | DIGIT{7}  "." DIGIT{6} | DIGIT{8}  "." DIGIT{5} |
         DIGIT{9}  "." DIGIT{4} | DIGIT{10} "." DIGIT{3} | DIGIT{11} "." DIGIT{2} |
         DIGIT{12} "." DIGIT;

key17  = DIGIT{6}  "." DIGIT{11} | DIGIT{7}  "." DIGIT{10} | DIGIT{8}  "." DIGIT{9} |
         DIGIT{9}  "." DIGIT{8}  | DIGIT{10} "." DIGIT{7}  | DIGIT{11} "." DIGIT{6} |
         DIGIT{12} "." DIGIT{5};

key16  = DIGIT{6}  "." DIGIT{10} | DIGIT{7}  "." DIGIT{9}  | DIGIT{8}  "." DIGIT{8} |
         DIGIT{9}  "." DIGIT{7}  | DIGIT{10} "." DIGIT{6}  | DIGIT{11} "." DIGIT{5} |
         DIGIT{12} "." DIGIT{4};

# With twelve digits in the prefix nothing is left for the reference.
key12  = DIGIT{6}  "." DIGIT{6} | DIGIT{7}  "." DIGIT{5} | DIGIT{8}  "." DIGIT{4} |
         DIGIT{9}  "." DIGIT{3} | DIGIT{10} "." DIGIT{2} | DIGIT{11} "." DIGIT |
         DIGIT{12} ".";

# GIAI and GINC: at most 30 characters, the prefix among them.
key30  = DIGIT{6}  "." GS3A3Char{1,24} | DIGIT{7}  "." GS3A3Char{1,23} |
         DIGIT{8}  "." GS3A3Char{1,22} | DIGIT{9}  "." GS3A3Char{1,21} |
         DIGIT{10} "." GS3A3Char{1,20} | DIGIT{11} "." GS3A3Char{1,19} |
         DIGIT{12} "." GS3A3Char{1,18};

# CPI: the same, in its own characters.
part30 = DIGIT{6}  "." CPRefChar{1,24} | DIGIT{7}  "." CPRefChar{1,23} |
         DIGIT{8}  "." CPRefChar{1,22} | DIGIT{9}  "." CPRefChar{1,21} |
         DIGIT{10} "." CPRefChar{1,20} | DIGIT{11} "." CPRefChar{1,19} |
         DIGIT{12} "." CPRefChar{1,18};
cpiserial = "0" | [1-9] DIGIT{0,11};

itip = gtin13 "." DIGIT{2} "." DIGIT{2};
}%%

%%{
machine epcSGTIN;
include epcCommon;

# SGTINURIBody ::= 2*(PaddedNumericComponent ".") GS3A3Component; LGTIN has the same.
main := gtin13 "." GS3A3Char{1,20};
}%%

%%{
machine epcSSCC;
include epcCommon;

# SSCCURIBody ::= PaddedNumericComponent "." PaddedNumericComponent; GSRN and GSRNP have the same.
main := key17;
}%%

%%{
machine epcSGLN;
include epcCommon;

# SGLNURIBody ::= PaddedNumericComponent "." PaddedNumericComponentOrEmpty "." GS3A3Component
main := key12 "." GS3A3Char{1,20};
}%%

%%{
machine epcGRAI;
include epcCommon;

# GRAIURIBody ::= PaddedNumericComponent "." PaddedNumericComponentOrEmpty "." GS3A3Component
main := key12 "." GS3A3Char{1,16};
}%%

%%{
machine epcGDTI;
include epcCommon;

# GDTIURIBody ::= PaddedNumericComponent "." PaddedNumericComponentOrEmpty "." GS3A3Component
main := key12 "." GS3A3Char{1,17};
}%%

%%{
machine epcGIAI;
include epcCommon;

# GIAIURIBody ::= PaddedNumericComponent "." GS3A3Component; GINC has the same.
main := key30;
}%%

%%{
machine epcGSIN;
include epcCommon;

# GSINURIBody ::= PaddedNumericComponent "." PaddedNumericComponent
main := key16;
}%%

%%{
machine epcSGCN;
include epcCommon;

# SGCNURIBody ::= PaddedNumericComponent "." PaddedNumericComponentOrEmpty "." PaddedNumericComponent
main := key12 "." DIGIT{1,12};
}%%

%%{
machine epcPGLN;
include epcCommon;

# PGLNURIBody ::= PaddedNumericComponent "." PaddedNumericComponentOrEmpty
main := key12;
}%%

%%{
machine epcITIP;
include epcCommon;

# ITIPURIBody ::= 4*(PaddedNumericComponent ".") GS3A3Component
main := itip "." GS3A3Char{1,20};
}%%

%%{
machine epcUPUI;
include epcCommon;

# UPUIURIBody ::= 2*(PaddedNumericComponent ".") GS3A3Component
main := gtin13 "." GS3A3Char{1,28};
}%%

%%{
machine epcCPI;
include epcCommon;

# CPIURIBody ::= PaddedNumericComponent "." CPRefComponent "." NumericComponent
main := part30 "." cpiserial;
}%%

%%{
machine epcGID;
include epcCommon;

# GIDURIBody ::= 2*(NumericComponent ".") NumericComponent
main := NumericComponent "." NumericComponent "." NumericComponent;
}%%

%%{
machine epcUSDOD;
include epcCommon;

# USDODURIBody ::= CAGECodeOrDODAAC "." NumericComponent
main := CAGECodeOrDODAAC "." NumericComponent;
}%%

%%{
machine epcADI;
include epcCommon;

# ADIURIBody ::= CAGECodeOrDODAAC "." ADIComponent "." ADIExtendedComponent
main := CAGECodeOrDODAAC "." ADIPart "." ADISerial;
}%%

%%{
machine epcBIC;
include epcCommon;

# The code of a container (ISO 6346): owner, category, number and check digit. One
# transcription of TDS leaves I and O out, as CAGECodeOrDODAACChar does. Owners in
# use have them (OOLU), so Lint advises against them.
main := [A-Z]{3} [JUZ] DIGIT{7};
}%%

%%{
machine epcIMOVN;
include epcCommon;

# The number of a vessel, with its check digit.
main := DIGIT{7};
}%%

# The patterns of pure identities ("idpat:"): what a "*" replaces, "*" replaces to the
# end.
%%{
machine epcPatSGTIN;
include epcCommon;
main := star "." star "." star | prefix "." star "." star | gtin13 "." (star | GS3A3Char{1,20});
}%%

%%{
machine epcPatUPUI;
include epcCommon;
main := star "." star "." star | prefix "." star "." star | gtin13 "." (star | GS3A3Char{1,28});
}%%

%%{
machine epcPatSSCC;
include epcCommon;
main := star "." star | prefix "." star | key17;
}%%

%%{
machine epcPatSGLN;
include epcCommon;
main := star "." star "." star | prefix "." star "." star | key12 "." (star | GS3A3Char{1,20});
}%%

%%{
machine epcPatGRAI;
include epcCommon;
main := star "." star "." star | prefix "." star "." star | key12 "." (star | GS3A3Char{1,16});
}%%

%%{
machine epcPatGDTI;
include epcCommon;
main := star "." star "." star | prefix "." star "." star | key12 "." (star | GS3A3Char{1,17});
}%%

%%{
machine epcPatGIAI;
include epcCommon;
main := star "." star | prefix "." star | key30;
}%%

%%{
machine epcPatGSIN;
include epcCommon;
main := star "." star | prefix "." star | key16;
}%%

%%{
machine epcPatSGCN;
include epcCommon;
main := star "." star "." star | prefix "." star "." star | key12 "." (star | DIGIT{1,12});
}%%

%%{
machine epcPatPGLN;
include epcCommon;
main := star "." star | prefix "." star | key12;
}%%

%%{
machine epcPatITIP;
include epcCommon;
main := star "." star "." star "." star "." star | prefix "." star "." star "." star "." star |
        gtin13 "." star "." star "." star | itip "." (star | GS3A3Char{1,20});
}%%

%%{
machine epcPatCPI;
include epcCommon;
main := star "." star "." star | prefix "." star "." star | part30 "." (star | cpiserial);
}%%

%%{
machine epcPatGID;
include epcCommon;
main := star "." star "." star | NumericComponent "." star "." star |
        NumericComponent "." NumericComponent "." (star | NumericComponent);
}%%

%%{
machine epcPatUSDOD;
include epcCommon;
main := star "." star | CAGECodeOrDODAAC "." (star | NumericComponent);
}%%

%%{
machine epcPatADI;
include epcCommon;
main := star "." star "." star | CAGECodeOrDODAAC "." star "." star |
        CAGECodeOrDODAAC "." ADIPart "." (star | ADISerial);
}%%

# What tags of 96 bits hold ("tag:sgtin-96:", after the filter value): a serial number
# is a number. Its greatest value is checked outside the grammar, as in TDS. The other
# tags hold what the pure identity has.
%%{
machine epcTagSGTIN;
include epcCommon;
main := gtin13 "." NumericComponent;
}%%

%%{
machine epcTagSGLN;
include epcCommon;

# SGLN-96, GRAI-96 and GDTI-96.
main := key12 "." NumericComponent;
}%%

%%{
machine epcTagGDTI113;
include epcCommon;
main := key12 "." DIGIT{1,17};
}%%

%%{
machine epcTagGIAI;
include epcCommon;
main := prefix "." NumericComponent;
}%%

%%{
machine epcTagCPI;
include epcCommon;
main := prefix "." NumericComponent "." NumericComponent;
}%%

%%{
machine epcTagITIP;
include epcCommon;
main := itip "." NumericComponent;
}%%

# Contents of a tag as they are ("raw:"), and the number of the tag itself ("stid:").
# TDS writes hexadecimal digits in upper case.
%%{
machine epcRaw;
include epcCommon;

# RawURIBody ::= NonZeroComponent "." NumericComponent | NonZeroComponent ".x" HexComponent
#                | NonZeroComponent ".x" HexComponent ".x" HexComponent
main := [1-9] DIGIT* "." (NumericComponent | "x" [0-9A-F]+ (".x" [0-9A-F]+)?);
}%%

# Every scheme of the pure identities and their patterns is in the list above. This
# machine accepts nothing that is not: it tells where an unknown name differs.
%%{
machine epcScheme;
include epcCommon;
main := "id:" ("sgtin:" | "sscc:" | "sgln:" | "grai:" | "giai:" | "gsrn:" | "gsrnp:" | "gdti:" |
               "cpi:" | "sgcn:" | "ginc:" | "gsin:" | "itip:" | "upui:" | "pgln:" | "gid:" |
               "usdod:" | "adi:" | "bic:" | "imovn:") |
        "idpat:" ("sgtin:" | "sscc:" | "sgln:" | "grai:" | "giai:" | "gsrn:" | "gsrnp:" |
                  "gdti:" | "cpi:" | "sgcn:" | "ginc:" | "gsin:" | "itip:" | "upui:" |
                  "pgln:" | "gid:" | "usdod:" | "adi:") |
        "class:lgtin:";
}%%

# urn:gsma (RFC 7254 3).
%%{
machine nssIMEI;
include common;

# tac = 8DIGIT, snr = 6DIGIT, spare = DIGIT
# imeival = tac "-" snr "-" spare
imeival = DIGIT{8} "-" DIGIT{6} "-" DIGIT;

# sw-version-param = "svn=" software-version
# software-version = 2DIGIT
sw_version_param = "svn="i DIGIT{2};

# imei-version-param = "vers=" imei-version-val
# imei-version-val   = DIGIT
imei_version_param = "vers="i DIGIT;

# imei-specifier = "imei:" ( imeival / ext-imei )
#                  [ ";" sw-version-param ] [ ";" imei-version-param ]
# ext-imei is a place held for the GSMA, which has not filled it; it would take
# any characters, so that nothing after "imei:" could be wrong.
main := "imei:"i imeival (";" sw_version_param)? (";" imei_version_param)?;
}%%

%%{
machine nssGSMA;
include common;

# gsma-urn-char = ALPHA / DIGIT / "-" / "." / "_" / pct-encoded / ":"
# "%" as printed; erratum 5303 (reported) reads pct-encoded.
gsma_urn_char = ALPHA | DIGIT | [\-._:] | pct_encoded;

# gsma-defined-nonempty = 1*gsma-urn-char
gsma_defined_nonempty = gsma_urn_char+;

# future-param = par-name [ EQUAL par-value ]
future_param = gsma_defined_nonempty ("=" gsma_defined_nonempty)?;

# future-gsma-specifier = future-specifier *( ";" future-param )
main := gsma_defined_nonempty (";" future_param)*;
}%%

# urn:3gpp2 (RFC 8464 3).
%%{
machine nssMEID;
include common;

# Manufacturer-Code = 8HEX, Serial-Number = 6HEX
# HEX = DIGIT / "A" / "B" / "C" / "D" / "E" / "F"      (any case, RFC 5234 2.3)
# meidval = Manufacturer-Code "-" Serial-Number
# meid-specifier = "meid:" meidval
main := "meid:"i HEXDIG{8} "-" HEXDIG{6};
}%%

%%{
machine nss3GPP2;
include common;

# pp2-char = ALPHA / DIGIT / "-" / "." / "_" / pct-encoded
pp2_char = ALPHA | DIGIT | [\-._] | pct_encoded;

# future-specifier = 1*pp2-char
future_specifier = pp2_char+;

# future-pp2-specifier = future-specifier *( ":" 1*( pchar / "/" ) )
# Printed *[ ":" 1*( pchar / "/" )], an option repeated, which derives the same.
# It derives "meid:" and any string too. nssMEID is asked first for those names,
# or nothing after "meid:" could be wrong.
main := future_specifier (":" (pchar | "/")+)*;
}%%

# urn:dev (RFC 9039 3.2).
%%{
machine nssDev;
include common;

# LALPHA = %x61-7A
# As printed it is %x41-5A, upper case, which would refuse the document's own
# subtypes ("example").
LALPHA = [a-z];

# hexdigit = DIGIT / "a" / "b" / "c" / "d" / "e" / "f"       (any case)
# hexstring = 1*(hexdigit hexdigit)
# RFC 9039 4.1 and 4.2: for both mac and ow it is exactly 16 characters.
hexstring = HEXDIG{16};

# posnumber = NZDIGIT *DIGIT
posnumber = [1-9] DIGIT*;

# devunreservednodash = ALPHA / DIGIT / "."
devunreservednodash = ALPHA | DIGIT | ".";

# devunreserved = devunreservednodash / "-"
devunreserved = devunreservednodash | "-";

# identifier = 1*devunreserved, identifiernodash = 1*devunreservednodash
identifier       = devunreserved+;
identifiernodash = devunreservednodash+;

# macbody = %s"mac:" hexstring
# owbody  = %s"ow:" hexstring
macbody = "mac:" hexstring;
owbody  = "ow:" hexstring;

# orgbody = %s"org:" posnumber "-" identifier *( ":" identifier )
# osbody  = %s"os:" posnumber "-" serial *( ":" identifier )
# opsbody = %s"ops:" posnumber "-" product "-" serial *( ":" identifier )
# product = identifiernodash, serial = identifier
orgbody = "org:" posnumber "-" identifier (":" identifier)*;
osbody  = "os:" posnumber "-" identifier (":" identifier)*;
opsbody = "ops:" posnumber "-" identifiernodash "-" identifier (":" identifier)*;

# subtype = LALPHA *(DIGIT / LALPHA)
# With LALPHA corrected it derives the five words above too, whose bodies would
# then take anything.
subtype = LALPHA (DIGIT | LALPHA)* - ("mac" | "ow" | "org" | "os" | "ops");

# otherbody = subtype ":" identifier *( ":" identifier )
otherbody = subtype ":" identifier (":" identifier)*;

# componentpart = *( "_" identifier )
componentpart = ("_" identifier)*;

# body = macbody / owbody / orgbody / osbody / opsbody / otherbody
body = macbody | owbody | orgbody | osbody | opsbody | otherbody;

# devurn = "urn:dev:" body componentpart
main := body componentpart;
}%%

# urn:service (RFC 5031 3).
%%{
machine nssService;
include common;

# let-dig = ALPHA / DIGIT, let-dig-hyp = let-dig / "-"
let_dig     = ALPHA | DIGIT;
let_dig_hyp = let_dig | "-";

# top-level = let-dig [ *25let-dig-hyp let-dig ]
top_level = let_dig (let_dig_hyp{0,25} let_dig)?;

# sub-service = let-dig [ *let-dig-hyp let-dig ]
sub_service = let_dig (let_dig_hyp* let_dig)?;

# service = top-level *("." sub-service)
main := top_level ("." sub_service)*;
}%%

# urn:urn-7 (RFC 6050 4.4).
%%{
machine nssURN7;
include common;

# let-dig = ALPHA / DIGIT / "-"
let_dig = ALPHA | DIGIT | "-";

# top-level = let-dig [ *26let-dig ]
top_level = let_dig let_dig{0,26};

# sub-service-id = let-dig [ *let-dig ]
sub_service_id = let_dig let_dig*;

# urn-service-id = top-level *("." sub-service-id)
main := top_level ("." sub_service_id)*;
}%%

# urn:alert (RFC 7462 7).
%%{
machine nssAlert;
include common;

# let-dig = ALPHA / DIGIT, let-dig-hyp = let-dig / "-"
let_dig     = ALPHA | DIGIT;
let_dig_hyp = let_dig | "-";

# alert-label = let-dig [ *let-dig-hyp let-dig ]
# The prose has every label be a Non-Reserved LDH label (RFC 5890 2.3.1): at most 63
# characters, and no "--" as the third and fourth.
pair34      = let_dig let_dig_hyp | "-" let_dig;
alert_label = let_dig (let_dig_hyp? let_dig)? | let_dig let_dig_hyp let_dig_hyp let_dig |
              let_dig let_dig_hyp pair34 let_dig_hyp{0,58} let_dig;

# private-name = alert-label "@" provider, provider = alert-label
# alert-name   = alert-label / private-name
alert_name = alert_label ("@" alert_label)?;

# alert-category   = alert-name
# alert-indication = alert-ind-part *(":" alert-ind-part), alert-ind-part = alert-name
# alert-identifier = alert-category ":" alert-indication
main := alert_name ":" alert_name (":" alert_name)*;
}%%

# urn:newsml (RFC 3085 2).
%%{
machine nssNewsML;
include common;

# The prose wants an Internet domain name for ProviderId, which the ABNF has as
# any string.
let_dig    = ALPHA | DIGIT;
label      = let_dig ((let_dig | "-")* let_dig)?;
ProviderId = label ("." label)*;

# century = ( "0" posdig ) / ( posdig DIGIT )
# year    = 1*2DIGIT; the prose has CCYYMMDD
# month   = ( 0 posdig ) / ( "1" ( "0" "1" "2" ) ), which lacks quotes and slashes
# day     = ( 0 posdig ) / ( ( "1" / "2" ) DIGIT ) / "30" / "31"
# date    = century year month day
posdig  = [1-9];
century = "0" posdig | posdig DIGIT;
year    = DIGIT{2};
month   = "0" posdig | "1" [0-2];
day     = "0" posdig | [12] DIGIT | "3" [01];
date    = century year month day;

# symbol = "(" / ")" / "+" / "," / "-" / "." / "=" / "@" / ";" / "$" / "_" / "!" / "*" / "'"
# char   = ALPHA / DIGIT / symbol / escape, string = 1*char
symbol = [()+,\-.=@;$_!*'];
string = (ALPHA | DIGIT | symbol | pct_encoded)+;

# posint = posdig *DIGIT
posint = posdig DIGIT*;

# Update = 0*1( "A" / "U" )
Update = [AUau]?;

# NSS = ProviderId ":" DateId ":" NewsItemId ":" RevisionId Update
main := ProviderId ":" date ":" string ":" posint Update;
}%%

# urn:fdc (RFC 4198 3).
%%{
machine nssFDC;
include common;

# label    = alphanum / alphanum *(alphanum / "-") alphanum
# toplabel = ALPHA / ALPHA *(alphanum / "-") alphanum
# ProviderId = 1*(label ".") toplabel
alphanum   = ALPHA | DIGIT;
label      = alphanum | alphanum (alphanum | "-")* alphanum;
toplabel   = ALPHA | ALPHA (alphanum | "-")* alphanum;
ProviderId = (label ".")+ toplabel;

# MM = ("0" %x31-39) / ("1" %x30-32)
# DD = ("0" %x31-39) / (%x31-32 DIGIT) / "30" / "31"
# DateId = (CCYY [MM [DD]]) / 1*3(DIGIT)
CCYY   = DIGIT{4};
MM     = "0" [1-9] | "1" [0-2];
DD     = "0" [1-9] | [12] DIGIT | "3" [01];
DateId = CCYY (MM DD?)? | DIGIT{1,3};

# ResourceId = 1*(alphanum / other / ("%" hex hex)); other of this document is that
# of RFC 2141, without "/", "?" and "#"
ResourceId = (alphanum | other | pct_encoded)+;

# NSS = ProviderId ":" DateId ":" ResourceId
main := ProviderId ":" DateId ":" ResourceId;
}%%

# Identifiers of film, television and advertising.

# urn:isan (RFC 4246 3).
%%{
machine nssISAN;
include common;

# Each check character (ISO 7064 MOD 37,36) is a digit or a letter.
check = DIGIT | ALPHA;

# root = 4HEXDIG "-" 4HEXDIG "-" 4HEXDIG, episode = "-" 4HEXDIG and a check
# character, version = "-" 4HEXDIG "-" 4HEXDIG and another
root    = HEXDIG{4} "-" HEXDIG{4} "-" HEXDIG{4};
episode = "-" HEXDIG{4} "-" check;
version = "-" HEXDIG{4} "-" HEXDIG{4} "-" check;

# ISAN-NSS = root episode [version]
main := root episode version?;
}%%

# urn:eidr (RFC 7972 2): EIDR-NSS = EIDR-PREFIX ":" EIDR-SUFFIX. 10.5240 is the one
# prefix in use.
%%{
machine nssEIDR;
include common;

# RP2079-SUFFIX = 5(4HEXDIG "-") CHECK
# CHECK         = DIGIT / ALPHA
main := "10.5240:" (HEXDIG{4} "-"){5} (DIGIT | ALPHA);
}%%

# A name with an unknown prefix is opaque.
%%{
machine nssEIDROther;
include common;

# EIDR-CHARS = ALPHA / DIGIT / "-" / "." / "_"
EIDR_CHARS = ALPHA | DIGIT | [\-._];

# EIDR-PREFIX = 1*EIDR-CHARS, EIDR-SUFFIX = 1*EIDR-CHARS
main := EIDR_CHARS+ ":" EIDR_CHARS+;
}%%

# urn:ddi (RFC 9517 3.1.2). The lengths are checked by code.
%%{
machine nssDDI;
include common;

# dns-label = (ALPHA / DIGIT) [ *(ALPHA / DIGIT / "-") (ALPHA / DIGIT) ]
dns_label = (ALPHA | DIGIT) ("-"* (ALPHA | DIGIT))*;

# agency-identifier = top-level-domain sub-separator ddi-authority-id
#                     *(sub-separator ddi-sub-authority-id)
agency_identifier = dns_label ("." dns_label)+;

# restricted-string = 1*(unreserved / sub-delims / "@")
restricted_string = (ALPHA | DIGIT | [\-._~!$&'()*+,;=@])+;

# resource-identifier = restricted-string *("/" restricted-string), and so the version
resource_identifier = restricted_string ("/" restricted_string)*;
version_identifier = resource_identifier;

# ddi-irdi = agency-identifier separator resource-identifier separator version-identifier
main := agency_identifier ":" resource_identifier ":" version_identifier;
}%%

# urn:adid (RFC 8107 2).
%%{
machine nssAdID;
include common;

alphanum = ALPHA | DIGIT;

# full-adid-prefix = (ALPHA / %x31-39) 3alphanum and full-adid-code = 7alphanum
# Printed 3*alphanum and 7*alphanum, which have no upper bound; the prose says
# four characters, the first not "0", and seven.
# full-adid-suffix = "H" / "D"
main := (ALPHA | [1-9]) alphanum{3} alphanum{7} [HhDd]?;
}%%

# urn:smpte (RFC 5119 2).
%%{
machine nssSMPTE;
include common;

# QUADBYTE = 8HEXDIG
QUADBYTE = HEXDIG{8};

# UL = QUADBYTE *(DOT QUADBYTE)
# ul-NSS = "ul:" UL
main := "ul:"i QUADBYTE ("." QUADBYTE)*;
}%%

# Flat codes.

# urn:clei (RFC 4152 2): ten characters.
%%{
machine nssCLEI;
include common;

# CLEI code = 10( ALPHA / DIGIT )
main := (ALPHA | DIGIT){10};
}%%

# urn:pin (RFC 3043 2): flat, letters and digits.
%%{
machine nssPIN;
include common;

main := (ALPHA | DIGIT)+;
}%%

# urn:ucode (RFC 6588 2 with errata 3188 and 3189).
%%{
machine nssUcode;
include common;

# HEXDIG = DIGIT / "A" / "B" / "C" / "D" / "E" / "F"
# In ABNF that is any case; the prose and the errata allow capitals only.
UCHEXDIG = DIGIT | [A-F];

# NSS = "_" 1*(32UCHEXDIG)
main := "_" (UCHEXDIG{32})+;
}%%

# urn:s1000d (RFC 4688 2).
%%{
machine nssS1000D;
include common;

# subcode = 1*(DIGIT / ALPHA / "-")
# issue   = "_I-" 3DIGIT
# lang    = "_L-" 2ALPHA
# subext  = [issue] [lang]
subcode = (DIGIT | ALPHA | "-")+;
subext  = ("_i-"i DIGIT{3})? ("_l-"i ALPHA{2})?;

# nss-code = subcode subext
nss_code = subcode subext;

# NSS = dmc-nss / pmc-nss / csn-nss / icn-nss / com-nss / ddn-nss / dml-nss
# The "/" between icn-nss and com-nss is missing in print.
# dmc-nss = "DMC-" nss-code, and so the others
main := ("dmc-"i | "pmc-"i | "csn-"i | "icn-"i | "com-"i | "ddn-"i | "dml-"i) nss_code;
}%%

# urn:uci (RFC 4179 2).
%%{
machine nssUCI;
include common;

alphaDigit = ALPHA | DIGIT;

# prefix = 1*(alphaDigit) *1(":" 1*(alphaDigit)) *1("+" 1*(alphaDigit))
prefix = alphaDigit+ (":" alphaDigit+)? ("+" alphaDigit+)?;

# other = "(" / ")" / "+" / "," / "-" / "." / "=" / "@" / ";" / "$" / "_" / "!" / "*" / "'"
# instance = 1*(trans / "%" HEXDIG HEXDIG), trans = alphaDigit / other
instance = (alphaDigit | [()+,\-.=@;$_!*'] | pct_encoded)+;

# head = "C" / "R" / "F"
# qualifier = head 1*(alphaDigit) *2("-" head 1*(alphaDigit))
head      = [CRFcrf];
qualifier = head alphaDigit+ ("-" head alphaDigit+){0,2};

# UCI = prefix "-" instance *1(":" qualifier)
main := prefix "-" instance (":" qualifier)?;
}%%

# urn:publicid (RFC 3151 2), a public identifier of SGML (ISO 8879) transcribed:
# white space to "+", "//" to ":", "::" to ";", and the eight characters that
# would then be ambiguous, or that a URN has another use for, to their escapes.
%%{
machine nssPublicID;
include common;

# %2B "+", %3A ":", %2F "/", %3B ";", %27 "'", %3F "?", %23 "#", %25 "%"
escaped = "%2"i [Bb] | "%3"i [Aa] | "%2"i [Ff] | "%3"i [Bb] | "%27" | "%3"i [Ff] | "%23" | "%25";

# The rest of the minimum data of ISO 8879 stands for itself.
literal = ALPHA | DIGIT | [()\-.,=!*@$_];

transcribed = (literal | "+" | ":" | ";" | escaped)+;

# White space is normalised first: no space at an edge, none beside another. Two
# slashes are ":" and two colons ";", so neither pair is ever escaped.
two_spaces  = any* "++" any*;
edge_space  = "+" any* | any* "+";
two_slashes = any* "%2"i [Ff] "%2"i [Ff] any*;
two_colons  = any* "%3"i [Aa] "%3"i [Aa] any*;

main := transcribed - (two_spaces | edge_space | two_slashes | two_colons);
}%%

# urn:iso (RFC 5141 2.4, with erratum 6328), as far as the document closes it.
# Revisions may define other originators, ISO keeps a registry of the values of all
# elements, and what isodefined adds is not specified: so a name has an originator,
# a type, a number, and elements.
%%{
machine nssISO;
include common;

# originator = "iso" / "iso-iec" / …, type = "guide" / "tr" / "ts" / …
word = ALPHA (ALPHA | DIGIT | "-")*;

# docnumber = 1*DIGIT
docnumber = DIGIT+;

# docidentifier = originator [":" type] ":" docnumber [":" partnumber] …
# std-nss = "std:" docidentifier *supplement *docelement [addition]
main := "std:"i word (":" word)? ":" docnumber (":" token)*;
}%%

# The names that RFC 5141 itself defines. Lint advises where another one leaves
# them.
%%{
machine nssISOListed;
include common;

DIGITS = DIGIT+;

# originator = "iso" / "iso-iec" / "iso-cie" / "iso-astm" / "iso-ieee" / "iec"
originator = "iso"i | "iso-iec"i | "iso-cie"i | "iso-astm"i | "iso-ieee"i | "iec"i;

# type = "data" / "guide" / "isp" / "iwa" / "pas" / "r" / "tr" / "ts" / "tta"
type = "data"i | "guide"i | "isp"i | "iwa"i | "pas"i | "r"i | "tr"i | "ts"i | "tta"i;

# partnumber = "-" 1*( DIGIT / ALPHA / "-" )
partnumber = "-" (DIGIT | ALPHA | "-")+;

# iteration = "v" DIGITS, stagecode = DIGIT DIGIT "."  DIGIT DIGIT
# stage  = "stage-" stagecode ["." iteration]
# status = ( "draft" / "cancelled" ) / stage
status = "draft"i | "cancelled"i | "stage-"i DIGIT{2} "." DIGIT{2} (".v"i DIGITS)?;

# edition = "ed-" DIGITS
edition = "ed-"i DIGITS;

# suppltype = "amd" / "cor" / "add", supplnumber = DIGITS, supplversion = "v" DIGITS
suppltype    = "amd"i | "cor"i | "add"i;
supplversion = "v"i DIGITS;

# includedsuppl = "-" suppltype supplnumber [ "." supplversion ]
# docversion = "v" (simpleversion / isoversion), isoversion = baseversion *includedsuppl
docversion = "v"i DIGITS ("-" suppltype DIGITS ("." supplversion)?)*;

# language = monolingual / bilingual / trilingual
language = "en"i | "fr"i | "ru"i | "es"i | "ar"i | "en,fr"i | "en,ru"i | "fr,ru"i | "en,fr,ru"i;

# docidentifier = originator [":" type] ":" docnumber [":" partnumber]
#                 [[":" status] ":" edition] [":" docversion] [":" language]
docidentifier = originator (":" type)? ":" DIGITS (":" partnumber)?
                ((":" status)? ":" edition)? (":" docversion)? (":" language)?;

# supplement = ":" suppltype ":" supplnumber [":" supplversion ] [":" language ]
supplement = ":" suppltype ":" DIGITS (":" supplversion)? (":" language)?;

# elementnumber = ( ALPHA / DIGITS ) *( "."  DIGITS )
# elementrange  = elementnumber "-" elementnumber
elementnumber = (ALPHA | DIGITS) ("." DIGITS)*;
element       = elementnumber ("-" elementnumber)?;

# docelement = ":" ( "clause" / "figure" / "table" / "term" ) ":"
#              elementnumber / elementrange *( "," elementnumber / elementrange )
# Printed without the brackets that erratum 6328 adds.
docelement = ":" ("clause"i | "figure"i | "table"i | "term"i) ":" element ("," element)*;

# techdefined = ":tech" *techelement, a techelement being ":" and a string
addition = ":tech"i (":" token)*;

# std-nss = "std:" docidentifier *supplement *docelement [addition]
main := "std:"i docidentifier supplement* docelement* addition?;
}%%

# Forms that several documents share.

# The NSS of RFC 8141 2: NSS = pchar *(pchar / "/"). For urn:example, whose RFC 6963
# 3.4 points to RFC 2141 but which RFC 8141 uses for its own examples, and urn:etsi
# (RFC 8515 2).
%%{
machine nssRFC8141;
include common;
main := pchar (pchar | "/")*;
}%%

# urn:eurosystem (RFC 7207 4): a flat string of pchar.
%%{
machine nssPchar;
include common;
main := pchar+;
}%%

# The NSS of RFC 2141 2.2. RFC 8141 2.2 says that the characters it adds do not
# change the encoding rules of namespaces defined under RFC 2141. For urn:3gpp
# (RFC 5279 2), dvb (RFC 5328 2), oipf (RFC 6893 2), hbbtv (RFC 7528 2), mef
# (RFC 7818 2), bbf, broadband-forum-org and dslforum-org (RFC 8057 2, 3, 4), and
# what of urn:smpte is not a UL (RFC 5119 2).
%%{
machine nssRFC2141;
include common;
main := URN_chars+;
}%%

# {resource}:{string}, the resource without a ":". For urn:ogc (RFC 5165 2), nfc
# (RFC 4729 2), oma (RFC 4358 2), cgi (RFC 5138 2), nena (RFC 6061 2), dgiwg
# (RFC 6288 2), cablelabs (RFC 6289 2), ieee (RFC 8069 2), mpeg (RFC 3614 2), tva
# (RFC 4195 2) and web3d (RFC 3541 2).
%%{
machine nssPair;
include common;
main := token ":" URN_chars+;
}%%

# Tokens with colons between them. For urn:liberty (RFC 3622 2), mace (RFC 3613 2),
# geant (RFC 4926 2) and schac (RFC 6338 3).
%%{
machine nssTokens;
include common;
main := token (":" token)*;
}%%

# {name}[:{string}], the name without a ":". For urn:xmpp (RFC 4854 2).
%%{
machine nssOptionalPair;
include common;
main := token (":" URN_chars+)?;
}%%

# urn:fipa (RFC 3616 2): strings of URI syntax with colons between them.
%%{
machine nssFIPA;
include common;
main := uri_token (":" uri_token)*;
}%%

# urn:nzl (RFC 4350 2): <nz-specifier>[:<nz-specifier defined string>]+, both of URI
# syntax without ":".
%%{
machine nssNZL;
include common;
main := uri_token (":" uri_token)+;
}%%

# urn:ivis (RFC 4617 2).
%%{
machine nssIVIS;
include common;

# <IVIS Org ID>    ::= 1*<number>
# <ResID - suffix> ::= 1*(<upper> | <lower> | <number> | <other>)
# <other> lacks the ":" and the "'" of RFC 2141, and there is no escape.
# <NSS> ::= <IVIS Org ID>:<ResID - suffix>
main := DIGIT+ ":" (ALPHA | DIGIT | [()+,\-.=@;$_!*])+;
}%%

# urn:iptc (RFC 3937 2.3).
%%{
machine nssIPTC;
include common;

# urn:iptc:std:{std-name}:{std-version}:{res-group}{:res-name}?{:res-version}?
std = token ":" token ":" ("spec" | "doc" | "xmlns") (":" token){0,2};

# urn:iptc:workdoc:{group-id}:{doc-id}:{doc-version}{:doc-descr}?
workdoc = token ":" token ":" token (":" token)?;

main := ("std:" | "std-draft:") std | "workdoc:" workdoc;
}%%

# urn:oasis (RFC 3121 2).
%%{
machine nssOASIS;
include common;

# urn:oasis:names:tc:{tc-id}:{type}{:subtype}?:{document-id}, and the same for
# specification. The {document-id} of an example in section 3 holds a colon.
work = token ":" token ":" URN_chars+;

# urn:oasis:names:technical:{document-type}:{document-id}:{amendment-id}, the
# document a two-digit year and a sequential number, the amendment a year. Section 2
# lists the four types, an example in section 3 has "memo".
technical = ("note" | "resolution" | "memorandum" | "researchpaper" | "memo") ":" DIGIT{3} DIGIT* ":" DIGIT{4};

# urn:oasis:member:{member-id}:{opaque}
main := "names:" (("specification:" | "tc:") work | "technical:" technical) | "member:" token ":" URN_chars+;
}%%

# urn:xmlorg (RFC 3120 2): objects:{type}{:subtype}?:{object-id}.
%%{
machine nssXMLOrg;
include common;
main := "objects:" token ":" URN_chars+;
}%%

# Names under an identifier that has the form of a NID: urn:ebu (RFC 5174 2, its
# category), ogf (RFC 6453 2.4) and ccsds (RFC 7738 3.4).
%%{
machine subNamespace;
include common;

# RFC 2141 2.1
#   <NID>         ::= <let-num> [ 1,31<let-num-hyp> ]
# RFC 6453 2.4
#   SNID = ( ALPHA / DIGIT ) *31( ALPHA / DIGIT / "-" )
SNID = (ALPHA | DIGIT) (ALPHA | DIGIT | "-"){0,31};
}%%

# urn:ebu:{category}:{string}, and SNID ":" 1*<URN chars> of ccsds.
%%{
machine nssSNID;
include subNamespace;
main := SNID ":" URN_chars+;
}%%

# urn:ogf. RFC 6453 2.11 recommends that software which does not know the SNID
# allows what a URI may hold, which "~" and "&" are part of.
%%{
machine nssOGF;
include subNamespace;
main := SNID ":" (URN_chars | [~&])+;
}%%

# The pieces of urn:nato and urn:globus hold none of <reserved> of RFC 2141.
%%{
machine unreservedPiece;
include common;

# <non-colon chars> ::= <non-colon trans> | "%" <hex> <hex>
# <non-colon trans> ::= <upper> | <lower> | <number> | <non-colon other>
non_colon_chars = ALPHA | DIGIT | (other - ":") | pct_encoded;
}%%

# urn:nato (RFC 7467 2.4).
%%{
machine nssNATO;
include unreservedPiece;

# <NSS> ::= <Type> | <Type> ":" <Source> | <Type> ":" <Source> 1*( ":" <segment> )
main := non_colon_chars+ (":" non_colon_chars+)*;
}%%

# urn:globus (RFC 7853 2).
%%{
machine nssGlobus;
include unreservedPiece;

# <NSS> ::= <SNID> | <SNID> ":" <subnamespace-specific-string>
# <subnamespace-specific-string> ::= 1*<URN chars>
main := non_colon_chars+ (":" URN_chars+)?;
}%%

# Namespaces that no RFC registers: IANA has a template, or the owner has published
# what the names look like.

# urn:mrn (IANA template of 2024-08-26, Syntax).
%%{
machine nssMRN;
include common;

# "as defined in RFC 3986", which has no such rule: a letter or a digit.
alphanum = ALPHA | DIGIT;

# OID   = (alphanum) 0*20(alphanum / "-") (alphanum)
# OSNID = (alphanum) 0*32(alphanum / "-") (alphanum)
OID   = alphanum (alphanum | "-"){0,20} alphanum;
OSNID = alphanum (alphanum | "-"){0,32} alphanum;

# OSNS = pchar *(pchar / "/")
OSNS = pchar (pchar | "/")*;

# OSS = OSNID ":" OSNS
# MRN = "urn" ":" "mrn" ":" OID ":" OSS
main := OID ":" OSNID ":" OSNS;
}%%

# urn:c2pa (IANA template of 2025-02-03, Syntax). The prose narrows the ABNF: the UUID
# is of version 4, and a claim generator holds no ":" and no "_".
%%{
machine nssC2PA;
include common;

hexOctet = HEXDIG HEXDIG;

# UUID = 4hexOctet "-" 2hexOctet "-" 2hexOctet "-" 2hexOctet "-" 6hexOctet
UUIDv4 = hexOctet{4} "-" hexOctet{2} "-" "4" HEXDIG hexOctet "-" [89ABab] HEXDIG hexOctet "-" hexOctet{6};

# visible-char-except-space = %x21-7E / %x80-FF
visible_char = 0x21..0x7e - [:_];

# claim-generator = ":" claim-generator-identifier
# claim-generator-identifier = 0*32visible-char-except-space
claim_generator = ":" visible_char{0,32};

# version-reason = ":" version "_" reason, version = 1*DIGIT, reason = 1*DIGIT
# "a positive integer"; the prose and the examples have a "v" before the version.
positive       = DIGIT* [1-9] DIGIT*;
version_reason = ":" "v"? positive "_" positive;

# c2pa_urn = c2pa-namespace UUID [claim-generator [version-reason]]
# An example has no claim generator before the version.
main := UUIDv4 claim_generator? version_reason?;
}%%

# urn:cdx (IANA template of 2022-03-19, Syntax).
%%{
machine nssCDX;
include common;

hexOctet = HEXDIG HEXDIG;
UUID     = hexOctet{4} "-" hexOctet{2} "-" hexOctet{2} "-" hexOctet{2} "-" hexOctet{6};

# NSS = bom-serial-number "/" bom-version
# bom-serial-number-uuid = UUID
# bom-version = nonzero-digit *digit
main := UUID "/" [1-9] DIGIT*;
}%%

# urn:doi (IANA template of 2023-03-14, Syntax).
%%{
machine nssDOI;
include common;

# DOI-PREFIX = 1*DOI-CHARS, DOI-SUFFIX = 1*DOI-CHARS, DOI-CHARS = %x20-7E
# A DOI name with another character than those of RFC 8141 2 has its escape in a URN.
# The first slash ends the prefix ("Character set").
# DOI-NSS = DOI-PREFIX "/" DOI-SUFFIX
main := pchar+ "/" (pchar | "/")+;
}%%

# urn:gs1 (IANA template of 2026-07-27, Syntax).
%%{
machine nssGS1;
include common;

UPPER = [A-Z];
LOWER = [a-z];

# ai            = 2*4DIGIT
# ai-value      = 1*( unreserved / pct-encoded / sub-delims / "@" / "/" )
# ai-branch     = ai ":" ai-value *( ":" ai ":" ai-value )
ai_pair   = DIGIT{2,4} ":" (unreserved | pct_encoded | sub_delims | [@/])+;
ai_branch = ai_pair (":" ai_pair)*;

# class-name    = UPPER *( ALPHA / DIGIT )
# lower-name    = LOWER *( ALPHA / DIGIT )
class_name = UPPER (ALPHA | DIGIT)*;
lower_name = LOWER (ALPHA | DIGIT)*;

# bie-ref       = class-name / class-name "." class-name / class-name "." lower-name
#               / class-name "." lower-name "." class-name
bie_ref = class_name ("." class_name | "." lower_name ("." class_name)?)?;

# bie-branch    = "bie" ":" bie-ref
# bdt-branch    = "bdt" ":" datatype-name
# cl-branch     = "cl" ":" codelist-name [ ":" code-value ]
# code-value    = UPPER *( UPPER / DIGIT / "_" )
# gdd-branch    = "gdd" ":" ( bie-branch / bdt-branch / cl-branch )
gdd_branch = "gdd:"i ("bie:"i bie_ref | "bdt:"i class_name |
                      "cl:"i class_name (":" UPPER (UPPER | DIGIT | "_")*)?);

# std-id        = LOWER *( LOWER / DIGIT / "-" )
# version       = 1*DIGIT "." 1*DIGIT *( "." 1*DIGIT )
# clause        = 1*DIGIT *( "." 1*DIGIT )
# std-branch    = "std" ":" std-id [ ":" version [ ":" clause ] ]
std_id     = LOWER (LOWER | DIGIT | "-")*;
std_branch = "std:"i std_id (":" DIGIT+ ("." DIGIT+)+ (":" DIGIT+ ("." DIGIT+)*)?)?;

# gs1-nss       = ai-branch / gdd-branch / std-branch
main := ai_branch | gdd_branch | std_branch;
}%%

# urn:isni (IANA template of 2025-10-15, Syntax). An "x" is strictly non-conformant.
%%{
machine nssISNI;
include common;

# ISNI-NSS = 15DIGIT ISNI-CHECK-DIGIT, ISNI-CHECK-DIGIT = DIGIT / %x58
main := DIGIT{15} (DIGIT | "X");
}%%

# Prose of templates, in the characters of RFC 8141 2. A piece is what stands before a
# colon.
%%{
machine pieces8141;
include common;

piece_char = unreserved | pct_encoded | sub_delims | "@";
piece      = piece_char (piece_char | "/")*;
}%%

# urn:pno and urn:uic (templates, Syntax): {resource}:{ResourceSpecificString}.
%%{
machine nssPair8141;
include pieces8141;
main := piece ":" (pchar | "/")+;
}%%

# urn:itu (template of 2018-07-31, Syntax):
# {ITU-Sector}:{SectorResource}:{SectorResourceSpecificString}.
%%{
machine nssITU;
include pieces8141;
main := piece ":" (piece_char | "/")+ ":" (pchar | "/")+;
}%%

# urn:wmo (template of 2025-06-04, Syntax): {resource-type}:{centre-id}:{local-id},
# "without spaces, semicolons, or accented characters".
%%{
machine nssWMO;
include pieces8141;

wmo_char = unreserved | pct_encoded | (sub_delims - ";") | "@";
main := wmo_char (wmo_char | "/")* ":" (wmo_char | "/")+ ":" (wmo_char | [:/])+;
}%%

# urn:gdr (template of 2026-03-10, Syntax): params:xml:ns:<extension>.
%%{
machine nssGDR;
include common;

# extension = 1*( ALPHA / DIGIT / "-" / "." / "_" / "~")
main := "params:xml:ns:" unreserved+;
}%%

# urn:gdst (template of 2020-04-2, Syntax): the formats of the linkable data types.
%%{
machine nssGDST;
include common;

id = (ALPHA | DIGIT | [\-_])+;
ids2 = id "." id;
ids3 = id "." id "." id;

main := (ALPHA | DIGIT | [.\-_])+ ":" (
        "product:class:" ids2 | "location:loc:" ids2 | "location:extension:loc:" ids3 | "party:" ids2 |
        "bt:" ids2 | "doc:" ids2 | "cert:" ids2 | "product:lot:class:" ids3 | "product:serial:obj:" ids3 |
        "lpn:obj:" ids2 | "po:" ids2);
}%%

# urn:gvat (template of 2023-05-01, Syntax).
%%{
machine nssGVAT;
include common;

# NSS                    = delegation-area-number "/" object
# delegation-area-number = 1%x31-39 3%x30-39 1%x31-39
# object                 = 1*(%x41-5A / %x61-7A / %x30-39 / %x2D)
main := [1-9] DIGIT{3} [1-9] "/" (ALPHA | DIGIT | "-")+;
}%%

# urn:meta (template of 2022-11-14, Syntax).
%%{
machine nssMeta;
include common;

# format-code = 1*(ALPHA / DIGIT), sub-namespace = 1*(ALPHA / DIGIT)
# prefix      = format-code *( ":" sub-namespace )
word   = (ALPHA | DIGIT)+;
prefix = word (":" word)*;

# meta-nss    = prefix "-" meta-string, meta-string = path-rootless
main := prefix "-" pchar+ ("/" pchar*)*;
}%%

# urn:nfi (template of 2025-08-10, Syntax).
%%{
machine nssNFI;
include common;

# name     = ALPHA *( unreserved / pct-encoded )
# category = name, subcat = 1*( ":" name )
name = ALPHA (unreserved | pct_encoded)*;

# version  = 1*DIGIT "." 1*DIGIT
# nfi-uri  = "urn:nfi:" category ":" subcat : version
# subcat begins with the colon before it, as the examples have it.
main := name (":" name)+ ":" DIGIT+ "." DIGIT+;
}%%

# urn:pwid (template of 2022-11-15, Syntax).
%%{
machine nssPWID;
include common;

# archive-domain is <subdomain> of RFC 1034 3.5:
#   <subdomain> ::= <label> | <subdomain> "." <label>
#   <label>     ::= <letter> [ [ <ldh-str> ] <let-dig> ]
label          = ALPHA ((ALPHA | DIGIT | "-")* (ALPHA | DIGIT))?;
archive_domain = label ("." label)*;

# utc-date = utc-year "-" utc-month "-" utc-day
# utc-time = utc-hour [":" utc-minute [":" utc-sec [secfrac]]], secfrac = "." 1*9DIGIT
# The comments give the ranges. A day that its month does not have is found outside.
utc_date = DIGIT{4} "-" ("0" [1-9] | "1" [0-2]) "-" ("0" [1-9] | [12] DIGIT | "3" [01]);
utc_sec  = [0-5] DIGIT | "60";
utc_time = ([01] DIGIT | "2" [0-3]) (":" [0-5] DIGIT (":" utc_sec ("." DIGIT{1,9})?)?)?;

# archival-time = utc-date ["T" utc-time] "Z"
archival_time = utc_date ("T"i utc_time)? "Z"i;

# archived-uri is URI of RFC 3986, where "[", "]", "?", "#" and "%" are escaped.
#   URI       = scheme ":" hier-part [ "?" query ] [ "#" fragment ]
#   hier-part = "//" authority path-abempty / path-absolute / path-rootless / path-empty
#   authority = [ userinfo "@" ] host [ ":" port ]
# What stands in the brackets of an IP-literal is not looked at.
escape    = "%25" HEXDIG HEXDIG;
user_char = unreserved | sub_delims | escape | ":";
uri_char  = user_char | "@";
host      = "%5"i [Bb] (unreserved | sub_delims | ":")+ "%5"i [Dd] | (unreserved | sub_delims | escape)*;
authority = (user_char* "@")? host (":" DIGIT*)?;
hier_part = "//" authority ("/" uri_char*)* | "/"? uri_char+ ("/" uri_char*)* | "/"?;
query     = (uri_char | "/" | "%3"i [Ff])*;
archived_uri = ALPHA (ALPHA | DIGIT | [+\-.])* ":" hier_part ("%3"i [Ff] query)? ("%23" query)?;

# precision-spec = "part" / "page"
# pwid-NSS = archive-domain ":" archival-time ":" precision-spec ":" archived-uri
main := archive_domain ":" archival_time ":" ("part"i | "page"i) ":" archived_uri;
}%%

# urn:reso (template of 2020-12-22, 3.4). Its NSS is that of RFC 2141, nssRFC2141. Names
# "SHOULD have one of the following structures": Lint advises against others.
%%{
machine nssRESOListed;
include common;

element = token ":resource:" token (":field:" token (":" URN_chars+)?)?;

main := "metadata:" (element | "rid:" token | "lfid:" token | "lid:" token | token ":rid:" token ":" URN_chars+) |
        ("upi:" | "uli:" | "uoi:") token;
}%%

# urn:said (template of 2026-03-16, Syntax).
%%{
machine nssSAID;
include common;

base64urlsafe = ALPHA | DIGIT | [\-_];

# said-256 = one-char-code 43base64urlsafe, said-512 = two-char-code 86base64urlsafe
# Printed as comments, as the codes "currently defined"; their case counts.
main := [E-I] base64urlsafe{43} | "0" [D-G] base64urlsafe{86};
}%%

# urn:stalwart (template of 2025-04-14, Syntax): {resource-type}:{specific-identifier}.
%%{
machine nssStalwart;
include common;

word = ([a-z] | DIGIT | "-")+;
hex  = DIGIT | [a-f];

main := "jmap:" word | "davlock:" hex{32} | "davsync:" hex{16} |
        (word - ("jmap" | "davlock" | "davsync")) ":" (pchar | "/")+;
}%%

# urn:thread (template of 2024-12-09, Syntax).
%%{
machine nssThread;
include common;

# sub-namespace = sn-label *( ":" sn-label ), sn-label = 1*unreserved
# sn-content    = *( pchar / "/" )
sub_namespace = unreserved+ (":" unreserved+)*;

# urn-thread = "urn:thread:" sub-namespace *( ":" sn-content )
main := sub_namespace (":" (pchar | "/")*)*;
}%%

# urn:trivore (template of 2026-05-01, Syntax).
%%{
machine nssTrivore;
include common;

segment = (ALPHA | DIGIT | [\-_.])+;

# <NSS> = <segment> 1*(":" <segment>)
main := segment (":" segment)+;
}%%

# urn:urn-1 (template of 2001): digits, lowercase letters and hyphens.
%%{
machine nssURN1;
include common;
main := (DIGIT | [a-z\-])+;
}%%

# urn:urn-2 (template of 2001-02-05): <naming authority>:<name space string>.
%%{
machine nssURN2;
include common;
main := (DIGIT | "-")+ ":" (DIGIT | ALPHA | [\-:])+;
}%%

# urn:urn-3 (template of 2009-01-27).
%%{
machine nssURN3;
include common;

# authoritychar = upper / lower / number / "(" / ")" / "+" / "," / "-" / "=" / "@" /
#                 ";" / "$" / "_" / "!" / "*" / "'" / ("%" hex hex)
# resourcechar  = authoritychar / "." / ":"
authoritychar = ALPHA | DIGIT | [()+,\-=@;$_!*'] | pct_encoded;
authority     = authoritychar+;

# authoritypath = authority / (authoritypath "." authority)
# nss           = authoritypath ":" resourcename, resourcename = 1*resourcechar
main := authority ("." authority)* ":" (authoritychar | [.:])+;
}%%

# urn:urn-4 (template of 2002-02-11).
%%{
machine nssURN4;
include common;

# <identifier-piece> := <let-num> ?(*<let-num-spec> <let-num>)
# <let-num-spec>     := <let-num> | "-" | "_"
let_num = ALPHA | DIGIT;
piece   = let_num ((let_num | [\-_])* let_num)?;

# <namespace-specific-identifier> := <identifier-piece> *("." <identifier-piece>)
main := piece ("." piece)*;
}%%

# urn:urn-5 (template of 2003-05-06).
%%{
machine nssURN5;
include common;

# random-number = 26*base64, base64 = ALPHA / DIGIT / "+" / "-"
# urn-string    = ALPHA / DIGIT / other, where an example has two digits
random_number = (ALPHA | DIGIT | [+\-]){26} (ALPHA | DIGIT | [+\-])*;

# nss = random-number / (random-number ":" urn-string)
main := random_number (":" (ALPHA | DIGIT | other)+)?;
}%%

# urn:urn-6 (template of 2006-03-18): <language code>:place:<place name>, and the same
# for user and subject. A name holds printable characters except #<>[]|{}, and "_" for a
# space.
%%{
machine nssURN6;
include common;

language = ALPHA{2,3} | "x-" ALPHA{2,3};
excluded = "%" [01] HEXDIG | "%20" | "%23" | "%3"i [CcEe] | "%5"i [BbDd] | "%7"i [BbCcDdFf];
char     = unreserved | sub_delims | [:@/] | (pct_encoded - excluded);

main := language ":" ("place" | "user" | "subject") ":" char+;
}%%

# urn:urn-8 (template of 2025-07-01): the eISSN of a journal and an article.
%%{
machine nssURN8;
include common;
main := "2174-6753-" (pchar | "/")+;
}%%

# urn:eic: an Energy Identification Code (ENTSO-E, EIC Reference Manual), 16 capitals,
# digits or hyphens, of which the last is the check character.
%%{
machine nssEIC;
include common;
main := [A-Z0-9\-]{16};
}%%

# urn:lei: a Legal Entity Identifier (ISO 17442-1), 18 letters or digits and two check
# digits.
%%{
machine nssLEI;
include common;
main := (ALPHA | DIGIT){18} DIGIT{2};
}%%

# urn:pulumi, not registered (Pulumi SDK, package urn):
# {stack}::{project}::{qualified type}::{name}. The SDK asks for no more than three
# "::".
%%{
machine nssPulumi;
include common;
part = (pchar | "/")*;
main := part "::" part "::" part "::" part;
}%%

# urn:li, not registered (LinkedIn API concepts, "URNs"; DataHub, "What is URN?"):
# {entity type}:{id}. An id is a string without "(", ")" or ",", or a tuple of such
# strings in parentheses, with commas between them, where each may be a URN whose id is a tuple
# again. Four of them within one another are recognised.
%%{
machine nssLI;
include common;

plain = unreserved | pct_encoded | [!$&'*+;=:@/];
type  = ALPHA (ALPHA | DIGIT | "_")*;

prefix = "urn:li:" type ":";
field0 = plain*;
tuple1 = "(" field0 ("," field0)* ")";
field1 = field0 | prefix tuple1;
tuple2 = "(" field1 ("," field1)* ")";
field2 = field0 | prefix (tuple1 | tuple2);
tuple3 = "(" field2 ("," field2)* ")";
field3 = field0 | prefix (tuple1 | tuple2 | tuple3);
tuple4 = "(" field3 ("," field3)* ")";

main := type ":" (plain+ | tuple1 | tuple2 | tuple3 | tuple4);
}%%

# urn:btih, not registered (BEP 9): the 20 octets of an info-hash, in hexadecimal digits or in
# base32 (RFC 3548, section 5).
%%{
machine nssBTIH;
include common;
main := xdigit{40} | [A-Za-z2-7]{32};
}%%

# urn:samm, not registered (Semantic Aspect Meta Model, "Namespaces and Versions"):
# <namespace>:<version>, or org.eclipse.esmf.samm:<element-type>:<version>. The namespace
# is a reverse domain name in lower case, the version X.Y.Z.
%%{
machine nssSAMM;
include common;

label   = ([a-z] | DIGIT | [\-_])+;
version = DIGIT+ "." DIGIT+ "." DIGIT+;

main := (label ("." label)* |
         "org.eclipse.esmf.samm:" ("meta-model" | "characteristic" | "entity" | "unit")) ":" version;
}%%
