use crate::Contest;
use tetrarch_rules::Position;
use tetrarch_rules::bishops::{Bishops, Options};

/// Opening, middle games with four and three colours, sanctuaries, many checks, ending.
const SET: [(&str, u32); 6] = [
    (
        "2,bR,bN,bB,bQ,bK,bB,bN,bR,2/2,bP,bP,bP,bP,bP,bP,bP,bP,2/gR,gP,8,pP,pR/gN,gP,8,pP,pN/gB,gP,8,pP,pB/gQ,gP,8,pP,pQ/gK,gP,8,pP,pK/gB,gP,8,pP,pB/gN,gP,8,pP,pN/gR,gP,8,pP,pR/2,wP,wP,wP,wP,wP,wP,wP,wP,2/2,wR,wN,wB,wQ,wK,wB,wN,wR,2 w wgbp wgbp a10,a3,c1,c12,j1,j12,l10,l3 p 0 0 0,0,0,0 -",
        4,
    ),
    (
        "2,bR,bN,3,bB,bN,bR,2/2,bP,1,bK,4,bP,2/2,gR,6,pP,1,pR/gN,3,gP,2,bP,4/2,gP,2,bP,1,pP,3,pB/3,gP,2,bP,2,bB,pN,pQ/1,wP,gK,5,pP,2,pK/2,gP,2,wP,5,pB/6,pP,2,wP,pP,pN/gR,2,wP,wN,wP,5,pR/3,gP,2,wP,1,wP,3/2,wR,2,wK,1,wB,wN,wR,2 b wgbp - c1,j1 g 58 1 13,21,12,3 -",
        4,
    ),
    (
        "12/1,gK,gP,4,wB,4/gR,2,gQ,6,pP,pR/gN,gP,8,pP,pN/gQ,2,gP,5,pP,1,pB/1,gP,8,pP,1/1,gP,3,wK,3,pK,2/gQ,gP,9,pB/gR,2,gP,1,wP,4,pP,1/1,wP,6,pP,wP,2/3,wP,wP,7/2,wR,gN,1,wQ,6 p wgp - - g 40 0 17,1,2,19 b4",
        4,
    ),
    (
        "9,bR,bK,1/2,bQ,bP,8/8,bP,pQ,1,pR/gN,gP,1,gK,gB,2,bP,4/9,bQ,2/4,wQ,5,pP,pQ/10,pP,1/1,gP,1,wN,5,pQ,pP,1/1,gP,9,pN/1,wK,6,wP,2,pR/5,wP,wP,wP,2,pK,1/6,wQ,1,pP,wR,2 w wgbp - - p 72 5 15,30,25,7 -",
        3,
    ),
    (
        "3,gP,8/gK,3,wR,2,bR,4/4,pP,bR,4,pQ,1/10,gQ,1/2,pB,1,wQ,3,gN,3/3,pQ,3,bQ,4/2,wR,bP,pP,7/3,gQ,6,pB,1/2,bB,pP,3,bK,4/12/9,pK,2/1,wK,gR,1,bQ,7 w wgbp - - p 20 0 0,0,0,0 -",
        4,
    ),
    (
        "12/3,gP,8/2,gN,9/1,gP,9,pN/3,gK,8/1,gP,10/3,gP,8/2,gP,6,wP,2/3,gQ,8/12/wK,8,pK,2/12 g wgp - - w 160 18 44,34,2,42 b4",
        5,
    ),
];

pub(crate) fn contest() -> Contest {
    let position = |text: &str| Bishops::parse(text, &Options::default()).expect("a position");
    Contest::new(0.2, SET.iter().map(|(text, depth)| (position(text), *depth)).collect())
}
