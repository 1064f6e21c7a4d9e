package main

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"sync"
	"testing"
	"time"
)

// table stands for the table of config/count.sql, with ClickHouse's HTTP
// interface. A row that it has already changes nothing.
type table struct {
	t        *testing.T
	mu       sync.Mutex
	rows     map[row]bool
	received int
	fail     int // so many requests get an error, after their rows are stored
}

type row struct {
	Key    string `json:"urn_key"`
	Source string `json:"source"`
}

func (s *table) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	const insert = "INSERT INTO urn_records FORMAT JSONEachRow"
	if got := r.URL.Query().Get("query"); got != insert || r.Method != http.MethodPost {
		s.t.Errorf("%s with query %q, want POST with %q", r.Method, got, insert)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for d := json.NewDecoder(r.Body); ; {
		d.DisallowUnknownFields()
		var v row
		if err := d.Decode(&v); err == io.EOF {
			break
		} else if err != nil {
			s.t.Errorf("row: %v", err)
			break
		}
		s.received++
		s.rows[v] = true
	}
	if s.fail > 0 {
		s.fail--
		http.Error(w, "the rows are stored, but who knows", http.StatusInternalServerError)
	}
}

// counts is the query of config/count.sql.
func (s *table) counts() (counts map[string]int, rows, received int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	counts = map[string]int{}
	for v := range s.rows {
		counts[v.Key]++
	}
	return counts, len(s.rows), s.received
}

// TestCount counts by config/count.yaml. The sink fails when it has stored
// rows already, and everything is consumed twice, as by workers who failed to
// commit. The counts must be right all the same, and those of a worker that
// counts what it delivers would not be.
func TestCount(t *testing.T) {
	t.Parallel()
	ctx, done := context.WithTimeout(context.Background(), time.Minute)
	defer done()
	kafka := newCluster(t)
	sink := &table{t: t, rows: map[row]bool{}, fail: 1}
	server := httptest.NewServer(sink) // on loopback
	t.Cleanup(server.Close)

	var records inputs
	kafka.Produce(ctx, &records, 100)
	kafka.Repeat(ctx, &records, 3)
	want := records.Count()
	valid := 0
	for _, n := range want {
		valid += n
	}
	for _, group := range []string{"first", "second"} {
		_, stop := worker(t, "config/count.yaml", map[string]string{"KAFKA_BROKERS": kafka.Brokers, "GROUP": group, "CLICKHOUSE_URL": server.URL})
		_, _, before := sink.counts()
		wait(t, "end of it", func() bool {
			_, _, received := sink.counts()
			return received >= before+valid && kafka.Lag(ctx, group) == 0
		})
		stop()
	}
	counts, rows, received := sink.counts()
	if !reflect.DeepEqual(counts, want) {
		t.Errorf("%d keys in %d rows, want %d in %d", len(counts), rows, len(want), valid)
	}
	if received < 2*valid {
		t.Errorf("the sink got %d rows, want duplicates: at least %d", received, 2*valid)
	}
	t.Logf("%d records of %d keys; the sink got %d rows and has %d", valid, len(want), received, rows)
	results := kafka.Follow(&records)
	wait(t, "all dead letters", func() bool { return results.Len() >= records.Len()-valid })
	results.CheckDead(t, &records)
}
