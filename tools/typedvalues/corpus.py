"""Writes testdata/typed: what programs that are not of this project say of the typed
values. The tests of namespace/internal/typed compare the packages with it.

    python3 -m venv v
    v/bin/pip install -r tools/typedvalues/requirements.txt
    v/bin/python tools/typedvalues/corpus.py testdata/typed

The values are random with a fixed seed, so the same versions write the same files. The
first line of each file names the program and its version. It is not part of the tests.
"""

import importlib.metadata as metadata
import os
import random
import sys
import uuid

import asn1crypto.core
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


def write(name, programs, columns, rows):
    rng = sorted(set(rows))
    with open(os.path.join(OUT, name), "w", encoding="ascii", newline="\n") as f:
        made = ", ".join(f"{p} {metadata.version(p)}" if p != "python" else "Python %d.%d" % sys.version_info[:2] for p in programs)
        f.write(f"# {made}; tools/typedvalues/corpus.py; {columns}\n")
        for row in rng:
            f.write("\t".join(row) + "\n")
    print(name, len(rng))


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


for make in [books, codes, uuids, oids, boms, systems]:
    make()
