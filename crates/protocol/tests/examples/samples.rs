//! One example of everything that can be said.

use serde_json::json;
use std::borrow::Cow;
use tetrarch_fair::Published;
use tetrarch_protocol::*;
use tetrarch_rules::{
    ArmyView, Board, Cell, Choice, Gesture, Ground, Man, ManState, Mark, MarkKind, Reason, SeatView, Side,
    TurnView, View, WhyNot,
};
use tetrarch_table::{Control, Millis, OfferKind};

fn id(text: &str) -> CommandId {
    text.to_string().try_into().expect("an id")
}

fn command(deed: Deed) -> ClientMessage {
    ClientMessage::Command(Command { id: id("c7"), version: 3, seat: None, deed })
}

fn order(order: Order) -> ClientMessage {
    command(Deed::Order(order))
}

fn engine_on() -> EngineOn {
    EngineOn { seat: "black".to_string(), level: 3, delay: Millis::seconds(1) }
}

fn said() -> ChatLine {
    ChatLine {
        person: "k3mzq9abcdef".to_string(),
        name: "Ada".to_string(),
        seat: Some("white".to_string()),
        to: ChatRoom::Table,
        words: "Good luck!".to_string(),
        at: 1_794_787_200_000,
    }
}

pub(crate) fn from_clients() -> Vec<(&'static str, ClientMessage)> {
    let token = Some("5f0c…".to_string());
    let gesture = Gesture::from_to("e2", "e4");
    vec![
        ("hello", ClientMessage::Hello(Hello { token, version: Some(3) })),
        ("act", command(Deed::Act("m:e2e4".to_string()))),
        ("propose", command(Deed::Propose(OfferKind::Treaty("exchange".to_string())))),
        ("accept", command(Deed::Accept(OfferKind::Draw))),
        ("decline", command(Deed::Decline(OfferKind::Takeback))),
        ("claim", command(Deed::Claim)),
        ("resign", command(Deed::Resign)),
        ("abort", command(Deed::Abort)),
        ("entropy", command(Deed::Entropy("6865616473".to_string()))),
        ("sit", command(Deed::Sit("black".to_string()))),
        ("stand", command(Deed::Stand)),
        ("claim_absent", command(Deed::ClaimAbsent("black".to_string()))),
        ("rematch", command(Deed::Rematch)),
        ("order_engine", order(Order::Engine(engine_on()))),
        ("order_engine_off", order(Order::EngineOff("black".to_string()))),
        ("order_begin", order(Order::Begin)),
        ("order_operate", order(Order::Operate("force-duel".to_string()))),
        ("order_reset", order(Order::Reset)),
        ("order_pause", order(Order::Pause)),
        ("order_resume", order(Order::Resume)),
        ("order_add_time", order(Order::AddTime { seat: "black".to_string(), time: Millis::seconds(60) })),
        ("order_adjudicate", order(Order::Adjudicate(Verdict::Win("white".to_string())))),
        ("order_remove", order(Order::Remove("black".to_string()))),
        ("order_swap", order(Order::Swap { one: "white".to_string(), other: "black".to_string() })),
        ("order_hand_over", order(Order::HandOver("black".to_string()))),
        ("order_mute", order(Order::Mute { person: "k3mzq9abcdef".to_string(), muted: true })),
        ("say", ClientMessage::Say { to: ChatRoom::Table, words: "Good luck!".to_string() }),
        ("look", ClientMessage::Look {}),
        ("explain", ClientMessage::Explain { id: id("q1"), gesture }),
    ]
}

pub(crate) fn from_the_server() -> Vec<(&'static str, ServerMessage)> {
    let banned = WhyNot::new("banned", "Black has banned e2e4 for this move.");
    let why = Refused {
        reason: RefusedFor::Rules,
        rule: Some(Cow::Borrowed("banned")),
        words: banned.words.clone(),
    };
    vec![
        ("state", ServerMessage::State(Box::new(state()))),
        ("event", ServerMessage::Event(Box::new(event()))),
        ("seats", ServerMessage::Seats { seats: seats() }),
        ("done", ServerMessage::Done { id: id("c7"), version: 4 }),
        ("refused", ServerMessage::Refused { id: Some(id("c7")), why }),
        ("explained", ServerMessage::Explained { id: id("q1"), why: Some(banned) }),
        ("you", ServerMessage::You(You { seats: vec!["first".to_string()], owner: true, person: None })),
        ("chat", ServerMessage::Chat { lines: vec![said()] }),
        ("closing", ServerMessage::Closing { why: Closing::Shutdown }),
    ]
}

pub(crate) fn over_http() -> Vec<(&'static str, serde_json::Value)> {
    let control = Control::Fischer { initial: Millis::seconds(300), increment: Millis::seconds(3) };
    let new = NewTable {
        game: "banqi".to_string(),
        options: Some(json!({"quiet_limit": 50})),
        start: None,
        control,
        seats: [("first", NewSeat::Mine), ("second", NewSeat::Engine { level: 3, delay: Millis::ZERO })]
            .into_iter()
            .collect(),
        name: Some("Ada".to_string()),
        entropy: Some("6865616473".to_string()),
        setting: Setting { by_link: true, grace: Some(Millis::seconds(60)), ..Setting::default() },
    };
    let made = TableMade {
        table: "k3mzq9abcdef".to_string(),
        token: "5f0c…".to_string(),
        commitment: Some("4a6b1c76…".to_string()),
        invites: Named::default(),
    };
    let join = Join { seat: Some("second".to_string()), name: Some("Bob".to_string()), ..Join::default() };
    let joined = Joined { seat: "second".to_string(), token: "91be…".to_string() };
    let welcome = Welcome {
        program: "tetrarch".to_string(),
        version: "0.1.0".to_string(),
        games: ["ban-chess", "banqi", "enochian", "bishops"].map(String::from).to_vec(),
    };
    let error = Refused::new(RefusedFor::NotNow, "This seat is taken.");
    vec![
        ("new_table", json!(new)),
        ("table_made", json!(made)),
        ("join", json!(join)),
        ("joined", json!(joined)),
        ("welcome", json!(welcome)),
        ("fault", json!(HttpFault { error })),
    ]
}

fn seats() -> Vec<SeatNow> {
    let ada = Sitter::Person { name: "Ada".to_string(), person: None };
    vec![
        SeatNow { seat: "first".to_string(), sitter: ada, here: true, stand_in: None, absent: false },
        SeatNow {
            seat: "second".to_string(),
            sitter: Sitter::Engine { level: 3 },
            here: false,
            stand_in: None,
            absent: false,
        },
    ]
}

fn hidden(cell: &str) -> Man {
    Man {
        cell: cell.into(),
        army: None,
        kind: "hidden".into(),
        letter: "?".into(),
        promotes_to: None,
        state: ManState::Hidden,
    }
}

/// A board of two cells, to be short.
fn view() -> View {
    let cell =
        |name: &str, column| Cell { name: name.into(), column, row: 0, ground: Ground::Plain, owner: None };
    let seat =
        |name: &str, side| SeatView { name: name.into(), side, playing: true, place: None, note: None };
    let flip = |cell: &str| Choice {
        text: format!("?{cell}").into(),
        label: format!("?{cell}").into(),
        gesture: Gesture::Tap { cell: cell.into() },
    };
    View {
        board: Board::lettered(2, 1, vec![cell("a1", 0), cell("b1", 1)]),
        men: vec![hidden("a1"), hidden("b1")],
        marks: vec![],
        trays: vec![],
        armies: vec![ArmyView::new("red", None), ArmyView::new("black", None)],
        seats: vec![seat("first", Side::South), seat("second", Side::North)],
        turn: TurnView {
            who: "first".into(),
            army: None,
            phase: "flip".into(),
            words: "First turns a piece over".to_string(),
            die: None,
        },
        choices: vec![flip("a1"), flip("b1")],
    }
}

fn clocks(running: &str, first: u64) -> Option<ClocksNow> {
    let left = |left| ClockLeft { left: Millis(left), periods: None };
    let left = [("first", left(first)), ("second", left(300_000))].into_iter().collect();
    Some(ClocksNow { running: Some(running.to_string()), left })
}

fn published() -> Published {
    Published {
        version: "tetrarch-fair-1".to_string(),
        game: "k3mzq9abcdef".to_string(),
        commitment: "4a6b1c76…".to_string(),
        secret: None,
        entropies: vec![Some("6865616473".to_string()), None],
    }
}

fn state() -> TableState {
    TableState {
        table: "k3mzq9abcdef".to_string(),
        game: "banqi".to_string(),
        options: json!({"quiet_limit": 50}),
        start: None,
        control: Control::Fischer { initial: Millis::seconds(300), increment: Millis::seconds(3) },
        setting: Setting::default(),
        version: 0,
        you: vec!["first".to_string()],
        seats: seats(),
        view: view(),
        line: vec![],
        now: Standing {
            phase: Phase::Playing,
            clocks: clocks("first", 300_000),
            offers: vec![],
            proposable: None,
            claimable: None,
            abortable: true,
            outcome: None,
            fairness: Some(published()),
            paused: false,
            operations: vec![],
            rematch: vec![],
            next: None,
        },
    }
}

fn event() -> Event {
    let step = |word: &str, by: Option<&str>| StepNow {
        word: word.to_string(),
        notation: None,
        by: by.map(str::to_string),
    };
    let cannon = Man {
        army: Some("red".into()),
        kind: "cannon".into(),
        letter: "q".into(),
        state: ManState::Free,
        ..hidden("b1")
    };
    let draw =
        OfferNow { offer: OfferKind::Draw, by: "first".to_string(), waiting: vec!["second".to_string()] };
    let secret = Published { secret: Some("0001…".to_string()), ..published() };
    Event {
        from: 0,
        version: 3,
        cut: None,
        played: vec![step("?b1", Some("first")), step("=q", None), step("resign:second", None)],
        change: ViewChange {
            men: vec![CellMen { cell: "b1".to_string(), men: vec![cannon] }],
            marks: Some(vec![Mark { kind: MarkKind::Last, cells: vec!["b1".into()] }]),
            choices: Some(vec![]),
            ..ViewChange::default()
        },
        now: Standing {
            phase: Phase::Over,
            clocks: clocks("second", 301_250),
            offers: vec![draw],
            proposable: Some([("first", vec![OfferKind::Takeback])].into_iter().collect()),
            claimable: Some(Reason::Repetition),
            abortable: false,
            outcome: Some(OutcomeNow {
                points: [("first", 1.0), ("second", 0.0)].into_iter().collect(),
                places: None,
                reason: Reason::Resignation,
            }),
            fairness: Some(secret),
            paused: false,
            operations: vec![],
            rematch: vec![],
            next: None,
        },
    }
}
