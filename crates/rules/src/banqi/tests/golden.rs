//! Positions and whole games that a program written apart from this one has judged.

use super::*;

#[test]
fn legal_lists_agree() {
    for line in include_str!("data/positions.txt").lines().filter(|line| !line.starts_with('#')) {
        let [text, pawn, expected] = line.split('|').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let position = at_with(text, &format!(r#"{{"pawn_takes_cannon":{}}}"#, pawn == "yes"));
        let found = [vec![position.turn().word(SEATS).to_string()], listed(&position)].concat().join(" ");
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn games_agree_to_the_end() {
    let lines: Vec<&str> =
        include_str!("data/games.txt").lines().filter(|line| !line.starts_with('#')).collect();
    for game in lines.chunks(2) {
        let (winner, actions) = game[0].split_once(' ').unwrap();
        let counts = game[1].split(' ').map(|count| count.parse::<usize>().unwrap());
        let mut position = Banqi::start(&options(r#"{"preset":"document"}"#));
        for (action, count) in actions.split(' ').zip(counts) {
            assert_eq!(listed(&position).len(), count, "before {action} in {position}");
            position = after(position, action);
        }
        let expected = Seat::named(winner, SEATS).map(|seat| (seat, Reason::NoPieces));
        assert_eq!(win(&position), expected, "{position}");
    }
}
