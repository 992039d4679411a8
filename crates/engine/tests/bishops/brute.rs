//! Plain searches find what trying everything finds.

use crate::{options, walk};
use tetrarch_engine::bishops::{DuelSearchGame, SurvivalSearchGame};
use tetrarch_engine::multiplayer::{
    MaxNSearch, MultiplayerGame, OneAgainstAll, Others, Shares, score_from_share,
};
use tetrarch_engine::{
    AlphaBetaSearch, Rng, Score, SearchFlags, SearchGame as _, SearchLimits, SearchRequest, SearchResult,
    Searcher, StopFlag,
};
use tetrarch_rules::bishops::{Action, Options};
use tetrarch_rules::{Bishops, Position as _, Seat, Turn};

fn think(thinker: &mut impl Searcher<Bishops>, game: &Bishops, depth: u32) -> SearchResult<Action> {
    let stop = StopFlag::new();
    let limits = SearchLimits::depth(depth);
    let task = SearchRequest { game, history: &[], limits, lines: 1, for_play: false, stop: &stop };
    thinker.search(&task, &mut |_| {})
}

fn legal(game: &Bishops) -> Vec<Action> {
    let mut actions = Vec::new();
    game.legal_actions(&mut actions);
    actions
}

fn after(game: &Bishops, action: Action) -> Bishops {
    let mut next = game.clone();
    next.play(action);
    next
}

fn to_act(game: &Bishops) -> Seat {
    game.turn().seat().expect("somebody is to act")
}

/// The score for `me` of a position that is not searched further, so many plies from the root.
fn judged(crowd: &SurvivalSearchGame, game: &Bishops, me: Seat, ply: usize, leaf: bool) -> Option<Score> {
    if let Some(shares) = crowd.terminal_shares(game) {
        return Some(match shares[me] {
            share if share <= 0.0 => Score::lost_in(ply),
            share if share >= 1.0 => Score::won_in(ply),
            share => score_from_share(share),
        });
    }
    if !game.active_seats().contains(me) {
        return Some(Score::lost_in(ply));
    }
    leaf.then(|| score_from_share(crowd.evaluate(game)[me]))
}

/// I take the best for me, everybody else the worst for me.
fn paranoid(crowd: &SurvivalSearchGame, game: &Bishops, me: Seat, depth: u32, ply: usize) -> Score {
    if let Some(score) = judged(crowd, game, me, ply, depth == 0) {
        return score;
    }
    let below = legal(game);
    let scores =
        below.into_iter().map(|action| paranoid(crowd, &after(game, action), me, depth - 1, ply + 1));
    if to_act(game) == me { scores.max() } else { scores.min() }.expect("something can be done")
}

/// The same, where of all others only one replies, unless somebody must answer a check.
fn best_reply(crowd: &SurvivalSearchGame, game: &Bishops, me: Seat, depth: u32, ply: usize) -> Score {
    if let Some(score) = judged(crowd, game, me, ply, depth == 0) {
        return score;
    }
    let mine = to_act(game) == me;
    let in_check = game.survival().is_some_and(|look| !look.seats_in_check().is_empty());
    if mine || in_check {
        let below = legal(game).into_iter().map(|action| after(game, action));
        let scores = below.map(|game| best_reply(crowd, &game, me, depth - 1, ply + 1));
        return if mine { scores.max() } else { scores.min() }.expect("something can be done");
    }
    let others = game.active_seats().without(me);
    let replies = others.iter().flat_map(|seat| {
        let turned = if to_act(game) == seat { Some(game.clone()) } else { game.with_turn(seat) };
        let turned = turned.into_iter();
        turned.flat_map(|game| {
            let actions = legal(&game).into_iter().filter(|action| *action != Action::Swap);
            actions.map(|action| after(&game, action)).collect::<Vec<_>>()
        })
    });
    let back = |game: Bishops| {
        if game.turn() == Turn::Seat(me) { game } else { game.with_turn(me).unwrap_or(game) }
    };
    replies
        .map(|game| best_reply(crowd, &back(game), me, depth - 1, ply + 1))
        .min()
        .expect("somebody replies")
}

/// Each takes the first of what is best for itself.
fn max_n(crowd: &SurvivalSearchGame, game: &Bishops, depth: u32) -> Shares {
    if let Some(shares) = crowd.terminal_shares(game) {
        return shares;
    }
    if depth == 0 {
        return crowd.evaluate(game);
    }
    let seat = to_act(game);
    let mut best: Option<Shares> = None;
    for action in legal(game) {
        let shares = max_n(crowd, &after(game, action), depth - 1);
        if best.is_none_or(|best| shares[seat] > best[seat]) {
            best = Some(shares);
        }
    }
    best.expect("something can be done")
}

/// Positions of games at random under options at random.
fn positions(count: u64, seed: u64) -> impl Iterator<Item = Bishops> {
    (0..count).map(move |number| {
        let mut luck = Rng::new(seed + number);
        let options = options(&mut luck);
        let actions = luck.below(120);
        walk(&options, &mut luck, actions)
    })
}

fn check_against(
    others: Others,
    brute: fn(&SurvivalSearchGame, &Bishops, Seat, u32, usize) -> Score,
    count: u64,
    deep: u64,
) {
    let crowd = SurvivalSearchGame::default();
    for (number, game) in positions(count, 500).enumerate() {
        let depth = if (number as u64) < deep { 3 } else { 2 };
        let me = to_act(&game);
        let mind = OneAgainstAll::new(crowd.clone(), me, others);
        let mut search = AlphaBetaSearch::new(mind, 1, 1).with_flags(SearchFlags::NONE);
        let thought = think(&mut search, &game, depth);
        assert_eq!(thought.lines[0].score, brute(&crowd, &game, me, depth, 0), "depth {depth} of {game}");
    }
}

#[test]
fn paranoid_search_finds_what_trying_everything_finds() {
    check_against(Others::InTurn, paranoid, 200, 12);
}

#[test]
fn best_reply_search_finds_what_trying_everything_finds() {
    check_against(Others::BestReply, best_reply, 100, 0);
}

#[test]
fn max_n_finds_what_trying_everything_finds() {
    let crowd = SurvivalSearchGame::default();
    for (number, game) in positions(200, 900).enumerate() {
        let depth = if number < 12 { 3 } else { 2 };
        let mut search = MaxNSearch::new(crowd.clone()).with_flags(SearchFlags::NONE);
        let found = think(&mut search, &game, depth).lines[0].shares;
        assert_eq!(found, max_n(&crowd, &game, depth), "depth {depth} of {game}");
    }
}

/// Both sides of a duel try everything.
fn minimax(mind: &DuelSearchGame, game: &Bishops, depth: u32, ply: usize) -> Score {
    let (moves, duel) = (legal(game), game.duel().expect("a duel"));
    if moves.is_empty() && duel.is_check() {
        return Score::lost_in(ply);
    }
    if moves.is_empty() || duel.is_draw_by_rule() {
        return Score::DRAW;
    }
    if depth == 0 {
        return mind.evaluate(game);
    }
    let below = moves.into_iter().map(|action| after(game, action));
    below.map(|game| -minimax(mind, &game, depth - 1, ply + 1)).max().expect("a move")
}

#[test]
fn the_duel_search_finds_what_trying_everything_finds() {
    const START: &str = "duel p:g w4,b3 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let mind = DuelSearchGame::default();
    for seed in 0..200 {
        let mut luck = Rng::new(seed);
        let mut game = Bishops::parse(START, &Options::default()).expect("a duel");
        for _ in 0..luck.below(160) {
            let next = luck.choose(&legal(&game)).map(|action| after(&game, *action));
            let Some(next) = next.filter(|next| next.turn() != Turn::Over && next.claimable_draw().is_none())
            else {
                break;
            };
            game = next;
        }
        let depth = if seed < 12 { 3 } else { 2 };
        let mut search = AlphaBetaSearch::new(mind.clone(), 1, 1).with_flags(SearchFlags::NONE);
        let found = think(&mut search, &game, depth).lines[0].score;
        // A position that stood before counts as drawn in the search; so near to the root it cannot come again.
        assert_eq!(found, minimax(&mind, &game, depth, 0), "depth {depth} of {game}");
    }
}

#[test]
fn captures_ahead_are_the_legal_actions_that_take_or_make_a_queen() {
    for game in positions(200, 40) {
        let (seat, look) = (to_act(&game), game.survival().expect("before the duel"));
        let (mut ahead, mut all) = (Vec::new(), Vec::new());
        look.captures(seat, look.living(), &mut ahead);
        for action in legal(&game) {
            let Action::Move(step) = action else { continue };
            let queens = |game: &Bishops| {
                let look = game.survival()?;
                Some(look.pieces(seat, tetrarch_rules::bishops::Role::Pawn).len())
            };
            let made = queens(&after(&game, action)) < queens(&game);
            if look.piece_on(step.to()).is_some() || made {
                all.push(action);
            }
        }
        ahead.sort_by_key(ToString::to_string);
        all.sort_by_key(ToString::to_string);
        assert_eq!(ahead, all, "{game}");
    }
}
