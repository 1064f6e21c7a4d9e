// Package urnduckdb adds functions for URNs to DuckDB, with
// [github.com/duckdb/duckdb-go/v2]. It needs cgo.
//
//	connector, err := duckdb.NewConnector("", urnduckdb.Init)
//	if err != nil {
//		return err
//	}
//	db := sql.OpenDB(connector)
//	rows, err := db.Query("SELECT urn_key(u) AS k, count(*) FROM 'names.parquet' GROUP BY k")
//
// # Functions
//
// The argument is text (VARCHAR) or bytes (BLOB). All but urn_valid, urn_parse and
// urn_find return VARCHAR.
//
//	function                    a URN                                           NULL   any other text, also ''
//	urn_valid(u)                true                                            NULL   false
//	urn_reason(u)               NULL                                            NULL   why: scheme, nid, nss, escape, r, q, f, too-long
//	urn_key(u)                  the key: equal for equivalent URNs              NULL   NULL
//	urn_normalize(u)            the normal form, with r-, q- and f-component    NULL   NULL
//	urn_namespace_key(u)        the key under the rules of the namespace        NULL   NULL
//	urn_namespace_normalize(u)  the normal form under these rules               NULL   NULL
//	urn_nid(u)                  the namespace identifier, in lower case         NULL   NULL
//	urn_nss(u)                  the NSS, as it is written                       NULL   NULL
//	urn_r(u), urn_q(u)          the component; NULL if u has none               NULL   NULL
//	urn_f(u)                    the same; '' if it is empty                     NULL   NULL
//	urn_parse(u)                STRUCT(nid, nss, r, q, f, normalized, key);     NULL   NULL
//	                            the first five as they are written
//	urn_find(text)              the URNs in a text: a list of                   NULL   the URNs in it, or []
//	                            STRUCT(urn, start_offset, end_offset)
//
// The offsets of urn_find are BIGINT. They count bytes from the beginning of the text. A
// text that contains a NUL character is not a URN.
//
// Urn_find is also a table function. It may refer to tables before it:
//
//	SELECT urn_key(f.urn), count(*) FROM logs, urn_find(logs.line) f GROUP BY ALL
//
// To DuckDB this is a join, for which all lines are in memory. In SELECT, unnest(urn_find(line))
// has no join.
//
// The functions work on chunks of up to 2,048 rows. For each chunk, DuckDB calls Go once,
// and no row allocates, except in urn_find, whose memory grows with the matches of a
// chunk. They run on all threads of DuckDB.
package urnduckdb
