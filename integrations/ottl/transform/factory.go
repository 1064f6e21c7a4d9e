// Package transform is the transform processor of the OpenTelemetry Collector
// with the functions of [urnottl] added to its own.
//
// Its type is "transform", like the type of the stock processor. It takes the place of that
// processor, and the same configuration.
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

// NewFactory returns the factory of the processor. The functions are available in the contexts
// log, span, spanevent, metric, datapoint and profile. The processor has no option to add
// functions to the contexts resource and scope.
func NewFactory() processor.Factory {
	// The first use of each option removes the default functions.
	return transformprocessor.NewFactoryWithOptions(
		transformprocessor.WithLogFunctions(append(transformprocessor.DefaultLogFunctions(), urnottl.Functions[*ottllog.TransformContext]()...)),
		transformprocessor.WithSpanFunctions(append(transformprocessor.DefaultSpanFunctions(), urnottl.Functions[*ottlspan.TransformContext]()...)),
		transformprocessor.WithSpanEventFunctions(append(transformprocessor.DefaultSpanEventFunctions(), urnottl.Functions[*ottlspanevent.TransformContext]()...)),
		transformprocessor.WithMetricFunctions(append(transformprocessor.DefaultMetricFunctions(), urnottl.Functions[*ottlmetric.TransformContext]()...)),
		transformprocessor.WithDataPointFunctions(append(transformprocessor.DefaultDataPointFunctions(), urnottl.Functions[*ottldatapoint.TransformContext]()...)),
		transformprocessor.WithProfileFunctions(append(transformprocessor.DefaultProfileFunctions(), urnottl.Functions[*ottlprofile.TransformContext]()...)),
	)
}
