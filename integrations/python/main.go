// Command python is the library of the Python package urn, built with
// -buildmode=c-shared. It computes with columns of the Arrow C data interface, by
// package urnarrow. README.md is for users of the package.
package main

// #include "cdata.h"
import "C"

import (
	"fmt"
	"unsafe"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/cdata"

	urnarrow "github.com/seed7b5a83f0/urn/integrations/arrow"
	"github.com/seed7b5a83f0/urn/namespace"
)

var functions = map[string]func(urnarrow.Options, arrow.Array) (arrow.Array, error){
	"valid":      urnarrow.Options.Valid,
	"reason":     urnarrow.Options.Reason,
	"key":        urnarrow.Options.Key,
	"normalized": urnarrow.Options.Normalized,
	"nid":        urnarrow.Options.NID,
	"nss":        urnarrow.Options.NSS,
	"r":          urnarrow.Options.R,
	"q":          urnarrow.Options.Q,
	"f":          urnarrow.Options.F,
	"parse":      urnarrow.Options.Parse,
	"extract":    urnarrow.Options.Find,
}

// urn_call computes a function of a column of the Arrow C data interface. It releases the column
// and its schema; the caller releases the result. If it fails, it returns 1, and message, which has
// size bytes, has the reason.
//
//export urn_call
func urn_call(function *C.char, namespaces C.int, column, schema, result, resultSchema unsafe.Pointer, message *C.char, size C.int) (failed C.int) {
	m := &allocator{live: map[unsafe.Pointer]bool{}}
	defer m.freeAll()
	o := urnarrow.Options{Allocator: m}
	if namespaces != 0 {
		o.Namespaces = namespace.IANA()
	}
	err := call(functions[C.GoString(function)], o, (*cdata.CArrowArray)(column), (*cdata.CArrowSchema)(schema),
		(*C.struct_ArrowArray)(result), (*cdata.CArrowSchema)(resultSchema))
	if err == nil {
		return 0
	}
	to := unsafe.Slice((*byte)(unsafe.Pointer(message)), size)
	to[copy(to[:size-1], err.Error())] = 0
	return 1
}

func call(function func(urnarrow.Options, arrow.Array) (arrow.Array, error), o urnarrow.Options,
	column *cdata.CArrowArray, schema *cdata.CArrowSchema, result *C.struct_ArrowArray, resultSchema *cdata.CArrowSchema) (err error) {
	defer func() {
		if r := recover(); r != nil { // it would end the interpreter
			err = fmt.Errorf("%v", r)
		}
	}()
	_, names, err := cdata.ImportCArray(column, schema)
	if err != nil {
		return err
	}
	defer names.Release()
	a, err := function(o, names)
	if err != nil {
		return err
	}
	// The array that is exported with the schema is released by Go. A process that was forked could
	// not release it.
	var unused cdata.CArrowArray
	cdata.ExportArrowArray(a, &unused, resultSchema)
	cdata.ReleaseCArrowArray(&unused)
	o.Allocator.(*allocator).export(a.Data(), result)
	return nil
}

func main() {}
