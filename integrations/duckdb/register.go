package urnduckdb

/*
#include <stdlib.h>
#include "chunk.h"

typedef void (*urn_callback)(void *, void *, void *);
typedef void (*urn_delete)(void *);
void urnduckdb_call(void *, void *, void *);
void urnduckdb_delete(void *);
*/
import "C"

import (
	"cmp"
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"reflect"
	"runtime/cgo"
	"sync"
	"unsafe"

	"github.com/duckdb/duckdb-go/v2/mapping"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
)

// Options says how the functions read names. [Init] uses the zero Options.
type Options struct {
	// Syntax is the syntax of the names. The zero Syntax is RFC 8141.
	Syntax urn.Syntax

	// Namespaces has the rules for urn_namespace_key and urn_namespace_normalize. If it is
	// nil, these are the rules of [namespace.IANA]. Functions of its definitions must not keep
	// the strings that they get.
	Namespaces *namespace.Registry
}

// Init adds the functions to the database of a connection. It is an argument of
// [github.com/duckdb/duckdb-go/v2.NewConnector], which calls it for each connection. The
// functions belong to all connections of the database. They are added by the first call,
// so the options of later calls make no difference. The table function urn_find belongs to the
// connection.
func Init(connection driver.ExecerContext) error { return Options{}.Init(connection) }

// registering has one connection at a time look for the functions and add them.
var registering sync.Mutex

// Init is the function [Init] with these options.
func (o Options) Init(connection driver.ExecerContext) error {
	o.Namespaces = cmp.Or(o.Namespaces, namespace.IANA())
	handle, err := handleOf(connection)
	if err != nil {
		return err
	}
	registering.Lock()
	defer registering.Unlock()
	ctx := context.Background()
	if _, err := connection.ExecContext(ctx, "SELECT urn_find('')", nil); err != nil {
		for _, d := range definitions {
			if err := o.register(handle, d); err != nil {
				return err
			}
		}
	}
	_, err = connection.ExecContext(ctx, `CREATE OR REPLACE TEMP MACRO urn_find(text) AS TABLE
SELECT m.urn, m.start_offset, m.end_offset FROM (SELECT unnest(urn_find(text)) AS m)`, nil)
	return err
}

// handleOf returns the handle of a connection of duckdb-go, which has no method for it. The chunk
// functions of duckdb-go know only text, and write each result by two calls of C; see
// docs/upstream/duckdb-go.md.
func handleOf(connection any) (h mapping.Connection, err error) {
	v := reflect.ValueOf(connection)
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if v.Kind() == reflect.Struct {
		if f := v.FieldByName("conn"); f.IsValid() && f.Type() == reflect.TypeFor[mapping.Connection]() {
			h.Ptr = f.FieldByName("Ptr").UnsafePointer()
		}
	}
	if h.Ptr == nil {
		return h, fmt.Errorf("urnduckdb: want a connection of duckdb-go 2.20000, not %T", connection)
	}
	return h, nil
}

// register adds one function, for text and for bytes.
func (o Options) register(connection mapping.Connection, d definition) error {
	set := mapping.CreateScalarFunctionSet(d.name)
	defer mapping.DestroyScalarFunctionSet(&set)
	if d.result == nil {
		d.result = func() mapping.LogicalType { return mapping.CreateLogicalType(mapping.TypeVarchar) }
	}
	result := d.result()
	defer mapping.DestroyLogicalType(&result)
	for _, argument := range []mapping.Type{mapping.TypeVarchar, mapping.TypeBlob} {
		f := mapping.CreateScalarFunction()
		defer mapping.DestroyScalarFunction(&f)
		mapping.ScalarFunctionSetName(f, d.name)
		typ := mapping.CreateLogicalType(argument)
		mapping.ScalarFunctionAddParameter(f, typ)
		mapping.DestroyLogicalType(&typ)
		mapping.ScalarFunctionSetReturnType(f, result)
		reference := (*C.urn_function)(C.malloc(C.size_t(unsafe.Sizeof(C.urn_function{}))))
		reference.handle = C.uintptr_t(cgo.NewHandle(&function{Options: o, definition: d}))
		mapping.ScalarFunctionSetExtraInfo(f, unsafe.Pointer(reference), unsafe.Pointer(C.urn_delete(C.urnduckdb_delete)))
		mapping.ScalarFunctionSetFunction(f, unsafe.Pointer(C.urn_callback(C.urnduckdb_call)))
		if mapping.AddScalarFunctionToSet(set, f) == mapping.StateError {
			return errors.New("urnduckdb: " + d.name + " cannot be defined")
		}
	}
	if mapping.RegisterScalarFunctionSet(connection, set) == mapping.StateError {
		return errors.New("urnduckdb: " + d.name + " cannot be registered")
	}
	return nil
}

//export urnduckdb_delete
func urnduckdb_delete(reference unsafe.Pointer) {
	cgo.Handle((*C.urn_function)(reference).handle).Delete()
	C.free(reference)
}

// urnduckdb_call is called by DuckDB, on its threads, with a chunk of rows.
//
//export urnduckdb_call
func urnduckdb_call(info, input, output unsafe.Pointer) {
	// A panic would end the process, and DuckDB with it.
	defer func() {
		if r := recover(); r != nil {
			fail(info, fmt.Errorf("panic: %v", r))
		}
	}()
	f := cgo.Handle(C.urn_function_of(info).handle).Value().(*function)
	if err := f.call(input, output); err != nil {
		fail(info, fmt.Errorf("%s: %w", f.name, err))
	}
}

func fail(info unsafe.Pointer, err error) {
	message := C.CString(err.Error())
	defer C.free(unsafe.Pointer(message))
	C.urn_fail(info, message)
}
