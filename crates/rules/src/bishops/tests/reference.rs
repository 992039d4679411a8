use super::*;
use crate::perft;

/// Perft with the swap left out.
fn without_swaps(position: &Bishops, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut legal = Vec::new();
    position.legal(&mut legal);
    let moves = legal.into_iter().filter(|action| *action != Action::Swap);
    let after = |action| {
        let mut next = position.clone();
        next.play(action);
        without_swaps(&next, depth - 1)
    };
    moves.map(after).sum()
}

#[test]
fn from_the_start_with_swaps_and_without() {
    for (depth, with, without) in [(1, 21, 20), (2, 431, 391), (3, 8861, 7664)] {
        assert_eq!(perft(&start("{}"), depth), with);
        assert_eq!(without_swaps(&start("{}"), depth), without);
    }
}

#[test]
fn the_six_positions_have_their_numbers() {
    for line in include_str!("data/perft.txt").lines().filter(|line| !line.starts_with('#')) {
        let [name, numbers, text] = line.split(" | ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        let position = Bishops::parse(text, &Options::default()).unwrap();
        for (depth, number) in (1..).zip(numbers.split(' ')) {
            assert_eq!(perft(&position, depth).to_string(), number, "{name} at depth {depth}");
        }
    }
}

/// FNV-1a of all legal actions, sorted and joined by spaces.
fn fingerprint(position: &Bishops) -> String {
    let hash = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    format!("{:08x}", legal(position).join(" ").bytes().fold(0x811c_9dc5, hash))
}

/// Games that another implementation played: `turn:fingerprint:action` for every ply, `.` for the end.
#[test]
fn recorded_games_have_the_same_turns_and_legal_actions() {
    let mut lines = include_str!("data/games.txt").lines();
    while let (Some(start), Some(plies)) = (lines.next(), lines.next()) {
        let mut game = Bishops::parse(start.strip_prefix("start ").unwrap(), &Options::default()).unwrap();
        for ply in plies.split(' ') {
            let [to_act, legal, action] = ply.split(':').collect::<Vec<_>>()[..] else { panic!("{ply}") };
            assert_eq!((&turn(&game)[..1], fingerprint(&game).as_str()), (to_act, legal), "{ply} in {game}");
            if action != "." {
                game = after(&game, action);
            }
        }
    }
}
