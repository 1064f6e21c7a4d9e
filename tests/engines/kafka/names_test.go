package kafka

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed7b5a83f0/urn"
	"github.com/twmb/franz-go/pkg/kgo"
)

// keys is the number of keys of the names. Keys with a low number are more frequent:
// the first 512 of them have half of the names.
const keys = 4096

// key returns the number of the key of name i.
func key(i int) int {
	x := uint64(i)*0x9E3779B97F4A7C15 + 1
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	r := float64((x^x>>31)>>11) / (1 << 53)
	return int(keys * r * r * r)
}

// spell returns a spelling of key k, of which there are four.
func spell(k, variant int) string {
	switch variant % 4 {
	case 0:
		return fmt.Sprintf("urn:example:item:%04d:%%C3%%A9", k)
	case 1:
		return fmt.Sprintf("URN:Example:item:%04d:%%c3%%a9", k)
	case 2:
		return fmt.Sprintf("urn:EXAMPLE:item:%04d:%%C3%%a9?=q=%d", k, variant)
	default:
		return fmt.Sprintf("Urn:example:item:%04d:%%c3%%A9#f%d", k, variant)
	}
}

// poison reports whether line i is not a URN.
func poison(i int) bool { return i%997 == 500 }

// A part is what is produced to one topic: the lines from From to To-1.
type part struct {
	Topic    string
	Text     bool // a line is a line of a log, with a name in it
	Block    int  // bytes; 0 for one line in each record
	From, To int
}

// appendLine appends line i without its line end.
func (p part) appendLine(b []byte, i int) []byte {
	name := spell(key(i), i)
	if poison(i) {
		name = fmt.Sprintf("urn:x:%d \xff", i)
	}
	if !p.Text {
		return append(b, name...)
	}
	return fmt.Appendf(b, "2026-11-22T21:%02d:%02d.%06dZ level=info service=catalogue host=node-%03d bytes=%d msg=\"resolved (%s), cached\"",
		i/60%60, i%60, i%1e6, i%300, i%1e5, name)
}

// special are records of the topic of blocks of names that a careless pipeline would
// not survive. The name that they have in common is extra.
func special() [][]byte {
	return [][]byte{
		nil, // a tombstone
		{},
		[]byte("\n\r\n\n"),
		[]byte("\x00\xff\xfe not text \n"),
		[]byte("urn:" + strings.Repeat("x", 900_000)), // its record would be larger than the brokers take
		[]byte(strings.Repeat("x\n", 32_768)),         // its records together, too
		[]byte(extra + "\n" + extra),                  // larger than an entry of an index of PostgreSQL
	}
}

var extra = "urn:example:" + strings.Repeat("long", 5_000)

// specialLines is the number of lines in special that are not URNs.
const specialLines = 1 + 1 + 32_768

// order is what the producer does.
type order struct {
	Brokers string
	Parts   []part
	Special bool // produce special, too
	Stages  int  // if there are more than one, each waits for a line on standard input
}

// produce produces the parts at the same time. All copies that are in step
// acknowledge a record, and a record that is sent again is not stored again.
func (o order) produce() error {
	c, err := kgo.NewClient(kgo.SeedBrokers(strings.Split(o.Brokers, ",")...), kgo.RecordPartitioner(kgo.RoundRobinPartitioner()),
		kgo.ProducerBatchCompression(kgo.NoCompression()), kgo.ProducerBatchMaxBytes(1_000_000), kgo.ProducerLinger(5*time.Millisecond),
		kgo.MaxBufferedRecords(20_000), kgo.MaxBufferedBytes(64<<20), kgo.RecordRetries(1000), kgo.RecordDeliveryTimeout(5*time.Minute))
	if err != nil {
		return err
	}
	defer c.Close()
	ctx := context.Background()
	var mu sync.Mutex
	var failed error
	fail := func(err error) {
		mu.Lock()
		defer mu.Unlock()
		if err != nil && failed == nil {
			failed = err
		}
	}
	send := func(topic string, value []byte) {
		c.Produce(ctx, &kgo.Record{Topic: topic, Value: value}, func(_ *kgo.Record, err error) { fail(err) })
	}
	for stage := range o.Stages {
		if o.Stages > 1 {
			if _, err := fmt.Scanln(); err != nil {
				return err
			}
		}
		var all sync.WaitGroup
		for _, p := range o.Parts {
			all.Go(func() {
				var block []byte
				n := p.To - p.From
				for i, to := p.From+n*stage/o.Stages, p.From+n*(stage+1)/o.Stages; i < to; i++ {
					block = p.appendLine(block, i)
					if p.Block > 0 {
						block = append(block, '\n')
					}
					if len(block) < p.Block-256 && i < to-1 {
						continue
					}
					send(p.Topic, block)
					block = make([]byte, 0, p.Block)
				}
			})
		}
		if o.Special && stage == 0 {
			for _, value := range special() {
				send(o.Parts[0].Topic, value)
			}
		}
		all.Wait()
	}
	if err := c.Flush(ctx); err != nil {
		return err
	}
	return failed
}

// counts returns how often each key is in the parts, in the words of the library.
func counts(t *testing.T, parts []part) (count map[string]int64, lines, dead int64) {
	var by [keys]int64
	for _, p := range parts {
		for i := p.From; i < p.To; i++ {
			switch {
			case !poison(i):
				by[key(i)]++
				lines++
			case !p.Text:
				dead++
			}
		}
	}
	count = map[string]int64{}
	for k, n := range by {
		if n == 0 {
			continue
		}
		name := spell(k, 0)
		for v := range 4 {
			if u, err := urn.Parse(spell(k, v)); err != nil || u.Key() != urn.MustParse(name).Key() {
				t.Fatalf("%s and %s have different keys", name, spell(k, v))
			}
		}
		count[urn.MustParse(name).Key()] = n
	}
	return count, lines, dead
}

// limit returns the number of names to count: URN_KAFKA_NAMES, or the default.
func limit(t *testing.T, otherwise int) int {
	text := os.Getenv("URN_KAFKA_NAMES")
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("URN_KAFKA_NAMES: %v", err)
	}
	return n
}
