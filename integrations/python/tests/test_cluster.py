"""The part of docs/python.md on a Spark cluster, on a master and two workers of this machine."""

import json
import re

import pytest

pytest.importorskip("pyspark")
import cluster

# Where each executor finds the module, and what the driver finds in the column.
CHECK = """
def where(_):
    import os, time, urn
    time.sleep(1)
    yield os.path.realpath(urn.__file__)

import json
print(json.dumps([[row.key for row in names.collect()], sorted(set(spark.sparkContext.parallelize(range(8), 8).mapPartitions(where).collect()))]))
"""


def test_cluster(tmp_path):
    samples = re.findall(r"```python\n(.*?)```", (cluster.ROOT / "docs/python.md").read_text(), re.S)
    jobs = [s.replace('.master("local[2]")', "") for s in samples if "pyspark" in s]
    assert len(jobs) == 2 and all(".master" not in job for job in jobs)
    with cluster.cluster(tmp_path, 2) as run:
        for job in jobs:
            keys, places = json.loads(run(job + CHECK).splitlines()[-1])
            assert keys == ["urn:example:a%2Fb", None, None]
            # Both executors loaded what was shipped, and not a module that is installed here.
            assert len(places) == 2 and all(p.endswith("/site/urn/__init__.py") and str(tmp_path / "work") in p for p in places), places
