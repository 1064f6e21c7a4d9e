//go:build js && wasm

// Command wasm is package engine for JavaScript. It defines the object urnEngine, whose
// functions take and return bytes and strings, and runs until the page is closed.
package main

import (
	"errors"
	"io"
	"runtime/debug"
	"syscall/js"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/page/engine"
)

// The garbage of a large file is collected early: memory of WebAssembly never shrinks.
const memoryLimit = 128 << 20

var uint8Array = js.Global().Get("Uint8Array")

func main() {
	debug.SetGCPercent(50)
	debug.SetMemoryLimit(memoryLimit)
	functions := map[string]any{}
	define := func(name string, f func(args []js.Value) any) {
		functions[name] = js.FuncOf(func(_ js.Value, args []js.Value) any { return f(args) })
	}
	define("answer", func(a []js.Value) any {
		answer, err := engine.Answer(a[0].String(), syntax(a[1]), octets(a[2]), octets(a[3]))
		if err != nil {
			panic(err) // engine.js asks what there is
		}
		return string(answer)
	})
	var stream *engine.Stream
	define("open", func(a []js.Value) any {
		stream = engine.NewStream(syntax(a[0]), a[2].String(), &reader{pull: a[1]})
		return nil
	})
	define("step", func(a []js.Value) any {
		more, err := stream.Step(int64(a[0].Int()))
		return []any{more, message(err), string(stream.Progress())}
	})
	define("head", func([]js.Value) any { return array(stream.Head()) })
	define("table", func(a []js.Value) any { return string(stream.Table(a[0].String(), a[1].Int())) })
	define("export", func(a []js.Value) any {
		text, next := stream.Export(a[0].Int())
		return []any{array(text), next}
	})
	js.Global().Set("urnEngine", functions)
	select {}
}
func syntax(v js.Value) (x urn.Syntax) {
	_ = x.UnmarshalText([]byte(v.String())) // the page offers the names that there are
	return x
}

func octets(v js.Value) []byte {
	b := make([]byte, v.Length())
	js.CopyBytesToGo(b, v)
	return b
}

func array(b []byte) js.Value {
	a := uint8Array.New(len(b))
	js.CopyBytesToJS(a, b)
	return a
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// reader reads the results of a function of JavaScript: an Uint8Array, null at the end, or a
// string that is an error.
type reader struct {
	pull  js.Value
	chunk []byte
	err   error
}

func (r *reader) Read(p []byte) (int, error) {
	for len(r.chunk) == 0 && r.err == nil {
		switch v := r.pull.Invoke(); v.Type() {
		case js.TypeNull:
			r.err = io.EOF
		case js.TypeString:
			r.err = errors.New(v.String())
		default:
			r.chunk = octets(v)
		}
	}
	n := copy(p, r.chunk)
	r.chunk = r.chunk[n:]
	return n, r.err
}
