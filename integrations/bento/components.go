package bento

import (
	"context"
	"errors"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/warpstreamlabs/bento/public/service"
)

// RegisterComponents adds the scanner line_blocks and the processors
// urn_normalize and urn_extract to env.
func RegisterComponents(env *service.Environment) error {
	return errors.Join(
		env.RegisterBatchScannerCreator("line_blocks", lineBlocksSpec(), newLineBlocks),
		env.RegisterProcessor("urn_normalize", normalizeSpec(), newNormalize),
		env.RegisterProcessor("urn_extract", extractSpec(), newExtract),
	)
}

// processor is a processor of messages that have not failed.
type processor func(msg *service.Message, content []byte) (service.MessageBatch, error)

func (p processor) Process(_ context.Context, msg *service.Message) (service.MessageBatch, error) {
	if msg.GetError() != nil {
		return service.MessageBatch{msg}, nil
	}
	content, err := msg.AsBytes()
	if err != nil {
		return nil, err
	}
	return p(msg, content)
}

func (processor) Close(context.Context) error { return nil }

// rulesFields are the fields in which a component is told its rules.
func rulesFields(namespaceText string) []*service.ConfigField {
	return []*service.ConfigField{
		service.NewStringEnumField(syntaxParam, urn.RFC8141.String(), urn.RFC2141.String(), urn.Draft2141bis.String(), urn.Relaxed.String()).
			Description("The syntax to read by.").
			Default(urn.RFC8141.String()),
		service.NewBoolField(namespaceParam).
			Description(namespaceText).
			Default(false),
	}
}

// rulesOf returns the syntax and the rules of namespaces that a component is told.
func rulesOf(conf *service.ParsedConfig) (x urn.Syntax, r *namespace.Registry, err error) {
	name, errSyntax := conf.FieldString(syntaxParam)
	namespaces, errNamespace := conf.FieldBool(namespaceParam)
	r, errRules := registryOf(namespaces, "")
	return x, r, errors.Join(errSyntax, errNamespace, errRules, x.UnmarshalText([]byte(name)))
}

// With these, a scanner that cuts at line ends says where a block is in its source. So the
// place in the file is known for everything that is found in the block.
const (
	metaLine   = "urn_block_line"   // of the block's first line, from 1
	metaOffset = "urn_block_offset" // of the block, in bytes
	metaPath   = "path"             // as Bento's file input has it
)

// place returns what fileOf returns for the source of msg, and where its text begins there. For a message from
// another scanner, it is the beginning.
func place(msg *service.Message) (file string, line, offset int64) {
	name, _ := msg.MetaGet(metaPath)
	l, _ := msg.MetaGetMut(metaLine)
	o, _ := msg.MetaGetMut(metaOffset)
	line, _ = l.(int64)
	offset, _ = o.(int64)
	return fileOf(name), max(line, 1), offset
}
