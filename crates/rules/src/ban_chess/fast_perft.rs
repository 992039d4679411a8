//! Perft without playing the bans.

use super::action::represents_its_from_to;
use super::{BanChess, FromTo};
use shakmaty::{Chess, Position as _};

/// The same number as [`perft`](crate::perft()), but much faster.
///
/// After a ban every move between other squares is legal, so in a turn of ban and move each move counts once for every
/// possible ban but its own.
pub fn fast_perft(position: &BanChess, depth: u32) -> u64 {
    let Some(ban) = position.ban else { return perft_from_ban_phase(&position.chess, depth) };
    if depth == 0 {
        return 1;
    }
    let moves = position.chess.legal_moves();
    moves
        .iter()
        .filter(|m| FromTo::from_move(**m) != ban)
        .map(|m| perft_from_ban_phase(&after(&position.chess, *m), depth - 1))
        .sum()
}

fn perft_from_ban_phase(chess: &Chess, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = chess.legal_moves();
    let bans = moves.iter().filter(|m| represents_its_from_to(**m)).count() as u64;
    if depth == 1 || bans == 0 {
        return bans;
    }
    let after_moves: u64 = match depth {
        2 => moves.len() as u64,
        _ => moves.iter().map(|m| perft_from_ban_phase(&after(chess, *m), depth - 2)).sum(),
    };
    (bans - 1) * after_moves
}

fn after(chess: &Chess, m: shakmaty::Move) -> Chess {
    let mut next = chess.clone();
    next.play_unchecked(m);
    next
}
