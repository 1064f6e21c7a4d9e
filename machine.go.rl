// The URN syntaxes as Ragel machines: those of three documents, and one of this
// project's own. tools/ragelc turns them into the
// tables of machine.go; "make generate" writes it, "make verify" compares it.
//
// Every rule has the name its document gives it ("-" becomes "_"), with the
// document's own line above it. Where the document's prose narrows a rule, the
// clause is named, and the rule removes what the clause excludes. Unusual
// operators:
//
//   A - B      the strings of A that are not in B
//   'urn'i     either case of each letter
//   A{0,30}    none to 30 times
//   A @act     on the byte that completes A, mark where the next component starts
//   A $~act    every state of A is part of the component (a to-state action)
//   A @~act    the same for every state except the final ones; A <>~act, for
//              every state except the start and the final ones; A %~act, only
//              for the final states
//
// An action is only the name of a constant of machine.go. mark… records a
// boundary, the position after the byte. tag… names the part that a state
// belongs to, for the report of a fault. Where a state has two tags, as inside
// an escape of an NSS, the one embedded first, the innermost, holds.

%%{
machine common;

alphtype unsigned char;

action mark_nss { markNSS }
action mark_r   { markR }
action mark_q   { markQ }
action mark_f   { markF }

action in_scheme { tagScheme }
action in_nid    { tagNID }
action in_nss    { tagNSS }
action in_escape { tagEscape }
action in_r      { tagR }
action in_q      { tagQ }
action in_f      { tagF }

# ALPHA = %x41-5A / %x61-7A                                       RFC 5234 B.1
ALPHA = 0x41..0x5A | 0x61..0x7A;

# DIGIT = %x30-39                                                 RFC 5234 B.1
DIGIT = 0x30..0x39;

# HEXDIG = DIGIT / "A" / "B" / "C" / "D" / "E" / "F"              RFC 5234 B.1
# (quoted letters match either case, RFC 5234 2.3)
HEXDIG = DIGIT | "A".."F" | "a".."f";

# scheme = "urn", and the ":" after it         RFC 8141 2, RFC 2141 2, draft 2
scheme = ("urn"i ":") @~in_scheme;

# unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~"                RFC 3986 A
unreserved = ALPHA | DIGIT | "-" | "." | "_" | "~";

# sub-delims = "!" / "$" / "&" / "'" / "(" / ")"
#            / "*" / "+" / "," / ";" / "="                          RFC 3986 A
sub_delims = "!" | "$" | "&" | "'" | "(" | ")"
           | "*" | "+" | "," | ";" | "=";

# pct-encoded = "%" HEXDIG HEXDIG                                   RFC 3986 A
pct_encoded = ("%" HEXDIG HEXDIG) <>~in_escape;
}%%

%%{
machine rfc8141;

include common;

# pchar = unreserved / pct-encoded / sub-delims / ":" / "@"         RFC 3986 A
pchar = unreserved | pct_encoded | sub_delims | ":" | "@";

# fragment = *( pchar / "/" / "?" )                                 RFC 3986 A
fragment = (pchar | "/" | "?")*;

# alphanum                          RFC 8141 2, after RFC 3986 D.2: ALPHA / DIGIT
alphanum = ALPHA | DIGIT;

# ldh = alphanum / "-"                                              RFC 8141 2
ldh = alphanum | "-";

# NID = (alphanum) 0*30(ldh) (alphanum)                             RFC 8141 2
NID = (alphanum ldh{0,30} alphanum) $~in_nid;

# NSS = pchar *(pchar / "/")                                        RFC 8141 2
NSS = (pchar (pchar | "/")*) $~in_nss;

# r-component = pchar *( pchar / "/" / "?" )                        RFC 8141 2
# less what 2.3.1 takes away: it ends with a "?=" sequence, so it holds none.
r_component = (pchar (pchar | "/" | "?")* - any* "?=" any*) $~in_r;

# q-component = pchar *( pchar / "/" / "?" )                        RFC 8141 2
q_component = (pchar (pchar | "/" | "?")*) $~in_q;

# f-component = fragment                                            RFC 8141 2
f_component = fragment $~in_f;

# rq-components = [ "?+" r-component ] [ "?=" q-component ]         RFC 8141 2
# A "?" after the NSS is part of neither until the byte after it is seen.
rq_components = ((("?" %~in_nss) "+" @mark_r) r_component)?
                ("?=" @mark_q q_component)?;

# assigned-name = "urn" ":" NID ":" NSS                             RFC 8141 2
assigned_name = scheme NID (":" @mark_nss) NSS;

# namestring = assigned-name [ rq-components ] [ "#" f-component ]  RFC 8141 2
namestring = assigned_name rq_components ("#" @mark_f f_component)?;

main := namestring;
}%%

%%{
machine rfc2141;

include common;

# <upper> ::= "A" | ... | "Z"                                     RFC 2141 2.1
# <lower> ::= "a" | ... | "z"                                     RFC 2141 2.1
# Ragel has both built in, by these names and with these members.

# <number> ::= "0" | ... | "9"                                    RFC 2141 2.1
number = "0".."9";

# <let-num> ::= <upper> | <lower> | <number>                      RFC 2141 2.1
let_num = upper | lower | number;

# <let-num-hyp> ::= <upper> | <lower> | <number> | "-"            RFC 2141 2.1
let_num_hyp = upper | lower | number | "-";

# <NID> ::= <let-num> [ 1,31<let-num-hyp> ]                       RFC 2141 2.1
# less the NID "urn", which 2.1 reserves: it MUST NOT be used.
NID = (let_num let_num_hyp{0,31} - "urn"i) $~in_nid;

# <hex> ::= <number> | "A" | ... | "F" | "a" | ... | "f"          RFC 2141 2.2
hex = number | "A".."F" | "a".."f";

# <other> ::= "(" | ")" | "+" | "," | "-" | "." | ":" | "=" | "@" | ";"
#           | "$" | "_" | "!" | "*" | "'"                         RFC 2141 2.2
other = "(" | ")" | "+" | "," | "-" | "." | ":" | "=" | "@" | ";"
      | "$" | "_" | "!" | "*" | "'";

# <reserved> ::= '%" | "/" | "?" | "#"                            RFC 2141 2.3
# less the "%", which 2.3.1 lets stand only before two <hex>. "/", "?" and "#"
# stay: 2.3.2 says no more than that they SHOULD NOT be used.
reserved = "/" | "?" | "#";

# <trans> ::= <upper> | <lower> | <number> | <other> | <reserved> RFC 2141 2.2
trans = upper | lower | number | other | reserved;

# <URN chars> ::= <trans> | "%" <hex> <hex>                       RFC 2141 2.2
URN_chars = trans | ("%" hex hex) <>~in_escape;

# <NSS> ::= 1*<URN chars>                                         RFC 2141 2.2
NSS = URN_chars+ $~in_nss;

# <URN> ::= "urn:" <NID> ":" <NSS>                                  RFC 2141 2
URN = scheme NID (":" @mark_nss) NSS;

main := URN;
}%%

%%{
machine draft2141bis;

include common;

# pct-encoded = "%" HEXDIG HEXDIG                                   RFC 3986 A
# less the escape of NUL, which the draft's 2.5.3 says MUST NOT be used.
pct_encoded_not_nul = ("%" HEXDIG HEXDIG - "%00") <>~in_escape;

# pchar = unreserved / pct-encoded / sub-delims / ":" / "@"            draft 2
pchar = unreserved | pct_encoded_not_nul | sub_delims | ":" | "@";

# fragment = *( pchar / "/" / "?" )                                    draft 2
fragment = (pchar | "/" | "?")* $~in_f;

# NID = (ALPHA / DIGIT) 0*30(ALPHA / DIGIT / "-") (ALPHA / DIGIT)    draft 2.1
# less the NID "urn", which 2.1 reserves: it MUST NOT be used.
NID = ((ALPHA | DIGIT) (ALPHA | DIGIT | "-"){0,30} (ALPHA | DIGIT)
       - "urn"i) $~in_nid;

# NSS = 1*pchar                                                      draft 2.2
NSS = pchar+ $~in_nss;

# v-subdels = "!" / "$" / "'" / "(" / ")" / "*" / "+" / "," / ";" / "="
#           / ":" / "@" / "/" / "?"                                  draft 2.3
v_subdels = "!" | "$" | "'" | "(" | ")" | "*" | "+" | "," | ";" | "="
          | ":" | "@" | "/" | "?";

# v-pchar = unreserved / pct-encoded / v-subdels                     draft 2.3
v_pchar = unreserved | pct_encoded_not_nul | v_subdels;

# value = *v-pchar                                                   draft 2.3
value = v_pchar*;

# keywd = ALPHA *( ["-"] (ALPHA / DIGIT))                            draft 2.3
keywd = ALPHA ("-"? (ALPHA | DIGIT))*;

# directive = keywd "=" value                                        draft 2.3
directive = keywd "=" value;

# urn-query = directive *( "&" directive)                            draft 2.3
urn_query = (directive ("&" directive)*) $~in_q;

# urn-path = NID ":" NSS                                               draft 2
urn_path = NID (":" @mark_nss) NSS;

# URI = scheme ":" path-rootless [ "?" query ] [ "#" fragment ]        draft 2
# with <urn-path> as the path and <urn-query> as the query.
URI = scheme urn_path ("?" @mark_q urn_query)? ("#" @mark_f fragment)?;

main := URI;
}%%

%%{
machine relaxed;

include common;

# No document has this syntax: its ABNF is testdata/abnf/relaxed.abnf. It is RFC
# 8141 with another NID and another f-component.

# pchar = unreserved / pct-encoded / sub-delims / ":" / "@"         RFC 3986 A
pchar = unreserved | pct_encoded | sub_delims | ":" | "@";

# alphanum = ALPHA / DIGIT
alphanum = ALPHA | DIGIT;

# NID = alphanum 0*62( alphanum / "-" / "." / "_" )
NID = (alphanum (alphanum | "-" | "." | "_"){0,62}) $~in_nid;

# NSS = pchar *(pchar / "/")                                        RFC 8141 2
NSS = (pchar (pchar | "/")*) $~in_nss;

# r-component = pchar *( pchar / "/" / "?" )                        RFC 8141 2
# less what 2.3.1 takes away: it ends with a "?=" sequence, so it holds none.
r_component = (pchar (pchar | "/" | "?")* - any* "?=" any*) $~in_r;

# q-component = pchar *( pchar / "/" / "?" )                        RFC 8141 2
q_component = (pchar (pchar | "/" | "?")*) $~in_q;

# f-component = *( pchar / "/" / "?" / "#" )
f_component = (pchar | "/" | "?" | "#")* $~in_f;

# rq-components = [ "?+" r-component ] [ "?=" q-component ]         RFC 8141 2
# A "?" after the NSS is part of neither until the byte after it is seen.
rq_components = ((("?" %~in_nss) "+" @mark_r) r_component)?
                ("?=" @mark_q q_component)?;

# assigned-name = "urn" ":" NID ":" NSS                             RFC 8141 2
assigned_name = scheme NID (":" @mark_nss) NSS;

# namestring = assigned-name [ rq-components ] [ "#" f-component ]  RFC 8141 2
namestring = assigned_name rq_components ("#" @mark_f f_component)?;

main := namestring;
}%%
