"""A Spark cluster on this machine: a master and workers of one core, each a process.

    python integrations/python/tests/cluster.py names.txt

measures the processor time of executors for each name of a file, with 1, 2 and 4 executors. It
needs dist/*.whl, dist/java/urn.jar and bin/urn.
"""

import contextlib
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import time

import pyspark

ROOT = pathlib.Path(__file__).resolve().parents[3]
HOME = pathlib.Path(pyspark.__file__).parent


def wait(what, ready, seconds=180):
    end = time.monotonic() + seconds
    while not ready():
        assert time.monotonic() < end, f"no {what}"
        time.sleep(0.1)


def section():
    """The part of docs/python.md on clusters: the commands, and the text."""
    text = re.search(r"^## A Spark cluster\n(.*?)^## ", (ROOT / "docs/python.md").read_text(), re.S | re.M)[1]
    return re.search(r"```sh\n(.*?)```", text, re.S)[1], text


@contextlib.contextmanager
def cluster(folder, workers):
    """Starts a cluster with its files in a folder. The value is run, which runs the commands of the page on a job."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    conf = folder / "conf"
    conf.mkdir()
    (conf / "spark-defaults.conf").write_text(
        "spark.driver.host 127.0.0.1\nspark.driver.bindAddress 127.0.0.1\nspark.ui.enabled false\n"
        f"spark.executor.memory 700m\nspark.driver.memory 700m\nspark.local.dir {folder}/local\nspark.sql.warehouse.dir {folder}/warehouse\n"
    )
    env = dict(os.environ, SPARK_HOME=str(HOME), SPARK_LOCAL_IP="127.0.0.1", SPARK_DAEMON_MEMORY="256m", SPARK_CONF_DIR=str(conf))
    env.update(PATH=f"{HOME}/bin:{pathlib.Path(sys.executable).parent}:{ROOT}/bin:{env['PATH']}", PYSPARK_DRIVER_PYTHON=sys.executable)
    env.pop("PYSPARK_PYTHON", None)
    processes = []

    def start(name, *args):
        log = open(folder / f"{name}.log", "w")
        processes.append(subprocess.Popen([HOME / "bin/spark-class", *args], env=env, stdout=log, stderr=log, cwd=folder, start_new_session=True))
        return lambda text: text in (folder / f"{name}.log").read_text()

    def run(job, more=""):
        (folder / "job.py").write_text(job)
        commands = section()[0].replace("spark://master:7077", url).replace("dist/", f"{ROOT}/dist/")
        assert "spark-submit" in commands and url in commands
        commands = commands.replace("spark-submit", "spark-submit " + more)
        p = subprocess.run(["bash", "-euc", commands], env=env, cwd=folder, capture_output=True, text=True, timeout=1200)
        assert p.returncode == 0, p.stdout + p.stderr[-8000:]
        return p.stdout

    try:
        url = f"spark://127.0.0.1:{port}"
        log = start("master", "org.apache.spark.deploy.master.Master", "--host", "127.0.0.1", "--port", str(port), "--webui-port", "0")
        wait("master", lambda: log("I have been elected leader"))
        logs = [
            start(f"worker{i}", "org.apache.spark.deploy.worker.Worker", "--host", "127.0.0.1", "--webui-port", "0", "--cores", "1", "--memory", "800m", "--work-dir", str(folder / f"work{i}"), url)
            for i in range(workers)
        ]
        for log in logs:
            wait("worker", lambda: log("Successfully registered with master"))
        yield run
    finally:
        for p in processes[::-1]:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(p.pid, signal.SIGTERM)
            p.wait()


# Each way computes a column from the column name of a table of names; the last is Spark's own function.
MEASURE = """
import glob, os, pyarrow.compute, pyspark.sql, statistics, sys, urn
spark = pyspark.sql.SparkSession.builder.getOrCreate()
names = spark.read.text("NAMES").withColumnRenamed("value", "name").repartition(16).persist()
n = names.count()
names.createOrReplaceTempView("names")
spark.udf.registerJavaFunction("urn_key", "urn.UrnSpark", "string")

def processor():
    \"\"\"Nanoseconds that the executors of this application, and their children, have used.\"\"\"
    parents, used = {}, {}
    for name in glob.glob("/proc/[0-9]*/stat"):
        try:
            line = open(name).read()
            command = open(name[:-4] + "cmdline").read()
        except OSError:
            continue
        fields = line[line.rindex(")") + 2:].split()
        pid = int(name.split("/")[2])
        parents[pid], used[pid] = int(fields[1]), sum(map(int, fields[11:15]))
        if "CoarseGrainedExecutorBackend" in command and spark.sparkContext.applicationId in command:
            parents[pid] = "executor"
    def within(pid):
        while pid in parents:
            pid = parents[pid]
        return pid == "executor"
    return sum(t for pid, t in used.items() if within(pid)) * 1e9 / os.sysconf("SC_CLK_TCK")

def column(f):
    return names.mapInArrow(lambda batches: (b.from_arrays([f(b["name"])], names=["key"]) for b in batches), "key string")

ways = {
    "mapInArrow, urn.key": column(urn.key),
    "mapInArrow, utf8_lower": column(pyarrow.compute.utf8_lower),
    "TRANSFORM, urn map --to key": spark.sql("SELECT TRANSFORM (name) USING 'urn map --to key' AS (key STRING) FROM names"),
    "TRANSFORM, cat": spark.sql("SELECT TRANSFORM (name) USING 'cat' AS (key STRING) FROM names"),
    "urn.UrnSpark": names.selectExpr("urn_key(name) AS key"),
    "lower": names.selectExpr("lower(name) AS key"),
}
took = {way: [] for way in ways}
for turn in range(4):
    for way, frame in ways.items():
        before = processor()
        frame.write.format("noop").mode("overwrite").save()
        took[way] += [(processor() - before) / n] if turn else []
for way, each in took.items():
    print(f"{way}: {min(each):.0f} to {max(each):.0f} ns, median {statistics.median(each):.0f}")
"""

if __name__ == "__main__":
    import tempfile

    for workers in 1, 2, 4:
        with tempfile.TemporaryDirectory() as folder, cluster(pathlib.Path(folder), workers) as run:
            print(f"{workers} executors of one core", run(MEASURE.replace("NAMES", os.path.abspath(sys.argv[1])), f"--jars {ROOT}/dist/java/urn.jar"), sep="\n", flush=True)
