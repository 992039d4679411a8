//! The laws of every game, under many options and from positions in rare situations.

use super::*;
use crate::laws::{check_random_games, check_random_games_from};

#[test]
fn the_laws_hold_for_every_option() {
    for divination in [false, true] {
        for players in [PlayerCount::Two, PlayerCount::Four] {
            for king_safety in [KingSafety::Free, KingSafety::Strict] {
                for direction in [TurnDirection::Clockwise, TurnDirection::Widdershins] {
                    let options =
                        Options { players, direction, king_safety, divination, ..Options::default() };
                    check_random_games::<Enochian>(&options, 3);
                }
            }
        }
    }
}

#[test]
fn the_laws_hold_for_every_setting_and_a_short_quiet_limit() {
    for array in Element::ALL {
        for board in Element::ALL {
            check_random_games::<Enochian>(
                &Options { array, board, quiet_limit: 12, ..Options::default() },
                1,
            );
        }
    }
}

/// Positions in which armies are or are about to be frozen, seized, revived or stalemated, pawns promote, kings meet,
/// or prisoners can be exchanged.
const RARE: [(&str, &str); 10] = [
    ("a1=kK a8=yK d4=kN b8=yN f5=bN e3=rN h8=bR h1=kB", "k brky br b:y,r:k"),
    ("h8=kK a8=yK d4=kN b8=yN f5=bN e3=rN", "k krky r b:y,r:k"),
    ("b2=bK g2=rK a8=yK d5=kN b7=yPn g7=bPr", "b brky k k:r"),
    ("a1=bK h1=rK c4=kK a8=yK d5=kN b8=yN c7=rR g8=bPr", "r brby - -"),
    ("b2=bK h1=rK c4=kK b7=yK d5=kN b8=yN c7=rR g8=bPr", "y brby - -"),
    ("h8=bK+bQ h1=rK a1=kK a8=yK b5=bPn c2=kN e6=yN d7=rPb g2=rPq", "b brky - -"),
    ("h8=bK h7=bN h3=rR g3=rR e1=rK a1=kK a8=yK c3=kN b8=yN", "r brky - -"),
    ("h8=bK g8=yN g7=yN h7=yN h1=rK g1=yN g2=yPq h2=yPr d4=kPq a8=yK", "b brky k k:r"),
    ("h8=bK+bR h1=rK+rR a1=kK+kB a8=yK+yN a7=yPb b7=bPq g2=kPq d7=rPn d2=yPr", "b brky - -"),
    ("c3=bK c5=rK e3=kK e5=yK d4=bPq d2=rN", "b brky - -"),
];

#[test]
fn the_laws_hold_in_rare_situations() {
    for (pieces, fields) in RARE {
        for options in [no_limit(), strict(), Options { quiet_limit: 30, ..Options::default() }] {
            check_random_games_from(&set(pieces, fields, &options), &options, 6);
        }
    }
}

#[test]
fn the_laws_hold_in_rare_situations_with_dice_and_with_two_players() {
    for (pieces, fields) in RARE {
        let [army, _, frozen, captors] = *fields.split(' ').collect::<Vec<_>>() else {
            panic!("four fields")
        };
        let with_die = format!("{army} {} {frozen} {captors} 0 1 ?", fields.split(' ').nth(1).unwrap_or(""));
        check_random_games_from(&set(pieces, &with_die, &dice()), &dice(), 6);
        let captors = captors.replace(":k", ":b").replace(":y", ":r");
        let for_two = format!("{army} brbr {frozen} {captors}");
        check_random_games_from(&set(pieces, &for_two, &two()), &two(), 6);
    }
}

#[test]
fn random_games_reach_every_end_and_every_rare_event() {
    let mut seen = std::collections::BTreeSet::new();
    for (index, (pieces, fields)) in RARE.iter().enumerate() {
        for game in 0..60 {
            let mut rng = crate::laws::SeededRng::new(game * 100 + index as u64);
            let options = Options { quiet_limit: 40, ..Options::default() };
            let mut position = set(pieces, fields, &options);
            while position.outcome().is_none() {
                let mut actions = Vec::new();
                position.legal_actions(&mut actions);
                let treaties = position.treaties(None);
                let before = position.clone();
                match treaties.first() {
                    Some(treaty) if rng.one_in(6) => position.play(treaty.action),
                    _ => position.play(*rng.choose(&actions).expect("an action")),
                }
                seen.extend(events(&before, &position));
            }
            seen.extend(position.outcome().map(|outcome| outcome.reason().description()));
        }
    }
    for event in ["seized", "revived", "frozen", "returned", "skipped", "demoted"] {
        assert!(seen.contains(event), "never {event}");
    }
    for reason in [Reason::KingsCaptured, Reason::BareKings, Reason::QuietLimit] {
        assert!(seen.contains(reason.description()), "never {reason:?}");
    }
}

fn events(before: &Enochian, after: &Enochian) -> Vec<&'static str> {
    let count = |position: &Enochian| position.frozen.iter().count();
    let kings =
        |position: &Enochian| Army::ALL.into_iter().filter(|army| position.board.has_king(*army)).count();
    let pawns =
        |position: &Enochian| (position.board.pawns() & position.board.non_kings_of(before.army)).count();
    let officers =
        |position: &Enochian| (position.board.non_kings_of(before.army) & !position.board.pawns()).count();
    let mut events = Vec::new();
    let mut note = |happened: bool, event| events.extend(happened.then_some(event));
    note(before.controllers != after.controllers && kings(before) == kings(after), "seized");
    note(count(after) < count(before) && kings(before) >= kings(after), "revived");
    note(count(after) > count(before), "frozen");
    note(kings(after) > kings(before), "returned");
    note(after.army != before.army.next(TurnDirection::Clockwise) && after.ply > before.ply, "skipped");
    note(
        pawns(before) == 1
            && pawns(after) == 1
            && officers(before) == 1
            && after.quiet_plies == 0
            && moved_to_edge(before, after),
        "demoted",
    );
    events
}

/// Whether the army's officer became a pawn and its pawn an officer.
fn moved_to_edge(before: &Enochian, after: &Enochian) -> bool {
    let officers = |position: &Enochian| position.board.non_kings_of(before.army) & !position.board.pawns();
    let pawns = |position: &Enochian| position.board.non_kings_of(before.army) & position.board.pawns();
    officers(before) == pawns(after)
}

#[test]
fn every_piece_has_its_own_index() {
    let pieces = Officer::ALL.into_iter().flat_map(|officer| [Piece::Officer(officer), Piece::Pawn(officer)]);
    let mut numbers: Vec<usize> = pieces.chain([Piece::King]).map(Piece::index).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (0..Piece::COUNT).collect::<Vec<_>>());
}
