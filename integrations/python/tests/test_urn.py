"""Tests of the module urn with the real pyarrow, pandas, Polars, DuckDB and PySpark."""

import contextlib
import gc
import glob
import inspect
import json
import multiprocessing
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import threading

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import urn

ROOT = pathlib.Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs/python.md").read_text()
FUNCTIONS = [getattr(urn, name) for name in urn.__all__]

NAMES = ["URN:Example:A%2fb?+r?=q#f", None, "", "x", "urn:ex:a#", "urn:ab:c", "urn:ex:é", "urn:isbn:0-395-36341-1", "urn:ex:a\n", "urn:ex:a?b"]
NAMES += ["see urn:ex:b, (urn:ex:c) and urn:ex:d.", "urn:" + "a" * 33 + ":b", None, "URN:ISBN:9780395363416"]
TYPES = [pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary(), pa.binary_view()]
TYPES += [pa.dictionary(pa.int8(), pa.string()), pa.dictionary(pa.uint32(), pa.large_string()), pa.dictionary(pa.int64(), pa.binary())]

# What Python alone says of some names.
WANT = {
    "URN:Example:A%2fb?+r?=q#f": dict(nid="Example", nss="A%2fb", r="r", q="q", f="f", key="urn:example:A%2Fb", normalized="urn:example:A%2Fb?+r?=q#f"),
    "urn:ex:a#": dict(nid="ex", nss="a", r=None, q=None, f="", key="urn:ex:a", normalized="urn:ex:a#"),
}


def array(values, t):
    if pa.types.is_dictionary(t):
        distinct = list(dict.fromkeys(v for v in values if v is not None))
        indices = pa.array([None if v is None else distinct.index(v) for v in values], t.index_type)
        return pa.DictionaryArray.from_arrays(indices, array(distinct, t.value_type))
    if t in (pa.binary(), pa.large_binary(), pa.binary_view()):
        values = [None if v is None else v.encode() for v in values]
    return pa.array(values, t)


def suite():
    for name in glob.glob(str(ROOT / "testdata/suite/rfc8141-*.jsonl")) + [str(ROOT / "testdata/suite/real-world.jsonl")]:
        for line in open(name):
            case = json.loads(line)
            if "valid" in case and case.get("syntax") == "rfc8141":
                yield case


def test_suite():
    cases = list(suite())
    assert len(cases) > 600
    names = [bytes.fromhex(c["in_hex"]) if "in_hex" in c else c["in"].encode() for c in cases]
    column = pa.array(names, pa.binary())
    assert urn.valid(column).to_pylist() == [c["valid"] for c in cases]
    for c, parts, reason in zip(cases, urn.parse(column).to_pylist(), urn.reason(column).to_pylist()):
        assert (parts is None, reason is None) == (not c["valid"], c["valid"]), c
        if "error" in c:
            assert reason == c["error"]["reason"], c
        if "nss" in c:
            assert {k: parts[k] for k in "nid nss r q f".split()} == {k: c[k] for k in "nid nss r q f".split()}
        if "key" in c:
            assert (parts["key"], parts["normalized"]) == (c["key"], c["norm"])


def test_equivalence():
    for line in open(ROOT / "testdata/suite/equivalence.jsonl"):
        c = json.loads(line)
        if c["syntax"] == "rfc8141":
            a, b = urn.key(pa.array([c["a"], c["b"]])).to_pylist()
            assert (a == b) is c["equal"], c


@pytest.mark.parametrize("t", TYPES, ids=str)
def test_types(t):
    plain = array(NAMES, pa.string())
    column = array(NAMES, t)
    for function in FUNCTIONS:
        want = function(plain).to_pylist()
        got = function(column)
        got.validate(full=True)
        assert got.to_pylist() == want
        for start, stop in [(0, 5), (3, 14), (6, 6), (13, 14)]:
            part = function(column.slice(start, stop - start))
            part.validate(full=True)
            assert part.to_pylist() == want[start:stop], (function, start, stop)
        chunks = pa.chunked_array([column.slice(0, 3), column.slice(3, 0), column.slice(3)])
        assert function(chunks).to_pylist() == want
        none = function(pa.chunked_array([], t))
        assert (none.type, len(none)) == (got.type, 0)
    for name, parts in WANT.items():
        i = NAMES.index(name)
        assert urn.parse(column)[i].as_py() == parts
        assert urn.nid(column)[i].as_py() == parts["nid"].lower()
        for k in ["nss", "r", "q", "f", "key", "normalized"]:
            assert getattr(urn, k)(column)[i].as_py() == parts[k]
    assert urn.extract(column)[10].as_py() == ["urn:ex:b", "urn:ex:c", "urn:ex:d"]
    assert urn.key(column, namespace=True)[7].as_py() == urn.key(column, namespace=True)[13].as_py() == "urn:isbn:9780395363416"
    text = {pa.binary(): pa.string(), pa.large_binary(): pa.large_string(), pa.binary_view(): pa.string_view()}
    if pa.types.is_dictionary(t):
        assert urn.key(column).type == pa.dictionary(t.index_type, text.get(t.value_type, t.value_type))
    else:
        assert urn.key(column).type == text.get(t, t)
        assert urn.key(column).buffers()[-1].address != column.buffers()[-1].address


def rows(text, first):
    return [[c.strip() for c in line.split(" | ")] for line in text.splitlines() if line.startswith(first)]


def test_tables():
    """The table of the page is that of DuckDB, and what the functions do."""
    page = [[c.rstrip(" |") for c in row] for row in rows(PAGE, "| `") if len(row) == 4]
    duck = [[c.rstrip(" |") for c in row] for row in rows((ROOT / "integrations/duckdb/README.md").read_text(), "| `urn_") if len(row) == 4]
    assert [row[2:] for row in page] == [row[2:] for row in duck] and len(page) == 10
    malformed = {"": "scheme", "x": "scheme", " urn:ex:a": "scheme", "urn:-:a": "nid", "urn:ex:": "nss", "urn:ex:a ": "nss", "urn:ex:a\n": "nss"}
    malformed.update({"urn:ex:é": "nss", "urn:ex:%x": "escape", "urn:ex:a?+": "r", "urn:ex:a?=": "q", "urn:ex:a#[": "f"})
    named = set()
    for functions, _, null, other in page:
        for call in re.findall(r"`(\w+)\(\w+(, namespace=True)?\)`", functions):
            named.add(call[0])
            column = pa.array([None, *malformed])
            got = getattr(urn, call[0])(column, **({"namespace": True} if call[1] else {})).to_pylist()
            assert got[0] is None and null == "NULL"
            for (text, why), value in zip(malformed.items(), got[1:]):
                if other.startswith("why: "):
                    assert value == why and f"`{why}`" in other
                elif "[]" in other:
                    assert value == [] or "urn:ex:a" in text
                else:
                    assert value == {"NULL": None, "`false`": False}[other], text
    assert named == set(urn.__all__)


def snippets():
    for code in re.findall(r"```python\n(.*?)```", PAGE, re.S):
        yield pytest.param(code, id="arrow_udf" if "arrow_udf" in code else re.search(r"import (?:pandas as pd, )?(\w+)", code)[1])


@pytest.mark.parametrize("code", list(snippets()))
def test_page(code):
    if "pyspark" in code:
        pytest.importorskip("pyspark")
        os.environ["PYSPARK_PYTHON"] = sys.executable
        code = code.replace(".getOrCreate()", '.config("spark.driver.bindAddress", "127.0.0.1").config("spark.ui.enabled", "false").getOrCreate()')
    scope = {}
    exec(code, scope)
    names = scope["names"]
    if isinstance(names, pd.DataFrame):
        got = [None if v is pd.NA else v for v in names["key"]]
    elif isinstance(names, pl.LazyFrame):
        got = names.collect()["key"].to_list()
    elif hasattr(names, "toArrow") or "pyspark" in code:
        got = [row.key for row in names.collect()]
    else:
        got = [row[1] for row in names.fetchall()]
    assert got == ["urn:example:a%2Fb", None, None]
    assert len(list(snippets())) == 5


@pytest.mark.parametrize("dtype", ["object", "string", "string[pyarrow]", "category", pd.ArrowDtype(pa.large_string())], ids=str)
def test_pandas(dtype):
    series = pd.Series(NAMES, dtype=dtype)
    assert urn.key(series).to_pylist() == urn.key(pa.array(NAMES)).to_pylist()
    filtered = series[series.notna()]
    assert len(urn.key(filtered)) == len(filtered) < len(series)
    assert urn.valid(pd.DataFrame({"a": series})).to_pylist() == urn.valid(pa.array(NAMES)).to_pylist()


def test_polars():
    frame = pl.DataFrame({"name": NAMES})
    want = urn.key(pa.array(NAMES)).to_pylist()
    assert urn.key(frame["name"]).to_pylist() == urn.key(frame).to_pylist() == urn.key(frame["name"].cast(pl.Categorical)).to_pylist() == want
    assert pl.Series(urn.parse(frame["name"])).struct.field("key").to_list() == want
    assert pl.Series(urn.extract(frame["name"])).list.len().to_list() == [None if v is None else len(v) for v in urn.extract(pa.array(NAMES)).to_pylist()]
    both = pl.concat([frame["name"], frame["name"]], rechunk=False)
    assert both.n_chunks() == 2 and urn.key(both).to_pylist() == want + want


def test_duckdb():
    connection = duckdb.connect()
    relation = connection.sql("SELECT 'URN:EX:' || range AS name FROM range(3000000)")
    got = urn.key(relation)  # a chunk has 1,000,000 rows, or fewer
    assert got.num_chunks > 1 and got[-1].as_py() == "urn:ex:2999999"


def test_no_copy():
    """A column of 100 MB is not copied: a function with a small result needs little memory."""
    column = pa.array(["urn:ex:" + "a" * 1000] * 100_000)
    urn.valid(column.slice(0, 1))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert urn.valid(column).true_count == len(column)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000


@pytest.mark.parametrize("column", ["urn:ex:a", b"urn:ex:a", None, 3, [1], [["urn:ex:a"]], pa.array([1.5]), pl.DataFrame({"a": ["x"], "b": ["y"]})], ids=repr)
def test_wrong_types(column):
    for function in FUNCTIONS:
        with pytest.raises(TypeError):
            function(column)
    with pytest.raises(TypeError):
        urn.nid(pa.array(["urn:ex:a"]), namespace=True)


def test_threads():
    column = pa.chunked_array([pa.array([f"URN:EX:{i}-{k}" for k in range(5000)]) for i in range(20)])
    want = [f"urn:ex:{i}-{k}" for i in range(20) for k in range(5000)]
    wrong = []

    def work():
        for _ in range(5):
            if urn.key(column).to_pylist() != want:
                wrong.append(1)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not wrong


def test_releases_the_gil():
    """While one call of Go runs, the interpreter runs other threads."""
    column = pa.array(["urn:ex:" + "a" * 1_000_000] * 500)
    done = threading.Event()
    thread = threading.Thread(target=lambda: (urn.key(column), done.set()))
    thread.start()
    turns = 0
    while not done.wait(0.0001):
        turns += 1
    thread.join()
    assert turns > 3


def child(queue, column):
    try:
        urn.key(column)
        queue.put("no error")
    except RuntimeError as e:
        queue.put(str(e))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_fork():
    results = urn.key(pa.array(NAMES * 100))  # the child frees it
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    process = context.Process(target=child, args=(queue, results))
    process.start()
    assert "spawn" in queue.get(timeout=60)
    process.join(60)
    assert process.exitcode == 0


def script(code):
    return subprocess.run([sys.executable, "-W", "error::RuntimeWarning", "-c", code], capture_output=True, text=True, timeout=120)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_release_after_fork():
    """A process that was forked may release results: that runs no Go, which would now and then not return."""
    names = pa.array(["URN:ex:a%2f"] * 100_000)
    for _ in range(200):
        results = [urn.key(names)]
        if (pid := os.fork()) == 0:
            signal.alarm(60)
            results.clear()
            os._exit(0)
        assert os.waitpid(pid, 0)[1] == 0


def test_fork_before_the_first_call():
    code = "import os, pyarrow as pa, urn\npid = os.fork()\nassert urn.valid(pa.array(['urn:ex:a'])).to_pylist() == [True]\nif pid: assert os.wait()[1] == 0\n"
    assert script(code).returncode == 0


@pytest.mark.parametrize(
    "code",
    [
        "import pyarrow as pa, urn\nkeep = [urn.key(pa.array(['urn:ex:a'] * 100000)) for _ in range(10)]\nparts = urn.parse(pa.array(['urn:ex:a'])).field(0)",
        "import pyarrow as pa, threading, urn\na = pa.array(['urn:ex:a'] * 100000)\ndef f():\n    while True: urn.key(a)\nthreading.Thread(target=f, daemon=True).start()\nimport time; time.sleep(0.2)",
        "import atexit, pyarrow as pa, urn\na = pa.array(['urn:ex:a'])\nurn.key(a)\natexit.register(lambda: urn.key(a))",
    ],
    ids=["results", "thread", "atexit"],
)
def test_exit(code):
    ended = script(code)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_moved_child():
    """A field lives on when the struct that it came with is gone."""
    field = urn.parse(pa.array(["urn:ex:a"] * 1000)).field(1)
    gc.collect()
    assert field.to_pylist() == ["a"] * 1000


def test_leaks():
    """10,000 calls of functions with all kinds of results leave no memory."""
    columns = [array(NAMES * 50, t) for t in (pa.string(), pa.string_view(), pa.dictionary(pa.int32(), pa.string()))]

    def calls(n):
        for i in range(n):
            FUNCTIONS[i % len(FUNCTIONS)](columns[i % len(columns)])
            with contextlib.suppress(TypeError):
                urn.key(pa.array([1]))
        gc.collect()
        return int(open("/proc/self/statm").read().split()[1]) * resource.getpagesize()

    before = calls(2000)
    assert calls(10_000) - before < 8 << 20


@pytest.mark.skipif("URN_LARGE" not in os.environ, reason="needs 8 GB of memory: set URN_LARGE")
def test_large():
    """Columns of more than 2 GB, whose text has one place in memory for many rows."""
    name = "URN:EX:" + "a" * (1 << 20)
    n = 2100
    for t in [pa.large_string(), pa.string_view()]:
        keys = urn.key(pa.array([name] * n, t))
        assert len(keys) == n and keys[n - 1].as_py() == "urn:ex:" + "a" * (1 << 20)
        del keys
    column = pa.chunked_array([pa.array([name] * 1000)] * 3)
    assert urn.valid(column).to_pylist() == [True] * 3000
    # The URNs of a string column of 2 GB fit into a list of text.
    assert len(urn.extract(pa.array([name] * 2000))) == 2000


def test_help():
    for function in FUNCTIONS:
        assert inspect.getdoc(function).startswith("Return ") and "TypeError" in inspect.getdoc(function)
        assert function.__annotations__
    text = re.sub(r"\s+", " ", urn.__doc__)
    for name in urn.__all__:
        assert re.search(rf"\b{name}\b", text)


def test_doc():
    import doctest

    assert doctest.testmod(urn).failed == 0 < doctest.testmod(urn).attempted
