"""peer.py: urnparse, as its documentation says, for tests/peers; see ../../README.md for the protocol."""
import os, sys, time

sys.path.insert(0, os.path.join(os.environ["PEERS"], "python"))
from urnparse import URN8141, InvalidURNFormatError


def text(field):
    return bytes.fromhex(field).decode()


def parse(name):
    try:
        u = URN8141.from_string(name)
    except InvalidURNFormatError:
        return "refuse"
    # The r- and q-component are dictionaries, so what was written cannot be compared.
    f = u.rqf_component.fragment
    out = [f"nid={str(u.namespace_id).encode().hex()}", f"nss={str(u.specific_string).encode().hex()}",
           f"f={f.encode().hex()}" if f else "f=~"]
    return "\t".join(["accept", *out])


def equal(a, b):
    return str(URN8141.from_string(a) == URN8141.from_string(b)).lower()


if len(sys.argv) > 2:  # NAMES SECONDS WORK: the race
    names = open(sys.argv[2], encoding="utf-8").read().split("\n")[:-1]
    seconds, work = float(sys.argv[3]), sys.argv[4]
    if work not in ("parse", "refuse"):
        print("none")
        sys.exit()

    def run():
        for name in names:
            try:
                URN8141.from_string(name).specific_string
            except InvalidURNFormatError:
                pass
    run()
    n, start = 0, time.perf_counter_ns()
    while (spent := time.perf_counter_ns() - start) < seconds * 1e9:
        run()
        n += len(names)
    print(spent / n)
    sys.exit()

for line in sys.stdin:
    op, *fields = line.rstrip("\n").split("\t")
    try:
        print(parse(*map(text, fields)) if op == "parse" else equal(*map(text, fields)), flush=True)
    except Exception as e:
        print(f"crash\t{type(e).__name__}", flush=True)
