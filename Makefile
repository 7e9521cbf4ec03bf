# make demo and make test are all a newcomer needs; the rest stands beside them.
.PHONY: setup build demo test bench deep-test format check-format check-includes quick-checked clean

BINARY = build/release/gauntlet

setup:            ## install what is missing of packages.txt
	@.ci/setup

build: setup
	@cmake --preset release >/dev/null
	@cmake --build build/release
