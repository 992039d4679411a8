use super::*;
use crate::laws;

#[test]
fn the_laws_hold() {
    laws::uphold::<BanChess>(&Options {}, 40);
}

#[test]
fn perft_start() {
    let p = BanChess::start(&Options {});
    for (d, n) in [(1, 20), (2, 380), (3, 7600), (4, 144400)] {
        assert_eq!(crate::perft(&p, d), n);
    }
}
