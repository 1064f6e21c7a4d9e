"""python3 run.py: the cases of RFC 8141 against accepts; status 1 if one is wrong."""
import json, pathlib, re, sys

HEX = "%[0-9A-Fa-f]{2}"
PCHAR = r"(?:[A-Za-z0-9\-._~!$&'()*+,;=:@]|" + HEX + ")"
MORE = "(?:" + PCHAR + "|[/?])"
URN = re.compile(rf"(?i:urn):[A-Za-z0-9][A-Za-z0-9-]{{0,30}}[A-Za-z0-9]:{PCHAR}(?:{PCHAR}|/)*"
                 rf"(?:\?\+{PCHAR}(?:(?!\?=){MORE})*)?(?:\?={PCHAR}{MORE}*)?(?:#{MORE}*)?")

def accepts(name):  # put your parser here
    return URN.fullmatch(name) is not None

right = wrong = 0
for case in ["rfc8141-accept", "rfc8141-refuse", "real-world"]:
    for line in (pathlib.Path(__file__).parent / f"{case}.jsonl").read_text("utf-8").split("\n")[:-1]:
        row = json.loads(line)
        name = row["in"] if "in" in row else bytes.fromhex(row["in_hex"]).decode("latin-1")
        ok = accepts(name) == row["valid"]
        right, wrong = right + ok, wrong + (not ok)
        if not ok:
            print("wrong:", row["name"], repr(name), "want", row["valid"])
print(f"{right} right, {wrong} wrong")
sys.exit(wrong > 0)
