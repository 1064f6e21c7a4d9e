package sql

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"log"
	"os"

	"github.com/jackc/pgx/v5"
	"github.com/seed7b5a83f0/urn"
)

func jsonOf(names []urn.URN) (string, error) {
	text, err := json.Marshal(names)
	return string(text), err
}

// A table of URNs in SQLite. The unique index is on the key, so that equivalent
// names are one row.
func Example_sqlite() {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1) // each connection would have a database of its own in memory
	if _, err := db.Exec("CREATE TABLE books (key TEXT PRIMARY KEY, name TEXT NOT NULL)"); err != nil {
		log.Fatal(err)
	}
	for _, s := range []string{"urn:isbn:0-395-36341-1", "URN:ISBN:0-395-36341-1?=page=7", "urn:example:a"} {
		u := urn.MustParse(s)
		if _, err := db.Exec("INSERT INTO books VALUES (?, ?) ON CONFLICT DO NOTHING", u.Key(), u); err != nil {
			log.Fatal(err)
		}
	}
	rows, err := db.Query("SELECT name FROM books ORDER BY key")
	if err != nil {
		log.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var u urn.URN
		if err := rows.Scan(&u); err != nil {
			log.Fatal(err)
		}
		fmt.Println(u, u.NID())
	}
	if err := rows.Err(); err != nil {
		log.Fatal(err)
	}
	// Output:
	// urn:example:a example
	// urn:isbn:0-395-36341-1 isbn
}

// The same in PostgreSQL with pgx. A URN is an argument and a result as it is, and
// a slice of URNs is an array.
func Example_pgx() {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, os.Getenv("DATABASE_URL"))
	if err != nil {
		log.Fatal(err)
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, `CREATE TEMPORARY TABLE books (key text COLLATE "C" PRIMARY KEY, name text NOT NULL)`); err != nil {
		log.Fatal(err)
	}
	for _, s := range []string{"urn:isbn:0-395-36341-1", "URN:ISBN:0-395-36341-1?=page=7"} {
		u := urn.MustParse(s)
		tag, err := conn.Exec(ctx, "INSERT INTO books VALUES ($1, $2) ON CONFLICT DO NOTHING", u.Key(), u)
		if err != nil {
			log.Fatal(err)
		}
		if tag.RowsAffected() == 0 {
			fmt.Println(u.Key(), "twice: true")
		}
	}
	wanted := []urn.URN{urn.MustParse("urn:isbn:0-395-36341-1"), urn.MustParse("urn:example:a")}
	rows, err := conn.Query(ctx, "SELECT name FROM books WHERE key = ANY($1)", wanted)
	if err != nil {
		log.Fatal(err)
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[urn.URN])
	if err != nil {
		log.Fatal(err)
	}
	for _, u := range names {
		fmt.Println(u)
	}
}
