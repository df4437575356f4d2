# The two commands to know: make quickstart, make test. Each sets up what it needs.
JOBS := $(shell nproc)
TESTS := --output-on-failure --parallel $(JOBS)
FUZZ_SECONDS ?= 1800
SOAK_SCALE ?= 100
# Warnings are errors where we test, not where somebody else's compiler finds a new one.
WERROR := $(if $(CI),-DAFTERSTATE_WERROR=ON,-DAFTERSTATE_WERROR=OFF)

.PHONY: quickstart build test page bench lint format fuzz soak portable clean

quickstart: build
	@./scripts/quickstart

build: .setup
	@cmake --preset release $(WERROR) >/dev/null
	@cmake --build build --target afterstate --parallel $(JOBS)

test: .setup
	@./scripts/check-names
	@cmake --preset release $(WERROR) >/dev/null
	@cmake --build build --parallel $(JOBS)
	@ctest --test-dir build $(TESTS)
	@./scripts/test-page
	@cmake --preset debug $(WERROR) >/dev/null
	@cmake --build build-debug --target unit_tests --parallel $(JOBS)
	@AFTERSTATE_TEST_SCALE=0.02 ctest --test-dir build-debug --label-regex unit $(TESTS)

# The page is in the repository as it is built, so that nobody needs Node who does not change it.
page:
	@./scripts/setup page
	@cd web && npm ci --no-audit --no-fund --loglevel=error && npm run --silent build

bench: build
	@build/afterstate bench $(if $(REFERENCE),--reference $(REFERENCE))

lint:
	@./scripts/setup lint
	@cmake --preset lint >/dev/null
	@git ls-files '*.h' '*.cpp' | xargs clang-format-19 --dry-run --Werror
	@git ls-files 'src/*.cpp' | xargs -n 1 -P $(JOBS) clang-tidy-19 -p build-lint --quiet --warnings-as-errors='*'

format:
	@./scripts/setup lint
	@git ls-files --cached --others --exclude-standard '*.h' '*.cpp' | xargs clang-format-19 -i

fuzz:
	@./scripts/setup fuzz
	@cmake --preset fuzz >/dev/null
	@cmake --build build-fuzz --target tests/fuzz/all --parallel $(JOBS)
	@./scripts/fuzz $(FUZZ_SECONDS)

# What takes too long for every change: the portable build, everything under the sanitizers, what runs on threads under
# theirs, far more random testing.
soak: .setup portable
	@cmake --preset release $(WERROR) >/dev/null
	@cmake --build build --parallel $(JOBS)
	@AFTERSTATE_TEST_SCALE=$(SOAK_SCALE) ctest --test-dir build $(TESTS)
	@ctest --test-dir build-portable $(TESTS)
	@cmake --preset debug $(WERROR) >/dev/null
	@cmake --build build-debug --parallel $(JOBS)
	@ctest --test-dir build-debug $(TESTS)
	@cmake --preset threads $(WERROR) >/dev/null
	@cmake --build build-threads --target unit_tests --parallel $(JOBS)
	@build-threads/tests/unit_tests --gtest_brief=1 --gtest_filter='Threads.*:Archive.*:Games.*:ModelFile.*:Learning.*Threads*'

portable: .setup
	@cmake --preset portable $(WERROR) >/dev/null
	@cmake --build build-portable --parallel $(JOBS)

.PHONY: .setup
.setup:
	@./scripts/setup

clean:
	rm -rf build build-*
