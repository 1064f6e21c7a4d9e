"""Measures user time for each name of a file, a name on each line.

    go run ./tools/corpus -n 5000000 -seed 9 urns > names.txt
    python integrations/python/tests/measure.py names.txt

urnparse and DataHub's class are measured over the first 200,000 names, if they are installed.
"""

import os
import re
import sys

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
    start = os.times().user
    f()
    best[what] = min(best.get(what, 1e9), (os.times().user - start) / n * 1e9)


compiled = re.compile(PATTERN)
series, polars, array = pd.Series(NAMES, dtype="str"), pl.Series(NAMES), pa.array(NAMES)
ways = {
    "pandas: urn.key": lambda: pd.Series(pd.arrays.ArrowExtensionArray(urn.key(series))),
    "pandas: str.lower": lambda: series.str.lower(),
    "pandas: str.match": lambda: series.str.match(PATTERN),
    "polars: urn.key": lambda: pl.Series(urn.key(polars)),
    "polars: str.to_lowercase": lambda: polars.str.to_lowercase(),
    "polars: str.extract": lambda: polars.str.extract(PATTERN, 2),
    "pyarrow: urn.key": lambda: urn.key(array),
    "pyarrow: urn.valid": lambda: urn.valid(array),
    "pyarrow: utf8_lower": lambda: pc.utf8_lower(array),
    "pyarrow: match_substring_regex": lambda: pc.match_substring_regex(array, PATTERN),
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
for _ in range(3):
    for what, f in ways.items():
        measure(what, f)
    for what, f in some.items():
        measure(what, f, len(SOME))
for what, ns in best.items():
    print(f"{what}: {ns:.0f} ns")
