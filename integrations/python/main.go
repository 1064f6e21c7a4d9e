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

// urn_call computes a function of a column. It reads the column, and leaves it to the
// caller to release it. The caller releases the result, too. If it fails, it returns 1,
// and message, which has size bytes, has the reason.
//
//export urn_call
func urn_call(function *C.char, namespaces C.int, column *C.struct_ArrowArray, schema *C.struct_ArrowSchema,
	result *C.struct_ArrowArray, resultSchema *C.struct_ArrowSchema, message *C.char, size C.int) (failed C.int) {
	m := &allocator{live: map[unsafe.Pointer]bool{}}
	defer m.freeAll()
	err := call(m, C.GoString(function), namespaces != 0, column, schema, result, resultSchema)
	if err == nil {
		return 0
	}
	to := unsafe.Slice((*byte)(unsafe.Pointer(message)), size)
	to[copy(to[:size-1], err.Error())] = 0
	return 1
}

func call(m *allocator, function string, namespaces bool, column *C.struct_ArrowArray, schema *C.struct_ArrowSchema,
	result *C.struct_ArrowArray, resultSchema *C.struct_ArrowSchema) (err error) {
	defer func() {
		if r := recover(); r != nil { // it would end the interpreter
			err = fmt.Errorf("%v", r)
		}
	}()
	o := urnarrow.Options{Allocator: m}
	if namespaces {
		o.Namespaces = namespace.IANA()
	}
	typ, err := importType(schema)
	if err != nil {
		return err
	}
	a, err := functions[function](o, importArray(column, typ))
	if err != nil {
		return err
	}
	return m.export(a, result, resultSchema)
}

func main() {}
