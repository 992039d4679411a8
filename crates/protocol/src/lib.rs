//! What clients and the server say to each other over a socket and over HTTP.
//!
//! Messages are closed, tagged enums: what is not listed here cannot be said, and everything is parsed once, at the
//! edge. The page `docs/protocol.md` shows an example of each; the TypeScript types in `web/src/protocol/` are
//! generated from these.

mod bots;
mod change;
mod chat;
mod command;
mod event_text;
mod http;
mod info;
mod lobby;
mod message;
mod named;
mod order;
mod people;
mod refused;
mod sets;
mod state;
mod study;

pub use bots::PersonEvent;
pub use change::{CellMen, ViewChange};
pub use chat::{ChatLine, ChatRoom};
pub use command::{ClientMessage, Command, CommandId, Deed, Hello};
pub use event_text::EventText;
pub use http::{CommandDone, HttpFault, Join, Joined, NewSeat, NewTable, Setting, TableMade, Welcome};
pub use info::{GameInfo, RulesPage};
pub use lobby::{Archive, ArchiveQuery, ArchivedGame, ListedSeat, Listing, Lobby, LobbyMessage};
pub use message::{Closing, Event, ServerMessage, You};
pub use named::Named;
pub use order::{EngineOn, Order, OrderGiven, Verdict};
pub use people::{Credentials, DeleteAccount, Me, NewPassword, NewToken, Rename, TokenMade, TokenShown};
pub use refused::{Refused, RefusedFor};
pub use sets::{NewSet, SetGame, SetMade, SetResults, SetScore, SetTable};
pub use state::{
    ClockLeft, ClocksNow, OfferNow, OutcomeNow, Phase, SeatNow, Sitter, Standing, StepNow, TableState,
};
pub use study::{
    AnalysedLine, AnalysedPly, Analysis, AnalysisWanted, Chance, Explanation, ExplanationWanted, Others,
    Study, StudyError, StudyState, Views, ViewsWanted,
};
