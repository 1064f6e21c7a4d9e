"""Measures processor time for each name of a file, a name on each line, and by kind of name.

    go run ./tools/corpus -n 5000000 -seed 9 urns > names.txt
    python integrations/python/tests/measure.py names.txt

urnparse and DataHub's class are measured over the first 200,000 names, if they are installed.
"""

import re
import sys
import time

import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc

import urn

NAMES = open(sys.argv[1]).read().splitlines()
SOME = NAMES[:200_000]
PATTERN = r"^(?i:urn):([A-Za-z0-9][A-Za-z0-9-]{0,30}[A-Za-z0-9]):([^?#]+)"
best = {}


def parse_all(parse):
    for name in SOME:
        try:
            parse(name)
        except Exception:
            pass


def measure(what, f, n=len(NAMES)):
    start = time.process_time_ns()
    f()
    best[what] = min(best.get(what, 1e9), (time.process_time_ns() - start) / n)


compiled = re.compile(PATTERN)
series, polars, array = pd.Series(NAMES, dtype="str"), pl.Series(NAMES), pa.array(NAMES)
ways = {
    "pandas: urn.key": lambda: pd.Series(pd.arrays.ArrowExtensionArray(urn.key(series))),
    "pandas: str.lower": lambda: series.str.lower(),
    "pandas: str.match": lambda: series.str.match(PATTERN),
    "polars: urn.key": lambda: pl.Series(urn.key(polars)),
    "polars: str.to_lowercase": lambda: polars.str.to_lowercase(),
    "polars: str.extract": lambda: polars.str.extract(PATTERN, 2),
}
some = {"Python: re": lambda: parse_all(compiled.match)}
try:
    import urnparse

    some["Python: urnparse"] = lambda: parse_all(urnparse.URN8141.from_string)
except ImportError:
    print("urnparse is not installed")
try:
    from datahub.utilities.urns.urn import Urn

    some["Python: DataHub's Urn"] = lambda: parse_all(lambda name: Urn.from_string("urn:li:corpuser:" + name[4:]))
except ImportError:
    print("acryl-datahub is not installed")
kinds = {"all": array, "no escape": [], "escapes": [], "key differs": [], "no URN": []}
for name, key in zip(NAMES, urn.key(array).to_pylist()):
    kind = "key differs" if not name.startswith(key) else "escapes" if "%" in key else "no escape"
    if len(kinds[kind]) < 500_000:
        kinds[kind].append(name)
    if len(kinds["no URN"]) < 500_000:
        kinds["no URN"].append(name + " ")
columns = {kind: pa.array(names if kind == "all" else (names * (500_000 // len(names) + 1))[:500_000]) for kind, names in kinds.items()}
for turn in range(9):
    for what, f in ways.items() if turn < 3 else ():
        measure(what, f)
    for kind, column in columns.items():
        for f in urn.key, urn.valid, pc.utf8_lower, pc.match_substring_regex:
            more = [PATTERN] if f is pc.match_substring_regex else []
            measure(f"pyarrow, {kind}: {f.__name__}", lambda: f(column, *more), len(column))
    for what, f in some.items() if turn < 3 else ():
        measure(what, f, len(SOME))
for what, ns in best.items():
    print(f"{what}: {ns:.0f} ns")
