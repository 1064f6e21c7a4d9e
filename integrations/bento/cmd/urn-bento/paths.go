package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"

	"github.com/warpstreamlabs/bento/public/service"
)

// checkPaths fails if a file input of the configuration names a file that is not there, or
// a pattern that matches none. Bento itself tries to open such a file forever, and ends
// with success after a pattern without matches.
func checkPaths(config *service.ParsedConfig) error {
	if !config.Contains("input") {
		return nil
	}
	input, err := config.FieldAny("input")
	if err != nil {
		return err
	}
	if node, ok := input.(interface{ Decode(any) error }); ok { // YAML that Bento has not decoded yet
		if err := node.Decode(&input); err != nil {
			return err
		}
	}
	return checkInput(input)
}

// checkInput looks for file inputs in a part of a configuration.
func checkInput(part any) error {
	var err error
	switch part := part.(type) {
	case map[string]any:
		for name, value := range part {
			file, _ := value.(map[string]any)
			if paths, ok := file["paths"].([]any); ok && name == "file" {
				for _, path := range paths {
					err = cmp.Or(err, checkPath(path))
				}
				continue
			}
			err = cmp.Or(err, checkInput(value))
		}
	case []any:
		for _, value := range part {
			err = cmp.Or(err, checkInput(value))
		}
	}
	return err
}

// checkPath fails if Bento finds no file for a path or pattern.
func checkPath(path any) error {
	pattern, ok := path.(string)
	if !ok {
		return nil
	}
	found, err := service.Globs(service.OSFS(), pattern)
	switch {
	case err == nil && len(found) == 0:
		err = errors.New("no such file")
	case err == nil && len(found) == 1: // Globs returns a path without a pattern as it is
		_, err = os.Stat(found[0])
	}
	if err != nil {
		return fmt.Errorf("input path %q: %w", pattern, err)
	}
	return nil
}
