"""A Spark application that runs what it reads, and answers with the rows.

Each line of the input is an object of JSON: "sql" has a statement, "python" has
statements that may set the variable result. Each answer is a line, with "rows" or with
"error". A statement of Python can use spark, and what earlier ones have defined.
"""

import json
import os
import sys
import traceback

from pyspark.sql import DataFrame, SparkSession

out = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)  # what others print goes to the log

spark = SparkSession.builder.getOrCreate()
names = {"spark": spark, "__name__": "__main__"}


def answer(request):
    if "sql" in request:
        result = spark.sql(request["sql"])
    else:
        names["result"] = None
        exec(request["python"], names)
        result = names["result"]
    if isinstance(result, DataFrame):
        result = result.collect()
    return {"rows": [list(row) for row in result or []]}


for line in sys.stdin:
    try:
        text = answer(json.loads(line))
    except Exception as e:
        text = {"error": f"{e}\n{traceback.format_exc()}"}
    print(json.dumps(text), file=out, flush=True)
spark.stop()
