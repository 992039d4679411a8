//! The messages between clients and the server, over WebSocket and HTTP.
//!
//! Messages are closed, tagged enums. Unknown messages and keys are errors, and everything is parsed once, at
//! the edge. `docs/protocol.md` shows an example of each message. The TypeScript types in `web/src/protocol/`
//! are generated from these types.

mod bots;
mod chat;
mod command;
mod error;
mod http;
mod info;
mod lobby;
mod message;
mod owner_command;
mod people;
mod projection;
mod records;
mod rules;
mod sample;
mod sets;
mod state;
mod study;
mod view_delta;

pub use bots::PersonEvent;
pub use chat::{ChatChannel, ChatMessage};
pub use command::{ClientMessage, Command, CommandId, CommandKind, Hello};
pub use error::{ErrorCode, RequestError};
pub use http::{
    CommandResponse, CreateTableRequest, ErrorResponse, JoinRequest, JoinResponse, SeatSetup, ServerInfo,
    TableCreated, TableSettings,
};
pub use info::{GameInfo, LocalizedText, OptionInfo, OptionValue, PresetInfo};
pub use lobby::{
    ArchivePage, ArchiveQuery, ArchivedGame, ListedSeat, LobbyMessage, LobbyState, TableListing,
};
pub use message::{CloseReason, EventMessage, ServerMessage, ViewerInfo};
pub use owner_command::{Adjudication, EngineAssignment, OwnerCommand, OwnerCommandRecord};
pub use people::{
    ChangePasswordRequest, CreateTokenRequest, Credentials, CurrentUser, DeleteAccountRequest, RenameRequest,
    TokenCreated, TokenInfo,
};
pub use projection::{GameProjection, SharedView, outcome_state, played_steps};
pub use records::{ReadRecord, ReadRecordsRequest, ReadRecordsResponse, RecordFault};
pub use rules::{CellPair, RulesBlock, RulesDiagram, RulesDocument, RulesPage, TextSpan, TextStyle};
pub use sample::SampleGame;
pub use sets::{CreateSetRequest, SetCreated, SetGame, SetResults, SetScore, SetTable};
pub use state::{
    ClockState, GameOutcome, Occupant, OfferState, PlayedStep, RemainingTime, SeatState, StepKind,
    TablePhase, TableState, TableStatus,
};
pub use study::{
    AnalysedPly, AnalysisRequest, ChanceOutcome, ExplainRequest, ExplainResponse, Study, StudyError,
    StudyState, ViewsRequest, ViewsResponse,
};
pub use view_delta::{CellPieces, ViewDelta};
