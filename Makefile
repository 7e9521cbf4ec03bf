# `make demo` and `make test` are all a newcomer needs; the rest stands beside them.
.PHONY: help setup build demo test test-checked test-raced test-clang test-libcxx test-browser bench deep-test fuzz format \
        check-format check-includes check-threads check-install check install clean
.DEFAULT_GOAL := help

JOBS := $(shell nproc)
# Tests wait for each other, for clocks and for programs.
SHARES := $(shell echo $$(($$(nproc) * 3 / 2)))
RELEASE := build/release
CHECKED := build/checked
RACED := build/raced
PREFIX := /usr/local
CLANG := build/clang

help:             ## this list
	@grep -E '^[a-z-]+: .*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 18

setup:            ## install what is missing of packages.txt
	@.ci/setup

build: setup      ## the release build: program, tests and benchmarks
	@cmake --preset release >/dev/null
	@cmake --build $(RELEASE) -j $(JOBS)

demo: setup       ## build the program and play all five games
	@cmake --preset release >/dev/null
	@cmake --build $(RELEASE) -j $(JOBS) --target gauntlet
	@tools/demo.sh $(RELEASE)/gauntlet

test: build       ## build and run all tests
	@ctest --test-dir $(RELEASE) -j $(SHARES) --output-on-failure

test-checked: setup ## the tests without 'Slow' in their names, under ASan and UBSan
	@cmake --preset checked >/dev/null
	@cmake --build $(CHECKED) -j $(JOBS)
	@ctest --test-dir $(CHECKED) -j $(SHARES) --output-on-failure

test-raced: setup  ## the tests of what threads share, under ThreadSanitizer
	@cmake --preset raced >/dev/null
	@cmake --build $(RACED) -j $(JOBS) --target planted_race search_tests \
	  selfplay_tests tools_tests
	@ctest --test-dir $(RACED) -j $(SHARES) --output-on-failure

test-clang: setup  ## clang compiles the program and plays the same games (4 minutes on two cores)
	@cmake --preset clang >/dev/null
	@cmake --build $(CLANG) -j $(JOBS) --target gauntlet
	@$(CLANG)/gauntlet bench --signature --expect tests/signature.txt

test-libcxx: setup ## the same by clang 19 with its own library, libc++ (needs packages that it names)
	@.ci/check-libcxx

test-browser: setup ## look at pages of reports in Chromium, by Playwright (needs packages that it names)
	@cmake --preset release >/dev/null
	@cmake --build $(RELEASE) -j $(JOBS) --target gauntlet
	@.ci/check-browser

bench: build      ## speed of every game, one thread
	@$(RELEASE)/gauntlet bench

deep-test: build  ## many seeds of faults and mutants, then all tests ten times in other orders
	@GAUNTLET_FAULT_SEEDS=10000 $(RELEASE)/tools_tests --gtest_filter='All/Faults.*' --gtest_brief=1
	@GAUNTLET_FUZZ_RUNS=2000000 $(RELEASE)/tools_tests --gtest_filter='All/Fuzz.*' --gtest_brief=1
	@GAUNTLET_TABLEBASE_GAMES=10000000 $(RELEASE)/search_tests --gtest_filter='TablebaseGames.*' --gtest_brief=1
	@cd $(RELEASE) && for room in engine search selfplay tools; do \
	  ./$${room}_tests --gtest_repeat=10 --gtest_shuffle --gtest_brief=1 || exit 1; done

fuzz:             ## 100,000 runs of libFuzzer on every parser (RUNS=N; needs clang-14)
	@fuzz/run $(or $(RUNS),100000)

format: setup     ## format all sources
	@.ci/check-format --fix

check-format: setup ## fail if a source file is not formatted
	@.ci/check-format

check-includes:   ## fail if a room includes a later one
	@.ci/check-includes

check-install: setup ## install into a temporary folder; build and run the examples against it
	@cmake --preset release >/dev/null
	@cmake --build $(RELEASE) -j $(JOBS) --target gauntlet
	@.ci/check-install

check-threads: setup ## fail if what a mutex guards is touched without it
	@.ci/check-thread-safety

check:            ## everything that must hold before a change is accepted
	@.ci/run

install: setup    ## install program and library (PREFIX=/usr/local, DESTDIR=)
	@cmake --preset release >/dev/null
	@cmake --build $(RELEASE) -j $(JOBS) --target gauntlet
	@cmake --install $(RELEASE) --prefix $(abspath $(PREFIX)) >/dev/null

clean:            ## remove all builds
	@rm -rf build
