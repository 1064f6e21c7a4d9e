# The name of an attribute as a Ragel machine. tools/ragelc turns it into the
# tables of machine.go; "make generate" writes it, "make verify" compares it. The
# conventions are those of namespace/machine.go.rl.

# An attribute of a SCIM resource (RFC 7644 3.4.2.2), without the URI before it.
%%{
machine attribute;
alphtype unsigned char;

ALPHA = [A-Za-z];
DIGIT = [0-9];

# nameChar = "$" / "-" / "_" / DIGIT / ALPHA
# ATTRNAME = ALPHA *(nameChar)                          RFC 7643 2.1
nameChar = [$\-_] | DIGIT | ALPHA;
ATTRNAME = ALPHA nameChar*;

# subAttr = "." ATTRNAME
# RFC 7643 2.4 and 4.3 name a sub-attribute "$ref", which ATTRNAME does not derive.
subAttr = "." (ATTRNAME | "$ref");

# attrPath = [URI ":"] ATTRNAME *1subAttr
main := ATTRNAME subAttr?;
}%%
