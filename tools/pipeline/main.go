// Command pipeline draws the way of a name through producer, broker, worker and sinks,
// with what each was measured to cost.
//
//	pipeline -o docs/kafka.svg docs/kafka.tsv
//
// With -verify instead of -o, it checks that the file is what it would write.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
)

func main() {
	out := flag.String("o", "", "write to this `file`")
	verify := flag.String("verify", "", "compare with this `file` instead")
	flag.Parse()
	if err := run(flag.Arg(0), *out, *verify); err != nil {
		fmt.Fprintln(os.Stderr, "pipeline:", err)
		os.Exit(1)
	}
}

func run(table, out, verify string) error {
	text, err := os.ReadFile(table)
	if err != nil {
		return err
	}
	rows, err := read(string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", table, err)
	}
	svg, err := draw(rows)
	if err != nil {
		return fmt.Errorf("%s: %w", table, err)
	}
	if verify == "" {
		return os.WriteFile(out, svg, 0o666)
	}
	have, err := os.ReadFile(verify)
	if err != nil {
		return err
	}
	if !bytes.Equal(have, svg) {
		return fmt.Errorf("%s is not what %s draws: run go run ./tools/pipeline -o %[1]s %[2]s", verify, table)
	}
	return nil
}

// row is a line of the table, by the names of its columns.
type row map[string]float64

// read returns the lines of a table by what was measured and the number of copies, as
// in "blocks/3".
func read(text string) (map[string]row, error) {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	columns := strings.Split(lines[0], "\t")
	rows := map[string]row{}
	for i, line := range lines[1:] {
		fields := strings.Split(line, "\t")
		if len(fields) != len(columns) {
			return nil, fmt.Errorf("line %d has %d columns, want %d", i+2, len(fields), len(columns))
		}
		r := row{}
		for k, f := range fields[1:] {
			v, err := strconv.ParseFloat(f, 64)
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", i+2, err)
			}
			r[columns[k+1]] = v
		}
		rows[fields[0]+"/"+fields[1]] = r
	}
	return rows, nil
}

// draw draws the row "count/3", and beside it what a name costs on the way from topic to
// topic.
func draw(rows map[string]row) ([]byte, error) {
	for _, name := range []string{"produce/1", "produce/3", "blocks/1", "blocks/3", "single/1", "single/3", "count/3"} {
		if rows[name] == nil {
			return nil, fmt.Errorf("no row %s", name)
		}
	}
	var b bytes.Buffer
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 330" width="960" height="330" font-family="sans-serif" font-size="13">
<title>The way of a name through producer, broker, worker and sinks</title>
<defs><marker id="a" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8z"/></marker></defs>
<rect width="960" height="330" fill="white"/>
`)
	count := rows["count/3"]
	boxes := []struct {
		x, y   int
		name   string
		detail string
		column string
	}{
		{20, 80, "producer", "blocks of 256 KiB", "producer_cpu_us"},
		{260, 80, "Kafka", "3 brokers, 3 copies", "broker_cpu_us"},
		{500, 80, "urn-bento", "2 workers, 8 partitions", "worker_cpu_us"},
		{750, 30, "ClickHouse", "ReplacingMergeTree", "clickhouse_cpu_us"},
		{750, 140, "PostgreSQL", "unique index", "postgres_cpu_us"},
	}
	for _, s := range boxes {
		fmt.Fprintf(&b, `<rect x="%d" y="%d" width="180" height="84" rx="6" fill="#eef4fa" stroke="#3182bd"/>`+"\n", s.x, s.y)
		for k, line := range []string{s.name, s.detail, fmt.Sprintf("%.2f µs for a name", count[s.column])} {
			weight := ""
			if k != 1 {
				weight = ` font-weight="bold"`
			}
			fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle"%s>%s</text>`+"\n", s.x+90, s.y+24+23*k, weight, line)
		}
	}
	for _, l := range [][4]int{{200, 122, 260, 122}, {440, 122, 500, 122}, {680, 122, 750, 72}, {680, 122, 750, 182}} {
		fmt.Fprintf(&b, `<line x1="%d" y1="%d" x2="%d" y2="%d" stroke="black" marker-end="url(#a)"/>`+"\n", l[0], l[1], l[2], l[3])
	}
	fmt.Fprintf(&b, `<text x="20" y="30" font-weight="bold">Counting %.0f million names: processor time on 2 cores, %.2f million names/s</text>`+"\n",
		count["names"]/1e6, count["names"]/count["seconds"]/1e6)
	rate := func(name string) string {
		r := rows[name]
		return fmt.Sprintf("%.0f MB/s", r["bytes"]/r["seconds"]/1e6)
	}
	cpu := func(name, column string) string { return fmt.Sprintf("%.2f µs", rows[name][column]) }
	disk := func(name string) string { r := rows[name]; return fmt.Sprintf("%.2f", r["disk_bytes"]/r["bytes"]) }
	for i, cells := range [][]string{
		{"", "1 copy", "3 copies"},
		{"produced alone: into the topic", rate("produce/1"), rate("produce/3")},
		{"produced alone: brokers, for a name", cpu("produce/1", "broker_cpu_us"), cpu("produce/3", "broker_cpu_us")},
		{"topic to topic in blocks: brokers, for a name", cpu("blocks/1", "broker_cpu_us"), cpu("blocks/3", "broker_cpu_us")},
		{"topic to topic, a record for each name: brokers", cpu("single/1", "broker_cpu_us"), cpu("single/3", "broker_cpu_us")},
		{"bytes on disk for a byte of input, blocks", disk("produce/1"), disk("produce/3")},
	} {
		y := 205 + 21*i
		for k, text := range cells {
			x, anchor := 20, "start"
			if k > 0 {
				x, anchor = 350+110*k, "end"
			}
			fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="%s">%s</text>`+"\n", x, y, anchor, text)
		}
	}
	b.WriteString("</svg>\n")
	return b.Bytes(), nil
}
