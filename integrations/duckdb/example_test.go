package urnduckdb_test

import (
	"database/sql"
	"fmt"

	"github.com/duckdb/duckdb-go/v2"

	urnduckdb "github.com/seed7b5a83f0/urn/integrations/duckdb"
)

func Example() {
	connector, err := duckdb.NewConnector("", urnduckdb.Init)
	if err != nil {
		fmt.Println(err)
		return
	}
	db := sql.OpenDB(connector)
	defer db.Close()
	rows, err := db.Query(`SELECT urn_key(u) AS k, count(*) FROM (VALUES ('URN:Example:a%2fb'), ('urn:example:a%2Fb#top'), ('x'), (NULL)) names(u)
		GROUP BY k ORDER BY k`)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer rows.Close()
	for rows.Next() {
		var key sql.NullString
		var n int
		if err := rows.Scan(&key, &n); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(key.String, n)
	}
	// Output:
	// urn:example:a%2Fb 2
	//  2
}
