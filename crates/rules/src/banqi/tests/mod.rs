use super::*;
use crate::{laws, perft};

#[test]
fn the_laws_hold() {
    laws::uphold::<Banqi>(&Options::default(), 40);
}

#[test]
fn counts() {
    let start = Banqi::start(&Options::default());
    for (depth, count) in [(1, 32), (2, 448), (3, 13888), (4, 191968)] {
        println!("{depth} {count} {}", perft(&start, depth));
    }
}
