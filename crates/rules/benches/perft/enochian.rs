use crate::Benchmark;
use tetrarch_rules::Position;
use tetrarch_rules::enochian::{Enochian, Options};

/// Two openings, a middlegame, one with a frozen army, one with a seized army (Yellow controls Red), and an endgame
/// with a privileged pawn.
const POSITIONS: [(&str, u32); 6] = [
    (
        "yK+yB,yQ,yN,yR,2,bPb,bK+bB/yPb,yPq,yPn,yPr,2,bPq,bQ/6,bPn,bN/6,bPr,bR/kR,kPr,6/kN,kPn,6/\
         kQ,kPq,2,rPr,rPn,rPq,rPb/kK+kB,kPb,2,rR,rN,rQ,rK+rB b brky - - 0 1 -",
        5,
    ),
    (
        "yK+yR,yB,yQ,yN,2,bPr,bK+bR/yPr,yPb,yPq,yPn,2,bPb,bB/6,bPq,bQ/6,bPn,bN/kN,kPn,6/kQ,kPq,6/\
         kB,kPb,2,rPn,rPq,rPb,rPr/kK+kR,kPr,2,rN,rQ,rB,rK+rR k brky - - 0 1 -",
        5,
    ),
    (
        "yN,1,yB,yR,2,bPn,1/yPn,yPq,3,bPq,2/3,yK,1,bPb,1,bB/5,bPr,2/2,kQ,3,rPq,bK/kB,kPb,kR,1,rPr,2,rPn/\
         3,kK,4/kN,4,rB,rQ,rK k brky - - 0 61 -",
        5,
    ),
    (
        "yB,1,bK,4,bB/1,yPq,2,yN,bN,bPq,bQ/yPb,yQ,6/1,kR,1,bPr,yPr,2,bR/2,kPr,5/kN,1,kPn,1,rK,2,rPb/\
         kK,kPq,1,rN,kQ,rPn,rPq,1/kB,1,rR,3,rQ,rB r brky y y:b 0 54 -",
        5,
    ),
    (
        "5,bPb,2/yPb,1,bK,3,bB,1/kN,yPr,4,bPn,bR/6,bN,1/3,kPn,rR,1,rPr,1/kK,2,yB,1,rPn,1,rPb/\
         2,kPr,1,rK,1,rB,1/kB,1,kPb,4,yK b byky - - 1 120 -",
        5,
    ),
    ("8/1,bPq,1,rK,4/2,bB,5/3,kPn,1,bK,2/1,yR,6/5,kK,2/2,yK,3,rPb,1/4,kN,3 b brky - - 4 212 -", 5),
];

pub(crate) fn benchmark() -> Benchmark {
    let position = |text: &str| Enochian::parse(text, &Options::default()).expect("a position");
    Benchmark::new(0.4, POSITIONS.iter().map(|(text, depth)| (position(text), *depth)).collect())
}
