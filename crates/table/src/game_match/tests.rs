//! What a match adds to a position: repetition, claims, offers, takebacks, clocks and the log.

use super::*;
use crate::{Applied, EventSyntax, Table as _};
use tetrarch_rules::ban_chess::{BLACK, BanChess, Options, WHITE};
use tetrarch_rules::{Points, Position as _, Reason};

fn game() -> Match<BanChess> {
    Match::new(Options {}, TimeControl::None)
}

fn acted(seat: Seat, action: &str, spent: Millis) -> TableEvent {
    TableEvent::Acted { seat, action: action.to_string(), spent }
}

/// Replays the log of one game in another.
pub(super) fn replay<P: Presentation>(again: &mut Match<P>, game: &Match<P>) {
    for event in game.log() {
        again.apply(event).unwrap_or_else(|error| panic!("{event:?}: {error}"));
    }
}

/// The text of the last event in the log.
pub(super) fn last_word<P: Presentation>(game: &Match<P>) -> String {
    game.log().last().expect("something has happened").word(game.position().seats())
}

fn apply_all(game: &mut Match<BanChess>, words: &str) {
    for word in words.split_whitespace() {
        game.play(word).unwrap_or_else(|error| panic!("{word}: {error}"));
    }
}

fn reason(game: &Match<BanChess>) -> Option<Reason> {
    game.outcome().map(|outcome| outcome.reason())
}

/// Four plies each, after which the same side is to move on the same board.
const ROUND: &str = "m:g1f3 b:e7e5 m:g8f6 b:e2e4 m:f3g1 b:e7e5 m:f6g8 b:e2e4";

/// A game in which the state after the first ban has occurred this many times.
fn repeated(times: usize) -> Match<BanChess> {
    let mut game = game();
    apply_all(&mut game, "b:e2e4");
    for _ in 1..times {
        apply_all(&mut game, ROUND);
    }
    game
}

#[test]
fn while_the_present_state_has_occurred_at_least_three_times_the_seat_to_move_may_claim_a_draw() {
    assert_eq!(repeated(2).occurrences(), 2);
    assert!(matches!(repeated(2).claim(), Err(TableError::NoClaim(_))));
    for times in [3, 4] {
        let mut game = repeated(times);
        assert_eq!(game.occurrences(), times as u32);
        assert_eq!(game.outcome(), None);
        apply_all(&mut game, "claim");
        assert_eq!(reason(&game), Some(Reason::Repetition));
        assert_eq!(game.outcome().unwrap().points(WHITE), Points::HALF);
    }
}

#[test]
fn a_claim_is_possible_in_the_move_phase_only() {
    let mut game = repeated(3);
    apply_all(&mut game, "m:g1f3");
    assert!(
        matches!(game.play("claim"), Err(TableError::NoClaim(why)) if why.contains("draws cannot be claimed in this phase"))
    );
}

#[test]
fn an_intended_move_cannot_be_claimed_on() {
    // The state after Black's next move and ban would be the third, but it has not occurred yet.
    let mut game = repeated(2);
    apply_all(&mut game, "m:g1f3 b:e7e5 m:g8f6 b:e2e4 m:f3g1 b:e7e5");
    assert!(game.play("claim").is_err());
}

#[test]
fn the_fifth_occurrence_is_an_automatic_draw() {
    let game = repeated(5);
    assert_eq!(reason(&game), Some(Reason::Repetition));
    assert_eq!(game.position().turn(), Turn::Over);
}

#[test]
fn another_ban_is_another_state() {
    let mut game = game();
    apply_all(&mut game, "b:e2e4");
    let other = "m:g1f3 b:e7e5 m:g8f6 b:e2e4 m:f3g1 b:e7e5 m:f6g8 b:d2d4";
    apply_all(&mut game, other);
    assert_eq!(game.occurrences(), 1);
}

#[test]
fn counts_follow_the_line_so_a_takeback_reduces_them() {
    let mut game = repeated(3);
    game.propose(BLACK, &OfferKind::Takeback).unwrap();
    game.accept(WHITE, &OfferKind::Takeback, Millis::ZERO).unwrap();
    // Black's last turn, a move and a ban, is gone.
    assert_eq!(game.line().len(), 1 + 2 * 8 - 2);
    assert!(game.play("claim").is_err());
    apply_all(&mut game, "m:f6g8 b:e2e4");
    assert_eq!(game.occurrences(), 3, "it has come again, not a fourth time");
}

#[test]
fn a_takeback_is_an_entry_in_the_log_and_the_log_replays() {
    let mut game = game();
    apply_all(&mut game, "b:e2e4 m:d2d4 b:e7e5 m:d7d5");
    let before = game.position().to_string();
    apply_all(&mut game, "b:c2c4");
    assert!(matches!(
        game.accept(WHITE, &OfferKind::Takeback, Millis::ZERO),
        Err(TableError::NoOffer { .. })
    ));
    game.propose(WHITE, &OfferKind::Takeback).unwrap();
    game.accept(BLACK, &OfferKind::Takeback, Millis::ZERO).unwrap();
    assert_eq!(game.position().turn(), Turn::Seat(WHITE));
    assert_eq!(last_word(&game), "takeback:1");
    assert_eq!(game.log().len(), 6);
    apply_all(&mut game, "m:d2d4 b:e7e5 m:d7d5");
    assert_eq!(game.position().to_string(), before);
    let mut again = game.at_start();
    replay(&mut again, &game);
    assert_eq!(again.position(), game.position());
    assert_eq!(again.log(), game.log());
}

#[test]
fn a_takeback_needs_a_turn_to_take_back_and_the_consent_of_all() {
    let mut game = game();
    assert!(matches!(game.propose(WHITE, &OfferKind::Takeback), Err(TableError::NotNow(_))));
    apply_all(&mut game, "b:e2e4 m:d2d4");
    game.propose(WHITE, &OfferKind::Takeback).unwrap();
    game.decline(BLACK, &OfferKind::Takeback).unwrap();
    assert!(game.offers().is_empty());
    assert_eq!(game.line().len(), 2);
}

#[test]
fn a_turn_in_progress_is_the_last_turn_for_a_takeback() {
    let mut game = game();
    apply_all(&mut game, "b:e2e4 m:d2d4");
    game.propose(WHITE, &OfferKind::Takeback).unwrap();
    game.accept(BLACK, &OfferKind::Takeback, Millis::ZERO).unwrap();
    assert_eq!(game.line().len(), 1, "White is to move again, with the same ban");
}

#[test]
fn a_draw_is_agreed_by_offer_and_answer() {
    let mut game = game();
    game.propose(WHITE, &OfferKind::Draw).unwrap();
    assert_eq!(game.outcome(), None);
    game.accept(BLACK, &OfferKind::Draw, Millis::ZERO).unwrap();
    assert_eq!(reason(&game), Some(Reason::Agreement));
    assert_eq!(last_word(&game), "draw");
}

#[test]
fn two_offers_of_a_draw_are_an_agreement() {
    let mut game = game();
    game.propose(WHITE, &OfferKind::Draw).unwrap();
    game.propose(BLACK, &OfferKind::Draw).unwrap();
    assert_eq!(reason(&game), Some(Reason::Agreement));
}

#[test]
fn asking_for_a_takeback_does_not_accept_the_opponents_request() {
    let mut game = game();
    apply_all(&mut game, "b:e2e4 m:d2d4 b:e7e5 m:d7d5");
    game.propose(WHITE, &OfferKind::Takeback).unwrap();
    game.propose(BLACK, &OfferKind::Takeback).unwrap();
    assert_eq!((game.line().len(), game.offers().len(), game.offers()[0].by), (4, 1, BLACK));
}

#[test]
fn an_offer_stays_open_while_its_proposer_acts_and_lapses_when_the_other_does() {
    let mut game = game();
    apply_all(&mut game, "b:e2e4 m:d2d4");
    game.propose(WHITE, &OfferKind::Draw).unwrap();
    apply_all(&mut game, "b:e7e5");
    assert_eq!(game.offers().len(), 1, "White's own ban leaves it open");
    apply_all(&mut game, "m:d7d5");
    assert!(game.offers().is_empty(), "Black has moved instead of answering");
    assert!(game.accept(BLACK, &OfferKind::Draw, Millis::ZERO).is_err());
}

#[test]
fn an_offer_cannot_be_accepted_by_its_proposer_but_can_be_withdrawn() {
    let mut game = game();
    game.propose(WHITE, &OfferKind::Draw).unwrap();
    assert!(matches!(game.accept(WHITE, &OfferKind::Draw, Millis::ZERO), Err(TableError::NoOffer { .. })));
    game.decline(WHITE, &OfferKind::Draw).unwrap();
    assert!(game.accept(BLACK, &OfferKind::Draw, Millis::ZERO).is_err());
}

#[test]
fn a_treaty_the_game_does_not_have_cannot_be_proposed() {
    let mut game = game();
    assert!(matches!(game.propose(WHITE, &OfferKind::Treaty("exchange".into())), Err(TableError::NotNow(_))));
}

#[test]
fn only_the_seat_to_act_acts() {
    let mut game = game();
    assert_eq!(
        game.apply(&acted(WHITE, "m:e2e4", Millis::ZERO)),
        Err(TableError::NotYourTurn { seat: "white", turn: "black" })
    );
    game.apply(&acted(BLACK, "b:e2e4", Millis::ZERO)).unwrap();
    assert!(game.apply(&acted(BLACK, "b:d2d4", Millis::ZERO)).is_err());
}

#[test]
fn events_are_logged_in_their_canonical_form() {
    let mut game = game();
    apply_all(&mut game, "b:e2e4+ Nf3");
    let words: Vec<String> = game.line().into_iter().map(|step| step.word).collect();
    assert_eq!(words, ["b:e2e4", "m:g1f3"]);
    assert_eq!(game.log(), [acted(BLACK, "b:e2e4", Millis::ZERO), acted(WHITE, "m:g1f3", Millis::ZERO)]);
    let notation: Vec<String> = game.line().into_iter().map(|step| step.notation).collect();
    assert_eq!(notation, ["e2e4", "Nf3"]);
}

#[test]
fn nothing_happens_after_the_end() {
    let mut game = game();
    apply_all(&mut game, "resign:white");
    for word in ["b:e2e4", "resign:white", "resign:black", "flag:black", "draw", "claim", "abort"] {
        assert_eq!(game.play(word), Err(TableError::GameOver), "{word}");
    }
    assert_eq!(game.apply(&TableEvent::Aborted { seat: None }), Err(TableError::GameOver));
    assert_eq!(game.propose(BLACK, &OfferKind::Draw), Err(TableError::GameOver));
    assert_eq!(game.apply(&acted(BLACK, "b:e2e4", Millis::ZERO)), Err(TableError::GameOver));
    assert_eq!(game.log().len(), 1);
}

#[test]
fn an_unknown_seat_cannot_resign() {
    for word in ["resign:pink", "flag:", "resign:White", "resign: white"] {
        assert!(matches!(game().play(word), Err(TableError::UnknownSeat { .. })), "{word}");
    }
}

#[test]
fn recorded_and_logged_events_are_not_accepted_by_apply() {
    let mut game = game();
    apply_all(&mut game, "b:e2e4");
    for word in ["abort", "takeback:0", "takeback", "accept", "exchange:white"] {
        assert!(game.play(word).is_err(), "{word}");
    }
}

#[test]
fn an_aborted_game_has_no_points() {
    let mut game = game();
    game.apply(&TableEvent::Aborted { seat: None }).unwrap();
    assert_eq!(reason(&game), Some(Reason::Aborted));
    assert_eq!(game.outcome().unwrap().points(WHITE), Points::NONE);
}

#[test]
fn a_move_and_the_ban_after_it_are_one_turn_for_the_clock() {
    let control = TimeControl::Fischer { initial: Millis(1000), increment: Millis(100) };
    let mut game: Match<BanChess> = Match::new(Options {}, control);
    assert_eq!(game.clocks().running(), Some(BLACK));
    game.apply(&acted(BLACK, "b:e2e4", Millis(10))).unwrap();
    assert_eq!(game.clocks().left(BLACK), Some(Millis(1090)));
    game.apply(&acted(WHITE, "m:d2d4", Millis(200))).unwrap();
    assert_eq!((game.clocks().running(), game.clocks().left(WHITE)), (Some(WHITE), Some(Millis(800))));
    game.apply(&acted(WHITE, "b:e7e5", Millis(300))).unwrap();
    assert_eq!(game.clocks().left(WHITE), Some(Millis(600)), "one increment for move and ban");
}

#[test]
fn acting_too_late_is_refused_and_the_flag_fall_is_logged_with_its_time() {
    let control = TimeControl::Fischer { initial: Millis(1000), increment: Millis(0) };
    let mut game: Match<BanChess> = Match::new(Options {}, control);
    assert_eq!(
        game.apply(&acted(BLACK, "b:e2e4", Millis(1000))),
        Err(TableError::FlagFell { seat: "black" })
    );
    assert!(game.log().is_empty(), "nothing has changed");
    let flag = game.flag_fall(Millis(1000)).unwrap();
    assert_eq!(flag, TableEvent::Flagged { seat: BLACK, spent: Millis(1000) });
    game.apply(&flag).unwrap();
    assert_eq!(reason(&game), Some(Reason::Flag));
    assert_eq!(game.outcome().unwrap().points(WHITE), Points::WIN);
    assert_eq!(game.log(), [flag]);
}

#[test]
fn a_refused_action_costs_no_time_and_changes_nothing() {
    let control = TimeControl::Fischer { initial: Millis(1000), increment: Millis(0) };
    let mut game: Match<BanChess> = Match::new(Options {}, control);
    assert!(game.apply(&acted(BLACK, "b:e2e5", Millis(500))).is_err());
    assert_eq!(game.clocks().left(BLACK), Some(Millis(1000)));
    assert!(game.log().is_empty());
}

#[test]
fn replaying_a_log_gives_the_same_clocks() {
    let control = TimeControl::Byoyomi { main: Millis(500), period: Millis(100), periods: 3 };
    let mut game: Match<BanChess> = Match::new(Options {}, control);
    game.apply(&acted(BLACK, "b:e2e4", Millis(450))).unwrap();
    game.apply(&acted(WHITE, "m:d2d4", Millis(700))).unwrap();
    game.apply(&acted(WHITE, "b:e7e5", Millis(10))).unwrap();
    let mut again = game.at_start();
    replay(&mut again, &game);
    assert_eq!(again.clocks(), game.clocks());
}

#[test]
fn a_takeback_does_not_refund_the_time_of_the_running_turn() {
    let control = TimeControl::Fischer { initial: Millis::from_secs(60), increment: Millis::from_secs(5) };
    let mut game: Match<BanChess> = Match::new(Options {}, control);
    game.apply(&acted(BLACK, "b:e2e4", Millis::ZERO)).unwrap();
    // White has used ten seconds when Black's ban is taken back.
    game.propose(BLACK, &OfferKind::Takeback).unwrap();
    game.accept(WHITE, &OfferKind::Takeback, Millis::from_secs(10)).unwrap();
    assert_eq!(game.clocks().left(WHITE), Some(Millis::from_secs(50)));
    assert_eq!(game.clocks().left(BLACK), Some(Millis::from_secs(60)));
    let mut again = game.at_start();
    replay(&mut again, &game);
    assert_eq!(again.clocks(), game.clocks());
}

#[test]
fn a_takeback_reverts_time_gains_but_not_time_spent() {
    let control = TimeControl::Fischer { initial: Millis::from_secs(60), increment: Millis::from_secs(5) };
    let mut game: Match<BanChess> = Match::new(Options {}, control);
    game.apply(&acted(BLACK, "b:e2e4", Millis::ZERO)).unwrap();
    let black = game.clocks().left(BLACK);
    for round in 1..=5 {
        game.apply(&acted(WHITE, "m:d2d4", Millis(400))).unwrap();
        game.apply(&acted(WHITE, "b:e7e5", Millis(600))).unwrap();
        game.propose(WHITE, &OfferKind::Takeback).unwrap();
        game.accept(BLACK, &OfferKind::Takeback, Millis::ZERO).unwrap();
        assert_eq!(game.clocks().left(WHITE), Some(Millis::from_secs(60 - round)));
        assert_eq!(game.clocks().left(BLACK), black);
    }
    // Black takes its ban back after White has moved and is to ban: White's interrupted turn gains nothing.
    game.apply(&acted(WHITE, "m:d2d4", Millis::from_secs(3))).unwrap();
    game.propose(BLACK, &OfferKind::Takeback).unwrap();
    game.accept(WHITE, &OfferKind::Takeback, Millis::ZERO).unwrap();
    assert_eq!(game.clocks().left(WHITE), Some(Millis::from_secs(52)));
    assert_eq!(
        game.clocks().left(BLACK),
        Some(Millis::from_secs(60)),
        "the increment of its turn is gone too"
    );
    let mut again = game.at_start();
    replay(&mut again, &game);
    assert_eq!(again.clocks(), game.clocks());
}

#[test]
fn a_fallen_flag_gains_no_time() {
    let control = TimeControl::Fischer { initial: Millis(1000), increment: Millis(5000) };
    let mut game: Match<BanChess> = Match::new(Options {}, control);
    assert_eq!(game.flag_fall(Millis(999)), None);
    let flag = game.flag_fall(Millis(1000)).unwrap();
    game.apply(&flag).unwrap();
    assert_eq!(game.clocks().left(BLACK), Some(Millis::ZERO));
    assert_eq!(game.flag_fall(Millis(5000)), None, "it has fallen already");
}

#[test]
fn added_time_is_logged() {
    let control = TimeControl::Fischer { initial: Millis(1000), increment: Millis(0) };
    let mut game: Match<BanChess> = Match::new(Options {}, control);
    game.apply(&TableEvent::TimeAdded { seat: WHITE, time: Millis(500) }).unwrap();
    assert_eq!(game.clocks().left(WHITE), Some(Millis(1500)));
    let mut again = game.at_start();
    replay(&mut again, &game);
    assert_eq!(again.clocks(), game.clocks());
}

#[test]
fn a_seat_claims_and_resigns_for_itself() {
    let mut game = repeated(3);
    assert!(matches!(game.apply(&TableEvent::Claimed { seat: BLACK }), Err(TableError::NotYourTurn { .. })));
    game.apply(&TableEvent::Claimed { seat: WHITE }).unwrap();
    assert_eq!(reason(&game), Some(Reason::Repetition));
    let mut game = repeated(1);
    game.apply(&TableEvent::Resigned { seat: BLACK }).unwrap();
    assert_eq!(reason(&game), Some(Reason::Resignation));
}

#[test]
fn a_seat_the_game_does_not_have_is_refused() {
    let (seat, offer, spent) = (Seat::new(3), OfferKind::Draw, Millis::ZERO);
    let events = [
        acted(seat, "b:e2e4", spent),
        TableEvent::Proposed { seat, offer: offer.clone() },
        TableEvent::Accepted { seat, offer: offer.clone(), spent },
        TableEvent::Declined { seat, offer },
        TableEvent::Claimed { seat },
        TableEvent::Resigned { seat },
        TableEvent::Flagged { seat, spent },
        TableEvent::TimeAdded { seat, time: Millis(1) },
        TableEvent::Adjudicated { winner: Some(seat) },
        TableEvent::Aborted { seat: Some(seat) },
    ];
    let mut game = game();
    for event in events {
        assert!(matches!(game.apply(&event), Err(TableError::UnknownSeat { .. })), "{event:?}");
    }
    assert!(game.log().is_empty());
}

#[test]
fn a_position_without_history_has_no_repetition_count() {
    // "A six-field FEN without history cannot carry repetition: the record is the truth, not the position."
    let text = repeated(4).position().to_string();
    let game: Match<BanChess> = Match::from_text(&text, Options {}, TimeControl::None).unwrap();
    assert_eq!(game.occurrences(), 1);
}

#[test]
fn the_actions_of_the_last_turn_are_marked() {
    use crate::Table as _;
    use tetrarch_rules::{Eye, MarkKind};
    let mut game = game();
    apply_all(&mut game, "b:e2e4 m:d2d4 b:e7e5");
    let marks = game.view(Eye::Seat(BLACK)).marks;
    let marks: Vec<_> = marks.iter().map(|mark| (mark.kind, mark.cells.join(" "))).collect();
    assert_eq!(marks, [(MarkKind::Banned, "e7 e5".to_string()), (MarkKind::Last, "d2 d4".to_string())]);
}

#[test]
fn texts_that_no_log_can_contain_are_refused() {
    for bad in [
        "takeback:0",
        "takeback:9",
        "takeback:x",
        "takeback:-1",
        "takeback:",
        "zzz",
        "time:",
        "time:pink:1",
        "time:white:-1",
    ] {
        let mut game = game();
        let event = game.parse_event(bad, EventSyntax::Log);
        assert!(event.and_then(|event| game.apply(&event)).is_err(), "{bad}");
    }
}

#[test]
fn events_come_back_from_their_texts() {
    let mut game = game();
    apply_all(&mut game, "b:e2e4 m:d2d4");
    for event in [
        acted(WHITE, "b:e7e5", Millis::ZERO),
        TableEvent::Resigned { seat: WHITE },
        TableEvent::Flagged { seat: BLACK, spent: Millis::ZERO },
        TableEvent::Agreed,
        TableEvent::Claimed { seat: WHITE },
        TableEvent::TookBack { length: 1, spent: Millis::ZERO },
        TableEvent::TimeAdded { seat: BLACK, time: Millis(7) },
        TableEvent::Adjudicated { winner: None },
        TableEvent::Adjudicated { winner: Some(BLACK) },
        TableEvent::Aborted { seat: None },
    ] {
        let word = event.word(game.position().seats());
        assert_eq!(game.parse_event(&word, EventSyntax::Log).as_ref(), Ok(&event), "{word}");
        let stored = serde_json::to_string(&event).unwrap();
        assert_eq!(serde_json::from_str::<TableEvent>(&stored).unwrap(), event, "{stored}");
    }
}

#[test]
fn an_event_says_what_it_changed() {
    let mut game = game();
    apply_all(&mut game, "b:e2e4");
    let applied = |cut, played, new_turn| Ok(Applied { cut, played, new_turn });
    assert_eq!(game.apply(&acted(WHITE, "m:d2d4", Millis::ZERO)), applied(None, 1, true));
    let (seat, offer) = (WHITE, OfferKind::Takeback);
    assert_eq!(game.apply(&TableEvent::Proposed { seat, offer }), applied(None, 0, false));
    let time = TableEvent::TimeAdded { seat: WHITE, time: Millis(1) };
    assert_eq!(game.apply(&time), applied(None, 0, false));
    let accepted = TableEvent::Accepted { seat: BLACK, offer: OfferKind::Takeback, spent: Millis::ZERO };
    assert_eq!(game.apply(&accepted), applied(Some(1), 0, true));
    assert_eq!(game.apply(&TableEvent::Agreed), applied(None, 1, true));
}

#[test]
fn each_step_and_each_takeback_is_a_version_and_added_time_is_not() {
    let mut game = game();
    apply_all(&mut game, "b:e2e4 m:d2d4 b:e7e5");
    game.apply(&TableEvent::TimeAdded { seat: WHITE, time: Millis(1) }).unwrap();
    game.apply(&TableEvent::TookBack { length: 1, spent: Millis::ZERO }).unwrap();
    apply_all(&mut game, "m:c2c4");
    assert_eq!(game.version(), 5);
    let change = |cut, start| Some(LineChange { cut, start });
    assert_eq!(game.line_change_since(3), change(Some(1), 1), "the move and the ban were taken back");
    assert_eq!(game.line_change_since(1), change(None, 1));
    assert_eq!(game.line_change_since(5), change(None, 2));
    assert_eq!(game.line_change_since(6), None);
    for version in 0..=5 {
        let then = game.at_version(version).unwrap();
        let LineChange { cut, start } = game.line_change_since(version).unwrap();
        let mut line: Vec<GameStep> = then.line();
        line.truncate(cut.unwrap_or(line.len()));
        line.extend(game.line_from(start));
        assert_eq!(line, game.line(), "since version {version}");
    }
}

#[test]
fn random_logs_replay_to_the_same_position() {
    let mut rng = tetrarch_rules::laws::SeededRng::new(3);
    let mut takebacks = 0;
    for _ in 0..30 {
        let mut game = game();
        for _ in 0..120 {
            let mut legal = Vec::new();
            game.position().legal_actions(&mut legal);
            let Some(action) = rng.choose(&legal) else { break };
            game.play(&action.to_string()).unwrap();
            if rng.one_in(8) {
                let seat = if rng.one_in(2) { WHITE } else { BLACK };
                let other = if seat == WHITE { BLACK } else { WHITE };
                if game.propose(seat, &OfferKind::Takeback).is_ok() {
                    game.accept(other, &OfferKind::Takeback, Millis::ZERO).unwrap();
                    takebacks += 1;
                }
            }
        }
        let mut again = game.at_start();
        replay(&mut again, &game);
        assert_eq!(again.position(), game.position());
        assert_eq!(again.line(), game.line());
    }
    assert!(takebacks > 100, "only {takebacks} takebacks");
}
