package page

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/csv"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	download "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/systeminfo"
	"github.com/chromedp/chromedp"
	"github.com/klauspost/compress/zstd"
)

// writeLog writes a log of about size bytes and returns how often each key is in it.
func writeLog(t *testing.T, file string, size int) (length int64, counts map[string]int) {
	t.Helper()
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := bufio.NewWriterSize(f, 1<<20)
	counts = map[string]int{}
	for i := 0; length < int64(size); i++ {
		item := i * i % 100_003 // many keys, unevenly
		n, err := fmt.Fprintf(w, "2026-05-28T09:14:02.%06dZ INFO worker=%d method=GET path=/api/v1/items status=200 duration=%dms user-agent=\"Mozilla/5.0 (X11; Linux x86_64)\" item=URN:Example:item-%d\n", i%1e6, i%16, i%500, item)
		if err != nil {
			t.Fatal(err)
		}
		counts[fmt.Sprintf("urn:example:item-%d", item)]++
		length += int64(n)
		if i%10 == 0 {
			n, _ := w.WriteString("loan of urn:isbn:0-395-36341-1\n")
			counts["urn:isbn:9780395363416"]++
			length += int64(n)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return length, counts
}

// TestFileUnread: a file in which nothing is found, and why.
func TestFileUnread(t *testing.T) {
	address, _ := server(t)
	p := open(t, address)
	for _, c := range []struct{ name, text, says string }{
		{"a.pdf", "%PDF-1.7\n", "a.pdf was not read: a PDF document, which urn does not read: extract its text first."},
		{"b.parquet", "PAR1\x15", "a Parquet file, which urn does not read: urn-sql reads it"},
		{"b.zip", "PK\x03\x04\x14\x00", "b.zip was not read: a ZIP archive"},
		{"b.bin", "\x7fELF\x00", "b.bin was read in"},
		{"c.log", "urn:ex:b GET /?u=urn%253Aex%253Aa", "1 name begins with urn%253A, which is encoded twice"},
		{"d.log", "urn=3Aex:a", "1 “urn:” is not marked"},
		{"e.txt", "nothing", "e.txt was read in"},
	} {
		file := filepath.Join(t.TempDir(), c.name)
		if err := os.WriteFile(file, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		p.run(chromedp.SetUploadFiles("#file", []string{file}, chromedp.ByQuery))
		p.until(`document.querySelector("#progress").hidden && document.querySelector("#file-status").innerText.startsWith("` + c.name + `")`)
		p.wants("#file-status", c.says)
		left := eval[string](p, `document.querySelector("#input").value.slice(0, 11) + document.querySelector("#counts").innerText`)
		const before = "2026-05-28T" // of the example
		if c.name < "c" && !strings.HasPrefix(left, before) || strings.Contains(c.says, "not read:") && left != before {
			t.Errorf("%s has left %q", c.name, left)
		}
		if got := p.text("#file-status"); c.name == "e.txt" && !strings.HasSuffix(strings.TrimSpace(got), " s.") {
			t.Errorf("%q", got)
		}
	}
}

// TestFile: 200 MB in bounded memory, with progress, while the page answers; the table,
// and its export.
func TestFile(t *testing.T) {
	address, _ := server(t)
	p := open(t, address)
	dir := t.TempDir()
	file := filepath.Join(dir, "large.log")
	length, counts := writeLog(t, file, 200_000_000)
	urns := 0
	for _, n := range counts {
		urns += n
	}
	downloads := filepath.Join(dir, "downloads")
	p.run(download.SetDownloadBehavior(download.SetDownloadBehaviorBehaviorAllow).WithDownloadPath(downloads))

	recorded := p.record()
	p.run(chromedp.Evaluate(`window.steps = new Set();
		new MutationObserver(() => steps.add(document.querySelector("#progress").value)).observe(document.querySelector("#progress"), { attributes: true });0`, nil))
	peak, cpu := make(chan int64), make(chan float64)
	done := make(chan struct{})
	go func() {
		most, seconds := usage(t, p.ctx, done)
		peak <- most
		cpu <- seconds
	}()
	started := time.Now()
	p.run(chromedp.SetUploadFiles("#file", []string{file}, chromedp.ByQuery))
	// Meanwhile the page takes a name apart.
	p.click("#tab-text")
	p.enter("#input", "urn:isbn:0-395-36341-1")
	p.wants("#name", "Valid in its namespace")
	p.click("#tab-file")
	p.until(`document.querySelector("#file-status").innerText.includes("was read")`)
	t.Logf("%d bytes in %s", length, time.Since(started).Round(time.Millisecond))
	close(done)
	most, seconds := <-peak, <-cpu
	t.Logf("%.1f s of processor time for 100 MB", seconds/2)
	if seconds/2 > 4 {
		t.Error("this is more than 4 s")
	}
	t.Logf("the largest renderer has held %d MiB of memory of its own", most>>20)
	if most > 256<<20 {
		t.Error("this is more than 256 MiB")
	}
	p.settle()
	if n := eval[int](p, `steps.size`); n < 5 {
		t.Errorf("progress was shown %d times", n)
	}
	p.wants("#figures", p.thousands(int(length))+"\nbytes", p.thousands(urns)+"\nURNs", p.thousands(len(counts))+"\nkeys", "2\nnamespaces")
	p.wants("#counts .chart", "example", "isbn", p.thousands(counts["urn:isbn:9780395363416"]))
	// Bars are of the whole.
	shares := eval[[]string](p, `[...document.querySelectorAll(".chart tbody tr")].map(r => r.cells[2].innerText + " " +
		Math.round(100 * r.querySelector(".fill").offsetWidth / r.querySelector(".share").offsetWidth))`)
	isbns := 100 * float64(counts["urn:isbn:9780395363416"]) / float64(urns)
	if want := fmt.Sprintf("%.1f%% %.0f %.1f%% %.0f", 100-isbns, 100-isbns, isbns, isbns); strings.Join(shares, " ") != want {
		t.Errorf("shares: %q, want %q", shares, want)
	}
	p.click(`[aria-label="Show the keys of isbn"]`)
	p.until(`document.querySelectorAll("#key-table tbody tr").length === 1`)
	p.wants("#key-table", "urn:isbn:9780395363416")

	p.click("#export-csv")
	if rows := parseExport(t, filepath.Join(downloads, "urns.csv")); !maps.Equal(rows, counts) {
		t.Errorf("%d keys with other counts, want %d", len(rows), len(counts))
	}
	recorded.check()
}

// parseExport waits for a download, and returns the count of every key.
func parseExport(t *testing.T, file string) map[string]int {
	t.Helper()
	// Chromium makes an empty file of that name, writes to another one beside it, and
	// renames that.
	var data []byte
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(100 * time.Millisecond) {
		partial, err := filepath.Glob(filepath.Join(filepath.Dir(file), "*.crdownload"))
		if err != nil {
			t.Fatal(err)
		}
		before := len(data)
		data, err = os.ReadFile(file)
		if err == nil && len(partial) == 0 && len(data) > 0 && len(data) == before {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s has %d bytes after a minute, %d downloads are not finished: %v", file, len(data), len(partial), err)
		}
	}
	all, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil || !slices.Equal(all[0], []string{"nid", "key", "count"}) {
		t.Fatalf("%v: the header of the CSV is %q", err, all[0])
	}
	rows := map[string]int{}
	for _, row := range all[1:] {
		if rows[row[1]], _ = strconv.Atoi(row[2]); !strings.HasPrefix(row[1], "urn:"+row[0]+":") {
			t.Fatalf("%q is of the namespace %q", row[1], row[0])
		}
	}
	return rows
}

// usage returns the most memory of its own, not shared with files, that any renderer of
// the browser holds until done, and the most processor time that one has used meanwhile.
func usage(t *testing.T, ctx context.Context, done <-chan struct{}) (most int64, seconds float64) {
	before := map[int64]float64{}
	for {
		select {
		case <-done:
			return most, seconds
		case <-time.After(50 * time.Millisecond):
		}
		processes, err := systeminfo.GetProcessInfo().Do(cdp.WithExecutor(ctx, chromedp.FromContext(ctx).Browser))
		if err != nil {
			t.Error(err)
			return most, seconds
		}
		for _, process := range processes {
			if process.Type != "renderer" {
				continue
			}
			if _, known := before[process.ID]; !known {
				before[process.ID] = process.CPUTime
			}
			seconds = max(seconds, process.CPUTime-before[process.ID])
			status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", process.ID))
			if _, rest, ok := strings.Cut(string(status), "RssAnon:"); ok {
				kib, _ := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
				most = max(most, kib<<10)
			}
		}
	}
}

// TestCancel: a file that is not read to its end leaves the counts.
func TestCancel(t *testing.T) {
	address, _ := server(t)
	p := open(t, address)
	file := filepath.Join(t.TempDir(), "cancel.log")
	writeLog(t, file, 150_000_000)
	p.run(chromedp.SetUploadFiles("#file", []string{file}, chromedp.ByQuery))
	p.until(`document.querySelector("#figures")`)
	p.run(chromedp.Evaluate(`document.querySelector("#cancel").click()`, nil))
	p.until(`document.querySelector("#file-status").innerText.startsWith("Cancelled after ")`)
	p.wants("#counts .chart", "example")
	if eval[bool](p, `document.querySelector("#export-csv").hidden || !document.querySelector("#cancel").hidden`) {
		t.Error("the counts cannot be exported, or Cancel is still there")
	}
	// The page continues with the next file.
	p.upload("next.txt", []byte("urn:example:a"))
	p.wants("#figures", "1\nURN")
}

// TestCompressed: gzip, also of several members, and Zstandard, also of several frames;
// and files that are cut off or damaged.
func TestCompressed(t *testing.T) {
	address, _ := server(t)
	p := open(t, address)
	text := []byte(strings.Repeat("read urn:isbn:0-395-36341-1 and URN:ISBN:0395363411.\n", 20_000))
	var gz, zst bytes.Buffer
	for range 2 {
		w := gzip.NewWriter(&gz)
		w.Write(text)
		w.Close()
		z, err := zstd.NewWriter(&zst)
		if err != nil {
			t.Fatal(err)
		}
		z.Write(text)
		z.Close()
	}
	for name, data := range map[string][]byte{"two.gz": gz.Bytes(), "two.zst": zst.Bytes()} {
		p.upload(name, data)
		p.wants("#file-status", "was read")
		p.wants("#figures", p.thousands(2*len(text))+"\nbytes", "80,000\nURNs", "1\nkey")
		p.click("#tab-text")
		p.until(`document.querySelector("#summary").innerText.includes("first 64 KiB of ` + name + `")`)
		p.wants("#summary", "The first 500 names are marked")
		p.until(`document.querySelector("#input").value.startsWith("read urn:isbn:0-395-36341-1 and URN:ISBN:0395363411.")`)
		p.click("#tab-file")
	}
	for name, data := range map[string][]byte{
		"cut.gz": gz.Bytes()[:gz.Len()-9], "cut.zst": zst.Bytes()[:zst.Len()-9],
		"no.gz": {0x1F, 0x8B, 8}, "no.zst": {0x28, 0xB5, 0x2F, 0xFD, 0xFF, 0xFF},
		"window.zst": {0x28, 0xB5, 0x2F, 0xFD, 0x00, 0xFF, 0, 0, 0},
	} {
		p.upload(name, data)
		if status := p.text("#file-status"); strings.Contains(status, "was read in") {
			t.Errorf("%s: %s", name, status)
		} else {
			t.Log(status)
		}
	}
	p.upload("empty.txt", nil)
	p.wants("#file-status", "was read")
}
