"""python3 run.py: the cases of RFC 8141 against accepts and key; status 1 if one is wrong."""
import json, pathlib, re, sys

HEX = "%[0-9A-Fa-f]{2}"
PCHAR = r"(?:[A-Za-z0-9\-._~!$&'()*+,;=:@]|" + HEX + ")"
MORE = "(?:" + PCHAR + "|[/?])"
URN = re.compile(rf"((?i:urn):[A-Za-z0-9][A-Za-z0-9-]{{0,30}}[A-Za-z0-9]:)({PCHAR}(?:{PCHAR}|/)*)"
                 rf"(?:\?\+{PCHAR}(?:(?!\?=){MORE})*)?(?:\?={PCHAR}{MORE}*)?(?:#{MORE}*)?")

def accepts(name):  # put your parser here
    return URN.fullmatch(name) is not None

def equal(a, b):  # and here, if it compares names
    return key(a) == key(b)

def key(name):
    prefix, nss = URN.fullmatch(name).groups()
    return prefix.lower() + re.sub(HEX, lambda m: m[0].upper(), nss)

HERE = pathlib.Path(__file__).parent
right = wrong = skipped = 0
for case in ["rfc8141-accept", "rfc8141-refuse", "real-world", "equivalence"]:
    for line in (HERE / f"{case}.jsonl").read_text("utf-8").split("\n")[:-1]:
        row = json.loads(line)
        if "in_hex" in row or row.get("syntax") == "rfc2141":  # not text, or of the other RFC
            skipped += 1
            continue
        ok = equal(row["a"], row["b"]) == row["equal"] if "a" in row else accepts(row["in"]) == row["valid"]
        right, wrong = right + ok, wrong + (not ok)
        if not ok:
            print("wrong:", row)
print(f"suite {(HERE / 'VERSION').read_text().strip()}: {right} right, {wrong} wrong, {skipped} skipped")
sys.exit(wrong > 0)
