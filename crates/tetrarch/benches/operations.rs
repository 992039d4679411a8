//! Benchmarks of single operations, in the position after thirty random actions.

use divan::Bencher;
use tetrarch::games::{self, ENTRIES, GameEntry, Midgame};

fn main() {
    divan::main();
}

fn names() -> impl Iterator<Item = &'static str> {
    ENTRIES.into_iter().map(GameEntry::name)
}

fn midgame(game: &str) -> Box<dyn Midgame> {
    (games::entry(game).expect("a listed game").tests.midgame)()
}

#[divan::bench(args = names())]
fn legal_actions(bencher: Bencher<'_, '_>, game: &str) {
    let mut midgame = midgame(game);
    bencher.bench_local(|| midgame.legal_actions());
}

#[divan::bench(args = names())]
fn copy_and_play(bencher: Bencher<'_, '_>, game: &str) {
    let midgame = midgame(game);
    bencher.bench_local(|| midgame.copy_and_play());
}

#[divan::bench(args = names())]
fn write_text(bencher: Bencher<'_, '_>, game: &str) {
    let midgame = midgame(game);
    bencher.bench_local(|| midgame.write_text());
}

#[divan::bench(args = names())]
fn parse_text(bencher: Bencher<'_, '_>, game: &str) {
    let midgame = midgame(game);
    bencher.bench_local(|| midgame.parse_text());
}

#[divan::bench(args = names())]
fn view(bencher: Bencher<'_, '_>, game: &str) {
    let midgame = midgame(game);
    bencher.bench_local(|| midgame.view());
}
