package page

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"
)

var (
	command string          // the program urn, built for the tests
	folder  string          // the page as a folder, built for the tests
	browser context.Context // of the one browser
	served  bool            // the page that is tested is that of urn serve, not the folder
)

// built is what the folder says that it was built from.
const built = "a test <of> the page"

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	path, err := exec.LookPath("chromium")
	if err != nil {
		if os.Getenv("URN_PAGE_REQUIRED") != "" {
			fmt.Println("chromium is missing:", err)
			return 1
		}
		fmt.Println("no chromium: the page is not tested")
		return 0
	}
	dir, err := os.MkdirTemp("", "urn-page")
	if err != nil {
		fmt.Println(err)
		return 1
	}
	defer os.RemoveAll(dir)
	command = filepath.Join(dir, "urn")
	build := exec.Command("go", "build", "-o", command, ".")
	build.Dir = filepath.Join("..", "..", "cmd", "urn")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Printf("%v\n%s", err, out)
		return 1
	}
	folder = filepath.Join(dir, "page")
	if out, err := exec.Command("../../cmd/urn/internal/page/folder", folder, built).CombinedOutput(); err != nil {
		fmt.Printf("%v\n%s", err, out)
		return 1
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(filepath.Join(dir, "profile")),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true))
	allocator, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	defer cancel()
	browser, cancel = chromedp.NewContext(allocator)
	defer cancel()
	if err := chromedp.Run(browser); err != nil {
		fmt.Println("chromium:", err)
		return 1
	}
	// Every test is of both pages.
	fmt.Println("== the page as a folder, with WebAssembly")
	failed := m.Run()
	fmt.Println("== the page of urn serve")
	served = true
	return failed | m.Run()
}

// server serves the page that is tested until the test ends, or until stop is called.
func server(t *testing.T) (address string, stop func()) {
	t.Helper()
	if !served {
		// It sends no headers of its own, and the page is somewhere below its root.
		s := httptest.NewServer(http.StripPrefix("/deep/inside", http.FileServer(http.Dir(folder))))
		t.Cleanup(s.Close)
		return s.URL + "/deep/inside/", s.Close
	}
	cmd := exec.Command(command, "serve")
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	stop = sync.OnceFunc(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait()
		if code := cmd.ProcessState.ExitCode(); code != 130 {
			t.Errorf("urn serve ended with status %d after an interrupt", code)
		}
	})
	t.Cleanup(stop)
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(line), stop
}

// tab is a tab of the browser that shows the page.
type tab struct {
	*testing.T
	ctx      context.Context
	mu       sync.Mutex
	requests []string // all that the page and its workers have made
	problems []string // exceptions and errors of the console
	quiet    bool     // problems are expected

	urls     map[network.RequestID]string // of the requests that were made
	statuses map[network.RequestID][]int64
}

// watch is run before the page's own scripts: it records what the policy has refused.
const watch = `window.violations = [];
document.addEventListener("securitypolicyviolation", e => violations.push(e.blockedURI));`

// open opens the page in a new tab and waits for the engine.
func open(t *testing.T, address string) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, 8*time.Minute)
	t.Cleanup(cancel)
	p := &tab{T: t, ctx: ctx, urls: map[network.RequestID]string{}, statuses: map[network.RequestID][]int64{}}
	chromedp.ListenTarget(ctx, func(event any) {
		p.mu.Lock()
		defer p.mu.Unlock()
		switch e := event.(type) {
		case *network.EventRequestWillBeSent:
			p.requests = append(p.requests, e.Request.URL)
			p.urls[e.RequestID] = e.Request.URL
		case *network.EventResponseReceivedExtraInfo: // also of answers that the page does not get
			p.statuses[e.RequestID] = append(p.statuses[e.RequestID], e.StatusCode)
		case *runtime.EventExceptionThrown:
			p.problems = append(p.problems, e.ExceptionDetails.Error())
		case *runtime.EventConsoleAPICalled:
			if e.Type == runtime.APITypeError {
				p.problems = append(p.problems, fmt.Sprint("console: ", string(e.Args[0].Value)))
			}
		}
	})
	t.Cleanup(func() {
		for _, problem := range p.problems {
			if !p.quiet {
				t.Error(problem)
			}
		}
	})
	p.run(network.Enable(), chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := page.AddScriptToEvaluateOnNewDocument(watch).Do(ctx)
		return err
	}), emulation.SetDeviceMetricsOverride(1280, 900, 1, false))
	p.load(address)
	return p
}

// load loads the page and waits for the engine.
func (p *tab) load(address string) {
	p.Helper()
	p.run(chromedp.Navigate(address))
	p.until(`!document.getElementById("summary").textContent.startsWith("Loading")`)
}

// run does things in the page.
func (p *tab) run(actions ...chromedp.Action) {
	p.Helper()
	if err := chromedp.Run(p.ctx, actions...); err != nil {
		p.Fatal(err)
	}
}

// eval returns the value of an expression of JavaScript.
func eval[V any](p *tab, expression string) (v V) {
	p.Helper()
	p.run(chromedp.Evaluate(expression, &v, func(e *runtime.EvaluateParams) *runtime.EvaluateParams { return e.WithAwaitPromise(true) }))
	return v
}

// until waits for an expression to be true.
func (p *tab) until(expression string) {
	p.Helper()
	if err := chromedp.Run(p.ctx, chromedp.Poll(expression, nil, chromedp.WithPollingTimeout(3*time.Minute), chromedp.WithPollingInterval(20*time.Millisecond))); err != nil {
		p.Fatalf("%s: %v; the page: %.2000s", expression, err, eval[string](p, `document.querySelector("main").innerText`))
	}
}

// text returns the text of an element, as it is on the screen.
func (p *tab) text(selector string) string {
	p.Helper()
	return eval[string](p, fmt.Sprintf(`document.querySelector(%q)?.innerText ?? "no %s"`, selector, selector))
}

// wants fails unless the text of an element has all of these.
func (p *tab) wants(selector string, texts ...string) {
	p.Helper()
	have := p.text(selector)
	for _, want := range texts {
		if !strings.Contains(strings.ReplaceAll(have, "\u00a0", " "), want) {
			p.Errorf("%s has no %q: %q", selector, want, have)
		}
	}
}

// enter puts a text into a field, as pasting does, and waits until its URNs are shown.
func (p *tab) enter(selector, text string) {
	p.Helper()
	value, _ := json.Marshal(text) // it fails for no string
	p.run(chromedp.Focus(selector, chromedp.ByQuery), chromedp.Evaluate(fmt.Sprintf(`{ const e = document.querySelector(%q);
		e.value = %s; e.dispatchEvent(new Event("input", { bubbles: true })); }`, selector, value), nil))
	p.settle()
}

// settle waits until the page has answered the input.
func (p *tab) settle() {
	p.Helper()
	var was string
	for range 200 {
		time.Sleep(150 * time.Millisecond)
		is := eval[string](p, `document.querySelector("main").textContent.length + " " + document.querySelectorAll("main .lit").length + document.querySelector("#name").textContent`)
		if is == was {
			return
		}
		was = is
	}
	p.Fatal("the page does not come to rest")
}

// press presses keys.
func (p *tab) press(keys string) {
	p.Helper()
	p.run(chromedp.KeyEvent(keys))
}

func (p *tab) click(selector string) {
	p.Helper()
	p.run(chromedp.Click(selector, chromedp.ByQuery, chromedp.NodeVisible))
}

// made returns the requests that were made so far.
func (p *tab) made() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.requests...)
}

// answers returns the statuses of the answers to requests for a URL.
func (p *tab) answers(url string) (all []int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for id, statuses := range p.statuses {
		if p.urls[id] == url {
			all = append(all, statuses...)
		}
	}
	return all
}

// look sets the size of the screen and the colours.
func (p *tab) look(width int64, scheme string) {
	p.Helper()
	p.run(emulation.SetDeviceMetricsOverride(width, 900, 1, false),
		emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}))
}

// shoot writes a picture of the page.
func (p *tab) shoot(name string, how func(*[]byte) chromedp.Action) {
	p.Helper()
	dir := os.Getenv("URN_SCREENSHOTS")
	if dir == "" {
		return
	}
	var picture []byte
	p.run(how(&picture))
	if err := errors.Join(os.MkdirAll(dir, 0o777), os.WriteFile(filepath.Join(dir, name), picture, 0o666)); err != nil {
		p.Fatal(err)
	}
}

// tasks records the tasks of the page's main thread, with the time that each has run on a
// processor. On a busy machine, a task may take much longer without running.
//
// The tasks of the driver, which evaluates expressions in the page, are left out.
type tasks struct {
	p      *tab
	mu     sync.Mutex
	events []traceEvent
	done   chan struct{}
}

type traceEvent struct {
	Name     string  `json:"name"`
	Phase    string  `json:"ph"`
	Process  int     `json:"pid"`
	Thread   int     `json:"tid"`
	Start    float64 `json:"ts"`   // in microseconds
	Duration float64 `json:"dur"`  // in microseconds
	CPU      float64 `json:"tdur"` // in microseconds
	Args     struct {
		Name string `json:"name"`
	} `json:"args"`
}

// record begins to record tasks.
func (p *tab) record() *tasks {
	p.Helper()
	r := &tasks{p: p, done: make(chan struct{})}
	chromedp.ListenTarget(p.ctx, func(event any) {
		switch e := event.(type) {
		case *tracing.EventDataCollected:
			r.mu.Lock()
			defer r.mu.Unlock()
			for _, value := range e.Value {
				var t traceEvent
				if json.Unmarshal(value, &t) == nil && (t.Phase == "X" || t.Phase == "M") {
					r.events = append(r.events, t)
				}
			}
		case *tracing.EventTracingComplete:
			close(r.done)
		}
	})
	p.run(tracing.Start().WithTransferMode(tracing.TransferModeReportEvents).WithTraceConfig(&tracing.TraceConfig{
		IncludedCategories: []string{"disabled-by-default-devtools.timeline", "devtools.timeline", "__metadata"}}))
	return r
}

// check stops recording, and fails if a task has run for more than 100 ms.
func (r *tasks) check() {
	p := r.p
	p.Helper()
	p.run(tracing.End())
	<-r.done
	main := map[[2]int]bool{}
	for _, e := range r.events {
		if e.Name == "thread_name" && e.Args.Name == "CrRendererMain" {
			main[[2]int{e.Process, e.Thread}] = true
		}
	}
	n, longest, wall := 0, 0.0, 0.0
	for _, e := range r.events {
		if e.Name != "RunTask" || !main[[2]int{e.Process, e.Thread}] {
			continue
		}
		n++
		longest, wall = max(longest, e.CPU/1000), max(wall, e.Duration/1000)
	}
	p.Logf("%d tasks of the page: the longest has run for %.0f ms, and has taken %.0f ms", n, longest, wall)
	if n == 0 || longest == 0 {
		p.Error("no task was recorded")
	}
	if longest > 100 {
		p.Errorf("the page was blocked for %.0f ms", longest)
	}
}
