"""Compares "urn replace" with parsers that nobody of this project wrote.

    oracle.py URN SEED CASES

For each case it makes values that hold names, has a writer of the notation write a
document of them, has URN replace the names, and has a parser read the result. The values
must be those that were written, with the names in them replaced and nothing else changed.
A second run must change nothing. Under a hash, no value may hold anything of a name, and
"urn find --near" must find nothing. judge.py judges texts of no one notation.

The parsers are Python's json, csv, html.parser, xml.etree, sqlite3 and urllib, and, where
they are installed, lxml and html5lib. The last line that it prints counts the cases.
"""

import csv
import hashlib
import hmac
import html
import io
import json
import os
import random
import re
import sqlite3
import subprocess
import sys
import tempfile
import urllib.parse
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser
from xml.sax.saxutils import escape, quoteattr

try:
    import lxml.etree
except ImportError:
    lxml = None
try:
    import html5lib
except ImportError:
    html5lib = None

csv.field_size_limit(1 << 30)
SECRET = b"0123456789abcdef"
urn, seed, cases = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
counts = {}


class Failure(Exception):
    pass


def run(args, data, status=(0,)):
    with tempfile.NamedTemporaryFile(dir=folder, suffix=".in", delete=False) as f:
        f.write(data)
    env = dict(os.environ, URN_SECRET=SECRET.decode())
    p = subprocess.run([urn] + args + [f.name], capture_output=True, env=env)
    os.unlink(f.name)
    if p.returncode not in status and not (left and p.returncode == 1 and re.search(rb" left( in clear|: | \()", p.stderr)):
        raise Failure("urn %s: status %d: %s" % (" ".join(args), p.returncode, p.stderr.decode()[:300]))
    return p.stdout


# A name has its parts: scheme, NID, NSS, and what follows.
def name(r, without):
    marks = [m for m in ("", "", "", "'b", "&b", "&amp;b", ",b", ";b", "(b)", "*b", "+b", "/b", "%2fb", "=b", "~b", "@b", "--b") if not (m and m[:-1] in without)]
    nss = "sEcReT%d%s%s" % (r.randrange(1000), r.choice(marks), r.choice(marks))
    rest = r.choice(["", "", "", "?=q%c3%a9", "?+r?=q", "#f", "?=a&b"])
    return (r.choice(["urn", "URN", "Urn"]), r.choice(["ex", "EX", "isbn", "x-Y"]), nss, rest)


def spell(n):
    return "%s:%s:%s%s" % n


def upper(s):
    return re.sub("%[0-9a-fA-F]{2}", lambda m: m[0].upper(), s)


def key(n):
    return "urn:%s:%s" % (n[1].lower(), upper(n[2]))


WAYS = {
    "normalized": (["--to", "normalized"], lambda n: key(n) + upper(n[3])),
    "key": (["--to", "key"], key),
    "hash": (["--to", "hash", "--secret-env", "URN_SECRET"], lambda n: hmac.new(SECRET, key(n).encode(), hashlib.sha256).hexdigest()),
    "template": (["--template", "a,\"b'&<{key}>;c\\d\te"], lambda n: "a,\"b'&<%s>;c\\d\te" % key(n)),
}
NEAR = ["urn:a.b:sEcReT", "urn:ex:sEcReT#b#c", "urn:ex:sEcReT\u00e9", "urn:ex:{sEcReT}", "urn:ex:sEcReT:*", "urn:ex:sEcReT%zz"]
NOISE = ["", "x", "a b", "it's", "5\" disk", "a,b", "a;b", "two\nlines", "a\tb", "<b>", "&amp;", "&", "\\", "\\n", "''", "--", "$$", "/*", "#", "é", "100%", "a|b", "COPY x"]


# A value is a list of texts and names.
def value(r, noise, without):
    v = [r.choice(noise)]
    if r.randrange(500) == 0:  # over the ends of blocks
        v = [r.choice(["a b ", "x", "it's ", "a b\n", "a,b"]) * r.randrange(20_000, 90_000)]
    for _ in range(r.choice([0, 1, 1, 1, 2])):
        if r.randrange(4) == 0:
            v += r.choice([" ", " ^"]), ("near", r.choice(NEAR)), " ", r.choice(noise)
        else:
            v += [" ", name(r, without), " ", r.choice(noise)]
    if r.randrange(3) == 0:
        v = [name(r, without)]
    return v


def text(v, by=None):
    out = ""
    for part in v:
        if isinstance(part, str):
            out += part
        elif part[0] == "near":
            out += hmac.new(SECRET, part[1].encode(), hashlib.sha256).hexdigest() if by and by.near else part[1]
        else:
            out += by(part) if by else spell(part)
    return out


class By:
    def __init__(self, f, near):
        self.f, self.near = f, near

    def __call__(self, n):
        return self.f(n)


# A writer returns a document of values, and a reader the values of a document.
def write_json(r, values):
    def odd(s):
        s = json.dumps(s, ensure_ascii=r.randrange(2) == 0)
        return "".join("\\u%04x" % ord(c) if c.isalpha() and c.isascii() and r.randrange(9) == 0 and s[max(0, i - 1)] not in "\\" and not re.search(r"\\u[0-9a-f]{0,3}$", s[max(0, i - 6):i]) else c
                       for i, c in enumerate(s))
    items = [odd(v) for v in values]
    sep = r.choice([", ", ",\n", ","])
    return "[" + sep.join(items) + "]" if r.randrange(2) else '{"a": [%s]}' % sep.join(items)


def read_json(doc):
    v = json.loads(doc)
    return v if isinstance(v, list) else v["a"]


def write_jsonl(r, values):
    return "".join(json.dumps({"v": v, "n": 1}, ensure_ascii=r.randrange(2) == 0) + "\n" for v in values)


def read_jsonl(doc):
    return [json.loads(line)["v"] for line in doc.split("\n") if line]


def csv_with(separator):
    def write(r, values):
        out = io.StringIO()
        w = csv.writer(out, delimiter=separator, quoting=r.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]), lineterminator=r.choice(["\n", "\r\n"]))
        w.writerow(["a", "b", "c"])
        for i in range(0, len(values), 3):
            w.writerow((values[i:i + 3] + ["", ""])[:3])
        return out.getvalue()

    def read(doc):
        rows = list(csv.reader(io.StringIO(doc, newline=""), delimiter=separator))
        return [cell for row in rows[1:] for cell in row]
    return write, read


# Quotation marks within cells that are not quoted stand for themselves.
def write_bare(r, values):
    rows = [[re.sub("[\"\r\n,]", "", v) for v in values[i:i + 3]] for i in range(0, len(values), 3)]
    rows = [[v if not v or r.randrange(2) else v + " \"q\" x\"" for v in row] for row in rows]
    return "a,b,c\n" + "".join(",".join((row + ["", ""])[:3]) + "\n" for row in rows)


def read_csv(doc):
    rows = list(csv.reader(io.StringIO(doc, newline="")))
    return [cell for row in rows[1:] for cell in row]


def entities(r, s, quote):
    s = escape(s, {'"': "&quot;", "'": r.choice(["&#39;", "&#x27;"]), "\n": "&#10;", "\t": "&#9;"} if quote else {})
    return "".join(c if not c.isalnum() or r.randrange(12) or re.search("&[#a-z0-9]*$", s[max(0, i - 9):i]) else "&#%d;" % ord(c) for i, c in enumerate(s))


def write_xml(r, values):
    out = "<?xml version=\"1.0\"?>\n<r>"
    for v in values:
        kind = r.randrange(4)
        if kind == 0:
            out += "<v>" + entities(r, v, False) + "</v>"
        elif kind == 1:
            out += "<v a=\"" + entities(r, v, True) + "\"/>"
        elif kind == 2:
            out += "<v><![CDATA[" + v.replace("]]>", "]]]]><![CDATA[>") + "]]></v>"
        else:
            v = v.replace("--", "")
            out += "<v><!--" + v + " --></v>"
        out += r.choice(["", "\n", "<!-- it's & -->", "<?p a&b ?>"])
    return out + "</r>"


def read_xml(doc):
    values = []
    if lxml:
        for e in lxml.etree.fromstring(doc.encode()).iter("v"):
            values.append((e.get("a"), [c.text for c in e if c.tag is lxml.etree.Comment], e.text))
        return values
    builder = ElementTree.TreeBuilder(insert_comments=True)
    for e in ElementTree.fromstring(doc, ElementTree.XMLParser(target=builder)).iter("v"):
        values.append((e.get("a"), [c.text for c in e if c.tag is ElementTree.Comment], e.text))
    return values


def write_html(r, values):
    out = "<!DOCTYPE html><title>a&b</title>\n"
    for v in values:
        kind = r.randrange(6)
        if kind == 0:
            out += "<p>" + entities(r, v, False) + "</p>"
        elif kind == 1:
            out += "<p title=\"" + entities(r, v, True) + "\" x='<!--'></p>"
        elif kind == 2:
            out += "<script type=\"application/ld+json\">" + json.dumps({"v": v}, ensure_ascii=False).replace("<", "\\u003c") + "</script>"
        elif kind == 3:
            out += "<style>/* " + v.replace("<", "") + " */</style>"
        elif kind == 4:
            out += "<!-- " + v.replace("--", "").replace(">", "") + " -->"
        else:
            out += "<textarea> " + entities(r, v, False) + "</textarea>"
        out += r.choice(["", "\n", "<br/>", "<a href='x'>"])
    return out


class Reader(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.values = []

    def handle_data(self, data):
        if self.values and self.values[-1][0] == "data":
            data = self.values.pop()[1] + data
        self.values.append(("data", data))

    def handle_comment(self, data):
        self.values.append(("comment", data))

    def handle_starttag(self, tag, attrs):
        self.values.append((tag, attrs))

    def handle_startendtag(self, tag, attrs):
        self.values.append((tag, attrs))


def read_html(doc):
    if not html5lib:
        reader = Reader()
        reader.feed(doc)
        reader.close()
        return reader.values
    values = []
    for e in html5lib.parse(doc, treebuilder="etree", namespaceHTMLElements=False).iter():
        values += [str(e.tag), e.text, e.tail, dict(e.attrib)]
    return values


def write_sqlite(r, values):
    db = sqlite3.connect(":memory:")
    db.execute("CREATE TABLE t (n INTEGER, v TEXT)")
    db.executemany("INSERT INTO t VALUES (?, ?)", list(enumerate(values)))
    return "\n".join(c for line in db.iterdump() for c in (line, r.choice(["-- it's a comment", "/* isn't it */", ""]))) + "\n"


def read_sqlite(doc):
    db = sqlite3.connect(":memory:")
    db.executescript(doc)
    return [v for (v,) in db.execute("SELECT v FROM t ORDER BY n")]


def write_url(r, values):
    return "".join("GET /a?q=%s&r=1 HTTP/1.1\n" % urllib.parse.quote(v, safe="") for v in values)


def read_url(doc):
    return [urllib.parse.unquote(line[len("GET /a?q="):-len("&r=1 HTTP/1.1")]) for line in doc.split("\n") if line]


KINDS = [
    ("json", "json", write_json, read_json, NOISE),
    ("auto", "auto", write_jsonl, read_jsonl, NOISE),
    ("csv ,", "csv", *csv_with(","), NOISE),
    ("csv ;", "csv", *csv_with(";"), NOISE),
    ("csv tab", "csv", *csv_with("\t"), NOISE),
    ("csv |", "csv", *csv_with("|"), NOISE),
    ("csv bare", "csv", write_bare, read_csv, NOISE),
    ("xml", "xml", write_xml, read_xml, NOISE),
    ("html", "html", write_html, read_html, NOISE),
    ("sql", "sql", write_sqlite, read_sqlite, NOISE),
    ("url", "url", write_url, read_url, [n for n in NOISE if n not in ("\\", "\\n")]),
    ("url auto", "auto", write_url, read_url, [n for n in NOISE if n not in ("\\", "\\n")]),
]


def case(n):
    r = random.Random("%d %d" % (seed, n))
    what, notation, write, read, noise = KINDS[n % len(KINDS)]
    way = r.choice(list(WAYS))
    args, by = WAYS[way]
    without = {"csv bare": [","], "xml": ["--"], "html": ["--"]}.get(what, [])
    values = [value(r, noise, without) for _ in range(r.choice([3, 6, 30]))]
    state = r.getstate()
    before = write(r, [text(v) for v in values])
    r.setstate(state)
    # The same document, written with the replaced values, has the values to expect.
    wanted = [text(v, By(by, way == "hash")) for v in values]
    want = None
    if what not in ("xml", "html", "csv bare"):
        want = wanted
        if "csv" in what:
            want = want + [""] * (-len(want) % 3)
        if [*map(str, read(before))][:len(values)] != [text(v) for v in values]:
            raise Failure("the oracle does not read what it wrote: %r" % before)
    status = (0, 2) if what in ("xml", "html") and way == "template" else (0,)  # what cannot be written is left
    if what.startswith("csv") and way == "template" and len(before) > 60_000:
        status, want = (0, 2), None  # a cell that is longer than a block gets no quotation marks
    out = run(["replace", "-q", "--in", notation] + args, before.encode(), status)
    after = out.decode()
    got = read(after)
    if want is None and status == (0,):
        # Where values are written into places of different kinds, replace them in what the parser reads.
        table = {}
        for v in values:
            for part in v:
                if not isinstance(part, str):
                    table[text([part])] = text([part], By(by, way == "hash"))
        pattern = re.compile("|".join(re.escape(k) + "(?![A-Za-z0-9'&,;$*+/%=~@()#?-])" for k in sorted(table, key=len, reverse=True)) or "(?!)")
        def change(x):
            if isinstance(x, str):
                return pattern.sub(lambda m: table[m[0]], x)
            if isinstance(x, dict):
                return {k: change(y) for k, y in x.items()}
            if isinstance(x, (list, tuple)):
                return type(x)(change(y) for y in x)
            return x
        want = change(read(before))
    if want is not None and got != want:
        pairs = [(g, w) for g, w in zip(got, want) if g != w]
        raise Failure("%s, --to %s\n  text   %r\n  became %r\n  read, and to be read: %r" % (what, way, before[:2000], after[:2000], pairs[:3]))
    if way in ("normalized", "key", "hash"):
        again = run(["replace", "-q", "--in", notation] + args, out)
        if again != out:
            raise Failure("%s, --to %s, a second time\n  text   %r\n  became %r" % (what, way, after, again.decode()))
    if way == "hash":
        if "sEcReT" in after or "sEcReT" in str(got):
            raise Failure("%s: a name is left\n  text   %r\n  became %r" % (what, before, after))
        found = run(["find", "--near", "--in", notation], out, (0, 1)) + run(["find", "--in", notation], out, (0, 1))
        if found:
            raise Failure("%s: %r is found in\n  %r" % (what, found.decode(), after))
    counts[what] = counts.get(what, 0) + 1


if __name__ == "__main__":
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        first = int(sys.argv[4]) if len(sys.argv) > 4 else 0
        for n in range(first, first + cases):
            try:
                case(n)
            except Failure as e:
                failures += 1
                print("FAIL: case %d of seed %d: %s" % (n, seed, e))
                if failures == 10:
                    break
    parsers = "json csv sqlite3 urllib " + ("lxml" if lxml else "xml.etree") + " " + ("html5lib" if html5lib else "html.parser")
    print("; ".join("%s: %d" % c for c in counts.items()))
    print("%d cases, %d failed; parsers: %s" % (sum(counts.values()) + failures, failures, parsers))
    sys.exit(failures > 0)
