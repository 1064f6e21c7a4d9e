package urnottl_test

import (
	"context"
	"fmt"
	"log"

	"github.com/open-telemetry/opentelemetry-collector-contrib/pkg/ottl/contexts/ottllog"
	"github.com/open-telemetry/opentelemetry-collector-contrib/pkg/ottl/ottlfuncs"
	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/pdata/plog"

	urnottl "github.com/seed7b5a83f0/urn/integrations/ottl"
)

// OTTL without a collector: a statement is parsed once and executed on a record.
func ExampleFunctions() {
	functions := ottlfuncs.StandardFuncs[*ottllog.TransformContext]()
	for _, f := range urnottl.Functions[*ottllog.TransformContext]() {
		functions[f.Name()] = f
	}
	parser, err := ottllog.NewParser(functions, componenttest.NewNopTelemetrySettings(), ottllog.EnablePathContextNames())
	if err != nil {
		log.Fatal(err)
	}
	statement, err := parser.ParseStatement(`set(log.attributes["key"], URNKey(log.body)) where IsURN(log.body)`)
	if err != nil {
		log.Fatal(err)
	}

	logs := plog.NewLogs()
	resource := logs.ResourceLogs().AppendEmpty()
	scope := resource.ScopeLogs().AppendEmpty()
	record := scope.LogRecords().AppendEmpty()
	record.Body().SetStr("URN:ISBN:0-395-36341-1#page")

	tCtx := ottllog.NewTransformContext(resource, scope, record)
	defer tCtx.Close()
	if _, _, err := statement.Execute(context.Background(), tCtx); err != nil {
		log.Fatal(err)
	}
	fmt.Println(record.Attributes().AsRaw())
	// Output: map[key:urn:isbn:0-395-36341-1]
}
