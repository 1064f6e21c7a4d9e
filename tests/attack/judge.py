"""Judges "urn replace --to hash" by what can be read in its output.

    judge.py URN SEED CASES [FLAG ...]
    judge.py URN SEED LINES log [FLAG ...]

A case is a text mixed of notations, escapes, colours and encodings, with markers in its names. URN replaces
the names. The output is decoded until nothing changes. A marker that can then be read is a failure if the
status is 0. So is a second run that changes the output, and a change of a text without the scheme. The
program knows the grammar of a name, and nothing of the rule. Failures are made small and put into kinds.

With log, each line of a log in five notations is read again by the parser of its notation, and must hold
what was written, with its name replaced by the HMAC.
"""

import codecs, collections, csv, hashlib, hmac, html, json, multiprocessing, os, quopri, random, re, subprocess, sys, tempfile, urllib.parse
import xml.etree.ElementTree as ElementTree

SECRET = b"0123456789abcdef"
BATCH, SHOWN = 200, 40  # texts a run, and failures of a kind that are made small
MARKER = re.compile(r"sEcReT\d+")

# What the decoders make of a text, from the outer to the inner.
SIMPLE = dict(zip("abefnrtv0", "\a\b\x1b\f\n\r\t\v\0"))
CSI = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2})|([0-3][0-7]{2})|([\x21-\x7e]))")

def escapes(s):
    def one(m):
        if code := int(m[1] or m[2] or m[3] or m[4] or "0", 16):
            return chr(code) if code < 0x110000 and not 0xd800 <= code < 0xe000 else "?"
        return chr(int(m[5], 8)) if m[5] else SIMPLE.get(m[6], m[6])
    return ESCAPE.sub(one, s)

def references(s): return html.unescape(re.sub(r"&(colon|percnt|bsol|sol|lowbar|amp|apos|quot)(?![;a-z])", r"&\1;", s)) if "&" in s else s

EMPHASIS = re.compile(r"</?(?:b|em|font|i|mark|span|strong|wbr)(?: [^<>]*)?>")

DECODERS = [escapes, references, urllib.parse.unquote, lambda s: s.replace('""', '"').replace("''", "'"), lambda s: CSI.sub("", s), lambda s: EMPHASIS.sub("", s), lambda s: re.sub(r"#0([0-3][0-7])", lambda m: chr(int(m[1], 8)), s), lambda s: quopri.decodestring(s.encode("utf-8", "replace")).decode("utf-8", "replace") if re.search("=[0-9A-F]{2}|=\r?\n", s) else s]

def whole(s):
    # The values that parsers of JSON and CSV read in the lines of a text.
    out = []
    for line in s.splitlines():
        try:
            v = json.loads(line)
            out.append(v if isinstance(v, str) else json.dumps(v, ensure_ascii=False))
        except ValueError:
            out += next(csv.reader([line]), [])
    return "\n".join(out)

def stages(s):
    seen = {s: None}
    for start in s, whole(s):
        for _ in range(9):
            before = start
            for decode in DECODERS:
                start = decode(start)
                seen[start] = None
            if start == before:
                break
    return seen

def readable(s):  # the markers that can be read
    return {m for t in stages(s) for m in MARKER.findall(t)}

# A name as the RFC has it, without characters that also end one in a text, such as "/" in a path.
NID = r"urn:[a-z0-9][a-z0-9-]{0,30}[a-z0-9]:"
NAME = re.compile(r"(?i)(?<![a-z])x?(?:(?<!/)%s(?:[a-z0-9:/._~%%=+@!$*-]|\((?=[^()\s'\"]*\)))*?|%s[a-z0-9:._~%%=+@!$*-]*?)(sEcReT\d+)" % (NID, NID))

def hidden(s):  # the markers that are within a name, however it is spelt
    return {m for t in stages(s) for m in NAME.findall(t)}

def per_char(form): return lambda c: "".join(form % b for b in c.encode())

SPELL = {
    "plain": str, "percent": per_char("%%%02X"), "percent, lower case": per_char("%%%02x"), "twice": per_char("%%25%02X"), "three times": per_char("%%2525%02x"),
    "\\u": per_char("\\u%04x"), "\\U": per_char("\\u%04X"), "\\\\u": per_char("\\\\u%04x"), "\\x": per_char("\\x%02x"), "octal": per_char("\\%03o"), "\\": lambda c: "\\" + c,
    "decimal": per_char("&#%d;"), "decimal without ;": per_char("&#%d"), "hex": per_char("&#x%X;"), "hex without ;": per_char("&#x%x"),
    "&amp;#": per_char("&amp;#%d;"), "%26%23": per_char("%%26%%23%d%%3B"), "\\u0026#": per_char("\\u0026#%d;"), "\\u0025": per_char("\\u0025%02x"), "%5Cu": per_char("%%5Cu%04x"),
    "named": lambda c: {":": "&colon;", "/": "&sol;", "_": "&lowbar;"}.get(c, c), "named without ;": lambda c: {":": "&colon"}.get(c, c),
    "quoted-printable": per_char("=%02X")}
CHOSEN = {"colons": lambda r, c, i: c == ":", "first colon": lambda r, c, i: i == 3, "second": lambda r, c, i: c == ":" and i > 3, "punctuation": lambda r, c, i: not c.isalnum(), "some": lambda r, c, i: c == ":" or r.randrange(5) == 0, "scheme": lambda r, c, i: i == r.choice([0, 1, 2])}
BEFORE = ["", "", "", " ", "'", '"', "(", "[", "<", "=", "=", ":", ",", ";", "|", "/", "@", "#", "\\n", "\\t", "\\r\\n", "\\f", "\\b", "\\v", "\\a", "\\e[1m", "\\0", "\\033[36m", "\\x1b[0m", "\\u001b[0m", "\x1b[36m", "\x1b[0m", "\x1b[38;5;9m", "#011", "#033[1m", "%20", "%0A", "%22", "%2522", "&quot;", "&#39;", "&lt;", "&nbsp;", "=20", "=22", "\\\"", "\\'", "\\u0022", "\\\\n", "\u00a0", "\u201c", "-", "_", "x", "1", "\u00e9", "{", "`", "**", "~", "^", "$", "urn:ex:a/", "urn:ex:a,", "(urn:ex:a)/", "'urn:ex:a'", "urn:ex:)", "urn:", "urn: ", "?q=", "&b=", "&amp;b="]
AFTER = ["", "", "", " ", "'", '"', ")", "]", ">", ",", ";", "|", "\\n", "\x1b[0m", "\\033[0m", "%20", "%22", "&quot;", "\\\"", ".", ":", "\u201d", "`", "**", "&b=1", "\\u001b[0m"]
WORDS = ["", "id", "GET", "it's", "5\" disk", "100%", "return: x", "Saturn: y", "a,b", "<b>", "&amp;", "\\n", "--", "\u00e9", "INFO", "ok", "entityUrn: 7", "C:\\tmp", "a=b", "[1]", "\x1b[2m", "\U0001f600", "(x)"]

def name(r, n):
    s = "%s:%s:%s" % (r.choice(["urn", "urn", "URN", "Urn"]), r.choice(["ex", "example", "isbn", "li", "x-Y", "uuid", "nbn"]), r.choice(["", "", "a:", "a/", "b.c:", "a%2F", "(a,", "1-", "~", "*", "d_", "{"]))
    s += "sEcReT%d" % n + r.choice(["", "", ":b", "/c", "%2fd", "?=q", "#f", "-1", ".x"]) + ")" * s.count("(")
    how = r.choice(list(SPELL)) if r.randrange(4) else "plain"
    which = r.choice(list(CHOSEN))
    s = "".join(SPELL[how](c) if CHOSEN[which](r, c, i) else c for i, c in enumerate(s))
    return r.choice([lambda s: json.dumps(s)[1:-1], html.escape, urllib.parse.quote] + [str] * 9)(s)

def quote(s, q): return q + html.escape(s, False).replace(q, "&quot;" if q == '"' else "&apos;") + q

def document(r, v):
    # Writes a value into a document of a random notation; the ending of its file, and the text.
    k, line, s = r.randrange(28), v.replace("\n", " "), r.choice(",;\t|")
    i, j = sorted(r.choices([m.start() for m in re.finditer(CSI.pattern + "|.|$", v, re.S)], k=2))
    if k == 0: return "log", "2026-11-28T07:00:00Z INFO id=%s took 3ms\n" % v
    if k in (1, 2): return "log", json.dumps({"t": 1, r.choice(["id", "m", "urn"]): v if k == 1 else [v, {"x": None}]}, ensure_ascii=r.randrange(2) == 0) + "\n"
    if k == 3: return "log", json.dumps({"payload": json.dumps({"id": v}, ensure_ascii=r.randrange(2) == 0)}) + "\n"
    if k == 4: return r.choice(["xml", "log"]), "<?xml version='1.0'?><r><v a=%s>%s</v></r>\n" % (quote(v, r.choice("'\"")), html.escape(v, False))
    if k == 5: return r.choice(["html", "log"]), "<p title=%s>%s<a href=\"/x?u=%s&amp;y=1\">l</a>\n" % (quote(v, r.choice("'\"")), html.escape(v), urllib.parse.quote(v, safe=""))
    if k in (6, 7): return "log", '10.0.0.1 - - [28/Nov/2026:07:00:00 +0000] "GET /e/%s?id=%s&l=1 HTTP/1.1" 200 5\n' % (urllib.parse.quote(v, safe=r.choice(["", "/", ":/"])), urllib.parse.quote_plus(v))
    if k in (8, 9): return "tsv" if s == "\t" else r.choice(["csv", "log"]), s.join(["a", "b", "c"]) + "\n" + s.join(["1", '"%s"' % v.replace('"', '""'), "x"]) + "\n"
    if k == 10: return "log", "%s=%s\n" % (r.choice(["key", "a.b"]), re.sub(r"([:=\\#!])", r"\\\1", line))
    if k in (11, 12): return "log", "INSERT INTO t VALUES (1, %s);\n" % ("'" + v.replace("'", "''") + "'" if k == 11 else r.choice(["E'", "'"]) + v.replace("\\", "\\\\").replace("'", "\\'") + "'")
    if k == 13: return "log", "a:\n  - id: %s\n  - %s\n" % (json.dumps(v), "'" + line.replace("'", "''") + "'")
    if k == 14: return "log", "* see [%s](%s) or `%s`\n" % (v, line, line)
    if k == 15: return "log", "+ echo $'%s'\n\x1b[32m%s\x1b[0m\n" % (v.replace("'", "\\'"), v)
    if k == 16: return "log", quopri.encodestring(v.encode(), quotetabs=False).decode() + "\n"
    if k == 17: return "log", repr(v) + "\n" + codecs.encode(v, "unicode_escape").decode() + "\n"
    if k == 20: return "log", v[:i] + "\x1b[01;31m\x1b[K" + v[i:j] + "\x1b[m\x1b[K" + v[j:] + "\n"
    if k == 21: return "log", v[:i] + "\x1b[0m\x1b[1m\x1b[31m" + v[i:j] + "\x1b[0m" + v[j:] + "\n"
    if k == 22: return r.choice(["html", "log"]), "<p>%s<b>%s</b>%s</p>\n" % tuple(html.escape(t) for t in (v[:i], v[i:j], v[j:]))
    if k == 23: return "log", json.dumps({"log": "level=info id=%s m=%s\n" % (v, json.dumps(v)), "stream": "stdout"}) + "\n"
    if k == 24: return "har", json.dumps({"url": "https://h/x?u=" + urllib.parse.quote(v), "postData": {"text": json.dumps({"u": v})}}, indent=1) + "\n"
    if k == 25: return "yaml", "a: |\n  first\n  %s\nb: >-\n  %s\nc: [%s]\n" % (v.replace("\n", "\n  "), line, line)
    if k == 26: return "log", "10:00:00 \x1b[32mINF\x1b[0m got \x1b[36mid=\x1b[0m%s \x1b[36mn=\x1b[0m\x1b[31m%s\x1b[0m\n" % (v, json.dumps(v))
    if k == 18: return "log", "http://h/?r=%s\n" % urllib.parse.quote(urllib.parse.quote(v, safe=""), safe="")
    return "log", v + r.choice(["", "\n"])

# Names whose end is not plain to NAME, and those over markup: {} is the marker.
FIXED = [r'{"u":"urn:ex:name-\u0008{}"}', r'{"u":"urn:ex:n\u007f{}"}', "<e a='urn:ex:o&apos;{}'/>", "<e a='urn:ex:o&#39;{}'/>", '<e a="urn:ex:o&quot;{}"/>', "<v>urn:isbn: {}-0-395</v>", '"urn:uuid: f81d-{}"',
         "'urn:li:corpuser:d'{}'", "<r>urn:ex:a<![CDATA[{}]]></r>", "<r>urn:ex:<![CDATA[{}]]></r>", "'urn:ex:a'\n'{}'", r"U&'urn\003aex\003a{}'", r"E'urn\x3aex\x3a{}'", r'"urn:ex:a:\u003c{}\u003e"',
         'w("urn:a,b:c\\nurn:ibm.com,1981:{}\\n");', "?urn=urn%3Aex%3Achart%3A(look,{}%2F1)&types=X", "|urn: ex: params: {}: User|", "urn\uff1aex\uff1a{}", "urn\ua789ex\ua789{}",
         "urn:ex:\x1b[31m{}\x1b[0m", "urn:ex:a\x1b[31m{}\x1b[0m", "urn:ex\x1b[0m:{}", "urn\x1b[0m:ex:{}", "<b>urn</b>:ex:{}", "urn:ex:<b>{}</b>", "urn:ex:a\\\n{}", "urn:ex:a=\n{}", "urn:ex:&#8203;{}", "urn\u200b:ex:{}"]

# Pieces of all notations, which no parser reads.
PIECES = ["urn:ex:sEcReT1", "URN:a.b:sEcReT2", "urn%3Aex%3AsEcReT3", "urn:ex:sEcReT\\u00264", "urn:ex:sEcReT&amp;5", "urn\\u003aex:sEcReT6", "&#117;rn:ex:sEcReT7", "urn:ex:{sEcReT8}", "'", "''", '"', '""', "\\", "\\n", "\n", ",", ";", "E'", "$a$", "$$", "<script>", "</script>", "<!--", "-->", "<![CDATA[", "]]>", "/*", "*/", "--", "replace('", "unistr('", "COPY t FROM stdin;\n", "\\.\n", "<a href=", "=", "%22", "%20", '{"a":"', '"}', "[", "\t", " ", "x", "e", "\r\n", "|"]

def case(r, n):
    # The ending of a file, its text, the markers that must not be left, and the template if it has one.
    if n % 10 == 9:
        return document(r, " ".join(r.choice(WORDS) for _ in range(4)).replace("Urn", "Orn")) + (set(), "")
    if n % 40 == 8:
        text = r.choice(FIXED)
        return "log", text.replace("{}", "sEcReT0") + "\n", {"sEcReT0"}, text
    if n % 20 == 3:
        text = "".join(r.choice(PIECES) for _ in range(r.randrange(2, 14)))
        return "log", text, hidden(text), ""
    v = r.choice(WORDS)
    for i in range(r.choice([1, 1, 1, 2, 3])):
        v += r.choice([" ", "", "\n"]) + r.choice(BEFORE) + name(r, i) + r.choice(AFTER) + r.choice(["", " "]) + r.choice(WORDS)
    kind, text = document(r, v)
    return kind, text, hidden(text), ""

def run(files, stdout=subprocess.PIPE):
    return subprocess.run([urn, "replace", "--to", "hash", "--secret-env", "URN_SECRET"] + flags + files, stdout=stdout, stderr=subprocess.PIPE, env=dict(os.environ, URN_SECRET=SECRET.decode()))

def replace(texts):
    # The outputs for texts, each in a file of its own, and the status.
    with tempfile.TemporaryDirectory() as folder:
        cut, files = "\n== cut ==\n", []
        for i, (ending, text) in enumerate(texts):
            for path, content in ("%d.%s" % (i, ending), text), ("cut.txt", cut):
                files.append(os.path.join(folder, path))
                with open(files[-1], "w", newline="", encoding="utf-8", errors="surrogateescape") as f:
                    f.write(content)
        p = run(files[:-1])
    out = p.stdout.decode("utf-8", "surrogateescape").split(cut)
    if len(texts) > 1 and (len(out) != len(texts) or p.returncode > 1):
        return [replace([t])[0][0] for t in texts], p.returncode
    return out, p.returncode

def faults(ending, text, want, stable=None):
    # What is wrong with the output for one text. If stable is not None, it says whether a second run changes nothing.
    (out,), status = replace([(ending, text)])
    if status > 1:
        return {"status %d" % status}
    bad = {"in clear"} if status == 0 and want & readable(out) else set()
    bad |= {"changed without a name"} if not any("urn" in t.lower() for t in stages(text)) and (out != text or status) else set()
    if stable is None:
        stable = replace([(ending, out)])[0][0] == out
    return bad if stable else bad | {"not the same twice"}

def smaller(ending, text, fault):
    # A part of a text that has the same fault, by leaving out tokens.
    tokens, size = re.findall(r"sEcReT\d+|[A-Za-z0-9]+|\s+|.", text, re.S), 1 << 6
    while size:
        i = 0
        while i < len(tokens):
            rest = tokens[:i] + tokens[i + size:]
            want = hidden("".join(rest))
            if rest and (want or fault != "in clear") and fault in faults(ending, "".join(rest), want):
                tokens = rest
            else:
                i += size
        size //= 2
    return "".join(tokens)

def kind(small):
    # What kind of text it is: the spelling of the scheme and of the colon.
    m = re.search(r"(?i)urn(.*?)(?:isbn|li|ex|x|uuid|nbn|urn|[ab.]|sEcReT)", small, re.S) or ["", "letters of the scheme are encoded"]
    return "the colon is %r" % m[1].lower() if m[1] != ":" else "after the scheme: %r" % re.sub(r"[a-zA-Z]+|\d+", "a", small[m.end(1):])

def batch(first):
    # The failures of a batch, the number of its markers, and of the texts in which something is left.
    texts = [case(random.Random("%d %d" % (seed, n)), n) for n in range(first, min(first + BATCH, cases))]
    outs, _ = replace([t[:2] for t in texts])
    again, _ = replace([(t[0], out) for t, out in zip(texts, outs)])
    found, said = [], 0
    for n, ((ending, text, want, template), out, second) in enumerate(zip(texts, outs, again), first):
        if want & readable(out) or out != second or not want and out != text:
            bad = faults(ending, text, want, out == second)
            said += not bad
            found += [(fault, n, ending, text, template) for fault in bad]
    return found, sum(len(t[2]) for t in texts), said

def judge():
    with multiprocessing.Pool(os.cpu_count()) as pool:
        results = pool.map(batch, range(0, cases, BATCH), 1)
    found = [f for r in results for f in r[0]]
    count, kinds, shown = collections.Counter(f[0] for f in found), collections.defaultdict(list), collections.Counter()
    for fault, n, ending, text, template in found:
        shown[fault] += not template
        if template or shown[fault] <= SHOWN:
            small = template or smaller(ending, text, fault)
            kinds[fault + ": " + (repr(template) if template else kind(small))].append((len(small), n, ending, small))
    for what, examples in sorted(kinds.items(), key=lambda k: -len(k[1])):
        print("FAIL: %s: %d, such as case %d, .%s: %r" % (what, len(examples), *min(examples)[1:]))
    print("%d texts with %d markers, %d failed%s; something is left in %d, and the status says so" % (
        cases, sum(r[1] for r in results), len(found), "".join(", %d %s" % (c, f) for f, c in count.items()), sum(r[2] for r in results)))
    return bool(found)

# The notations of a log: how a line is written with a value, and how the value is read again.
LOG = [
    (lambda v, n: "2026-11-28T07:00:00Z INFO node=%s took %dms" % (v, n), lambda line: line.split()[2][5:]),
    (lambda v, n: json.dumps({"n": n, "m": "it's", "id": v + "\n"}).replace("&", "\\u0026"), lambda line: json.loads(line)["id"][:-1]),
    (lambda v, n: '10.0.0.1 - - "GET /e?id=%s&n=%d HTTP/1.1" 200' % (urllib.parse.quote(v, safe=""), n), lambda line: urllib.parse.parse_qs(line.split()[4][3:])["id"][0]),
    (lambda v, n: "<e n='%d' a=\"%s\"/>" % (n, html.escape(v)), lambda line: ElementTree.fromstring(line).get("a")),
    (lambda v, n: "INSERT INTO t VALUES (%d, '%s');" % (n, v.replace("'", "''")), lambda line: next(csv.reader([line[line.index("'"):-2]], quotechar="'"))[0]),
]

def log():
    def values():
        r = random.Random(seed)
        for n in range(cases):
            write, read = LOG[r.randrange(len(LOG))]
            v = "urn:%s:sEcReT%d%s" % (r.choice(["ex", "example", "x-y"]), n, r.choice(["", ":b", "/c", "%2F", "=d&e" if write in (LOG[1][0], LOG[3][0]) else "-f"]))
            yield v, write(v, n), read
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "in.log"), "w") as f:
            f.writelines(line + "\n" for _, line, _ in values())
        with open(os.path.join(folder, "out.log"), "wb") as out:
            p = run([f.name], out)
        failures, lines = [], 0
        with open(out.name) as f:
            for (v, line, read), got in zip(values(), f):
                lines += 1
                if hmac.new(SECRET, v.encode(), hashlib.sha256).hexdigest() != read(got[:-1]) or "sEcReT" in got:
                    failures.append((line, got))
    print("%d lines, %d read again, %d failed; status %d: %s%s" % (cases, lines, len(failures), p.returncode, p.stderr.decode().strip()[:300], "".join("\nFAIL: %r became %r" % f for f in failures[:9])))
    return failures or p.returncode or lines != cases

if __name__ == "__main__":
    urn, seed, cases, flags = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]
    what = log if flags[:1] == ["log"] else judge
    flags = flags[what == log:]
    sys.exit(bool(what()))
