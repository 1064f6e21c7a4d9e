# Reads "kind<TAB>value", one a line, and writes what the program named in the first argument
# says: "ok" or "no", or a text. "?" is no opinion. The first line is its version.
import importlib.metadata
import sys

name = sys.argv[1]
print(importlib.metadata.version(name))

if name == "python-stdnum":
    from stdnum import imei, imo, isan, isbn, iso6346, isni, issn, lei
    from stdnum.eu import eic
    modules = {"isbn": isbn, "issn": issn, "isni": isni, "lei": lei, "eic": eic, "isan": isan, "imei": imei, "imo": imo, "container": iso6346}

    def answer(kind, s):
        return "ok" if modules[kind].is_valid(s) else "no"
elif name == "isbnlib":
    import isbnlib

    def answer(kind, s):
        if kind == "hyphens":
            return isbnlib.mask(s) or "?"
        return "ok" if isbnlib.is_isbn10(s) or isbnlib.is_isbn13(s) else "no"
elif name == "idutils":
    import idutils
    tests = {"isbn": idutils.is_isbn, "issn": idutils.is_issn, "isni": idutils.is_isni}

    def answer(kind, s):
        if kind == "doi":
            return idutils.normalize_doi(s).lower() if idutils.is_doi(s) else "no"
        return "ok" if tests[kind](s) else "no"

elif name == "scim2-models":
    from scim2_models import InvalidPathException, Path

    def answer(kind, s):
        try:
            p = Path(s)
        except (InvalidPathException, ValueError):
            return "no"
        return f"{p.schema} {p.attr}"

for line in sys.stdin:
    kind, s = line.rstrip("\n").split("\t")
    try:
        print(answer(kind, s))
    except Exception as e:  # a program that fails has an opinion, which is said
        print("failed:", str(e).replace("\n", " ")[:60])
