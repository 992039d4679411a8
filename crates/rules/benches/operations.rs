//! Benchmarks of single operations, in the position after thirty random actions.

use divan::{Bencher, black_box};
use tetrarch_rules::laws::SeededRng;
use tetrarch_rules::{BanChess, Banqi, Bishops, Enochian, Eye, Position};

fn main() {
    divan::main();
}

/// The position after thirty random actions.
fn midgame<P: Position>() -> P {
    let mut rng = SeededRng::new(1);
    let mut position = P::start(&P::Options::default());
    for _ in 0..30 {
        let mut actions = Vec::new();
        position.perft_actions(&mut actions);
        if let Some(action) = rng.choose(&actions) {
            position.play(*action);
        }
    }
    position
}

#[divan::bench(types = [BanChess, Banqi, Enochian, Bishops])]
fn legal_actions<P: Position>(bencher: Bencher<'_, '_>) {
    let (position, mut actions) = (midgame::<P>(), Vec::with_capacity(256));
    bencher.bench_local(|| {
        actions.clear();
        black_box(&position).perft_actions(&mut actions);
        actions.len()
    });
}

#[divan::bench(types = [BanChess, Banqi, Enochian, Bishops])]
fn copy_and_play<P: Position>(bencher: Bencher<'_, '_>) {
    let (position, mut actions) = (midgame::<P>(), Vec::new());
    position.perft_actions(&mut actions);
    bencher.bench_local(|| {
        let mut next = black_box(&position).clone();
        next.play(black_box(actions[0]));
        next
    });
}

#[divan::bench(types = [BanChess, Banqi, Enochian, Bishops])]
fn write_text<P: Position>(bencher: Bencher<'_, '_>) {
    let position = midgame::<P>();
    bencher.bench_local(|| black_box(&position).to_string());
}

#[divan::bench(types = [BanChess, Banqi, Enochian, Bishops])]
fn parse_text<P: Position>(bencher: Bencher<'_, '_>) {
    let (text, options) = (midgame::<P>().to_string(), P::Options::default());
    bencher.bench_local(|| P::parse(black_box(&text), &options));
}

#[divan::bench(types = [BanChess, Banqi, Enochian, Bishops])]
fn view<P: Position>(bencher: Bencher<'_, '_>) {
    let position = midgame::<P>();
    let eye = position.turn().seat().map_or(Eye::Spectator, Eye::Seat);
    bencher.bench_local(|| black_box(&position).view(eye));
}
