package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	const data = "\ufeff# confusables.txt\n# Version: 17.0.0\n#\n" +
		"0448 ;\t0077 ;\tMA\t# ( ш → w )\n" +
		"04BB ;\t0068 ;\tMA\t# ( һ → h )\n" +
		"1F600 ;\t0021 ;\tMA\t# not of these scripts\n"
	file := filepath.Join(t.TempDir(), "confusables.txt")
	if err := os.WriteFile(file, []byte(data), 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := run([]string{file}, &out); err != nil {
		t.Fatal(err)
	}
	got := out.String()
	for _, want := range []string{"version 17.0.0", "\n0448\t0077\n", "\n04BB\t0068\n", "\n00E9\t0065 0301\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("the output lacks %q", want)
		}
	}
	if strings.Contains(got, "1F600") || strings.Contains(got, "\nAC00") {
		t.Error("the output has characters that Display does not need")
	}
	for _, bad := range []string{"", "# Version: 17.0.0\nx ; y ; MA\n", "# Version: 17.0.0\n0448 ; y ; MA\n"} {
		if err := os.WriteFile(file, []byte(bad), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := run([]string{file}, &out); err == nil {
			t.Errorf("run on %q succeeds", bad)
		}
	}
	if err := run(nil, &out); err == nil {
		t.Error("run without a file succeeds")
	}
}
