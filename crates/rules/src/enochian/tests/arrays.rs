use super::*;

/// Compares a start with a drawn board: rank 8 on top, kings share the thrones.
fn check(array: Element, boards: [Element; 2], drawn: &str) {
    let ranks: Vec<Vec<&str>> = drawn.lines().map(|line| line.split_whitespace().collect()).collect();
    let ranks: Vec<Vec<&str>> = ranks.into_iter().filter(|rank: &Vec<&str>| !rank.is_empty()).collect();
    assert!(ranks.len() == 8 && ranks.iter().all(|rank| rank.len() == 8), "a board of 8 by 8");
    for board in boards {
        let start = Enochian::start(&Options { array, board, ..Options::default() });
        for (rank, number) in ranks.iter().zip((1..=8).rev()) {
            for (pieces, file) in rank.iter().zip('a'..='h') {
                let pieces = if *pieces == "." { "" } else { pieces };
                assert_eq!(
                    on(&start, &format!("{file}{number}")),
                    pieces,
                    "{array:?} of {board:?}, {file}{number}"
                );
            }
        }
        assert_eq!(read(&start.to_string(), &Options { array, board, ..Options::default() }), start);
    }
}

const FIRE_OR_EARTH: [Element; 2] = [Element::Fire, Element::Earth];
const AIR_OR_WATER: [Element; 2] = [Element::Air, Element::Water];

#[test]
fn earth_on_a_fire_or_earth_board_is_rbqn() {
    check(
        Element::Earth,
        FIRE_OR_EARTH,
        "
        yK+yR yB  yQ  yN  .   .   bPr bK+bR
        yPr   yPb yPq yPn .   .   bPb bB
        .     .   .   .   .   .   bPq bQ
        .     .   .   .   .   .   bPn bN
        kN    kPn .   .   .   .   .   .
        kQ    kPq .   .   .   .   .   .
        kB    kPb .   .   rPn rPq rPb rPr
        kK+kR kPr .   .   rN  rQ  rB  rK+rR",
    );
}

#[test]
fn earth_on_an_air_or_water_board_is_rnqb() {
    check(
        Element::Earth,
        AIR_OR_WATER,
        "
        yK+yR yN  yQ  yB  .   .   bPr bK+bR
        yPr   yPn yPq yPb .   .   bPn bN
        .     .   .   .   .   .   bPq bQ
        .     .   .   .   .   .   bPb bB
        kB    kPb .   .   .   .   .   .
        kQ    kPq .   .   .   .   .   .
        kN    kPn .   .   rPb rPq rPn rPr
        kK+kR kPr .   .   rB  rQ  rN  rK+rR",
    );
}

#[test]
fn air_on_a_fire_or_earth_board_is_brnq() {
    check(
        Element::Air,
        FIRE_OR_EARTH,
        "
        yK+yB yR  yN  yQ  .   .   bPb bK+bB
        yPb   yPr yPn yPq .   .   bPr bR
        .     .   .   .   .   .   bPn bN
        .     .   .   .   .   .   bPq bQ
        kQ    kPq .   .   .   .   .   .
        kN    kPn .   .   .   .   .   .
        kR    kPr .   .   rPq rPn rPr rPb
        kK+kB kPb .   .   rQ  rN  rR  rK+rB",
    );
}

#[test]
fn air_on_an_air_or_water_board_is_bqnr() {
    check(
        Element::Air,
        AIR_OR_WATER,
        "
        yK+yB yQ  yN  yR  .   .   bPb bK+bB
        yPb   yPq yPn yPr .   .   bPq bQ
        .     .   .   .   .   .   bPn bN
        .     .   .   .   .   .   bPr bR
        kR    kPr .   .   .   .   .   .
        kN    kPn .   .   .   .   .   .
        kQ    kPq .   .   rPr rPn rPq rPb
        kK+kB kPb .   .   rR  rN  rQ  rK+rB",
    );
}

#[test]
fn water_on_a_fire_or_earth_board_is_qnrb() {
    check(
        Element::Water,
        FIRE_OR_EARTH,
        "
        yK+yQ yN  yR  yB  .   .   bPq bK+bQ
        yPq   yPn yPr yPb .   .   bPn bN
        .     .   .   .   .   .   bPr bR
        .     .   .   .   .   .   bPb bB
        kB    kPb .   .   .   .   .   .
        kR    kPr .   .   .   .   .   .
        kN    kPn .   .   rPb rPr rPn rPq
        kK+kQ kPq .   .   rB  rR  rN  rK+rQ",
    );
}

#[test]
fn water_on_an_air_or_water_board_is_qbrn() {
    check(
        Element::Water,
        AIR_OR_WATER,
        "
        yK+yQ yB  yR  yN  .   .   bPq bK+bQ
        yPq   yPb yPr yPn .   .   bPb bB
        .     .   .   .   .   .   bPr bR
        .     .   .   .   .   .   bPn bN
        kN    kPn .   .   .   .   .   .
        kR    kPr .   .   .   .   .   .
        kB    kPb .   .   rPn rPr rPb rPq
        kK+kQ kPq .   .   rN  rR  rB  rK+rQ",
    );
}

#[test]
fn fire_on_a_fire_or_earth_board_is_nqbr() {
    check(
        Element::Fire,
        FIRE_OR_EARTH,
        "
        yK+yN yQ  yB  yR  .   .   bPn bK+bN
        yPn   yPq yPb yPr .   .   bPq bQ
        .     .   .   .   .   .   bPb bB
        .     .   .   .   .   .   bPr bR
        kR    kPr .   .   .   .   .   .
        kB    kPb .   .   .   .   .   .
        kQ    kPq .   .   rPr rPb rPq rPn
        kK+kN kPn .   .   rR  rB  rQ  rK+rN",
    );
}

#[test]
fn fire_on_an_air_or_water_board_is_nrbq() {
    check(
        Element::Fire,
        AIR_OR_WATER,
        "
        yK+yN yR  yB  yQ  .   .   bPn bK+bN
        yPn   yPr yPb yPq .   .   bPr bR
        .     .   .   .   .   .   bPb bB
        .     .   .   .   .   .   bPq bQ
        kQ    kPq .   .   .   .   .   .
        kB    kPb .   .   .   .   .   .
        kR    kPr .   .   rPq rPb rPr rPn
        kK+kN kPn .   .   rQ  rB  rR  rK+rN",
    );
}

#[test]
fn the_army_of_the_board_begins_and_play_goes_clockwise() {
    let order = |board, direction| {
        let mut position = Enochian::start(&Options { board, direction, ..Options::default() });
        let mut turns = vec![to_move(&position)];
        for _ in 0..4 {
            position = after(&position, &legal(&position)[0].clone());
            turns.push(to_move(&position));
        }
        turns.join(" ")
    };
    assert_eq!(order(Element::Water, TurnDirection::Clockwise), "blue red black yellow blue");
    assert_eq!(order(Element::Fire, TurnDirection::Clockwise), "red black yellow blue red");
    assert_eq!(order(Element::Earth, TurnDirection::Clockwise), "black yellow blue red black");
    assert_eq!(order(Element::Air, TurnDirection::Clockwise), "yellow blue red black yellow");
    assert_eq!(order(Element::Water, TurnDirection::Widdershins), "blue yellow black red blue");
    assert_eq!(order(Element::Fire, TurnDirection::Widdershins), "red blue yellow black red");
}

#[test]
fn air_of_water_is_the_default() {
    let text = "yK+yB,yQ,yN,yR,2,bPb,bK+bB/yPb,yPq,yPn,yPr,2,bPq,bQ/6,bPn,bN/6,bPr,bR/kR,kPr,6/kN,kPn,6/\
                kQ,kPq,2,rPr,rPn,rPq,rPb/kK+kB,kPb,2,rR,rN,rQ,rK+rB b brky - - 0 1 -";
    assert_eq!(Enochian::start(&Options::default()).to_string(), text);
}

/// Within an army queen and bishop start on opposite colours; the four queens start on four disjoint sets of
/// sixteen squares.
#[test]
fn bishops_and_queens_run_on_distinct_but_interlocking_networks() {
    for array in Element::ALL {
        for board in Element::ALL {
            let start = Enochian::start(&Options { array, board, ..Options::default() });
            let of = |army, officer| {
                (start.board.officers(officer) & start.board.non_kings_of(army))
                    .single_square()
                    .expect("one of each")
            };
            let mut seen = shakmaty::Bitboard::EMPTY;
            for army in Army::ALL {
                let queen = of(army, Officer::Queen);
                assert_ne!(queen.is_light(), of(army, Officer::Bishop).is_light(), "{array:?} of {board:?}");
                let network = reached_by_queen(queen);
                assert_eq!(network.count(), 16);
                assert!(network.is_disjoint(seen), "two queens can meet in {array:?} of {board:?}");
                seen |= network;
            }
        }
    }
}

fn reached_by_queen(from: shakmaty::Square) -> shakmaty::Bitboard {
    let mut reached = shakmaty::Bitboard::from(from);
    loop {
        let further =
            reached.into_iter().fold(reached, |all, square| all | attack_tables::queen_leaps(square));
        if further == reached {
            return reached;
        }
        reached = further;
    }
}
