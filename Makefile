# Every target runs in a plain checkout with Go. Those that need more say so:
# generate and verify need Ragel 6.10, bench-find needs hyperfine and ripgrep.

GO       ?= go
TESTARGS ?=
FUZZTIME ?= 30s

# CORE is the library, the command, with the page, the tests of documents and the tools: the modules of
# go.work. The modules of integrations/ have a go.work of their own, so that what they
# require is kept apart. Some of them compile a collector or a stream engine.
CORE = . cmd/urn tests tools
INTEGRATIONS = $(patsubst %/go.mod,%,$(wildcard integrations/*/go.mod))
MODULES = $(CORE) $(INTEGRATIONS)

# The other directories with a go.mod and sources. They need a browser, engines or minutes.
OTHERS = $(filter-out tools/checkers,$(patsubst %/go.mod,%,$(wildcard tests/*/go.mod tools/*/go.mod)))

# grammar:package:file for every set of tables.
MACHINES = machine.go.rl:urn:machine.go internal/find/lexemes.go.rl:find:internal/find/lexemes.go internal/dfa/machine_test.go.rl:dfa_test:internal/dfa/machine_test.go $(patsubst %,%:namespace:namespace/machine.go,$(wildcard namespace/machine.go.rl)) \
	$(patsubst %,%:scim:namespace/scim/machine.go,$(wildcard namespace/scim/machine.go.rl))

.PHONY: help quick test test-all nightly generate verify page page-diagrams page-test prove theorem bench bench-find platforms platforms-native \
	platforms-static platforms-wine fuzz mutants lint lint-all vuln tidy-cmd engines engines-install
help: # make, without a target, lists those with a description
	@sed -n 's/^\([a-z][a-z-]*\):.*## \(.*\)/\1\t\2/p' Makefile | while IFS="$$(printf '\t')" read -r t d; do printf '  %-17s %s\n' "$$t" "$$d"; done

# MEMORY is a directory in memory, if there is one with 4 GB of room from which programs may run.
# The tests write thousands of files. There, the tests of lint take half the time, and the tests
# of the commands two thirds.
MEMORY = $(shell ! grep -q '^[^ ]* /dev/shm .*noexec' /proc/mounts 2>/dev/null && df -Pk /dev/shm 2>/dev/null | awk '$$6 == "/dev/shm" && $$4 > 4e6 { print $$6 }')

# GOGC=400 saves the compiler, the linker and the tests a seventh of their work, for half as much
# memory again.
TEST = $(if $(TMPDIR),,$(MEMORY:%=TMPDIR=%) )GOGC=$${GOGC:-400} $(GO) test

# quick tests the packages with a file that is newer than its last success, and the packages of the same
# module that import one of them. Those further up are make test's: to link them all takes most of a minute.
USES = {{.ImportPath}} {{.Module.Path}} {{join .Imports " "}} {{join .TestImports " "}} {{join .XTestImports " "}}
CHANGED = FNR == NR { module[$$1] = $$2; uses[$$1] = $$0; if (NR == 1) root = $$1; next } \
	{ p = root substr($$0, 2) } \
	!(p in module) && (/^.\/(docs|examples|integrations|proof|tests|tools)\// || /[.]md$$/ || \
		/^.\/[^\/]*$$/ && !/[.](go|mod|rl)$$/) { next } \
	{ while (!(p in module)) sub("/[^/]*$$", "", p); changed[p] } \
	END { for (p in module) { n = split(uses[p], u); test = p in changed; \
		for (i = 3; i <= n; i++) if (u[i] in changed && module[u[i]] == module[p]) test = 1; \
		if (test) print p } }
quick: ## format, vet and the short tests of what has changed since it last passed, and of what imports that
	@mkdir -p bin; touch bin/begun; [ -e bin/passed ] || touch -t 197001020000 bin/passed
	@find . -newer bin/passed ! -path . ! -path './.*' ! -path './bin*' ! -path './dist*' >bin/changed
	@unformatted=$$(gofmt -l $$(grep '[.]go$$' bin/changed) </dev/null) || exit; \
		if [ -n "$$unformatted" ]; then echo "not formatted: run gofmt -w" $$unformatted; exit 1; fi
	@$(GO) list -f '$(USES)' ./... ./cmd/urn/... >bin/packages
	@changed=$$(awk '$(CHANGED)' bin/packages bin/changed) || exit; set -- $$changed; \
		echo "$$# of $$(grep -c . bin/packages) packages have changed or import one of their module that has"; \
		[ $$# = 0 ] || $(TEST) -short -vet=all $(TESTARGS) "$$@"
	@$(if $(TESTARGS),,mv bin/begun bin/passed) # TESTARGS may leave tests out

# tests runs the tests of each module in the list $(1).
tests = @set -e; for m in $(1); do echo "== $$m"; (cd $$m && $(GO) test $(TESTARGS) ./...); done

# One command for all modules: the processors wait once for the longest test, not in each module.
# vet is a part of make quick and make lint.
test: ## the tests of the library, the command and the tools that take less than 5 s each
	$(TEST) -vet=off $(TESTARGS) $(CORE:%=./%/...)

test-all: export URN_LONG = 1
test-all: test ## make test with the tests that take longer, and the tests of integrations/: compiles a collector and a stream engine
	$(call tests,$(INTEGRATIONS))
	cd tests/engines && $(GO) test $(TESTARGS) ./internal/enginetest # the helpers of make engines, without engines

nightly: ## what .ci/run leaves out: installs what it needs on Debian, and takes hours
	.ci/nightly

# The files of these variables are downloaded by hand: IANA's urn-namespaces.xml, the
# RangeMessage.xml of the International ISBN Agency, and GS1's repository of the Barcode
# Syntax Dictionary, whose date is GS1DATE. With one of them, generate renews a table that ages.
IANAXML ?=
ISBNXML ?=
GS1FOLDER ?=
generate: ## write the tables from the grammars, and the corpora; IANAXML=, ISBNXML=, GS1FOLDER= with GS1DATE= renew data
	@set -e; for m in $(MACHINES); do IFS=:; set -- $$m; unset IFS; \
		$(GO) run ./tools/ragelc -package $$2 -o $$3 $$1; done
	$(GO) run ./tools/ragelc -java -o integrations/java/Urn.java machine.go.rl
	$(GO) run ./tools/registry $(IANAXML:%=-iana "%") -o namespace/registry_data.go -equivalence internal/equivalence/data.go -docs docs/namespaces.md internal/nsdocs
	@if [ -n "$(ISBNXML)" ]; then $(GO) run ./tools/registry -isbn "$(ISBNXML)" -o namespace/isbn/ranges.go; fi
	@if [ -n "$(GS1FOLDER)" ]; then $(GO) run ./tools/registry -gs1 "$(GS1FOLDER)" -date "$(GS1DATE)" -o namespace/internal/gs1ai/dictionary.txt && \
		sed -i 's/^const Updated = .*/const Updated = "$(GS1DATE)"/' namespace/internal/gs1ai/gs1ai.go; fi
	$(GO) run ./tools/octets -o internal/octet/table.go testdata/abnf
	$(GO) run ./tools/theorem
	$(GO) run ./tools/corpus urns > testdata/corpus.txt
	$(GO) run ./tools/corpus -o examples/sample.log.gz -list examples/sample.tsv.gz log

verify: ## check that the tables are what the grammars compile to, byte for byte
	@set -e; for m in $(MACHINES); do IFS=:; set -- $$m; unset IFS; \
		$(GO) run ./tools/ragelc -package $$2 -verify $$3 $$1; done
	$(GO) run ./tools/ragelc -java -verify integrations/java/Urn.java machine.go.rl
	$(GO) run ./tools/registry -verify namespace/registry_data.go -equivalence internal/equivalence/data.go -docs docs/namespaces.md internal/nsdocs
	$(GO) run ./tools/octets -verify internal/octet/table.go testdata/abnf
	$(GO) run ./tools/theorem -verify

page: ## the page as a folder for any web server, in dist/page
	GO='$(GO)' cmd/urn/internal/page/folder dist/page "urn $$(git describe --always --dirty)"

page-diagrams: # draw the grammars as docs/grammar-*.svg: needs node
	node cmd/urn/internal/page/diagrams.mjs docs

# Directory for pictures of the page.
SCREENSHOTS ?=
page-test: # test the page, of both kinds, in a headless Chromium, and the pictures of the grammars
	node cmd/urn/internal/page/diagrams.mjs -verify docs
	cd tests/page && URN_PAGE_REQUIRED=1 URN_SCREENSHOTS="$(SCREENSHOTS)" $(GO) test -count=1 -timeout 20m .

prove: ## prove that the tables recognise the languages of testdata/abnf
	$(GO) run ./tools/prove

theorem: ## have Coq check the theorems of proof/ about tables, loop and assembly
	$(GO) test -count=1 -timeout 60m -v ./tools/theorem -coq
	@cat proof/README.md

bench: ## measure the tables of the README: by shape of name and over the corpus
	$(GO) test -run '^$$' -bench '^BenchmarkShapes' .
	$(GO) test -tags purego -run '^$$' -bench '^BenchmarkShapes' . # without vectors
	$(GO) test -run '^$$' -bench '^BenchmarkRatio' .
	$(GO) test -run '^$$' -bench Corpus -count 3 . ./repair

bench-find: ## find in a 200 MB log beside the grep family, and in a tree beside ripgrep; check, normalize and map; the library beside regexp
	tools/benchfind

platforms: platforms-native platforms-static platforms-wine ## run the tests on 32 bits, big endian and others, and vet for the rest
	@for q in qemu-aarch64 qemu-s390x qemu-x86_64; do command -v $$q >/dev/null || { \
		echo "$$q is missing: install qemu-user, for instance with \"apt-get install qemu-user\""; exit 1; }; done
	CGO_ENABLED=0 GOARCH=arm64 $(GO) test -short -exec qemu-aarch64 ./...
	CGO_ENABLED=0 GOARCH=arm64 GOARM64=v9.0 $(GO) test -short -exec "qemu-aarch64 -cpu max" . ./internal/dfa
	CGO_ENABLED=0 GOARCH=s390x $(GO) test -short -exec qemu-s390x ./...
	@# A processor without AVX.
	CGO_ENABLED=0 GOARCH=amd64 $(GO) test -short -run 'Run|Lines' -exec "qemu-x86_64 -cpu Nehalem" ./internal/dfa
	@if command -v node >/dev/null; then set -x; \
		GOOS=js GOARCH=wasm $(GO) test -short -exec "$$($(GO) env GOROOT)/lib/wasm/go_js_wasm_exec" .; \
		else echo "no node: the tests are not run under js/wasm"; fi

# The command needs nothing of the system but its kernel: it runs where there is no other
# file, so also on musl. The levels of a processor: what the compiler may use changes.
platforms-static: # the static command in an empty root directory, and the library at other levels of amd64 and arm64
	@d=$$(mktemp -d) && trap 'rm -rf "$$d"' EXIT && set -ex && \
		CGO_ENABLED=0 $(GO) build -o "$$d/urn" ./cmd/urn && echo 'see urn:isbn:0-395-36341-1.' >"$$d/text" && \
		alone() { unshare -r chroot "$$d" /urn "$$@"; } && \
		test "$$(alone find text)" = urn:isbn:0-395-36341-1 && \
		alone check --namespace urn:isbn:0-395-36341-1 && alone ns isbn >/dev/null && alone version
	GOAMD64=v3 $(GO) test -short . ./internal/dfa
	GOARCH=arm64 GOARM64=v9.0 $(GO) build ./...

# Windows' build, under Wine: what the library and the command do, without what only a
# real Windows shows (docs/verification.md).
platforms-wine: # the tests of the library and of the command for Windows, under Wine
	@for p in flock x86_64-w64-mingw32-gcc; do command -v $$p >/dev/null || { \
		echo "$$p is missing: install wine64 and gcc-mingw-w64-x86-64, for instance with \"apt-get install\""; exit 1; }; done
	tests/wine/test -short $(TESTARGS) ./...
	cd cmd/urn && ../../tests/wine/test -short $(TESTARGS) ./...

platforms-native: # the part of platforms that an amd64 processor runs, and vet for the rest
	@# The tag changes the loops alone; namespaces and patterns see the same from them.
	$(GO) test -tags purego -short . ./internal/... ./scan ./relaxed ./rfc2141 ./draft2141bis
	GOARCH=386 $(GO) test -short ./...
	@# The assembler's rules for plugins.
	GOARCH=amd64 $(GO) build -asmflags=-dynlink ./internal/dfa
	GOOS=windows $(GO) vet ./...
	GOOS=darwin $(GO) vet ./...
	GOOS=wasip1 GOARCH=wasm $(GO) vet ./...
	cd cmd/urn && GOOS=js GOARCH=wasm $(GO) vet ./internal/page/...

fuzz: ## every fuzz target of every module in turn, FUZZTIME each (30s, 100000x)
	@set -e; for m in $(MODULES); do for p in $$(cd $$m && $(GO) list ./...); do \
		list=$$(cd $$m && $(GO) test -list '^Fuzz' $$p); \
		for f in $$(echo "$$list" | sed -n '/^Fuzz/p'); do \
			echo "== $$p $$f"; (cd $$m && $(GO) test -run '^$$' -fuzz "^$$f\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 1x $$p); \
		done; done; done

# The modules below tools/ are not in go.work, and have no go.work of their own.
OWN = case $$m in tools/*) export GOWORK=off;; esac

# lint runs the checks in each module of the list $(1). The packages of the engines are
# left out if SKIP matches.
SKIP ?= ^$$
check = @set -e; for m in $(1); do echo "== $$m"; (cd $$m && $(OWN) && \
		p=$$($(GO) list ./... | grep -v '$(SKIP)') && $(GO) vet $$p && \
		fix=$$($(GO) fix -diff $$p 2>&1) || { echo "$$fix"; exit 1; }; \
		$(CURDIR)/bin/staticcheck $$p); done

lint: bin/staticcheck ## gofmt, vet, go fix, staticcheck: all must find nothing
	@unformatted=$$(gofmt -l .); if [ -n "$$unformatted" ]; then echo "not formatted: run gofmt -w" $$unformatted; exit 1; fi
	$(call check,$(MODULES))

lint-all: lint bin/actionlint # make lint, the workflows of GitHub, and the modules that need a browser, engines or minutes
	bin/actionlint
	$(call check,$(OTHERS))
	@cd tests/peers && export GOWORK=off && if $(GO) list -modfile more.mod -tags more -deps . >/dev/null 2>&1; then \
		$(GO) vet -modfile more.mod -tags more .; else echo "== tests/peers/more.go is left out: its modules cannot be had"; fi

vuln: bin/govulncheck ## known vulnerabilities in what the modules require
	@set -e; for m in $(MODULES) $(OTHERS); do echo "== $$m"; (cd $$m && $(OWN) && \
		out=$$($(CURDIR)/bin/govulncheck ./... 2>&1) || case "$$out" in \
		*"fetching vulnerabilities"*) echo "NOT CHECKED: the database of vulnerabilities is out of reach"; exit 1;; \
		*) echo "$$out"; exit 1;; esac); done

# Gremlins changes one operator at a time in a copy of a module, and runs the short tests of the
# changed package. It prints the changes that no test notices or reaches. Tests of the command read
# files of the library, so both are copied into one module. Generated tables are left out.
# MUTANTSARGS has further flags, and the folder to change.
MUTANTSARGS ?=
GREMLINS = GOFLAGS=-short $(CURDIR)/bin/gremlins unleash --invert-logical --workers 1 -S lct -E 'machine\.go$$'
COPY = d=$$(mktemp -d) && trap 'rm -rf "$$d"' EXIT && git archive HEAD | tar -x -C "$$d" && cd "$$d"
OF ?= library
mutants: bin/gremlins ## mutation testing of the library, or with OF=command of the command: takes hours, or a day
	@$(COPY) && if [ "$(OF)" = library ]; then $(GREMLINS) -E '^(cmd|integrations|tests|tools)/' $(MUTANTSARGS); else \
		mv cmd/urn/go.mod cmd/urn/go.sum . && rm go.work go.work.sum && \
		$(GO) mod edit -module github.com/seed7b5a83f0/urn -droprequire github.com/seed7b5a83f0/urn && \
		$(GO) mod tidy && $(GREMLINS) -E cmdtest $(or $(MUTANTSARGS),./cmd/urn); fi

# docs/engines.md says what is tested and what that needs. A test whose engine is absent
# fails, and says how to get the engine.
engines: ## test on real engines what docs/ says about them, and print what each test reports
	tests/engines/run $(TESTARGS)

engines-install: # the engines for make engines: 2.1 GB in bin/engines, and Debian packages
	tests/engines/install bin/engines

bin/%: tools/checkers/go.mod tools/checkers/go.sum
	cd tools/checkers && GOWORK=off $(GO) build -o $(CURDIR)/bin/$* $$(GOWORK=off $(GO) list tool | grep '/$*$$')

# Without VERSION, the files are a snapshot, and there are no tags. It pushes nothing unless
# RELEASEARGS is empty. See docs/releasing.md.
VERSION ?=
RELEASEARGS ?= $(if $(VERSION),--skip=publish,--snapshot)
.PHONY: release docs
release: ## the tags of VERSION=v0.1.0, and the files of the release in dist/release
	GOBIN=$(CURDIR)/bin GOWORK=off $(GO) install github.com/goreleaser/goreleaser/v2@v2.15.1
	GOBIN=$(CURDIR)/bin GOWORK=off $(GO) install github.com/anchore/syft/cmd/syft@v1.42.3
	@mkdir -p dist; $(if $(VERSION),tools/release/tags $(VERSION) && )\
		awk -v v="$(VERSION:v%=%)" '/^## / { on = $$2 == v; next } on' CHANGELOG.md >dist/notes.md
	PATH="$(CURDIR)/bin:$$PATH" GORELEASER_CURRENT_TAG="$(VERSION)" \
		MAINTAINER="$$(git log -1 --format='%cn <%ce>')" goreleaser release --config tools/release/goreleaser.yaml --clean --release-notes dist/notes.md $(RELEASEARGS)

docs: ## manual pages and completions of the command in dist/docs
	cd cmd/urn && $(GO) run ./internal/docs $(VERSION:%=-version %) -date $(or $(DATE),$$(date -u +%F)) $(CURDIR)/dist/docs

# Even in a workspace, Go reads the go.mod of every required version. A version
# that is not published has none to read, so go.work replaces it. "go mod tidy"
# ignores workspaces, so it runs on a copy that replaces the library.
tidy-cmd: # write go.mod and go.sum of the command, for the library of this checkout
	cd cmd/urn && cp go.mod tidy.mod && cp go.sum tidy.sum && \
		$(GO) mod edit -replace=github.com/seed7b5a83f0/urn=../.. tidy.mod && \
		GOWORK=off $(GO) mod tidy -modfile=tidy.mod && \
		$(GO) mod edit -dropreplace=github.com/seed7b5a83f0/urn tidy.mod && \
		mv tidy.mod go.mod && mv tidy.sum go.sum
	$(GO) list -m all >/dev/null # go.work.sum

# The package of Python is tested as it is installed, with two versions of each library, and
# once with nothing else in PATH: it needs neither Go nor a C compiler.
# PYTHON needs venv and pip; the versions come from the Python Package Index.
PYTHON ?= python3
.PHONY: wheel python-test
wheel: # a wheel of integrations/python for this platform in dist/: needs a C compiler and pip
	GO='$(GO)' $(PYTHON) -m pip wheel -q --no-deps -w dist ./integrations/python

python-test: wheel ## test the wheel with pyarrow, pandas, Polars, DuckDB and PySpark, in venvs in bin/
	@set -e; for v in oldest newest spark; do echo "== $$v"; $(PYTHON) -m venv bin/python-$$v; \
		bin/python-$$v/bin/pip install -q --force-reinstall --no-deps dist/urn_columns-*.whl; \
		bin/python-$$v/bin/pip install -q -r integrations/python/tests/$$v.txt; \
		env -i PATH=$(CURDIR)/bin/python-$$v/bin python -c "import doctest, urn; r = doctest.testmod(urn); assert r.attempted and not r.failed"; \
		bin/python-$$v/bin/python -m pytest -q -rs -p no:cacheprovider integrations/python/tests; done

.PHONY: java-test
java-test: ## make urn.jar, and call its functions in Spark and Trino: needs mvn, Java 17 and 25, downloads 360 MB
	integrations/java/test bin/java

PEERS = $(CURDIR)/bin/peers
.PHONY: peers
peers: ## put the suite to the URN parsers of other languages: docs/peers.md; installs them in bin/peers; PEERS_WITHOUT="Ruby;urn (Rust)" leaves some out
	tests/peers/install $(PEERS)
	cd tests/peers && $(GO) test . && $(PEERS)/peers table ../../docs

ORACLES = $(CURDIR)/bin/oracles
.PHONY: oracles dumps
oracles: ## compare the verdicts on identifiers with those of independent programs: needs npm, pip and mvn; TESTARGS="-run Oracles/idutils" selects one
	@-npm install --silent --no-audit --no-fund --prefix $(ORACLES) bwip-js@4.11.4 isbn3@2.0.11 epc-tds@1.4.1
	@-python3 -m pip install --quiet --upgrade --target $(ORACLES)/python python-stdnum==2.2 isbnlib==3.10.14 idutils==1.7.1 scim2-models==0.12.3
	@-rm -rf $(ORACLES)/java; mvn -q dependency:copy -Dartifact=commons-validator:commons-validator:1.10.0 -DoutputDirectory=$(ORACLES)/java
	cd tests/oracles && $(GO) test -count=1 -timeout 0 -v $(TESTARGS) . -folder $(ORACLES)

# Of the Debian packages sqlite3, postgresql and mariadb-server, it says which are missing.
CASES ?= 20
export CASES_OF
dumps: ## replace names in dumps of databases, and load the results into them; CASES_OF="sqlite3 pg_dump" names some
	$(GO) build -o bin/urn ./cmd/urn
	python3 tests/attack/dumps.py bin/urn $$$$ $(CASES)
