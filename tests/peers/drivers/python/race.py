"""The race of urnparse, by pyperf, with the directory of the inputs in the environment as PEERS."""
import os, pathlib, sys

PEERS = pathlib.Path(os.environ["PEERS"])
sys.path.insert(0, str(PEERS / "python"))
import pyperf
from urnparse import URN8141, InvalidURNFormatError


def read(name):
    return (PEERS / name).read_text("utf-8").split("\n")[:-1]


names, others, malformed = read("race.names"), read("race.others"), read("race.malformed")


def parse():
    for name in names:
        URN8141.from_string(name).specific_string


def refuse():
    for name in malformed:
        try:
            URN8141.from_string(name)
        except InvalidURNFormatError:
            pass


def equal():
    for a, b in zip(names, others):
        URN8141.from_string(a) == URN8141.from_string(b)


works = {"parse": (parse, names), "refuse": (refuse, malformed)}
# A work that is not done rightly is left out. The parser does not normalise.
if all(URN8141.from_string(a) == URN8141.from_string(b) for a, b in zip(names, others)):
    works["equal"] = equal, names
runner = pyperf.Runner(processes=5, values=3, warmups=1)
runner.parse_args(["--quiet", "--inherit-environ=PEERS,PYTHONPATH", *sys.argv[1:]])
for work, (f, input) in works.items():
    bench = runner.bench_func(work, f)
    if bench and not runner.args.worker:
        print("race", "urnparse", work, bench.median() * 1e9 / len(input), f"{100 * bench.stdev() / bench.mean():.1f}", "-", "-", sep="\t")
