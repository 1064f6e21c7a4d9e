"""Compares "urn replace" with databases: PostgreSQL, SQLite, and MariaDB or MySQL.

    dumps.py URN SEED CASES [FOLDER]

For each case it fills a database with values that hold names, has the database's own
program write a dump, has URN replace the names in it, and loads the dump and the result
into new databases. They must hold the values that were written, and those with the names
replaced. The servers run in a temporary folder, and listen on a socket there. CASES_OF has the
names of the databases to compare, or it is all; one that is not installed is a failure. With FOLDER, dumps are written there, with their results
under --to key: 4 cases make those of TestDumps.
"""

import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

import oracle
from oracle import By, Failure, NOISE, SECRET, WAYS, text

NOISE = NOISE + ["\\.", "a\n\\.\nb", "\\'", "E'x'", "$a$ $_$", "`", "\\N", "\r\n", "\b\x1a", "*/", "/*!40000 x", "COPY t FROM stdin;\n", "x\\"]


def call(args, **more):
    p = subprocess.run(args, capture_output=True, **more)
    if p.returncode:
        raise Failure("%s: %s" % (" ".join(args), (p.stderr or p.stdout).decode()[:300]))
    return p.stdout


def program(name, *folders):
    return shutil.which(name, path=os.pathsep.join([os.environ["PATH"], "/usr/sbin", *folders]))


class SQLite:
    name, notation, dumps, ways = "sqlite3", "sql", [[]], ["normalized", "key", "hash"]

    def __init__(self, folder):
        self.folder, self.tool = folder, program("sqlite3")

    def available(self):
        return self.tool

    def start(self):
        pass

    stop = start

    def file(self, db):
        return os.path.join(self.folder, db + ".sqlite")

    def fill(self, db, values, column):
        c = sqlite3.connect(self.file(db))
        c.execute('CREATE TABLE t (n INTEGER, v TEXT DEFAULT %s, "%s" TEXT, b BLOB)' % (self.string(values[0]), column))
        c.executemany("INSERT INTO t VALUES (?, ?, ?, ?)", [(n, v, v, v.encode()) for n, v in enumerate(values)])
        c.commit()
        c.close()

    @staticmethod
    def string(v):
        return "'" + v.replace("'", "''") + "'"

    def dump(self, db, more):
        return call([self.tool, self.file(db), ".dump"])

    def load(self, db, dump):
        call([self.tool, "-bail", self.file(db)], input=dump)

    def read(self, db):
        c = sqlite3.connect(self.file(db))
        c.execute("INSERT INTO t (n) VALUES (99999)")
        rows = list(c.execute("SELECT * FROM t ORDER BY n"))
        names = [d[0] for d in c.execute("SELECT * FROM t").description]
        c.close()
        return [names[2], rows[-1][1]] + [x for r in rows[:-1] for x in (r[1], r[2], r[3].decode())]

    def want(self, values, change, column):
        return [change(column), change(values[0])] + [x for v in values for x in (change(v), change(v), text(v))]

    def drop(self, db):
        os.unlink(self.file(db))


class PostgreSQL(SQLite):
    name, ways = "pg_dump", list(WAYS)
    dumps = [[], ["--inserts"], ["--column-inserts"], ["--inserts", "--rows-per-insert=3"]]

    def __init__(self, folder):
        self.folder = folder
        lib = "/usr/lib/postgresql"
        bins = [os.path.join(lib, v, "bin") for v in sorted(os.listdir(lib), reverse=True)] if os.path.isdir(lib) else []
        self.tools = {t: program(t, *bins) for t in ("initdb", "pg_ctl", "pg_dump", "psql", "createdb", "dropdb")}

    def available(self):
        return all(self.tools.values()) and (os.getuid() or shutil.which("runuser"))

    def call(self, tool, *args, **more):
        user = [] if os.getuid() else ["runuser", "-u", "postgres", "--"]  # the server refuses root
        return call(user + [self.tools[tool]] + list(args), cwd=self.folder, **more)

    def start(self):
        if not os.getuid():
            shutil.chown(self.folder, "postgres")
        self.data = os.path.join(self.folder, "data")
        self.call("initdb", "-D", self.data, "-A", "trust", "-E", "UTF8", "--locale=C", "-N", "-U", "urn")
        with open(os.path.join(self.folder, "log"), "w") as log:
            if not os.getuid():
                shutil.chown(log.name, "postgres")
        self.call("pg_ctl", "-D", self.data, "-l", log.name, "-w", "-o", "-c listen_addresses='' -c fsync=off -k " + self.folder, "start")

    def stop(self):
        self.call("pg_ctl", "-D", self.data, "-m", "immediate", "-w", "stop")

    def psql(self, db, sql):
        return self.call("psql", "-h", self.folder, "-U", "urn", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", db, input=sql)

    def fill(self, db, values, column):
        self.call("createdb", "-h", self.folder, "-U", "urn", db)
        first = self.string(values[0])
        self.psql(db, ("CREATE TABLE t (n int, v text DEFAULT %s, \"%s\" text, b bytea, CHECK (v <> %s || 'x'));\n" % (first, column, first) +
                       "COMMENT ON TABLE t IS %s;\n" % first +
                       "CREATE FUNCTION f() RETURNS text LANGUAGE plpgsql AS %s;\n" % self.string("BEGIN\n  -- it's " + values[1].replace("\n", " ").replace("\r", " ") + "\n  RETURN 1;\nEND") +
                       "".join("INSERT INTO t VALUES (%d, %s, %s, convert_to(%s, 'UTF8'));\n" % (n, *[self.string(v)] * 3) for n, v in enumerate(values))).encode())

    def dump(self, db, more):
        return self.call("pg_dump", "-h", self.folder, "-U", "urn", "-O", *more, db)

    def load(self, db, dump):
        self.call("createdb", "-h", self.folder, "-U", "urn", db)
        self.psql(db, dump)

    def read(self, db):
        return json.loads(self.psql(db, b"""INSERT INTO t (n) VALUES (99999);
            SELECT json_build_array((SELECT attname FROM pg_attribute WHERE attrelid = 't'::regclass AND attnum = 3), (SELECT v FROM t WHERE n = 99999),
                obj_description('t'::regclass), (SELECT prosrc FROM pg_proc WHERE proname = 'f'))::jsonb ||
                (SELECT json_agg(x ORDER BY n, i) FROM t r, LATERAL (VALUES (1, v), (2, (SELECT value FROM json_each_text(row_to_json(r)) OFFSET 2 LIMIT 1)), (3, convert_from(b, 'UTF8'))) l (i, x) WHERE n < 99999)::jsonb"""))

    def want(self, values, change, column):
        source = "BEGIN\n  -- it's " + change([p.replace("\n", " ").replace("\r", " ") if isinstance(p, str) else p for p in values[1]]) + "\n  RETURN 1;\nEND"
        return [change(column)[:63], change(values[0]), change(values[0]), source] + super().want(values, change, column)[2:]

    def drop(self, db):
        self.call("dropdb", "-h", self.folder, "-U", "urn", db)


class MySQL(SQLite):
    name, notation, ways = "mysqldump", "sql", list(WAYS)
    dumps = [[], ["--skip-extended-insert"], ["--complete-insert"], ["--hex-blob"]]

    def __init__(self, folder):
        self.folder = folder
        self.server = program("mariadbd") or program("mysqld")
        self.install = program("mariadb-install-db")
        self.tool, self.client = program("mariadb-dump") or program("mysqldump"), program("mariadb") or program("mysql")
        self.socket = os.path.join(folder, "socket")

    def available(self):
        return self.server and self.tool and self.client

    def start(self):
        data = "--datadir=" + os.path.join(self.folder, "data")
        user = [] if os.getuid() else ["--user=root"]
        if self.install:
            call([self.install, "--no-defaults", data, "--auth-root-authentication-method=normal", "--skip-test-db"] + user)
        else:
            call([self.server, "--no-defaults", data, "--initialize-insecure"] + user)
        with open(os.path.join(self.folder, "log"), "wb") as log:
            self.process = subprocess.Popen([self.server, "--no-defaults", data, "--socket=" + self.socket, "--skip-networking",
                                             "--pid-file=" + os.path.join(self.folder, "pid"), "--innodb-flush-log-at-trx-commit=0"] + user, stdout=log, stderr=log)
        for _ in range(300):
            if os.path.exists(self.socket):
                return
            time.sleep(0.1)
        raise Failure("the server of MySQL does not begin: %s" % open(log.name).read()[-600:])

    def stop(self):
        self.process.terminate()
        self.process.wait()

    def sql(self, db, sql):
        return call([self.client, "--no-defaults", "--socket=" + self.socket, "-u", "root", "--default-character-set=utf8mb4", "-N", "-r", "-B"] + ([db] if db else []), input=sql)

    @staticmethod
    def string(v):
        return "CONVERT(X'%s' USING utf8mb4)" % v.encode().hex()

    def fill(self, db, values, column):
        first = values[0].replace("\\", "\\\\").replace("'", "''")
        self.sql("", ("CREATE DATABASE %s CHARACTER SET utf8mb4; USE %s;\n" % (db, db) +
                      "CREATE TABLE t (n int, v longtext, `%s` longtext, b longblob) COMMENT '%s';\n" % (column.replace("`", "``"), first if len(first) < 1000 else "") +
                      "".join("INSERT INTO t VALUES (%d, %s, %s, X'%s');\n" % (n, self.string(v), self.string(v), v.encode().hex()) for n, v in enumerate(values))).encode())

    def dump(self, db, more):
        self.binary = "--hex-blob" not in more
        return call([self.tool, "--no-defaults", "--socket=" + self.socket, "-u", "root", "--default-character-set=utf8mb4"] + more + [db])

    def load(self, db, dump):
        self.sql("", ("CREATE DATABASE %s CHARACTER SET utf8mb4" % db).encode())
        self.sql(db, dump)

    def read(self, db):
        names = [n for n in self.sql(db, b"SELECT HEX(column_name) FROM information_schema.columns WHERE table_name = 't' AND table_schema = DATABASE() ORDER BY ordinal_position").split()]
        rows = self.sql(db, b"SELECT HEX(v), HEX(`%s`), HEX(b) FROM t ORDER BY n" % bytes.fromhex(names[2].decode())).decode().split("\n")[:-1]
        comment = self.sql(db, b"SELECT HEX(table_comment) FROM information_schema.tables WHERE table_name = 't' AND table_schema = DATABASE()").strip()
        return [bytes.fromhex(x).decode() for x in [names[2].decode(), comment.decode()] + [c for r in rows for c in r.split("\t")]]

    def want(self, values, change, column):
        comment = change(values[0]) if len(text(values[0]).replace("\\", "\\\\").replace("'", "''")) < 1000 else ""
        return [change(column), comment] + [x for v in values for x in (change(v), change(v), change(v) if self.binary else text(v))]

    def drop(self, db):
        self.sql("", b"DROP DATABASE " + db.encode())


def case(database, n):
    r = random.Random("%d %d" % (oracle.seed, n))
    more = database.dumps[n % len(database.dumps)]
    way = r.choice(database.ways) if not folder else "key"
    args, by = WAYS[way]
    change = lambda v: text(v, By(by, way == "hash"))
    values = [oracle.value(r, NOISE, []) for _ in range(r.choice([3, 6, 30]))]
    if folder:
        values = values[:2] + [[noise, " ", oracle.name(r, []), " ", noise] for noise in NOISE if len(noise) > 1]
    values[:2] = [[r.choice(NOISE).replace("\r", "")[:20], " ", oracle.name(r, []), " ", r.choice(NOISE).replace("\r", "")[:20]] for _ in range(2)]
    for v in values:  # a line end directly before a name is an escape in some dumps
        for i, part in enumerate(v[:-1]):
            if part == " " and not isinstance(v[i + 1], str):
                v[i] = r.choice([" ", "\n", "\t", "\r\n"][:4 if v is not values[0] else 3])
    column = [("urn", "ex", "sEcReT" + r.choice(["", "'b", ",b", "(b)"]), "")]
    if way != "hash":
        values = [[p for p in v if isinstance(p, str) or p[0] != "near"] for v in values]
    dbs = ["a%d" % n, "b%d" % n, "c%d" % n]
    database.fill(dbs[0], [text(v) for v in values], text(column))
    before = database.dump(dbs[0], more)
    after = oracle.run(["replace", "-q", "--in", database.notation] + args, before)
    for db, dump, f in ((dbs[1], before, text), (dbs[2], after, change)):
        database.load(db, dump)
        got, want = database.read(db), database.want(values, f, column)
        if got != want:
            pairs = [(g, w) for g, w in zip(got, want) if g != w]
            raise Failure("%s %s, --to %s: read, and to be read: %r\n  dump   %r\n  loaded %r" % (database.name, more, way, pairs[:3], before[-1000:], dump[-1000:]))
    if folder:
        for end, dump in (".sql", before), (".key", after):
            with open(os.path.join(folder, database.name + "".join(more[:1]) + end), "wb") as f:
                f.write(dump)
    if way == "hash":
        for near in ["--near"], []:
            found = oracle.run(["find", "--in", database.notation] + near, after, (0, 1))
            if found:
                raise Failure("%s %s: %r is found in\n  %r" % (database.name, more, found.decode(), after))
    for db in dbs:
        database.drop(db)


folder = sys.argv[4] if len(sys.argv) > 4 else ""

if __name__ == "__main__":
    failures, said = 0, []
    kinds = {kind.name: kind for kind in (SQLite, PostgreSQL, MySQL)}
    for kind in [kinds[name] for name in (os.environ.get("CASES_OF") or " ".join(kinds)).split()]:
        with tempfile.TemporaryDirectory(prefix="urn-dumps-") as temporary:
            oracle.folder = temporary
            database = kind(temporary)
            if not database.available():
                failures += 1
                said.append("%s: NOT COMPARED, it is not installed; CASES_OF names what to compare" % kind.name)
                continue
            database.start()
            done = 0
            try:
                for n in range(oracle.cases):
                    try:
                        case(database, n)
                        done += 1
                    except Failure as e:
                        failures += 1
                        print("FAIL: case %d of seed %d: %s" % (n, oracle.seed, e))
                        if failures >= 10:
                            break
            finally:
                database.stop()
            said.append("%s: %d" % (kind.name, done))
    print("%s; %d failed" % ("; ".join(said), failures))
    sys.exit(failures > 0)
