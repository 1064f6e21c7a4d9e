"""Writes testdata/typed: what programs that are not of this project say of the typed
values. The tests of namespace/internal/typed compare the packages with it.

    python3 -m venv v
    v/bin/pip install -r tools/typedvalues/requirements.txt
    v/bin/python tools/typedvalues/corpus.py testdata/typed

The values are random with a fixed seed, so the same versions write the same files. The
first line of each file names the program and its version. It is not part of the tests.
Of some 3,000 values a file, 500 are kept: the tests read each of them.
"""

import importlib.metadata as metadata
import os
import random
import sys
import uuid

import asn1crypto.core
import biip
import biip.gs1_digital_link_uris
import biip.gs1_messages
import epcpy
import isbnlib
import pyproj
import uuid6
from cyclonedx.model.bom import Bom
from stdnum import ean, imei, isbn, isni, issn, lei, luhn
from stdnum.eu import eic
from stdnum.iso7064 import mod_11_2, mod_97_10

OUT = sys.argv[1]
ALNUM = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
COUNT = 1500
ROWS = 500  # of each file: spread evenly over what was computed, so every kind of value has its share


def write(name, programs, columns, rows):
    everything = sorted(set(rows))
    rng = [everything[i * len(everything) // ROWS] for i in range(ROWS)]
    with open(os.path.join(OUT, name), "w", encoding="ascii", newline="\n") as f:
        made = ", ".join(f"{p} {metadata.version(p)}" if p != "python" else "Python %d.%d" % sys.version_info[:2] for p in programs)
        f.write(f"# {made}; tools/typedvalues/corpus.py; {columns}\n")
        for row in rng:
            f.write("\t".join(row) + "\n")
    print(name, len(everything), "computed")


def digits(r, n):
    return "".join(r.choice("0123456789") for _ in range(n))


def mutate(r, s, alphabet):
    """One change of a text: another character, one less, one more, two that change places."""
    i = r.randrange(len(s))
    kind = r.randrange(4)
    if kind == 0:
        return s[:i] + r.choice(alphabet) + s[i + 1 :]
    if kind == 1:
        return s[:i] + s[i + 1 :]
    if kind == 2:
        return s[:i] + r.choice(alphabet) + s[i:]
    j = r.randrange(len(s))
    t = list(s)
    t[i], t[j] = t[j], t[i]
    return "".join(t)


def both(r, make, alphabet):
    """Values that make returns, and a change of each."""
    for _ in range(COUNT):
        s = make()
        yield s
        yield mutate(r, s, alphabet)


def verdict(module, s):
    try:
        return module.validate(s)
    except Exception:
        return ""


def books():
    r = random.Random(2108)

    def make():
        if r.random() < 0.4:
            s = digits(r, 9)
            return s + isbn10_check(s)
        s = r.choice(["978", "978", "979"]) + digits(r, 9)
        return s + ean.calc_check_digit(s)

    rows = []
    for s in both(r, make, "0123456789X"):
        v = verdict(isbn, s) if len(s) != 9 else ""  # it reads nine digits as an SBN
        if not v:
            rows.append((s, "", "", ""))
            continue
        thirteen = isbn.to_isbn13(v)
        try:
            ten = isbn.to_isbn10(v)
        except Exception:
            ten = ""
        rows.append((s, thirteen, ten, "-".join(isbn.split(thirteen)) if all(isbn.split(thirteen)) else ""))
    write("isbn.tsv", ["python-stdnum"], "text, thirteen digits, ten digits, with hyphens", rows)

    # Another program, with ranges of another date.
    rows = []
    for s in both(r, make, "0123456789X"):
        v = isbnlib.to_isbn13(s) if isbnlib.is_isbn10(s) or isbnlib.is_isbn13(s) else None
        mask = isbnlib.mask(v) or "" if v else ""
        if "--" in mask:
            mask = ""  # no range: it leaves an element empty
        rows.append((s, v or "", isbnlib.to_isbn10(v) or "" if v else "", mask))
    write("isbn2.tsv", ["isbnlib"], "text, thirteen digits, ten digits, with hyphens", rows)


def isbn10_check(s):
    c = sum((i + 1) * int(d) for i, d in enumerate(s)) % 11
    return "X" if c == 10 else str(c)


def codes():
    r = random.Random(3297)
    rows = []
    for s in both(r, lambda: (lambda d: d[:4] + "-" + d[4:] + issn.calc_check_digit(d))(digits(r, 7)), "0123456789X"):
        # python-stdnum takes a hyphen anywhere.
        v = verdict(issn, s) if len(s) in (8, 9) and (len(s) == 8) == ("-" not in s) and s[4:5] != "" and (len(s) == 8 or s[4] == "-") else ""
        rows.append((s, issn.format(v) if v else ""))
    write("issn.tsv", ["python-stdnum"], "text, with the hyphen", rows)

    r = random.Random(17442)
    rows = []
    for s in both(r, lambda: (lambda d: d + mod_97_10.calc_check_digits(d))("".join(r.choice(ALNUM) for _ in range(18))), ALNUM):
        rows.append((s, verdict(lei, s) if len(s) == 20 and s[18:].isdigit() else ""))
    write("lei.tsv", ["python-stdnum"], "text, code", rows)

    r = random.Random(27729)
    rows = []
    for s in both(r, lambda: (lambda d: d + mod_11_2.calc_check_digit(d))(digits(r, 15)), "0123456789X"):
        rows.append((s, verdict(isni, s), "ISNI " + isni.format(verdict(isni, s)) if verdict(isni, s) else ""))
    write("isni.tsv", ["python-stdnum"], "text, digits, for people", rows)

    r = random.Random(55)
    rows = []
    alphabet = ALNUM + "-"

    def energy():
        while True:
            s = "".join(r.choice(alphabet) for _ in range(15))
            c = eic.calc_check_digit(s)
            if c != "-":
                return s + c.upper()

    for s in both(r, energy, alphabet):
        v = verdict(eic, s)
        rows.append((s, v.upper() if v else ""))
    write("eic.tsv", ["python-stdnum"], "text, code", rows)

    r = random.Random(7254)
    rows = []
    for s in both(r, lambda: (lambda d: r.choice([d, d + luhn.calc_check_digit(d), d + digits(r, 2)]))(digits(r, 14)), "0123456789"):
        v = verdict(imei, s)
        rows.append((s, v, v[:8] if v else "", v[8:14] if v else "", luhn.calc_check_digit(v[:14]) if v else "", v[14:] if len(v) == 16 else ""))
    write("imei.tsv", ["python-stdnum"], "text, digits, TAC, serial number, check digit, software version", rows)


def uuids():
    r = random.Random(9562)
    rows = []
    for i in range(2 * COUNT):
        b = bytearray(r.randbytes(16))
        if i % 4:
            b[6] = b[6] & 0xF | r.choice([1, 2, 3, 4, 5, 6, 7, 8]) << 4
            b[8] = b[8] & 0x3F | 0x80
        u = uuid.UUID(bytes=bytes(b))
        time = ""
        if u.variant == uuid.RFC_4122 and u.version == 1:
            time = str(u.time)
        elif u.variant == uuid.RFC_4122 and u.version in (6, 7):
            time = str(uuid6.UUID(bytes=bytes(b)).time)
        variant = {uuid.RESERVED_NCS: "NCS", uuid.RFC_4122: "RFC 9562", uuid.RESERVED_MICROSOFT: "Microsoft", uuid.RESERVED_FUTURE: "future"}[u.variant]
        rows.append((str(u) if i % 2 else str(u).upper(), u.hex, u.urn, variant, str(u.version or 0), time))
    write("uuid.tsv", ["python", "uuid6"], "text, octets, URN, variant, version, count of the time", rows)


def oids():
    r = random.Random(3061)
    rows = []
    for _ in range(2 * COUNT):
        arcs = [r.randrange(3)]
        arcs.append(r.randrange(40) if arcs[0] < 2 else r.randrange(1 << r.randrange(1, 30)))
        arcs += [r.randrange(1 << r.randrange(1, 70)) for _ in range(r.randrange(9))]
        s = ".".join(map(str, arcs))
        rows.append((s, asn1crypto.core.ObjectIdentifier(s).dump().hex()))
    write("oid.tsv", ["asn1crypto"], "text, DER", rows)


def boms():
    r = random.Random(1)
    rows = []
    for _ in range(COUNT):
        u, version = uuid.UUID(bytes=r.randbytes(16), version=4), r.randrange(1, 1 << r.randrange(1, 31))
        rows.append((str(u), str(version), Bom(serial_number=u, version=version).urn()))
    write("cdx.tsv", ["cyclonedx-python-lib"], "serial number, version, URN", rows)


def systems():
    rows = []
    for info in pyproj.database.query_crs_info(auth_name=None):
        urn = f"urn:ogc:def:crs:{info.auth_name}::{info.code}"
        try:
            authority = pyproj.CRS.from_user_input(urn).to_authority(min_confidence=100)
        except Exception:
            continue
        if authority == (info.auth_name, info.code):
            rows.append((urn, *authority))
    random.Random(5165).shuffle(rows)
    write("crs.tsv", ["pyproj"], "URN, authority, code", rows[: 2 * COUNT])


def tags():
    """Names of tags, and their bits."""
    r = random.Random(113)
    set82 = "!'()*+,-.0123456789:;=ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz" + '"%&/<>?'
    escaped = {c: "%%%02X" % ord(c) for c in '"%&/<>?#'}
    upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

    def escape(s):
        return "".join(escaped.get(c, c) for c in s)

    def text(most, alphabet=set82):
        return escape("".join(r.choice(alphabet) for _ in range(r.randrange(1, most + 1))))

    def number(bits):
        return str(r.randrange(1 << r.randrange(1, bits + 1)))

    def key(total):
        n = r.randrange(6, 13)
        return digits(r, n) + "." + digits(r, total - n)

    def asset():
        n = r.randrange(6, 13)
        return digits(r, n), n

    def giai96():
        p, n = asset()
        return p + "." + number(82 - [20, 24, 27, 30, 34, 37, 40][n - 6])

    def giai202():
        p, n = asset()
        return p + "." + text(24 - (n - 6), set82.replace(":", ""))  # it ends a GIAI at a colon

    def cpi96():
        p, n = asset()
        most = min(1 << 51 - [20, 24, 27, 30, 34, 37, 40][n - 6], 10 ** (15 - n))
        return p + "." + str(r.randrange(most)) + "." + number(31)

    def cage():
        # Neither I nor O.
        return "".join(r.choice(upper.replace("I", "").replace("O", "")) for _ in range(r.choice([5, 6])))

    makers = {
        "sgtin-96": lambda: key(13) + "." + number(38),
        "sgtin-198": lambda: key(13) + "." + text(20),
        "sscc-96": lambda: key(17),
        "sgln-96": lambda: key(12) + "." + number(41),
        "sgln-195": lambda: key(12) + "." + text(20),
        "grai-96": lambda: key(12) + "." + number(38),
        "grai-170": lambda: key(12) + "." + text(16),
        "giai-96": giai96,
        "giai-202": giai202,
        "gsrn-96": lambda: key(17),
        "gsrnp-96": lambda: key(17),
        "gdti-96": lambda: key(12) + "." + number(41),
        "gdti-174": lambda: key(12) + "." + text(17),
        "cpi-96": cpi96,
        "cpi-var": lambda: (lambda n: digits(r, n) + "." + text(30 - n, upper + "-/#") + "." + str(r.randrange(1 << 39)))(r.randrange(6, 13)),
        "sgcn-96": lambda: key(12) + "." + digits(r, r.randrange(1, 12)),
        "itip-110": lambda: key(13) + ".%02d.%02d." % (r.randrange(1, 50), r.randrange(50, 99)) + number(38),
        "itip-212": lambda: key(13) + ".%02d.%02d." % (r.randrange(1, 50), r.randrange(50, 99)) + text(20),
        "gid-96": lambda: number(28) + "." + number(24) + "." + number(36),
        "usdod-96": lambda: cage() + "." + number(36),
        "adi-var": lambda: cage() + "." + text(32, upper + "-/") + "." + text(29, upper + "-/"),
    }
    rows = []
    for name, make in makers.items():
        for _ in range(200):
            scheme = name.split("-")[0]
            filters = {"gid": [None], "usdod": [0, 1], "adi": list(range(16))}.get(scheme, list(range(8)))
            f = r.choice(filters)
            tag = f"urn:epc:tag:{name}:" + ("" if f is None else f"{f}.") + make()
            try:
                e = epcpy.tag_uri_to_tag_encodable(tag)
                module = sys.modules[type(e).__module__]
                arguments = {"binary_coding_scheme": type(e).BinaryCodingScheme(name)}
                if f is not None:
                    value = next(v for k, v in vars(module).items() if k.upper() == f"{scheme.upper()}FILTERVALUE")
                    arguments["filter_value"] = value(str(f))
                bits = e.hex(**arguments)
            except Exception as problem:
                skipped[name] = skipped.get(name, 0) + 1
                reasons[name] = repr(problem)
                continue
            bits = "0" * (-len(bits) % 4) + bits  # it writes no zeros on the left
            rows.append((tag, bits, e.epc_uri))
    print("skipped", skipped, reasons)
    write("epc_tags.tsv", ["epcpy"], "URN of the tag, bits, pure identity", rows)


skipped, reasons = {}, {}


def links():
    """GS1 element strings and Digital Links."""
    r = random.Random(8141)
    set82 = "!'()*+,-.0123456789:;=ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz" + '"%&/<>?'

    def text(most):
        return "".join(r.choice(set82) for _ in range(r.randrange(1, most + 1)))

    def checked(n):
        d = digits(r, n - 1)
        return d + ean.calc_check_digit(d)

    makers = {
        "01": lambda: (checked(14), [("22", text(20)), ("10", text(20)), ("21", text(20))]),
        "00": lambda: (checked(18), []),
        "253": lambda: (checked(13) + r.choice(["", text(17)]), []),
        "255": lambda: (checked(13) + r.choice(["", digits(r, 12)]), []),
        "401": lambda: (checked(13) + text(10), []),
        "402": lambda: (checked(17), []),
        "414": lambda: (checked(13), [("254", text(20))]),
        "417": lambda: (checked(13), []),
        "8003": lambda: ("0" + checked(13) + r.choice(["", text(16)]), []),
        "8004": lambda: (checked(13) + text(10), []),
        "8017": lambda: (checked(18), [("8019", digits(r, r.randrange(1, 11)))]),
        "8018": lambda: (checked(18), [("8019", digits(r, r.randrange(1, 11)))]),
    }
    rows = []
    for key, make in makers.items():
        for _ in range(200):
            value, qualifiers = make()
            pairs = [(key, value)] + [q for q in qualifiers if r.random() < 0.6]
            if key == "01" and r.random() < 0.5:
                pairs.append(("17", "26%02d%02d" % (r.randrange(1, 13), r.randrange(1, 29))))
            if key == "01" and r.random() < 0.3:
                pairs.append(("3103", digits(r, 6)))
            mixed = pairs[:]
            r.shuffle(mixed)
            data = ""
            fixed = {"00", "01", "17", "3103", "414", "417", "402"}
            for ai, v in mixed:
                data += ai + v + ("" if ai in fixed - {"402"} else chr(29))
            data = data.rstrip(chr(29))
            try:
                message = biip.gs1_messages.GS1Message.parse(data)
                link = biip.gs1_digital_link_uris.GS1DigitalLinkURI.from_element_strings(message.element_strings)
                canonical = link.as_canonical_uri()
                rest = biip.gs1_digital_link_uris.GS1DigitalLinkURI.parse(canonical).as_gs1_message().as_hri()
            except Exception as problem:
                skipped[key] = skipped.get(key, 0) + 1
                reasons[key] = repr(problem)
                continue
            rows.append((data.replace(chr(29), "<GS>") if "<GS>" not in data else "", canonical, rest))
    print("skipped", {k: skipped[k] for k in skipped if k.isdigit()}, {k: reasons[k] for k in reasons if k.isdigit()})
    write("gs1.tsv", ["biip"], "bar code, Digital Link, element string", [x for x in rows if x[0]])


for make in [tags, links, books, codes, uuids, oids, boms, systems]:
    make()
