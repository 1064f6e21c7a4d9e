# Machines for the tests of the loops, with what the machines of URNs have not:
# a counted run of a whole window, bytes beyond ASCII, no prefix, no accelerated
# state. tools/ragelc turns them into machine_test.go, as "make generate" says.

%%{
machine common;
alphtype unsigned char;
action mark_body { markBody }
action mark_more { markMore }
action mark_data { markData }
action mark_tail { markTail }
action in_name   { tagName }
action in_body   { tagBody }
action in_escape { tagEscape }
action in_more   { tagMore }
action in_data   { tagData }
action in_tail   { tagTail }
}%%

%%{
machine full;
include common;


escape = ("%" [0-9A-F] [0-9a-f]) <>~in_escape;
char   = [A-Za-z0-9+=!~] | escape;
name   = ([a-z0-9] [a-z0-9.\-]{0,61} [a-z0-9]) $~in_name;
body   = (char (char | "/")*) $~in_body;
more   = (char (char | "/" | "?")* - any* "?=" any*) $~in_more;
data   = (char (char | "/" | "?" | ",")*) $~in_data;
tail   = (char | "/" | "?" | "," | "#")* $~in_tail;

main := "abc:"i (name - "foo") (":" @mark_body) body
        ((("?" %~in_body) "+" @mark_more) more)? ("?=" @mark_data data)? ("#" @mark_tail tail)?;
}%%

%%{
machine loose;
include common;


# No prefix, escapes of one kind, loops without them, delimiters of its own.
text   = ([a-z; ] | "&" [x-z] ";")*;
word   = [A-Za-z0-9]+;
main  := (text ("<" @mark_tail word (">" @mark_body text))*) $~in_body;
}%%

%%{
machine bare;
include common;
main := (([ab] | 0x80..0x90)* "!" @mark_body [0-9]*) $~in_tail;
}%%

%%{
machine matcher;
include common;
main := [a-c]{2,4} ("-" [a-c]+)*;
}%%
