"""peer.py: urnparse, as its documentation says, for tests/peers; see ../../README.md for the protocol."""
import os, sys

sys.path.insert(0, os.path.join(os.environ["PEERS"], "python"))
from urnparse import URN8141, InvalidURNFormatError


def text(field):
    return bytes.fromhex(field).decode()


def parse(name):
    u = URN8141.from_string(name)
    # The r- and q-component are dictionaries, so what was written cannot be compared.
    f = u.rqf_component.fragment
    out = [f"nid={str(u.namespace_id).encode().hex()}", f"nss={str(u.specific_string).encode().hex()}",
           f"f={f.encode().hex()}" if f else "f=~"]
    return "\t".join(["accept", *out])


def equal(a, b):
    return str(URN8141.from_string(a) == URN8141.from_string(b)).lower()


for line in sys.stdin:
    op, *fields = line.rstrip("\n").split("\t")
    try:
        print(parse(*map(text, fields)) if op == "parse" else equal(*map(text, fields)), flush=True)
    except InvalidURNFormatError:
        print("refuse", flush=True)
    except Exception as e:
        print(f"crash\t{type(e).__name__}", flush=True)
