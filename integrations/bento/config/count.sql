-- The table of count.yaml, for ClickHouse. Rows with the same key and source
-- are merged at some time after they were inserted, and FINAL reads as if all
-- were merged already.

CREATE TABLE urn_records
(
    urn_key String,
    source  String -- topic/partition/offset
)
ENGINE = ReplacingMergeTree
ORDER BY (urn_key, source);

SELECT urn_key, count() AS records
FROM urn_records FINAL
GROUP BY urn_key
ORDER BY records DESC
LIMIT 100;

-- For PostgreSQL, behind Bento's sql_raw output (which urn-bento does not
-- have; see the README on binaries of your own):
--
--   CREATE TABLE urn_records (urn_key text, source text, PRIMARY KEY (urn_key, source));
--   INSERT INTO urn_records VALUES ($1, $2) ON CONFLICT DO NOTHING;
--   SELECT urn_key, count(*) FROM urn_records GROUP BY urn_key;
