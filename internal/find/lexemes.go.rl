// The lexemes of the rule of the finder (rule.go): what is regular and short in the text
// around a name. tools/ragelc turns each machine into a table of lexemes.go; "make
// generate" writes it, "make verify" compares it.
//
// The rule takes the shortest text that a machine accepts, at a place or at the byte before
// it. The byte after the end of a text is 0.

%%{
machine common;

alphtype unsigned char;

alnum_   = [A-Za-z0-9_];
joint    = [:/#.\-_=@~];
space_   = 0..0x20;
blanks   = [ \t]{0,8};
name     = [A-Za-z0-9\-._~!$&'()*+,;=:@/?#%];
in_url   = (name - ['/?:]) | 0x80..0xff;
concat   = blanks ("+" | "." " "? "$");
hellip   = "…" | "&hellip;"i;

# A reference of XML or HTML to a character that no URN has.
reference = "&"i ("#" [A-Za-z0-9]{1,4} | "lt"i | "gt"i | "quot"i | "apos"i | "nbsp"i | [lrLR] [dsaDSA] "quo"i | "hellip"i) ";";

# A character class of a regular expression, or a word in brackets.
in_class = any - (space_ | ["'=\[\]]);
ranges   = in_class* [A-Za-z0-9] "-" [A-Za-z0-9] in_class*;
class    = "[" ("^" | ranges "]" | in_class* "]" [{+*]);
word     = "[" ([A-Za-z0-9] [A-Za-z0-9_\-|]* - [0-9]+) "]";

# A placeholder such as <id>. After a full stop, more of the name follows it.
in_hole = [A-Za-z0-9$_{] | 0x80..0xff;
hole    = ("<"{1,2} | "&lt;"i{1,2} | "\\u003" [cC]) in_hole (in_hole | [ \-.}\[\]\\])* "/"? (">" | "&gt;"i | "\\u003" [eE]);

# A verb of printf, or what programs and LIKE of SQL write in the same way.
verb = "%" ([({<%"'@] | [\-+ #0-9.*$lhz]{0,6} [sdvqxXufFgGeEicpotTUb] (any - [A-Za-z0-9]));

# A backslash of a string ends a name before a mark, white space or an escape of it, or of
# another ASCII character that no URN has (excluded). Before a name, escape (also #011 of syslog and a
# colour of a terminal, which ends with "m" or "K"), with and asks are read from right to left: "htiw" is "with".
hex     = [0-9A-Fa-f];
escape  = [abefnrtv] "\\" | [0-7]{1,3} "\\" | [0-7]{2} "0#" | [sdv] "%" | hex hex ("%" | "x\\" | hex hex "u\\") | [mK] [0-9;:]* "[";
with    = "htiw"i any{0,5} ("trats"i | "nigeb"i);
asks    = " "{1,8} "xiferp"i | " "{0,8} (with | ("," (any - [(":;{}\n])*)? "(" (with | "xiferp"i) | (":" | "="{1,3} " "{0,8}) ["']? ("xiferp"i | "nrettap"i | "xeger"i));
control = "u{" "0"{0,4} [01]? hex "}";
excluded = "u00" ("0" [9adAD] | "2" [02] | "3" [ceCE] | "5" [b-eB-E] | "60" | "7" [b-dfB-DF]);
escaped = "\\"{1,8} (["'`nrt0 \n\r\t] | 0 | control | excluded) | "\\"{9};
unicode = "\\"{1,8} "u";
pattern = "\\" (any - ["'`\\nrt0 \n\r\t/u_] - 0) | unicode (any - hex - "{" | hex{1,3} (any - hex));

# A dash, a space or an invisible character that text from a word processor or a PDF has in the
# place of "-", or of nothing, as UTF-8 or as an escape: U+2010 to U+2015, U+2212, U+AD, U+200B,
# U+A0 and U+FEFF. Between words, those of dash may follow a name.
dash = 0xe2 0x80 0x92..0x95 | 0xc2 0xa0 | unicode ("201" [2-5] | "00a0"i);
slip = dash | 0xe2 (0x80 (0x90 | 0x91 | 0x8b) | 0x88 0x92) | 0xc2 0xad | 0xef 0xbb 0xbf
     | unicode ("201" [01] | "2212" | "00ad"i | "200b"i | "feff"i);
}%%

%%{
machine lexEntity;
include common;
main := reference;
}%%

# From the byte before the place where the grammar ends a URN: a template or a pattern.
%%{
machine lexPart;
include common;
main := any ("{" | class | hellip | verb | pattern) | joint word | (joint - "." | "(") hole | "." hole [:/#.\-_=@<&];
}%%

# At that place: what may follow a name.
%%{
machine lexAfter;
include common;
main := space_ | 0x7f | ["'`>\]}|^(),.;:!\[<] | reference | escaped | slip (any - [A-Za-z0-9]) | "?" ((any - [A-Za-z0-9+=/%]) | "urn:"i);
}%%

# The same, if nothing encloses the name.
%%{
machine lexDash;
include common;
main := dash [A-Za-z];
}%%

# Otherwise, such a character is in a word.
%%{
machine lexSlip;
include common;
main := slip;
}%%

# An escape of a character. The last four bytes are its number.
%%{
machine lexUnicode;
include common;
main := unicode hex{4};
}%%

# From the byte before a "$", a "*" or a "(": a variable that is a whole segment, or a pattern.
%%{
machine lexOdd;
include common;
main := [:/] "$" ([({] | ([0-9] "-" | ([0-9] | [A-Za-z_] alnum_*) ([:/?#,;!')&] | "." (any - [0-9]) | (any - name))))
      | [0-9_\-] "$" [a-z] alnum_* ["`]
      | [:/] "*" (any - [A-Za-z0-9.\-_*%])
      | any "(" ("?" | "." [*+]);
}%%

# From the byte before the full stop: a regular expression that is a whole segment.
%%{
machine lexRepeat;
include common;
main := [:/] "." [*+] | [A-Za-z] "." [*+] ["'`<?&$)\\] | any [:/(,] "***";
}%%

# "," or ";" before another name or a URL, or ";" before a parameter that is one, or "," in a distinguished name
# (RFC 4514) or before another name of a certificate (OpenSSL). "+" before another scope (RFC 6749) or name, but
# urn:publicid has "+" within names (RFC 3151). "'" before a string or a "+", and a space of a URL before another name, where nothing encloses the name.
%%{
machine lexSeparator;
include common;
main := [,;] "urn:"i [A-Za-z0-9] | [,;] ([A-Za-z0-9]{1,6} - "urn"i) "://" | ";" [A-Za-z]+ "=http" "s"? "://"
      | "+urn:"i ([A-Za-z0-9\-]+ - "publicid"i) ":" | "+" ("openid" | "profile" | "email" | "offline_access") (any - (alnum_ | [.\-])) | "," (("CN" | "OU" | "DC" | "ST" | [OCL]) "=" | ("DNS" | "IP" | "URI" | "email") ":") | "'" (",'" | concat) | "%20" "urn:"i [A-Za-z0-9];
}%%

# In a query, ";" before another parameter, or a space before an operator of SCIM (RFC 7644).
%%{
machine lexParameter;
include common;
operator = "eq" | "ne" | "co" | "sw" | "ew" | "gt" | "ge" | "lt" | "le";
main := ";" [A-Za-z+] (alnum_ | [.\-])* "=" | "%20" (operator "%20" | "pr" (any - alnum_)) | "+" (operator "+" | "pr" (any - alnum_));
}%%

# After a closing quotation mark: a program concatenates, whatever the text ends with. If the next
# string begins with "&", it is the next parameter of a query.
%%{
machine lexPlus;
include common;
mark = ["'];
main := blanks ("+" blanks (any - (mark | [ \t]) | mark (any - "&") | [ \t]{9}) | "." " "? "$");
}%%

# The same, or an argument follows, if the text ends with a byte that joins two parts of a name.
%%{
machine lexJoin;
include common;
main := "$" | blanks ("~" | "||" | "<>" | "& " | "." [ $."'] | "," " "? ([A-Za-z_] alnum_* [(.\[)/] | '""' | "''" | [0-9]+ ")") | "in " | ("namespace" | "prefix" | "followed") (any - alnum_));
}%%

# After the ":" of an NID: the NSS is a template or a pattern.
%%{
machine lexTemplate;
include common;
main := [{<$%\[\\(*] | "#{" | reference | hellip;
}%%

# An NSS that stands for others: xxx-xxx, YYYY-MM-DD, "*", a verb of printf that looks like an escape, or "..." in place of a segment.
%%{
machine lexDummy;
include common;
main := ([xX]{2,} ("-" [xX]+)+ | "YYYY-MM"i "-DD"i?) (any - (alnum_ | "-")) | "xxx"i (any - (alnum_ | "-")) | [xX]{4} [xX]* (any - alnum_) | "..." [:/]
      | "*" (any - [A-Za-z0-9.\-_*%:/]) | "%0" [1-9] [0-9]? [xXdu];
}%%

# An NSS that is a remark in parentheses.
%%{
machine lexRemark;
include common;
main := "(" [A-Za-z]+ ": ";
}%%

# After the "urn:" of a cell of a table: two words or more with a colon and a space, and one more. After that in a
# URL: a space, and the rest of a urn:nbn.
%%{
machine lexSpaced;
include common;
letter = alnum_ | [.\-];
main := (" " letter+ ":"){2,} " " letter+ "|" | " nbn:"i [A-Za-z]{2} [:\-] (alnum_ | [:\-])+ (any - (alnum_ | [:\-]));
}%%

# After what is in the place of an NID: the date of a tag (RFC 4151).
%%{
machine lexTag;
include common;
main := "," [0-9]{4} ("-" [0-9]{2}){0,2} ":";
}%%

# Where an NID is expected: letters, digits and the three other bytes that are common there.
%%{
machine lexWord;
include common;
main := (alnum_ | [.\-])* (any - (alnum_ | [.\-]));
}%%

# A placeholder for an NID.
%%{
machine lexNID;
include common;
main := ("<" [A-Za-z0-9_\-]+ ">" | "{" [A-Za-z0-9_\-]+ "}") ":";
}%%

# A path of a program: no ":" is alone, and no digit is after "::".
%%{
machine lexPath;
include common;
segment = ([A-Za-z_] alnum_*)?;
main := ("::" segment)+ (any - [A-Za-z0-9_:]);
}%%

# After an element of XML, which is not the subject of a statement in Turtle.
%%{
machine lexElement;
include common;
blank = [ \t] | "\\t";
main := any - [ \t\\] | "\\" (any - "t") | blank{9} | blank{1,8} (space_ - [ \t] | [A-Zb-z0-9] | "a" (any - " "));
}%%

# After a value: one more word, or words that begin with capitals or digits, or words of which
# one contains a ":". The match ends after the byte that follows the last word.
%%{
machine lexPhrase;
include common;
letter = alnum_ | "-";
words  = (letter | [ :] [A-Za-z0-9])*;
main := (" " [A-Za-z0-9] letter* | (" the"? " " [A-Z0-9] letter*)+ | words ":" [A-Za-z0-9] words - any* (any - [A-Za-z0-9]) "urn:"i any*)
        (any - (letter | [ :]));
}%%

# The following are read from right to left, and the words in them are written so.

# An escape of a program or of a URL, or a verb of printf.
%%{
machine lexEscape;
include common;
main := escape;
}%%

# The same at the end of a name, perhaps before punctuation, or before ",", ";" or "+": b103-xxxxx, RFC-NNNN, YYYY-MM-DD, YOUR_ID.
# The last two bytes are fillers of class.is.
%%{
machine lexFiller;
include common;
main := [.,;:!?'#*]* ([xX]{4} [xX]* | "N"{4} "N"* | "DD-MM-YYYY" | "DI" [_\-] [A-Z_\-]* "RUOY") [:/.\-];
}%%

# Before a "/" of a URL and with it: the first half of a DOI.
%%{
machine lexDOI;
include common;
main := "/" [0-9]{1,9} ".01:";
}%%

# Before an opening delimiter, words that ask for a prefix: startsWith(, HasPrefix(s, or
# beginning with. A string is not the other argument: most often it is of a list.
%%{
machine lexAsks;
include common;
main := asks;
}%%

# Before a candidate: a delimiter that means something else, or that asks for a prefix.
%%{
machine lexDoubt;
include common;
main := ["`'<] ("'" | asks) | ">" ([\-=>] | asks) | (any - ["`'<>]) [!:=?];
}%%

# In the line before a text that ends with what joins two parts of a name: the same, less
# near, but not before another "urn:", which may be the label of a @prefix.
%%{
machine lexSays;
include common;
main := ((any - "\n")* - (any* ":nru"i any*)) ("xiferp"i | "trats"i | "tacnoc"i | ":nru"i " "+ "xiferp@");
}%%

# Before a value: "=", or ":" or "/" after a word, or a key and a space. The key is "xmlns" or
# "urn", or ends with "uri" or "namespace".
%%{
machine lexKey;
include common;
main := "=" | [:/] ([A-Za-z0-9] any{5} - escape any*) | "/ " ("TEG" | "DAEH" | "TSOP" | "TUP" | "HCTAP" | "ETELED")
      | " " ("ecapseman"i | "iru"i | ("snlmx"i | "nru"i) (any - [A-Za-z0-9] | escape));
}%%

# Before an opening delimiter: a program or a file assigns the value.
%%{
machine lexAssigns;
include common;
main := " =" [ :];
}%%

# Before a candidate: a regular expression begins.
%%{
machine lexRegex;
include common;
main := "^" (any - "^") | ":?" | [!=] "?(" | "(" [!:=] "?";
}%%

# Before a candidate that nothing encloses: it is in the query of a URL, or a parameter after ";" or "&", or a URI of OPC UA.
%%{
machine lexQuery;
include common;
main := (in_url | [/:])* "?" | "=" (alnum_ | [.\-])+ [&;] | "=" ("usn" | "uvs");
}%%

# The same, in a form, or an escape of a URL precedes it: most often %20 after another name.
%%{
machine lexForm;
include common;
main := "=" | hex hex "%";
}%%

# The same, in the path: a "/" precedes the candidate or what may be in a URL. "//" begins a comment,
# unless a letter or digit precedes it, and "," or ";" separates the candidate from a path.
%%{
machine lexURL;
include common;
main := ((in_url - [,;=]) in_url*)? "/" (any - "/" | "/" [A-Za-z0-9]);
}%%
