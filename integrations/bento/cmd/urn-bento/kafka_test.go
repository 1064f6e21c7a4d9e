package main

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/seed7b5a83f0/urn"
)

// The topics of config/kafka.yaml.
const (
	inTopic    = "urns"
	outTopic   = "urns.normalized"
	deadTopic  = "urns.dead"
	partitions = 8
)

// cluster is a Kafka.
type cluster struct {
	tb      testing.TB
	Brokers string // host:port
	client  *kgo.Client
	admin   *kadm.Client
}

// newCluster starts a Kafka of one broker, with the topics above, that ends
// with the test.
func newCluster(tb testing.TB) *cluster {
	tb.Helper()
	fake, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.SeedTopics(partitions, inTopic, outTopic), kfake.SeedTopics(1, deadTopic))
	if err != nil {
		tb.Fatalf("kfake: %v", err)
	}
	tb.Cleanup(fake.Close)
	c := &cluster{tb: tb, Brokers: fake.ListenAddrs()[0]}
	c.client = c.newClient(kgo.RecordPartitioner(kgo.ManualPartitioner()))
	c.admin = kadm.NewClient(c.client)
	return c
}

func (c *cluster) newClient(options ...kgo.Opt) *kgo.Client {
	client, err := kgo.NewClient(append(options, kgo.SeedBrokers(c.Brokers))...)
	if err != nil {
		c.tb.Fatalf("Kafka client: %v", err)
	}
	c.tb.Cleanup(client.Close)
	return client
}

// member is a member of a consumer group.
type member struct {
	ID         string
	Partitions int
}

// Members returns the members of a consumer group by their client id.
func (c *cluster) Members(ctx context.Context, group string) map[string]member {
	groups, err := c.admin.DescribeGroups(ctx, group)
	if err != nil {
		return nil
	}
	members := map[string]member{}
	for _, m := range groups[group].Members {
		n := 0
		if a, ok := m.Assigned.AsConsumer(); ok {
			for _, topic := range a.Topics {
				n += len(topic.Partitions)
			}
		}
		members[m.ClientID] = member{m.MemberID, n}
	}
	return members
}

// Expire removes a member from a group, as Kafka does when it has not heard of
// it for the session timeout, which is 45 seconds.
func (c *cluster) Expire(ctx context.Context, group, memberID string) error {
	r := kmsg.NewPtrLeaveGroupRequest()
	r.Group = group
	r.MemberID = memberID
	m := kmsg.NewLeaveGroupRequestMember()
	m.MemberID = memberID
	r.Members = append(r.Members, m)
	_, err := r.RequestWith(ctx, c.client)
	return err
}

// Written returns how many records there are in outTopic and deadTopic.
func (c *cluster) Written(ctx context.Context) (n int64) {
	offsets, err := c.admin.ListEndOffsets(ctx, outTopic, deadTopic)
	if err != nil {
		return 0
	}
	offsets.Each(func(o kadm.ListedOffset) { n += o.Offset })
	return n
}

// Watch checks that a group never commits more records than are written in outTopic
// and deadTopic. A record that is committed and not delivered is lost in a crash. It
// ends with the test, or when the result is called, which returns how often it
// has found something committed.
func (c *cluster) Watch(group string) (end func() int) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	seen := 0
	go func() {
		defer close(ended)
		for last := int64(0); ctx.Err() == nil; time.Sleep(2 * time.Millisecond) {
			committed := c.Committed(ctx, group)
			written := c.Written(ctx) // later, so that it cannot be too low
			if ctx.Err() == nil && committed > written {
				c.tb.Errorf("%d records are committed, but only %d delivered", committed, written)
				return
			}
			if committed > last {
				last = committed
				seen++
			}
		}
	}()
	end = func() int {
		cancel()
		<-ended
		return seen
	}
	c.tb.Cleanup(func() { end() })
	return end
}

// Committed returns how many records of inTopic a group has committed.
func (c *cluster) Committed(ctx context.Context, group string) (n int64) {
	offsets, err := c.admin.FetchOffsets(ctx, group)
	if err != nil {
		return 0
	}
	offsets.Each(func(o kadm.OffsetResponse) { n += max(o.At, 0) })
	return n
}

// Lag returns how many records of inTopic a group has not committed, -1 if that is
// not known.
func (c *cluster) Lag(ctx context.Context, group string) int64 {
	lags, err := c.admin.Lag(ctx, group)
	lag := lags[group]
	if err != nil || lag.Error() != nil {
		return -1
	}
	return lag.Lag.Total()
}

// An input is a record of the topic In.
type input struct {
	Value string
	Valid bool
}

// inputs are the records of the topic In by their source, which is topic,
// partition and offset.
type inputs struct {
	mu sync.Mutex
	by map[string]input
	n  int
}

// Produce adds n records to each partition of In. Every tenth is not a URN.
func (c *cluster) Produce(ctx context.Context, all *inputs, n int) {
	var batch []*kgo.Record
	for range n {
		for p := range int32(partitions) {
			value := fmt.Sprintf("URN:Example:%d%%c3%%a9?=q=%d#%d", all.n, all.n, all.n)
			if all.n%10 == 7 {
				value = fmt.Sprintf("urn:x:%d \xff", all.n)
			}
			all.n++
			batch = append(batch, &kgo.Record{Topic: inTopic, Partition: p, Value: []byte(value)})
		}
	}
	c.produce(ctx, all, batch)
}

// Repeat adds each record that there is n times more, but in any
// partition.
func (c *cluster) Repeat(ctx context.Context, all *inputs, n int) {
	var batch []*kgo.Record
	all.mu.Lock()
	for source, r := range all.by {
		for i := range n {
			p := int32(len(source)+i) % partitions
			batch = append(batch, &kgo.Record{Topic: inTopic, Partition: p, Value: []byte(r.Value)})
		}
	}
	all.mu.Unlock()
	c.produce(ctx, all, batch)
}

func (c *cluster) produce(ctx context.Context, all *inputs, batch []*kgo.Record) {
	results := c.client.ProduceSync(ctx, batch...)
	if err := results.FirstErr(); err != nil {
		c.tb.Errorf("produce: %v", err)
		return
	}
	all.mu.Lock()
	defer all.mu.Unlock()
	if all.by == nil {
		all.by = map[string]input{}
	}
	for _, r := range results {
		s := string(r.Record.Value)
		all.by[fmt.Sprintf("%s/%d/%d", inTopic, r.Record.Partition, r.Record.Offset)] = input{s, urn.Valid(s)}
	}
}

// Len returns how many records there are.
func (all *inputs) Len() int {
	all.mu.Lock()
	defer all.mu.Unlock()
	return len(all.by)
}

// Count returns how many records there are of each key.
func (all *inputs) Count() map[string]int {
	all.mu.Lock()
	defer all.mu.Unlock()
	keys := map[string]int{}
	for _, r := range all.by {
		if r.Valid {
			keys[urn.MustParse(r.Value).Key()]++
		}
	}
	return keys
}

// outputs counts the records that were found in the topics outTopic and deadTopic.
type outputs struct {
	mu                   sync.Mutex
	out, dead            map[string]int // by source
	records, deadRecords int
	complaints           []string
	cancel               context.CancelFunc
	finished             chan struct{}
}

// Follow reads outTopic and deadTopic and checks their records, until the test ends or Stop is called.
func (c *cluster) Follow(all *inputs) *outputs {
	ctx, cancel := context.WithCancel(context.Background())
	r := &outputs{out: map[string]int{}, dead: map[string]int{}, cancel: cancel, finished: make(chan struct{})}
	client := c.newClient(kgo.ConsumeTopics(outTopic, deadTopic), kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()), kgo.FetchMaxWait(50*time.Millisecond))
	go func() {
		defer close(r.finished)
		for ctx.Err() == nil {
			client.PollFetches(ctx).EachRecord(func(k *kgo.Record) { r.add(all, k) })
		}
	}()
	c.tb.Cleanup(func() { r.Stop() })
	return r
}

// Stop ends the goroutine of Follow.
func (r *outputs) Stop() {
	r.cancel()
	<-r.finished
}

func (r *outputs) add(all *inputs, k *kgo.Record) {
	headers := map[string]string{}
	for _, h := range k.Headers {
		headers[h.Key] = string(h.Value)
	}
	source := headers["urn_source"]
	all.mu.Lock()
	record, known := all.by[source]
	all.mu.Unlock()
	complain := func(format string, args ...any) {
		r.complaints = append(r.complaints, fmt.Sprintf("%s: ", k.Topic)+fmt.Sprintf(format, args...))
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case !known:
		// A record may be read before Produce knows that it is written. Source
		// says where it is from in this case, too.
		if !strings.HasPrefix(source, inTopic+"/") {
			complain("a record of source %q", source)
		}
	case record.Valid != (k.Topic == outTopic):
		complain("%q, which is valid: %v", record.Value, record.Valid)
	}
	if k.Topic == deadTopic {
		r.dead[source]++
		r.deadRecords++
		if known && string(k.Value) != record.Value {
			complain("%q became %q", record.Value, k.Value)
		}
		if headers["urn_reason"] != "nid" || headers["urn_offset"] != "5" || !strings.Contains(headers["urn_error"], "malformed namespace identifier") {
			complain("%q has headers %v", k.Value, headers)
		}
		return
	}
	r.out[source]++
	r.records++
	u, err := urn.Parse(string(k.Value))
	if err != nil || u.Normalize() != u || u.Key() != string(k.Key) {
		complain("value %q, key %q: not a normal URN and its key", k.Value, k.Key)
	}
	if known && record.Valid && urn.MustParse(record.Value).Normalize() != u {
		complain("%q became %q", record.Value, k.Value)
	}
}

// Len returns how many records of inTopic have come out at either end.
func (r *outputs) Len() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.out) + len(r.dead)
}

// Check compares the results with the records: every URN is at least once in Out, every other
// text at least once in deadTopic, and nothing is in both.
func (r *outputs) Check(tb testing.TB, all *inputs) {
	tb.Helper()
	r.check(tb, all, false)
}

// CheckDead is Check for a configuration that writes to deadTopic alone.
func (r *outputs) CheckDead(tb testing.TB, all *inputs) {
	tb.Helper()
	r.check(tb, all, true)
}

func (r *outputs) check(tb testing.TB, all *inputs, deadOnly bool) {
	tb.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	complaints := r.complaints
	for source, record := range all.by {
		out, dead := r.out[source], r.dead[source]
		if (out > 0) != (record.Valid && !deadOnly) || (dead > 0) == record.Valid {
			complaints = append(complaints, fmt.Sprintf("%s, %q: %d times in %s, %d times in %s", source, record.Value, out, outTopic, dead, deadTopic))
		}
	}
	for _, complaint := range complaints[:min(10, len(complaints))] {
		tb.Error(complaint)
	}
	if more := len(complaints) - 10; more > 0 {
		tb.Errorf("and %d more", more)
	}
	tb.Logf("%d records: %d in %s, %d of them again; %d in %s, %d of them again", len(all.by),
		r.records, outTopic, r.records-len(r.out), r.deadRecords, deadTopic, r.deadRecords-len(r.dead))
}

// wait waits until ok. It fails the test after a time that is enough for
// everything that works.
func wait(tb testing.TB, what string, ok func() bool) {
	tb.Helper()
	for end := time.Now().Add(30 * time.Second); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			tb.Fatalf("no %s in time", what)
		}
	}
}
