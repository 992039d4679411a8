//! One example of every message.

use serde_json::json;
use std::borrow::Cow;
use tetrarch_fair::FairnessRecord;
use tetrarch_protocol::*;
use tetrarch_rules::{
    ArmyView, BoardView, Cell, Choice, Gesture, Ground, IllegalAction, Mark, MarkKind, PieceState, PieceView,
    Reason, SeatView, Side, TurnView, View,
};
use tetrarch_table::{Millis, OfferKind, SeatMap, TimeControl};

fn id(text: &str) -> CommandId {
    text.to_string().try_into().expect("an id")
}

fn command(kind: CommandKind) -> ClientMessage {
    ClientMessage::Command(Command { id: id("c7"), version: 3, seat: None, kind })
}

fn order(order: OwnerCommand) -> ClientMessage {
    command(CommandKind::Order(order))
}

fn engine_on() -> EngineAssignment {
    EngineAssignment { seat: "black".to_string(), level: 3, delay: Millis::from_secs(1) }
}

fn chat_message() -> ChatMessage {
    ChatMessage {
        person: "k3mzq9abcdef".to_string(),
        name: "Ada".to_string(),
        seat: Some("white".to_string()),
        to: ChatChannel::Table,
        words: "Good luck!".to_string(),
        at: 1_794_787_200_000,
    }
}

pub(crate) fn from_clients() -> Vec<(&'static str, ClientMessage)> {
    let token = Some("5f0c…".to_string());
    let gesture = Gesture::from_to("e2", "e4");
    vec![
        ("hello", ClientMessage::Hello(Hello { token, version: Some(3) })),
        ("act", command(CommandKind::Act("m:e2e4".to_string()))),
        ("propose", command(CommandKind::Propose(OfferKind::Treaty("exchange".to_string())))),
        ("accept", command(CommandKind::Accept(OfferKind::Draw))),
        ("decline", command(CommandKind::Decline(OfferKind::Takeback))),
        ("claim", command(CommandKind::Claim)),
        ("resign", command(CommandKind::Resign)),
        ("abort", command(CommandKind::Abort)),
        ("entropy", command(CommandKind::Entropy("6865616473".to_string()))),
        ("sit", command(CommandKind::Sit("black".to_string()))),
        ("stand", command(CommandKind::Stand)),
        ("claim_absent", command(CommandKind::ClaimAbsent("black".to_string()))),
        ("rematch", command(CommandKind::Rematch)),
        ("order_engine", order(OwnerCommand::Engine(engine_on()))),
        ("order_engine_off", order(OwnerCommand::EngineOff("black".to_string()))),
        ("order_begin", order(OwnerCommand::Begin)),
        ("order_operate", order(OwnerCommand::Operate("force-duel".to_string()))),
        ("order_reset", order(OwnerCommand::Reset)),
        ("order_pause", order(OwnerCommand::Pause)),
        ("order_resume", order(OwnerCommand::Resume)),
        (
            "order_add_time",
            order(OwnerCommand::AddTime { seat: "black".to_string(), time: Millis::from_secs(60) }),
        ),
        ("order_adjudicate", order(OwnerCommand::Adjudicate(Adjudication::Win("white".to_string())))),
        ("order_remove", order(OwnerCommand::Remove("black".to_string()))),
        ("order_swap", order(OwnerCommand::Swap { one: "white".to_string(), other: "black".to_string() })),
        ("order_hand_over", order(OwnerCommand::HandOver("black".to_string()))),
        ("order_mute", order(OwnerCommand::Mute { person: "k3mzq9abcdef".to_string(), muted: true })),
        ("say", ClientMessage::Say { to: ChatChannel::Table, words: "Good luck!".to_string() }),
        ("look", ClientMessage::Look {}),
        ("explain", ClientMessage::Explain { id: id("q1"), gesture }),
    ]
}

pub(crate) fn from_server() -> Vec<(&'static str, ServerMessage)> {
    let banned = IllegalAction::new("banned", "Black banned e2e4 this turn.");
    let why = RequestError {
        reason: ErrorCode::Rules,
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
        (
            "you",
            ServerMessage::You(ViewerInfo { seats: vec!["first".to_string()], owner: true, person: None }),
        ),
        ("chat", ServerMessage::Chat { lines: vec![chat_message()] }),
        ("closing", ServerMessage::Closing { why: CloseReason::Shutdown }),
    ]
}

pub(crate) fn over_http() -> Vec<(&'static str, serde_json::Value)> {
    let control = TimeControl::Fischer { initial: Millis::from_secs(300), increment: Millis::from_secs(3) };
    let new = CreateTableRequest {
        game: "banqi".to_string(),
        options: Some(json!({"quiet_limit": 50})),
        start: None,
        control,
        seats: [("first", SeatSetup::Mine), ("second", SeatSetup::Engine { level: 3, delay: Millis::ZERO })]
            .into_iter()
            .collect(),
        name: Some("Ada".to_string()),
        entropy: Some("6865616473".to_string()),
        setting: TableSettings {
            by_link: true,
            grace: Some(Millis::from_secs(60)),
            ..TableSettings::default()
        },
    };
    let made = TableCreated {
        table: "k3mzq9abcdef".to_string(),
        token: "5f0c…".to_string(),
        commitment: Some("4a6b1c76…".to_string()),
        invites: SeatMap::default(),
    };
    let join = JoinRequest {
        seat: Some("second".to_string()),
        name: Some("Bob".to_string()),
        ..JoinRequest::default()
    };
    let joined = JoinResponse { seat: "second".to_string(), token: "91be…".to_string() };
    let welcome = ServerInfo {
        program: "tetrarch".to_string(),
        version: "0.1.0".to_string(),
        games: ["ban-chess", "banqi", "enochian", "bishops"].map(String::from).to_vec(),
    };
    let error = RequestError::new(ErrorCode::NotNow, "This seat is taken.");
    vec![
        ("new_table", json!(new)),
        ("table_made", json!(made)),
        ("join", json!(join)),
        ("joined", json!(joined)),
        ("welcome", json!(welcome)),
        ("fault", json!(ErrorResponse { error })),
    ]
}

fn seats() -> Vec<SeatState> {
    let ada = Occupant::Person { name: "Ada".to_string(), person: None };
    vec![
        SeatState { seat: "first".to_string(), sitter: ada, here: true, stand_in: None, absent: false },
        SeatState {
            seat: "second".to_string(),
            sitter: Occupant::Engine { level: 3 },
            here: false,
            stand_in: None,
            absent: false,
        },
    ]
}

fn hidden(cell: &str) -> PieceView {
    PieceView {
        cell: cell.into(),
        army: None,
        kind: "hidden".into(),
        letter: "?".into(),
        promotes_to: None,
        state: PieceState::Hidden,
    }
}

/// A board of two cells, to keep the example short.
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
        board: BoardView::algebraic(2, 1, vec![cell("a1", 0), cell("b1", 1)]),
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

fn clocks(running: &str, first: u64) -> Option<ClockState> {
    let left = |left| RemainingTime { left: Millis(left), periods: None };
    let left = [("first", left(first)), ("second", left(300_000))].into_iter().collect();
    Some(ClockState { running: Some(running.to_string()), left })
}

fn published() -> FairnessRecord {
    FairnessRecord {
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
        control: TimeControl::Fischer { initial: Millis::from_secs(300), increment: Millis::from_secs(3) },
        setting: TableSettings::default(),
        version: 0,
        you: vec!["first".to_string()],
        seats: seats(),
        view: view(),
        line: vec![],
        now: TableStatus {
            phase: TablePhase::Playing,
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

fn event() -> EventMessage {
    let step = |kind: StepKind, word: &str, by: Option<&str>| PlayedStep {
        kind,
        word: word.to_string(),
        notation: None,
        by: by.map(str::to_string),
        phase: None,
    };
    let cannon = PieceView {
        army: Some("red".into()),
        kind: "cannon".into(),
        letter: "q".into(),
        state: PieceState::Free,
        ..hidden("b1")
    };
    let draw =
        OfferState { offer: OfferKind::Draw, by: "first".to_string(), waiting: vec!["second".to_string()] };
    let secret = FairnessRecord { secret: Some("0001…".to_string()), ..published() };
    EventMessage {
        from: 0,
        version: 3,
        cut: None,
        played: vec![
            step(StepKind::Acted, "?b1", Some("first")),
            step(StepKind::Revealed, "=q", None),
            step(StepKind::Resigned, "resign:second", Some("second")),
        ],
        change: ViewDelta {
            men: vec![CellPieces { cell: "b1".to_string(), men: vec![cannon] }],
            marks: Some(vec![Mark { kind: MarkKind::Last, cells: vec!["b1".into()] }]),
            choices: Some(vec![]),
            ..ViewDelta::default()
        },
        now: TableStatus {
            phase: TablePhase::Over,
            clocks: clocks("second", 301_250),
            offers: vec![draw],
            proposable: Some([("first", vec![OfferKind::Takeback])].into_iter().collect()),
            claimable: Some(Reason::Repetition),
            abortable: false,
            outcome: Some(GameOutcome {
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
