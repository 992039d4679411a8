use crate::Contest;
use tetrarch_rules::Position;
use tetrarch_rules::banqi::{Banqi, Options};

/// From the start to an open endgame, with depths at which none of the six outweighs the others.
const SET: [(&str, u32); 6] = [
    ("????????/????????/????????/???????? - 1 - 0 1 -", 5),
    ("?q?..??k/?p??????/????.???/??E???e? r 1 GCQ 0 13 -", 5),
    ("H.?..qpk/C.?Kc???/???..p??/??E?p?.e r 1 gpqGCPQ 0 33 -", 5),
    ("..?....k/.q?..p??/???.G.??/??E?.?.e b 2 gcpppqKGCCHPQ 7 52 -", 5),
    ("E...k.../.g?...?./..?.E.e?/.......Q r 1 geccpppppqqKGGCCHHPPPQ 1 93 -", 6),
    ("...g.E../.q....h./..P.eh.K/....Q... r 1 kgeccpppppqGGECCHHPPPPQ 0 99 -", 6),
];

pub(crate) fn contest() -> Contest {
    let position = |text: &str| Banqi::parse(text, &Options::default()).expect("a position");
    Contest::new(1.0, SET.iter().map(|(text, depth)| (position(text), *depth)).collect())
}
