package urnarrow

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/scan"
)

// row is a text or NULL.
type row struct {
	text string
	null bool
}

func (r row) String() string {
	if r.null {
		return "NULL"
	}
	return fmt.Sprintf("%q", r.text)
}

var null_ = row{null: true}

// types are the types of arrays that have names, with the type of their results.
var types = []struct{ in, out arrow.DataType }{
	{arrow.BinaryTypes.String, arrow.BinaryTypes.String},
	{arrow.BinaryTypes.Binary, arrow.BinaryTypes.String},
	{arrow.BinaryTypes.LargeString, arrow.BinaryTypes.LargeString},
	{arrow.BinaryTypes.LargeBinary, arrow.BinaryTypes.LargeString},
	{arrow.BinaryTypes.StringView, arrow.BinaryTypes.StringView},
	{arrow.BinaryTypes.BinaryView, arrow.BinaryTypes.StringView},
	{dictionaryOf(arrow.PrimitiveTypes.Int8, arrow.BinaryTypes.String), dictionaryOf(arrow.PrimitiveTypes.Int8, arrow.BinaryTypes.String)},
	{dictionaryOf(arrow.PrimitiveTypes.Uint16, arrow.BinaryTypes.LargeString), dictionaryOf(arrow.PrimitiveTypes.Uint16, arrow.BinaryTypes.LargeString)},
	{dictionaryOf(arrow.PrimitiveTypes.Int32, arrow.BinaryTypes.Binary), dictionaryOf(arrow.PrimitiveTypes.Int32, arrow.BinaryTypes.String)},
	{dictionaryOf(arrow.PrimitiveTypes.Int64, arrow.BinaryTypes.StringView), dictionaryOf(arrow.PrimitiveTypes.Int64, arrow.BinaryTypes.StringView)},
}

func dictionaryOf(index, value arrow.DataType) arrow.DataType {
	return &arrow.DictionaryType{IndexType: index, ValueType: value}
}

// column returns an array with the rows. A dictionary has their texts in order, each
// once or twice, a NULL, and a text that no row uses.
func column(mem memory.Allocator, typ arrow.DataType, rows []row) arrow.Array {
	if d, ok := typ.(*arrow.DictionaryType); ok {
		texts := []row{{text: "urn:example:unused"}, null_}
		first := map[string]int{}
		indices := array.NewBuilder(mem, d.IndexType)
		defer indices.Release()
		for i, r := range rows {
			switch {
			case r.null && i%2 == 0:
				indices.AppendNull()
				continue
			case r.null:
				must(indices.AppendValueFromString("1"))
				continue
			}
			k, ok := first[r.text]
			if !ok || i%7 == 0 && len(texts) < 120 {
				k = len(texts)
				first[r.text] = k
				texts = append(texts, r)
			}
			must(indices.AppendValueFromString(fmt.Sprint(k)))
		}
		values := column(mem, d.ValueType, texts)
		defer values.Release()
		list := indices.NewArray()
		defer list.Release()
		return array.NewDictionaryArray(typ, list, values)
	}
	b := array.NewBuilder(mem, typ)
	defer b.Release()
	for _, r := range rows {
		if r.null {
			b.AppendNull()
			continue
		}
		switch b := b.(type) {
		case array.StringLikeBuilder:
			b.Append(r.text)
		case *array.BinaryBuilder:
			b.Append([]byte(r.text))
		case *array.BinaryViewBuilder:
			b.Append([]byte(r.text))
		default:
			panic(typ)
		}
	}
	return b.NewArray()
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// text returns row i of an array of text.
func text(a arrow.Array, i int) row {
	if a.IsNull(i) {
		return null_
	}
	switch a := a.(type) {
	case *array.String:
		return row{text: a.Value(i)}
	case *array.LargeString:
		return row{text: a.Value(i)}
	case *array.StringView:
		return row{text: a.Value(i)}
	case *array.Dictionary:
		return text(a.Dictionary(), a.GetValueIndex(i))
	}
	panic(a.DataType())
}

// want is what the library says of a row, in the words of a test.
func want(o Options, r row) (valid, key, normalized, nid row, offsets string) {
	if r.null {
		return null_, null_, null_, null_, "NULL"
	}
	u, err := o.Syntax.Parse(r.text)
	if err != nil {
		return row{text: "false"}, null_, null_, null_, "NULL"
	}
	key, normalized = row{text: u.Key()}, row{text: u.Normalize().String()}
	if o.Namespaces != nil {
		key, normalized = row{text: o.Namespaces.Key(u)}, row{text: o.Namespaces.Normalize(u).String()}
	}
	at := u.Offsets()
	span := func(s urn.Span) string {
		if s == (urn.Span{}) {
			return "NULL NULL"
		}
		return fmt.Sprint(s.Start, s.End)
	}
	return row{text: "true"}, key, normalized, row{text: strings.ToLower(u.NID())},
		strings.Join([]string{span(at.NID()), span(at.NSS()), span(at.R()), span(at.Q()), span(at.F())}, " ")
}

// check compares the results of all functions for an array with the library.
func check(t *testing.T, o Options, a arrow.Array, rows []row) {
	t.Helper()
	type result struct {
		name string
		a    arrow.Array
		err  error
	}
	results := []result{}
	for _, f := range []struct {
		name string
		call func(Options, arrow.Array) (arrow.Array, error)
	}{{"Valid", Options.Valid}, {"Key", Options.Key}, {"Normalized", Options.Normalized}, {"NID", Options.NID}, {"Offsets", Options.Offsets}} {
		got, err := f.call(o, a)
		if err != nil {
			t.Fatalf("%s(%s): %v", f.name, a.DataType(), err)
		}
		defer got.Release()
		if got.Len() != len(rows) {
			t.Fatalf("%s(%s) has %d rows, want %d", f.name, a.DataType(), got.Len(), len(rows))
		}
		full(t, got)
		results = append(results, result{f.name, got, nil})
	}
	for i, r := range rows {
		valid, key, normalized, nid, offsets := want(o, r)
		v := results[0].a.(*array.Boolean)
		got := null_
		if !v.IsNull(i) {
			got = row{text: fmt.Sprint(v.Value(i))}
		}
		var spans []string
		s := results[4].a.(*array.Struct)
		for k := range s.NumField() {
			if c := s.Field(k).(*array.Int32); c.IsNull(i) {
				spans = append(spans, "NULL")
			} else {
				spans = append(spans, fmt.Sprint(c.Value(i)))
			}
		}
		if s.IsNull(i) { // its fields are NULL too: a reader of one field looks at no more
			if n := strings.Count(strings.Join(spans, " "), "NULL"); n != s.NumField() {
				t.Fatalf("Offsets of %s, row %d (%s): the struct is NULL, and its fields are %s", r, i, a.DataType(), spans)
			}
			spans = []string{"NULL"}
		}
		for _, c := range []struct {
			name      string
			got, want row
		}{
			{"Valid", got, valid}, {"Key", text(results[1].a, i), key}, {"Normalized", text(results[2].a, i), normalized},
			{"NID", text(results[3].a, i), nid}, {"Offsets", row{text: strings.Join(spans, " ")}, row{text: offsets}},
		} {
			if c.got != c.want {
				t.Fatalf("%s of %s, row %d of %d (%s): %s, want %s", c.name, r, i, len(rows), a.DataType(), c.got, c.want)
			}
		}
	}
	if a.DataType().ID() != arrow.DICTIONARY {
		return
	}
	for _, r := range results[1:4] {
		values := r.a.(*array.Dictionary).Dictionary()
		seen := map[row]bool{}
		for i := range values.Len() {
			if v := text(values, i); v.null || seen[v] {
				t.Fatalf("%s: the dictionary has %s twice, or NULL", r.name, v)
			} else {
				seen[v] = true
			}
		}
	}
}

// full checks that an array is valid in itself.
func full(t *testing.T, a arrow.Array) {
	t.Helper()
	null := 0
	for i := range a.Len() {
		if a.IsNull(i) {
			null++
		}
	}
	if a.NullN() != null {
		t.Fatalf("%s: %d rows are NULL, and it counts %d", a.DataType(), null, a.NullN())
	}
	if v, ok := a.(interface{ ValidateFull() error }); ok {
		if err := v.ValidateFull(); err != nil {
			t.Fatalf("%s: %v", a.DataType(), err)
		}
	}
	if d, ok := a.(*array.Dictionary); ok {
		full(t, d.Dictionary())
		v, err := array.NewValidatedDictionaryArray(d.DataType().(*arrow.DictionaryType), d.Indices(), d.Dictionary())
		if err != nil {
			t.Fatal(err)
		}
		v.Release()
	}
}

// checkAll checks arrays of all types with these rows: whole, and slices.
func checkAll(t *testing.T, o Options, rows []row) {
	t.Helper()
	for _, typ := range types {
		mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
		o.Allocator = mem
		a := column(mem, typ.in, rows)
		check(t, o, a, rows)
		for _, cut := range [][2]int{{len(rows) / 3, len(rows)}, {1, len(rows) - 1}, {len(rows) / 2, len(rows) / 2}, {0, len(rows) / 9}} {
			if cut[0] <= cut[1] {
				s := array.NewSlice(a, int64(cut[0]), int64(cut[1]))
				check(t, o, s, rows[cut[0]:cut[1]])
				s.Release()
			}
		}
		for _, f := range []func(Options, arrow.Array) (arrow.Array, error){Options.Key, Options.NID, Options.Normalized} {
			got, err := f(o, a)
			must(err)
			if !arrow.TypeEqual(got.DataType(), typ.out) {
				t.Errorf("the result of %s is %s, want %s", typ.in, got.DataType(), typ.out)
			}
			got.Release()
		}
		a.Release()
		mem.AssertSize(t, 0)
	}
}

// special are rows at the edges.
var special = []row{
	null_, {text: ""}, {text: "urn:example:a"}, {text: "URN:Example:A%2fb?+r?=q#f"}, {text: "urn:example:a#"}, {text: "urn:x:y"},
	{text: "urn:ex:é"}, {text: "urn:ex:\xff"}, {text: "urn:ex:a\x00b"}, {text: "\x00"}, {text: " urn:ex:a"}, {text: "urn:ex:a\n"},
	{text: "urn:ab:c"}, {text: "urn:ab:cdefg"}, {text: "urn:ab:cdefgh"}, // around 12 bytes, which a view has in itself
	{text: "urn:isbn:0-395-36341-1"}, {text: "URN:ISBN:9780395363416"}, {text: "urn:ex:a?b"}, {text: "urn:a.b:c"},
	{text: "URN:" + strings.Repeat("a", 32) + ":b"}, {text: "urn:" + strings.Repeat("a", 33) + ":b"}, null_,
}

// TestPromises compares the table of the package's documentation with the functions.
func TestPromises(t *testing.T) {
	source, err := os.ReadFile("urnarrow.go")
	must(err)
	functions := map[string]func(arrow.Array) (arrow.Array, error){"Valid": Valid, "Key": Key, "Normalized": Normalized, "NID": NID, "Offsets": Offsets}
	gap := regexp.MustCompile(`  +`)
	for line := range strings.SplitSeq(string(source), "\n") {
		cells := gap.Split(strings.TrimPrefix(line, "//\t"), -1)
		f := functions[cells[0]]
		if f == nil || len(cells) != 4 {
			continue
		}
		delete(functions, cells[0])
		rows := []row{null_, {text: ""}, {text: "x"}, {text: "urn:ex:"}, {text: "urn:ex:a\x00"}, {text: "urn:ex:\xff"}}
		for _, typ := range types {
			got, err := f(column(memory.DefaultAllocator, typ.in, rows))
			must(err)
			for i, r := range rows {
				want := cells[3]
				if r.null {
					want = cells[2]
				}
				result := "NULL"
				if !got.IsNull(i) {
					result = got.ValueStr(i)
				}
				if result != want {
					t.Errorf("%s of %s (%s) is %s, and the table has %s", cells[0], r, typ.in, result, want)
				}
			}
		}
	}
	if len(functions) > 0 {
		t.Errorf("the table lacks %d functions", len(functions))
	}
}

func TestRows(t *testing.T) {
	for name, o := range map[string]Options{
		"RFC8141": {}, "RFC2141": {Syntax: urn.RFC2141}, "Relaxed": {Syntax: urn.Relaxed},
		"IANA": {Namespaces: namespace.IANA()}, "General": {Namespaces: new(namespace.Registry)},
	} {
		t.Run(name, func(t *testing.T) {
			checkAll(t, o, special)
			checkAll(t, o, special[:1])
			checkAll(t, o, nil)
		})
	}
}

// TestBlocks reads views from more than one buffer, and writes them into more than one.
func TestBlocks(t *testing.T) {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	defer mem.AssertSize(t, 0)
	b := array.NewStringViewBuilder(mem)
	defer b.Release()
	b.SetBlockSize(40)
	for _, r := range special {
		if r.null {
			b.AppendNull()
		} else {
			b.Append(r.text)
		}
	}
	a := b.NewArray()
	defer a.Release()
	if n := len(a.Data().Buffers()) - 2; n < 3 {
		t.Fatalf("the names are in %d buffers", n)
	}
	o := Options{Allocator: mem}
	check(t, o, a, special)
	s := array.NewSlice(a, 3, int64(a.Len()))
	defer s.Release()
	check(t, o, s, special[3:])

	var rows []row
	for i := range 5000 {
		rows = append(rows, row{text: fmt.Sprintf("URN:example:%d%s", i, strings.Repeat("%2f", i%20))}, special[i%len(special)])
	}
	many := column(mem, arrow.BinaryTypes.StringView, rows)
	defer many.Release()
	check(t, o, many, rows)
	keys, err := o.Key(many)
	must(err)
	defer keys.Release()
	if n := len(keys.Data().Buffers()) - 2; n < 3 {
		t.Errorf("the keys are in %d buffers", n)
	}
}

func TestMegabyte(t *testing.T) {
	long := "URN:Example:" + strings.Repeat("%2f", 1<<20/3)
	checkAll(t, Options{}, []row{{text: long}, null_, {text: long + "\x00"}, {text: long + "x"}})
}

// random returns rows of the corpus, of which some are damaged, repeated or NULL.
func random(t testing.TB, r *rand.Rand, n int) []row {
	corpus := names(t)
	rows := make([]row, n)
	for i := range rows {
		switch k := r.IntN(10); {
		case k == 0:
			rows[i].null = true
		case k == 1 && i > 0:
			rows[i] = rows[r.IntN(i)]
		case k == 2:
			rows[i] = special[r.IntN(len(special))]
		default:
			rows[i].text = corpus[r.IntN(len(corpus))]
			if k == 3 {
				b := []byte(rows[i].text)
				b[r.IntN(len(b))] = byte(r.Uint32())
				rows[i].text = string(b)
			}
		}
	}
	return rows
}

var corpus = sync.OnceValues(func() ([]byte, error) { return os.ReadFile("../../testdata/corpus.txt") })

func names(t testing.TB) []string {
	b, err := corpus()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(b)), "\n")
}

func TestRandom(t *testing.T) {
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 1))
		o := Options{Syntax: urn.Syntax(r.IntN(4))}
		if r.IntN(2) == 0 {
			o.Namespaces = namespace.IANA()
		}
		checkAll(t, o, random(t, r, r.IntN(110))) // a dictionary with indices of 8 bits has room for them
	}
}

func FuzzRows(f *testing.F) {
	f.Add([]byte("urn:ex:a\n\nURN:EX:%2f\x00\nurn:ex:a"), uint8(3), uint8(1))
	f.Fuzz(func(t *testing.T, data []byte, cut, syntax uint8) {
		var rows []row
		for line := range bytes.SplitSeq(data, []byte("\n")) {
			if len(rows) < 100 {
				rows = append(rows, row{text: string(line), null: string(line) == "N"})
			}
		}
		checkAll(t, Options{Syntax: urn.Syntax(syntax % 4)}, rows[min(int(cut), len(rows)):])
	})
}

// TestSlicedDictionary has a dictionary that is a slice, and one that is longer than the rows.
func TestSlicedDictionary(t *testing.T) {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	defer mem.AssertSize(t, 0)
	for _, value := range []arrow.DataType{arrow.BinaryTypes.String, arrow.BinaryTypes.StringView} {
		all := column(mem, value, append([]row{{text: "x"}, {text: "y"}}, special...))
		dict := array.NewSlice(all, 2, int64(all.Len()))
		b := array.NewInt16Builder(mem)
		b.AppendValues([]int16{3, 2, 0, 3}, []bool{true, true, true, false})
		indices := b.NewArray()
		a := array.NewDictionaryArray(dictionaryOf(arrow.PrimitiveTypes.Int16, value), indices, dict)
		check(t, Options{Allocator: mem}, a, []row{special[3], special[2], null_, null_})
		for _, x := range []interface{ Release() }{all, dict, b, indices, a} {
			x.Release()
		}
	}
}

// TestEmptyText: texts that are empty have one value in a dictionary, too.
func TestEmptyText(t *testing.T) {
	for _, value := range []arrow.DataType{arrow.BinaryTypes.String, arrow.BinaryTypes.LargeString, arrow.BinaryTypes.StringView} {
		var rows []row
		for i := range 200 {
			rows = append(rows, row{text: fmt.Sprintf("urn:example:%d#", i)})
		}
		a := column(memory.DefaultAllocator, dictionaryOf(arrow.PrimitiveTypes.Int16, value), rows)
		got, err := Options{}.F(a)
		must(err)
		if n := got.(*array.Dictionary).Dictionary().Len(); n != 1 || got.NullN() != 0 {
			t.Errorf("%s: the f-components have %d values, %d rows are NULL, want 1 value", value, n, got.NullN())
		}
	}
}

// TestHugeDictionary shows that a few rows do not pay for a large dictionary.
func TestHugeDictionary(t *testing.T) {
	values := array.NewStringBuilder(memory.DefaultAllocator)
	for i := range 1 << 18 {
		values.Append(fmt.Sprintf("urn:example:%d", i))
	}
	indices := array.NewInt32Builder(memory.DefaultAllocator)
	indices.AppendValues([]int32{1 << 17, 1<<18 - 1}, nil)
	a := array.NewDictionaryArray(dictionaryOf(arrow.PrimitiveTypes.Int32, arrow.BinaryTypes.String), indices.NewArray(), values.NewArray())
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	check(t, Options{}, a, []row{{text: "urn:example:131072"}, {text: "urn:example:262143"}})
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 1<<19 {
		t.Errorf("%d bytes were allocated", n)
	}
}

func TestNullType(t *testing.T) {
	check(t, Options{}, array.NewNull(3), []row{null_, null_, null_})
}

// TestNoOffsets has arrays without rows and buffers, which Arrow allows.
func TestNoOffsets(t *testing.T) {
	for _, typ := range []arrow.DataType{
		arrow.BinaryTypes.String, arrow.BinaryTypes.Binary, arrow.BinaryTypes.LargeString, arrow.BinaryTypes.LargeBinary,
	} {
		for offset := range 2 {
			none := array.MakeFromData(array.NewData(typ, 0, []*memory.Buffer{nil, nil, nil}, nil, 0, offset))
			check(t, Options{}, none, nil)
			check(t, Options{Namespaces: namespace.IANA()}, none, nil)
		}
	}
}

func TestOtherTypes(t *testing.T) {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	defer mem.AssertSize(t, 0)
	for _, typ := range []arrow.DataType{arrow.PrimitiveTypes.Int64, arrow.ListOf(arrow.BinaryTypes.String), dictionaryOf(arrow.PrimitiveTypes.Int8, arrow.PrimitiveTypes.Int8)} {
		a := array.MakeArrayOfNull(mem, typ, 2)
		for _, f := range []func(Options, arrow.Array) (arrow.Array, error){Options.Valid, Options.Key, Options.NID, Options.Offsets} {
			if got, err := f(Options{Allocator: mem}, a); err == nil || got != nil || !strings.Contains(err.Error(), "has no names") {
				t.Errorf("%s: %v, %v", typ, got, err)
			}
		}
		a.Release()
	}
}

// TestTooLong has a String array that would have 2 GiB of text.
func TestTooLong(t *testing.T) {
	b := array.NewStringBuilder(memory.NewGoAllocator())
	b.ResizeData(math.MaxInt32 - 1) // as if they were written
	if err := appendText(b, []byte("ab")); err != errTooLong {
		t.Errorf("an error %v", err)
	}
}

// TestBrokenRule: the general rule holds where a definition breaks its contract.
func TestBrokenRule(t *testing.T) {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	defer mem.AssertSize(t, 0)
	rules, err := new(namespace.Registry).With(namespace.Definition{NID: "bad", Reference: "a test", Normalize: func(string) string { return " " }})
	if err != nil {
		t.Fatal(err)
	}
	for _, typ := range types {
		a := column(mem, typ.in, []row{{text: "urn:ex:a"}, {text: "urn:bad:a"}})
		got, err := Options{Namespaces: rules, Allocator: mem}.Key(a)
		if err != nil || text(got, 1) != (row{text: "urn:bad:a"}) {
			t.Errorf("%s: %v, %v", typ.in, got, err)
		}
		got.Release()
		a.Release()
	}
}

func TestChunked(t *testing.T) {
	rows := random(t, rand.New(rand.NewPCG(1, 2)), 100)
	for _, typ := range types {
		mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
		a := column(mem, typ.in, rows)
		other := column(mem, typ.in, rows[:20])
		parts := []arrow.Array{array.NewSlice(a, 0, 30), array.NewSlice(a, 30, 30), array.NewSlice(a, 30, 100), other}
		c := arrow.NewChunked(typ.in, parts)
		for _, list := range [][]row{append(rows[:100:100], rows[:20]...)} {
			got, err := Options{Allocator: mem}.Chunked(c, Options.Key)
			if err != nil {
				t.Fatal(err)
			}
			if got.Len() != len(list) || len(got.Chunks()) != 4 || !arrow.TypeEqual(got.DataType(), typ.out) {
				t.Fatalf("%s: %d rows in %d chunks of %s", typ.in, got.Len(), len(got.Chunks()), got.DataType())
			}
			i := 0
			for _, chunk := range got.Chunks() {
				full(t, chunk)
				for k := range chunk.Len() {
					if _, key, _, _, _ := want(Options{}, list[i]); text(chunk, k) != key {
						t.Fatalf("%s: row %d is %s, want %s", typ.in, i, text(chunk, k), key)
					}
					i++
				}
			}
			if d, ok := got.Chunk(0).(*array.Dictionary); ok {
				if d.Data().Dictionary() != got.Chunk(2).Data().Dictionary() || d.Data().Dictionary() == got.Chunk(3).Data().Dictionary() {
					t.Errorf("%s: the dictionaries are not shared as those of the column are", typ.in)
				}
			}
			got.Release()
			empty := arrow.NewChunked(typ.in, nil)
			none, err := Options{Allocator: mem}.Chunked(empty, Options.Key)
			if err != nil || none.Len() != 0 || !arrow.TypeEqual(none.DataType(), typ.out) {
				t.Errorf("%s: without chunks: %v, %v", typ.in, none, err)
			}
			none.Release()
			empty.Release()
		}
		for _, x := range append(parts, a) {
			x.Release()
		}
		c.Release()
		mem.AssertSize(t, 0)
	}
	c := arrow.NewChunked(arrow.Null, []arrow.Array{array.NewNull(0), array.NewNull(1)})
	fails := func(o Options, a arrow.Array) (arrow.Array, error) {
		if a.Len() > 0 {
			return nil, errTooLong
		}
		return o.Key(a)
	}
	if _, err := (Options{}).Chunked(c, fails); !errors.Is(err, errTooLong) || !strings.Contains(err.Error(), "chunk 1") {
		t.Errorf("an error %v", err)
	}
	c = arrow.NewChunked(arrow.PrimitiveTypes.Int8, nil)
	if _, err := (Options{}).Chunked(c, Options.Key); err == nil || !strings.Contains(err.Error(), "has no names") {
		t.Errorf("an error %v", err)
	}
}

// TestAllocations shows that no row has an allocation of its own: only buffers and
// tables grow.
func TestAllocations(t *testing.T) {
	list := names(t)
	for _, typ := range types {
		if typ.in.ID() == arrow.DICTIONARY && typ.in.(*arrow.DictionaryType).IndexType.ID() == arrow.INT8 {
			continue // has no room
		}
		for name, f := range map[string]func(Options, arrow.Array) (arrow.Array, error){
			"Valid": Options.Valid, "Key": Options.Key, "Normalized": Options.Normalized, "NID": Options.NID, "Offsets": Options.Offsets,
		} {
			for _, o := range []Options{{}, {Namespaces: namespace.IANA()}} {
				count := func(n int) float64 {
					rows := make([]row, n)
					for i := range rows {
						rows[i].text = list[i%len(list)]
						if i%10 == 0 {
							rows[i].text += "\n"
						}
					}
					a := column(memory.DefaultAllocator, typ.in, rows)
					defer a.Release()
					return testing.AllocsPerRun(1, func() {
						got, err := f(o, a)
						must(err)
						got.Release()
					})
				}
				// 7,000 more rows are larger buffers and tables, and for views some more buffers.
				if small, large := count(1000), count(8000); large > small+70 || small > 150 {
					t.Errorf("%s of %s: %v allocations for 1,000 rows, %v for 8,000", name, typ.in, small, large)
				}
			}
		}
	}
}

// TestConcurrent runs 100 goroutines over one array.
func TestConcurrent(t *testing.T) {
	rows := random(t, rand.New(rand.NewPCG(3, 4)), 100)
	for _, typ := range types {
		a := column(memory.DefaultAllocator, typ.in, rows)
		var wg sync.WaitGroup
		for range 100 {
			wg.Go(func() {
				got, err := Key(a)
				if err != nil {
					t.Error(err)
					return
				}
				defer got.Release()
				for i, r := range rows {
					if _, key, _, _, _ := want(Options{}, r); text(got, i) != key {
						t.Errorf("row %d is %s, want %s", i, text(got, i), key)
					}
				}
			})
		}
		wg.Wait()
		a.Release()
	}
}

// TestParts compares the functions for components, reasons and texts with the library.
func TestParts(t *testing.T) {
	rows := append(special[:len(special):len(special)], row{text: "see urn:ex:a, (URN:ex:b) and urn:ex:c."}, row{text: "urn:ex:a?+r?=q#"}, row{text: "urn:ex:%x"}, null_)
	part := func(s string, ok bool) string {
		if !ok {
			return "NULL"
		}
		return s
	}
	for _, typ := range types {
		mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
		o := Options{Allocator: mem}
		whole := column(mem, typ.in, rows)
		for _, from := range []int{0, 5, len(rows)} {
			a := array.NewSlice(whole, int64(from), int64(len(rows)))
			results := map[string]arrow.Array{}
			for name, f := range map[string]func(arrow.Array) (arrow.Array, error){
				"NSS": o.NSS, "R": o.R, "Q": o.Q, "F": o.F, "Reason": o.Reason, "Parse": o.Parse, "Find": o.Find,
			} {
				got, err := f(a)
				must(err)
				full(t, got)
				results[name] = got
			}
			parts := results["Parse"].(*array.Struct)
			found := results["Find"].(array.ListLike)
			for i, r := range rows[from:] {
				u, err := urn.Parse(r.text)
				ok := !r.null && err == nil
				_, fault := urn.RFC8141.Locate(r.text)
				want := map[string]string{
					"NSS": part(u.NSS(), ok), "R": part(u.R(), ok && u.R() != ""), "Q": part(u.Q(), ok && u.Q() != ""), "F": part(u.F(), ok && u.Parts().HasF),
					"Reason": part(fault.Reason.String(), !ok && !r.null),
				}
				for name, w := range want {
					if got := text(results[name], i); part(got.text, !got.null) != w {
						t.Errorf("%s of %s (%s) is %s, want %s", name, r, typ.in, got, w)
					}
				}
				if parts.IsNull(i) == ok {
					t.Errorf("Parse of %s (%s) is NULL: %t", r, typ.in, ok)
				}
				for k, w := range []string{part(u.NID(), ok), want["NSS"], want["R"], want["Q"], want["F"], part(u.Normalize().String(), ok), part(u.Key(), ok)} {
					if got := text(parts.Field(k), i); part(got.text, !got.null) != w {
						t.Errorf("Parse of %s (%s), field %d, is %s, want %s", r, typ.in, k, got, w)
					}
				}
				if found.IsNull(i) != r.null {
					t.Errorf("Find of %s (%s) is NULL: %t", r, typ.in, !r.null)
				}
				var list []string
				for _, u := range (scan.Finder{}).URNs(r.text) {
					list = append(list, u.String())
				}
				start, end := found.ValueOffsets(i)
				var got []string
				for k := start; k < end; k++ {
					got = append(got, text(found.ListValues(), int(k)).text)
				}
				if !slices.Equal(got, list) {
					t.Errorf("Find of %s (%s) is %q, want %q", r, typ.in, got, list)
				}
			}
			for _, r := range results {
				r.Release()
			}
			a.Release()
		}
		whole.Release()
		mem.AssertSize(t, 0)
	}
}
