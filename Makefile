# The verbs of the house. `make test` is what must always pass.

.PHONY: run test lint bench prove fuzz ladder coverage mutants

FUZZ_SECONDS ?= 60
FUZZ_TARGETS := $(notdir $(basename $(wildcard fuzz/fuzz_targets/*.rs)))

run:
	cargo run --release

# The tests on PostgreSQL, in a browser and with schemathesis are marked as ignored: here they are never left out.
test: lint
	scripts/chromium
	scripts/postgres cargo test --workspace --no-fail-fast -- --include-ignored --skip prove_ --skip write_problems

lint:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings
	scripts/deny

# The lines of rules and table that their own tests run, at least 95 of 100 of each; kept in docs/TRUST.md.
coverage:
	command -v cargo-llvm-cov >/dev/null || cargo install --locked cargo-llvm-cov
	for crate in tetrarch-rules tetrarch-table; do \
		cargo llvm-cov --package $$crate --lib --summary-only --fail-under-lines 95 || exit 1; \
	done

# Which faults in the rules of the games no test would notice, one of eight parts at a time; kept in docs/TRUST.md.
SHARD ?= 0/8
mutants:
	command -v cargo-mutants >/dev/null || cargo install --locked cargo-mutants
	cargo mutants --package tetrarch-rules --shard $(SHARD) --output target

# One table of all that is promised about speed, beside the baseline; kept in docs/BENCHMARKS.md.
bench:
	scripts/bench

# The long versions; their results are kept in docs/PROOF.md.
prove:
	scripts/prove

# Each level against the one two below and full strength against greed; results in docs/ladders/.
ladder:
	cargo run --release -- ladder

# Whole rooms against their model, then every parser. Needs the nightly toolchain; what the fuzzer finds worth keeping goes into fuzz/corpus.
fuzz:
	cargo test --release -p tetrarch --test server -- --ignored prove_many_rooms
	command -v cargo-fuzz >/dev/null || cargo install --locked cargo-fuzz
	for target in $(FUZZ_TARGETS); do \
		cargo +nightly fuzz run $$target -- -max_total_time=$(FUZZ_SECONDS) -rss_limit_mb=4096 || exit 1; \
	done
