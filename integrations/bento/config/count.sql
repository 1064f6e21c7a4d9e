-- The table of count.yaml and count-blocks.yaml, for ClickHouse. Rows with the same
-- key and source are merged at some time after they were inserted, and FINAL reads
-- as if all were merged already.

CREATE TABLE urn_records
(
    urn_key String,
    source  String, -- topic/partition/offset
    records UInt64 DEFAULT 1 -- how often the key is in the source, which may be a block
)
ENGINE = ReplacingMergeTree
ORDER BY (urn_key, source);

SELECT urn_key, sum(records) AS records
FROM urn_records FINAL
GROUP BY urn_key
ORDER BY records DESC
LIMIT 100;

-- For PostgreSQL, behind Bento's sql_raw output (which urn-bento does not have; see
-- the README on binaries of your own). An index of the keys themselves would refuse
-- a key of more than 2,700 bytes, and that one record would stop its partition.
--
--   CREATE TABLE urn_records (urn_key text, source text, records bigint DEFAULT 1);
--   CREATE UNIQUE INDEX ON urn_records (source, sha256(urn_key::bytea));
--   SELECT urn_key, sum(records) FROM urn_records GROUP BY urn_key;
