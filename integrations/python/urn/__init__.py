"""Columns of Uniform Resource Names (URNs, RFC 8141): keys, validity and parts.

    >>> import pyarrow as pa, urn
    >>> names = pa.array(["URN:Example:a%2fb#top", "http://example.org/", None])
    >>> urn.key(names).to_pylist()
    ['urn:example:a%2Fb', None, None]

A column is a pyarrow Array or ChunkedArray, or whatever has ``__arrow_c_array__`` or
``__arrow_c_stream__``: a Series of Polars or pandas, a relation of DuckDB or a DataFrame
with one column. Lists and NumPy arrays are copied into an Array. Its type is string,
large_string, string_view, one of these for bytes, or a dictionary of them.

The result has a row for each row. It is an Array for an Array and a ChunkedArray for
anything that has chunks. A result of text has the type of the column: a large_string for
a large_string, and a dictionary for a dictionary.

    function      a URN                                       NULL   any other text, also ""
    valid         true                                        NULL   false
    reason        NULL                                        NULL   why: "nid", for example
    key           equal if and only if the URNs are           NULL   NULL
    normalized    the normal form                             NULL   NULL
    nid           the namespace identifier, in lower case     NULL   NULL
    nss           the namespace-specific string               NULL   NULL
    r, q, f       the component, or NULL                      NULL   NULL
    parse         a struct of all of them, as written         NULL   NULL
    extract       the URNs in the text, as a list             NULL   those in it, or []

The functions are computed by a library written in Go. They read the column where it is,
release the GIL, and use a thread for each chunk. Go does not run in a process that was
forked from one that has called a function: there, they raise a RuntimeError. Importing
the module does no harm. Start such processes with "spawn" or "forkserver".
"""

from __future__ import annotations

import ctypes
import os
import pathlib
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Union

import pyarrow as pa

__all__ = ["valid", "reason", "key", "normalized", "nid", "nss", "r", "q", "f", "parse", "extract"]

Column = Union[pa.Array, pa.ChunkedArray]


def valid(column: Any) -> Column:
    """Return whether each row is a URN: a column of booleans.

    Raises TypeError if the column is not one of text or bytes.
    """
    return _call("valid", column)


def reason(column: Any) -> Column:
    """Return why each row is not a URN, or NULL if it is one.

    The reasons are scheme, nid, nss, escape, r, q, f and too-long: the part of the name
    that is malformed. Raises TypeError if the column is not one of text or bytes.
    """
    return _call("reason", column)


def key(column: Any, *, namespace: bool = False) -> Column:
    """Return the key of each row: the normal form without r-, q- and f-component.

    Two URNs are equivalent (RFC 8141, section 3.1) if and only if their keys are equal.
    With namespace=True, the rules of the registered namespaces apply, too: the hyphens of
    an ISBN make no difference. Raises TypeError if the column is not one of text or bytes.
    """
    return _call("key", column, namespace)


def normalized(column: Any, *, namespace: bool = False) -> Column:
    """Return the normal form of each row (RFC 8141, section 3.1), with all components.

    With namespace=True, the rules of the registered namespaces apply, too. Raises
    TypeError if the column is not one of text or bytes.
    """
    return _call("normalized", column, namespace)


def nid(column: Any) -> Column:
    """Return the namespace identifier of each row, in lower case.

    Raises TypeError if the column is not one of text or bytes.
    """
    return _call("nid", column)


def nss(column: Any) -> Column:
    """Return the namespace-specific string of each row, as it is written.

    Raises TypeError if the column is not one of text or bytes.
    """
    return _call("nss", column)


def r(column: Any) -> Column:
    """Return the r-component of each row, as it is written, or NULL if there is none.

    Raises TypeError if the column is not one of text or bytes.
    """
    return _call("r", column)


def q(column: Any) -> Column:
    """Return the q-component of each row, as it is written, or NULL if there is none.

    Raises TypeError if the column is not one of text or bytes.
    """
    return _call("q", column)


def f(column: Any) -> Column:
    """Return the f-component of each row, as it is written, or NULL if there is none.

    It may be empty. Raises TypeError if the column is not one of text or bytes.
    """
    return _call("f", column)


def parse(column: Any) -> Column:
    """Return a struct for each row: nid, nss, r, q, f, normalized and key.

    The first five are as they are written. A component that the URN does not have is NULL.
    Raises TypeError if the column is not one of text or bytes.
    """
    return _call("parse", column)


def extract(column: Any) -> Column:
    """Return the URNs in each row, a text: a column of lists, in the order of the text.

    Punctuation that ends a sentence, closes a bracket or separates names is not part of a
    URN. Raises TypeError if the column is not one of text or bytes.
    """
    return _call("extract", column)


_TEXT = {"string", "large_string", "string_view", "binary", "large_binary", "binary_view", "null"}
_lock = threading.Lock()
_library: Any = None
_forked = False


def _after_fork() -> None:
    global _lock, _forked
    _lock = threading.Lock()
    _forked = _library is not None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def _load() -> Any:
    """Load the library at the first call, so that a process may fork before."""
    global _library
    with _lock:
        if _library is None:
            library = ctypes.CDLL(str(pathlib.Path(__file__).with_name("_urn.so")))
            library.urn_call.argtypes = [ctypes.c_char_p, ctypes.c_int] + [ctypes.c_void_p] * 5 + [ctypes.c_int]
            _library = library
        return _library


_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype = ctypes.c_void_p
_pointer.argtypes = [ctypes.py_object, ctypes.c_char_p]


def _column(column: Any) -> Column:
    """Return the column as pyarrow has it, without a copy if it has Arrow's buffers."""
    if isinstance(column, (str, bytes)):
        raise TypeError("a column has more than one name: use a list for a single one")
    if not isinstance(column, (pa.Array, pa.ChunkedArray)):
        if hasattr(column, "__arrow_c_stream__"):
            column = pa.chunked_array(column)
        else:
            column = pa.array(column)
    if pa.types.is_struct(column.type) and column.type.num_fields == 1:  # a table
        chunked = isinstance(column, pa.ChunkedArray)
        chunks = [c.field(0) for c in (column.chunks if chunked else [column])]
        column = pa.chunked_array(chunks, column.type.field(0).type) if chunked else chunks[0]
    t = column.type
    if str(t.value_type if pa.types.is_dictionary(t) else t) not in _TEXT:
        raise TypeError(f"a column of the type {t} has no names: select one of text or bytes")
    return column


def _call(function: str, column: Any, namespace: bool = False) -> Column:
    if _forked:
        raise RuntimeError(
            "this process was forked from one that had called a function of the module urn, and the library does "
            'not run in it: use multiprocessing.get_context("spawn"), or call the functions after the fork only'
        )
    column = _column(column)
    library = _load()

    def one(chunk: pa.Array) -> pa.Array:
        schema, array = chunk.__arrow_c_array__()
        result, result_schema = (ctypes.c_int64 * 10)(), (ctypes.c_int64 * 9)()  # the sizes of the structs
        message = ctypes.create_string_buffer(1000)
        if library.urn_call(
            function.encode(),
            namespace,
            _pointer(array, b"arrow_array"),
            _pointer(schema, b"arrow_schema"),
            ctypes.addressof(result),
            ctypes.addressof(result_schema),
            ctypes.addressof(message),
            len(message),
        ):
            raise ValueError(message.value.decode("utf-8", "replace"))
        return pa.Array._import_from_c(ctypes.addressof(result), ctypes.addressof(result_schema))

    if isinstance(column, pa.Array):
        return one(column)
    chunks = column.chunks
    if len(chunks) < 2 or len(column) < 10_000:
        results = [one(c) for c in chunks]
    else:
        with ThreadPoolExecutor(min(len(chunks), os.cpu_count() or 1)) as pool:
            results = list(pool.map(one, chunks))
    return pa.chunked_array(results, results[0].type if results else one(pa.nulls(0, column.type)).type)
