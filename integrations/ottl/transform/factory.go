// Package transform is the transform processor of the OpenTelemetry Collector
// with the functions of [urnottl] added to its own.
//
// Its type is "transform", as that of the stock processor. It takes the place of
// that processor, and the same configuration.
package transform

import (
	"github.com/open-telemetry/opentelemetry-collector-contrib/pkg/ottl/contexts/ottldatapoint"
	"github.com/open-telemetry/opentelemetry-collector-contrib/pkg/ottl/contexts/ottllog"
	"github.com/open-telemetry/opentelemetry-collector-contrib/pkg/ottl/contexts/ottlmetric"
	"github.com/open-telemetry/opentelemetry-collector-contrib/pkg/ottl/contexts/ottlprofile"
	"github.com/open-telemetry/opentelemetry-collector-contrib/pkg/ottl/contexts/ottlspan"
	"github.com/open-telemetry/opentelemetry-collector-contrib/pkg/ottl/contexts/ottlspanevent"
	"github.com/open-telemetry/opentelemetry-collector-contrib/processor/transformprocessor"
	"go.opentelemetry.io/collector/processor"

	urnottl "github.com/seed7b5a83f0/urn/integrations/ottl"
)

// NewFactory returns the factory of the processor. The functions are there in
// the contexts log, span, spanevent, metric, datapoint and profile; those of the
// contexts resource and scope cannot be added to.
func NewFactory() processor.Factory {
	// The first use of each option removes the default functions.
	return transformprocessor.NewFactoryWithOptions(
		transformprocessor.WithLogFunctions(transformprocessor.DefaultLogFunctions()),
		transformprocessor.WithLogFunctions(urnottl.Functions[*ottllog.TransformContext]()),
		transformprocessor.WithSpanFunctions(transformprocessor.DefaultSpanFunctions()),
		transformprocessor.WithSpanFunctions(urnottl.Functions[*ottlspan.TransformContext]()),
		transformprocessor.WithSpanEventFunctions(transformprocessor.DefaultSpanEventFunctions()),
		transformprocessor.WithSpanEventFunctions(urnottl.Functions[*ottlspanevent.TransformContext]()),
		transformprocessor.WithMetricFunctions(transformprocessor.DefaultMetricFunctions()),
		transformprocessor.WithMetricFunctions(urnottl.Functions[*ottlmetric.TransformContext]()),
		transformprocessor.WithDataPointFunctions(transformprocessor.DefaultDataPointFunctions()),
		transformprocessor.WithDataPointFunctions(urnottl.Functions[*ottldatapoint.TransformContext]()),
		transformprocessor.WithProfileFunctions(transformprocessor.DefaultProfileFunctions()),
		transformprocessor.WithProfileFunctions(urnottl.Functions[*ottlprofile.TransformContext]()),
	)
}
