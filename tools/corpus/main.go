// Command corpus writes the project's generated test data. The same seed gives
// the same bytes.
//
//	go run ./tools/corpus urns > testdata/corpus.txt
//	go run ./tools/corpus -o examples/sample.log.gz -list examples/sample.tsv.gz log
package main

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
)

// sampleSize is the length of examples/sample.log.gz, decompressed.
const sampleSize = 2 << 20

func main() {
	seed := flag.Uint64("seed", 8141, "seed of the generator")
	n := flag.Int("n", 20000, "urns: `number` of URNs")
	size := flag.Int64("size", sampleSize, "log: length in `bytes`; the last line is completed")
	out := flag.String("o", "", "write to `file` instead of standard output, compressed if its name ends in .gz")
	list := flag.String("list", "", "log: list the URNs in `file`, compressed if its name ends in .gz")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: corpus [flags] urns|log")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() != 1 || flag.Arg(0) != "urns" && flag.Arg(0) != "log" {
		flag.Usage()
		os.Exit(2)
	}
	err := toFile(*out, os.Stdout, func(w io.Writer) error {
		if flag.Arg(0) == "urns" {
			return writeURNs(w, *seed, *n)
		}
		return toFile(*list, io.Discard, func(list io.Writer) error { return writeLog(w, list, *seed, *size) })
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, "corpus:", err)
		os.Exit(1)
	}
}

// toFile runs write on a file, or on std if the name is empty.
func toFile(name string, std io.Writer, write func(io.Writer) error) (err error) {
	if name != "" {
		f, cannot := os.Create(name)
		if cannot != nil {
			return cannot
		}
		// Close reports errors that a write could not, such as a full disk.
		defer func() { err = cmp.Or(err, f.Close()) }()
		std = f
	}
	buffered := bufio.NewWriter(std)
	if !strings.HasSuffix(name, ".gz") {
		return cmp.Or(write(buffered), buffered.Flush())
	}
	z, err := gzip.NewWriterLevel(buffered, gzip.BestCompression)
	if err != nil {
		return err
	}
	return cmp.Or(write(z), z.Close(), buffered.Flush())
}
