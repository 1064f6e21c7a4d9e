package main

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

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
	switch part := part.(type) {
	case map[string]any:
		for name, value := range part {
			if file, ok := value.(map[string]any); ok && name == "file" {
				if list, ok := file["paths"].([]any); ok {
					if err := checkList(list); err != nil {
						return err
					}
					continue
				}
			}
			if err := checkInput(value); err != nil {
				return err
			}
		}
	case []any:
		for _, value := range part {
			if err := checkInput(value); err != nil {
				return err
			}
		}
	}
	return nil
}

func checkList(paths []any) error {
	for _, p := range paths {
		path, ok := p.(string)
		if !ok {
			continue
		}
		found, err := matches(path)
		if err != nil {
			return fmt.Errorf("input path %q: %w", path, err)
		}
		if !found {
			return fmt.Errorf("input path %q: no such file", path)
		}
	}
	return nil
}

// matches reports whether a path or pattern has a file. "**" stands for any folders.
func matches(pattern string) (bool, error) {
	start, rest, super := strings.Cut(pattern, "**")
	if !super {
		list, err := filepath.Glob(pattern)
		return len(list) > 0, err
	}
	if strings.Contains(rest, "**") {
		return true, nil // Bento decides
	}
	rest = strings.TrimPrefix(rest, "/")
	n := strings.Count(rest, "/") + 1
	found := false
	err := filepath.WalkDir(filepath.Dir(start+"x"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		names := strings.Split(filepath.ToSlash(path), "/")
		found, err = filepath.Match(rest, strings.Join(names[max(0, len(names)-n):], "/"))
		if found {
			return fs.SkipAll
		}
		return err
	})
	return found, err
}
