# The two commands to know: make quickstart, make test. Each installs what it needs. `make check` has the rest of CI.
JOBS := $(shell nproc)
TESTS := --output-on-failure --parallel $(JOBS)
FUZZ_SECONDS ?= 1800
SOAK_SCALE ?= 100
# Warnings are errors in CI, not on other people's compilers.
WERROR := $(if $(CI),-DAFTERSTATE_WERROR=ON,-DAFTERSTATE_WERROR=OFF)
# Everything that uses threads: ThreadTeam, pools, search with a shared table, solver, games, matches, reviews, learning,
# model files, live games and the HTTP server.
THREAD_SUITES := ThreadTeam*:ThreadPool*:Threads*:Minimax*:WaitingQueue*:Archive*:SortedSet*:Search*:Solver*:Reachable*:Games*:Match*:CompareTest*:LoadEngine*:DatabaseEngine*:PerfectPlay*:Learning*:Stages*:ModelFile*:Packing*:Folding*:LiveGames*:HttpServer*:DuelMatch*:DuelBound*:League*:DuelLearning*Thread*

.PHONY: strong quickstart build test check test-page page bench lint format test-install sanitize threads portable fuzz soak install clean

quickstart: build
	@./scripts/quickstart

build: .setup
	@cmake --preset release $(WERROR) >/dev/null
	@cmake --build build --target afterstate --parallel $(JOBS)

# The endgame tables of the engine 'strong', next to the default model; says first how long it takes.
strong: build
	@build/afterstate strong build models/strong

test: .setup
	@./scripts/check-names
	@cmake --preset release $(WERROR) >/dev/null
	@cmake --build build --parallel $(JOBS)
	@ctest --test-dir build $(TESTS)

# What CI runs besides.
check: test-page lint test-install sanitize threads portable

# The page, in a browser if one is installed.
test-page: build
	@./scripts/test-page

# These take minutes under sanitizers, and run the same code as shorter tests: they learn until a known value is found, or
# compare every board of 2x3.
LONG := ExactValue|FindTheValueOfPerfectPlay|EqualsPlainRecursionOn2x3|OfPerfectPlayersIsTheValueOfTheGame

# Unit tests, and the inputs that fuzzing kept, under AddressSanitizer and UndefinedBehaviorSanitizer, with assertions.
sanitize: .setup
	@cmake --preset debug $(WERROR) >/dev/null
	@cmake --build build-debug --target unit_tests corpus_tests --parallel $(JOBS)
	@AFTERSTATE_TEST_SCALE=0.02 ctest --test-dir build-debug --label-regex unit --exclude-regex '$(LONG)' $(TESTS)

# Built by clang without precompiled headers, so that every file includes what it needs; run under ThreadSanitizer.
threads:
	@./scripts/setup check
	@cmake --preset threads $(WERROR) >/dev/null
	@cmake --build build-threads --target unit_tests afterstate --parallel $(JOBS)
	@AFTERSTATE_TEST_SCALE=0.02 build-threads/tests/unit_tests --gtest_brief=1 --gtest_filter='$(THREAD_SUITES)'

# For any machine of this architecture: same results, to the bit.
portable: .setup
	@cmake --preset portable $(WERROR) >/dev/null
	@cmake --build build-portable --target unit_tests afterstate --parallel $(JOBS)
	@AFTERSTATE_TEST_SCALE=0.1 ctest --test-dir build-portable --label-regex unit $(TESTS)
	@test "$$(build-portable/afterstate bench --rounds 0)" = "$$(build/afterstate bench --rounds 0 2>/dev/null || build-portable/afterstate bench --rounds 0)"

# The installed program, and a program that links the installed libraries.
test-install: build
	@./scripts/test-install

lint:
	@./scripts/setup check
	@./scripts/lint

format:
	@./scripts/setup check
	@git ls-files --cached --others --exclude-standard '*.h' '*.cpp' | xargs clang-format-19 -i

# The page is in the repository as it is built, so that only those who change it need Node.
page:
	@./scripts/setup page
	@cd web && npm ci --no-audit --no-fund --loglevel=error && npm run --silent build

bench: build
	@build/afterstate bench $(if $(REFERENCE),--reference $(REFERENCE))

fuzz:
	@./scripts/setup fuzz
	@cmake --preset fuzz >/dev/null
	@cmake --build build-fuzz --target afterstate_fuzz fuzz_seeds --parallel $(JOBS)
	@./scripts/fuzz $(FUZZ_SECONDS)

# What takes too long for every change: everything under the sanitizers, far more random testing.
soak: .setup
	@cmake --preset release $(WERROR) >/dev/null
	@cmake --build build --parallel $(JOBS)
	@AFTERSTATE_TEST_SCALE=$(SOAK_SCALE) ctest --test-dir build $(TESTS)
	@cmake --preset portable $(WERROR) >/dev/null
	@cmake --build build-portable --parallel $(JOBS)
	@ctest --test-dir build-portable $(TESTS)
	@cmake --preset debug $(WERROR) >/dev/null
	@cmake --build build-debug --parallel $(JOBS)
	@ctest --test-dir build-debug $(TESTS)
	@tests/soak/serve_attack.py build/afterstate

# make install PREFIX=/usr/local
PREFIX ?= /usr/local
install: build
	@cmake --install build --prefix $(PREFIX)

.PHONY: .setup
.setup:
	@./scripts/setup

clean:
	rm -rf build build-*
