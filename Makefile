# Development tasks. `make test` must always pass.

.PHONY: run test lint bench prove fuzz ladder coverage mutants timings

FUZZ_SECONDS ?= 60
FUZZ_TARGETS := $(notdir $(basename $(wildcard fuzz/fuzz_targets/*.rs)))

run:
	cargo run --release

# Includes the ignored tests: those on PostgreSQL, in a browser and with schemathesis.
test: lint
	scripts/chromium
	scripts/postgres cargo test --workspace --no-fail-fast -- --include-ignored --skip prove_ --skip write_problems

lint:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings
	scripts/deny
	scripts/lint-web

# Line coverage of the rules and table crates by their own tests, at least 95 % each. Results are in docs/TRUST.md.
coverage:
	command -v cargo-llvm-cov >/dev/null || cargo install --locked cargo-llvm-cov
	for crate in tetrarch-rules tetrarch-table; do \
		cargo llvm-cov --package $$crate --lib --summary-only --fail-under-lines 95 || exit 1; \
	done

# Mutation testing of the rules, one of eight shards at a time. Results are in docs/TRUST.md.
SHARD ?= 0/8
mutants:
	command -v cargo-mutants >/dev/null || cargo install --locked cargo-mutants
	cargo mutants --package tetrarch-rules --shard $(SHARD) --output target

# All benchmarks in one table beside the baseline. Results are in docs/BENCHMARKS.md.
bench:
	scripts/bench

# How long the cold builds and `make test` take, by crate. Results are in docs/BUILD.md.
timings:
	scripts/timings

# The long versions of the tests. Results are in docs/PROOF.md.
prove:
	scripts/prove

# Each level against the one two below, and full strength against greedy players. Results are in docs/ladders/.
ladder:
	cargo run --profile dist -- ladder

# Tests rooms against their model, then fuzzes every parser. Needs the nightly toolchain; new inputs go into fuzz/corpus.
fuzz:
	cargo test --release -p tetrarch --test server -- --ignored prove_many_rooms
	command -v cargo-fuzz >/dev/null || cargo install --locked cargo-fuzz
	for target in $(FUZZ_TARGETS); do \
		cargo +nightly fuzz run $$target -- -max_total_time=$(FUZZ_SECONDS) -rss_limit_mb=4096 || exit 1; \
	done
