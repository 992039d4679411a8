use super::*;

#[test]
fn perft_quick() {
    let p = Enochian::start(&Options::default());
    for (d, n) in [(1, 12), (2, 133), (3, 1475), (4, 16236), (5, 213932)] {
        assert_eq!(crate::perft(&p, d), n);
    }
}
#[test]
fn laws_quick() {
    crate::laws::uphold::<Enochian>(&Options::default(), 20);
    crate::laws::uphold::<Enochian>(&Options { divination: true, ..Options::default() }, 20);
}
