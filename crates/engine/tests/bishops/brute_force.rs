//! Searches without pruning return what brute force returns.

use crate::{random_options, random_position};
use tetrarch_engine::bishops::multiplayer::{MaxNSearch, OneAgainstAll, Shares, score_from_share};
use tetrarch_engine::bishops::{DuelSearchGame, SurvivalSearchGame};
use tetrarch_engine::{
    AlphaBetaSearch, Rng, SearchFlags, SearchGame as _, SearchInput, SearchResult, Searcher,
};
use tetrarch_rules::bishops::{Action, Options};
use tetrarch_rules::{Bishops, Position as _, Seat, Turn};
use tetrarch_table::search::{OpponentModel, Score, SearchLimits, SearchRequest};

fn search(searcher: &mut impl Searcher<Bishops>, game: &Bishops, depth: u32) -> SearchResult<Action> {
    let request = SearchRequest::within(SearchLimits::depth(depth));
    let input = SearchInput { position: game, history: &[], request: &request, for_play: false };
    searcher.search(&input, &mut |_| {})
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
    game.turn().seat().expect("a seat to act")
}

/// The score of a leaf or a finished position for `me`, at a ply of the search.
fn leaf_score(
    survival_game: &SurvivalSearchGame,
    game: &Bishops,
    me: Seat,
    ply: usize,
    leaf: bool,
) -> Option<Score> {
    if let Some(shares) = survival_game.terminal_shares(game) {
        return Some(match shares[me] {
            share if share <= 0.0 => Score::lost_in(ply),
            share if share >= 1.0 => Score::won_in(ply),
            share => score_from_share(share),
        });
    }
    if !game.active_seats().contains(me) {
        return Some(Score::lost_in(ply));
    }
    leaf.then(|| score_from_share(survival_game.evaluate(game)[me]))
}

/// Paranoid search: `me` maximises its score, everybody else minimises it.
fn paranoid(survival_game: &SurvivalSearchGame, game: &Bishops, me: Seat, depth: u32, ply: usize) -> Score {
    if let Some(score) = leaf_score(survival_game, game, me, ply, depth == 0) {
        return score;
    }
    let actions = legal(game);
    let scores = actions
        .into_iter()
        .map(|action| paranoid(survival_game, &after(game, action), me, depth - 1, ply + 1));
    if to_act(game) == me { scores.max() } else { scores.min() }.expect("a legal action")
}

/// Best-reply search: only one opponent replies, unless a seat must respond to a check.
fn best_reply(survival_game: &SurvivalSearchGame, game: &Bishops, me: Seat, depth: u32, ply: usize) -> Score {
    if let Some(score) = leaf_score(survival_game, game, me, ply, depth == 0) {
        return score;
    }
    let is_my_turn = to_act(game) == me;
    let in_check = game.survival().is_some_and(|survival| !survival.seats_in_check().is_empty());
    if is_my_turn || in_check {
        let children = legal(game).into_iter().map(|action| after(game, action));
        let scores = children.map(|game| best_reply(survival_game, &game, me, depth - 1, ply + 1));
        return if is_my_turn { scores.max() } else { scores.min() }.expect("a legal action");
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
    let return_turn = |game: Bishops| {
        if game.turn() == Turn::Seat(me) { game } else { game.with_turn(me).unwrap_or(game) }
    };
    replies
        .map(|game| best_reply(survival_game, &return_turn(game), me, depth - 1, ply + 1))
        .min()
        .expect("a reply")
}

/// Max-n search: each seat maximises its own share and takes the first of equal moves.
fn max_n(survival_game: &SurvivalSearchGame, game: &Bishops, depth: u32) -> Shares {
    if let Some(shares) = survival_game.terminal_shares(game) {
        return shares;
    }
    if depth == 0 {
        return survival_game.evaluate(game);
    }
    let seat = to_act(game);
    let mut best: Option<Shares> = None;
    for action in legal(game) {
        let shares = max_n(survival_game, &after(game, action), depth - 1);
        if best.is_none_or(|best| shares[seat] > best[seat]) {
            best = Some(shares);
        }
    }
    best.expect("a legal action")
}

/// Positions of random games under random options.
fn positions(count: u64, seed: u64) -> impl Iterator<Item = Bishops> {
    (0..count).map(move |number| {
        let mut rng = Rng::new(seed + number);
        let options = random_options(&mut rng);
        let actions = rng.below(120);
        random_position(&options, &mut rng, actions)
    })
}

fn check_against(
    model: OpponentModel,
    brute_force: fn(&SurvivalSearchGame, &Bishops, Seat, u32, usize) -> Score,
    count: u64,
    deep: u64,
) {
    let survival_game = SurvivalSearchGame::default();
    for (number, game) in positions(count, 500).enumerate() {
        let depth = if (number as u64) < deep { 3 } else { 2 };
        let me = to_act(&game);
        let search_game = OneAgainstAll::new(survival_game.clone(), me, model);
        let mut searcher = AlphaBetaSearch::new(search_game, 1, 1).with_flags(SearchFlags::NONE);
        let result = search(&mut searcher, &game, depth);
        assert_eq!(
            result.lines[0].score,
            brute_force(&survival_game, &game, me, depth, 0),
            "depth {depth} of {game}"
        );
    }
}

#[test]
fn paranoid_search_agrees_with_brute_force() {
    check_against(OpponentModel::Paranoid, paranoid, 200, 12);
}

#[test]
fn best_reply_search_agrees_with_brute_force() {
    check_against(OpponentModel::BestReply, best_reply, 100, 0);
}

#[test]
fn max_n_search_agrees_with_brute_force() {
    let survival_game = SurvivalSearchGame::default();
    for (number, game) in positions(200, 900).enumerate() {
        let depth = if number < 12 { 3 } else { 2 };
        let mut searcher = MaxNSearch::new(survival_game.clone()).with_flags(SearchFlags::NONE);
        let found = search(&mut searcher, &game, depth).lines[0].shares;
        assert_eq!(found, max_n(&survival_game, &game, depth), "depth {depth} of {game}");
    }
}

/// Minimax of a duel.
fn minimax(search_game: &DuelSearchGame, game: &Bishops, depth: u32, ply: usize) -> Score {
    let (moves, duel) = (legal(game), game.duel().expect("a duel"));
    if moves.is_empty() && duel.is_check() {
        return Score::lost_in(ply);
    }
    if moves.is_empty() || duel.is_draw_by_rule() {
        return Score::DRAW;
    }
    if depth == 0 {
        return search_game.evaluate(game);
    }
    let children = moves.into_iter().map(|action| after(game, action));
    children.map(|game| -minimax(search_game, &game, depth - 1, ply + 1)).max().expect("a move")
}

#[test]
fn the_duel_search_agrees_with_minimax() {
    const START: &str = "duel p:g w4,b3 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let search_game = DuelSearchGame::default();
    for seed in 0..200 {
        let mut rng = Rng::new(seed);
        let mut game = Bishops::parse(START, &Options::default()).expect("a duel");
        for _ in 0..rng.below(160) {
            let next = rng.choose(&legal(&game)).map(|action| after(&game, *action));
            let Some(next) = next.filter(|next| next.turn() != Turn::Over && next.claimable_draw().is_none())
            else {
                break;
            };
            game = next;
        }
        let depth = if seed < 12 { 3 } else { 2 };
        let mut searcher = AlphaBetaSearch::new(search_game.clone(), 1, 1).with_flags(SearchFlags::NONE);
        let found = search(&mut searcher, &game, depth).lines[0].score;
        // The search scores a repetition as a draw; so close to the root none can occur.
        assert_eq!(found, minimax(&search_game, &game, depth, 0), "depth {depth} of {game}");
    }
}

#[test]
fn generated_captures_are_the_legal_captures_and_promotions() {
    let (mut captures, mut promotions) = (0, 0);
    for game in positions(200, 40) {
        let (seat, survival) = (to_act(&game), game.survival().expect("before the duel"));
        let (mut generated, mut expected) = (Vec::new(), Vec::new());
        survival.search_captures(seat, survival.living(), &mut generated);
        for action in legal(&game) {
            let Action::Move(step) = action else { continue };
            let pawns = |game: &Bishops| {
                let survival = game.survival()?;
                Some(survival.pieces(seat, tetrarch_rules::bishops::Role::Pawn).len())
            };
            let promotes = pawns(&after(&game, action)).is_some_and(|left| Some(left) < pawns(&game));
            let is_capture = survival.piece_at(step.to()).is_some();
            if is_capture || promotes {
                expected.push(action);
            }
            captures += u32::from(is_capture);
            promotions += u32::from(promotes);
        }
        generated.sort_by_key(ToString::to_string);
        expected.sort_by_key(ToString::to_string);
        assert_eq!(generated, expected, "{game}");
    }
    assert!(captures > 0 && promotions > 0, "{captures} captures and {promotions} promotions");
}
