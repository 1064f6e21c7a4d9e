package urnarrow

import (
	"fmt"
	"math"

	"github.com/apache/arrow-go/v18/arrow"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/scan"
)

// partForms are the fields of the result of Parse after the NID, which is as it is written,
// so it has no form.
var partForms = []form{formNSS, formR, formQ, formF, formNormalized, formKey}

// partsType returns the type of the result of [Options.Parse] for names whose keys have
// the type text.
func partsType(text arrow.DataType) *arrow.StructType {
	var fields []arrow.Field
	for _, name := range [...]string{"nid", "nss", "r", "q", "f", "normalized", "key"} {
		fields = append(fields, arrow.Field{Name: name, Type: text, Nullable: true})
	}
	return arrow.StructOf(fields...)
}

// Parse returns the parts of each row, as an [array.Struct] whose fields have the type of
// Key: nid, nss, r, q and f as they are written, normalized and key. The rules of
// Namespaces do not apply. It fails as [Options.NID] does.
func (o Options) Parse(names arrow.Array) (arrow.Array, error) {
	rows, err := newRows(names, o.shared)
	if err != nil {
		return nil, err
	}
	valid := newBits(o.mem(), rows.n)
	defer valid.release()
	fields := make([]*texts, 1+len(partForms))
	for k := range fields {
		fields[k] = newTexts(o.mem(), rows.values.layout, rows.n, 0)
		defer fields[k].release()
	}
	for i := range rows.n {
		value, ok := rows.value(i)
		var name []byte
		var at urn.Offsets
		if ok {
			var fault urn.Fault
			name = rows.values.at(value)
			at, fault = o.Syntax.LocateBytes(name)
			ok = fault.Reason == 0
		}
		if !ok {
			for _, w := range fields { // the fields of a NULL are NULL
				w.addNull()
			}
			continue
		}
		valid.set(i)
		nid := at.NID()
		if err := fields[0].addText(stringOf(name[nid.Start:nid.End])); err != nil {
			return nil, fmt.Errorf("row %d: %w", i, err)
		}
		for k, f := range partForms {
			w := fields[k+1]
			dst, err := w.room(len(name))
			if err != nil {
				return nil, fmt.Errorf("row %d: %w", i, err)
			}
			if dst, ok := f.write(dst, name, at); ok {
				w.add(len(dst))
			} else {
				w.addNull()
			}
		}
	}
	children := make([]arrow.ArrayData, len(fields))
	for k, w := range fields {
		a := w.array()
		defer a.Release()
		children[k] = a.Data()
	}
	return valid.array(partsType(children[0].DataType()), children), nil
}

// Find returns the URNs in each row, a text, as a [scan.Finder] finds them: an [array.List]
// or [array.LargeList] of text. It fails if the array has another type, or if a List would
// have 2 GiB of text or more.
func (o Options) Find(texts arrow.Array) (arrow.Array, error) {
	rows, err := newRows(texts, o.shared)
	if err != nil {
		return nil, err
	}
	large := rows.values.layout == offsets64
	width := arrow.Int32SizeBytes
	if large {
		width = arrow.Int64SizeBytes
	}
	valid, heads := newBits(o.mem(), rows.n), zeroed(o.mem(), (rows.n+1)*width)
	defer valid.release()
	defer heads.Release()
	finder := scan.Finder{Syntax: o.Syntax}
	type match struct{ value, start, end int }
	var matches []match
	for i := range rows.n {
		value, ok := rows.value(i)
		if ok {
			valid.set(i)
			text := rows.values.at(value)
			for m := range finder.All(text) {
				matches = append(matches, match{value, m.Start, m.End})
			}
		}
		if large {
			arrow.Int64Traits.CastFromBytes(heads.Bytes())[i+1] = int64(len(matches))
		} else if len(matches) > math.MaxInt32 {
			return nil, fmt.Errorf("row %d: %w", i, errTooLong)
		} else {
			arrow.Int32Traits.CastFromBytes(heads.Bytes())[i+1] = int32(len(matches))
		}
	}
	w := newTexts(o.mem(), rows.values.layout, len(matches), 0)
	defer w.release()
	for _, m := range matches {
		if err := w.addText(stringOf(rows.values.at(m.value)[m.start:m.end])); err != nil {
			return nil, err
		}
	}
	urns := w.array()
	defer urns.Release()
	typ := arrow.DataType(arrow.ListOf(urns.DataType()))
	if large {
		typ = arrow.LargeListOf(urns.DataType())
	}
	return valid.array(typ, []arrow.ArrayData{urns.Data()}, heads), nil
}
