use super::*;
use crate::laws;

#[test]
fn the_laws_hold() {
    laws::uphold::<Bishops>(&Options::default(), 10);
}

#[test]
fn perft_start() {
    let p = Bishops::start(&Options::default());
    for (d, n) in [(1, 21), (2, 431), (3, 8861)] {
        assert_eq!(crate::perft(&p, d), n);
    }
}
