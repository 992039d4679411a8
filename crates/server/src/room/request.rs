//! Requests of clients to a room. Whether a request came through a socket or over HTTP, the room handles it in the
//! same way; only the response takes another form.

use super::Room;
use super::authorize::Principal;
use super::handle::ViewerId;
use crate::auth::identity::Identity;
use tetrarch_protocol::{
    ChatChannel, Command, CommandId, JoinRequest, JoinResponse, RequestError, ServerMessage, TableState,
};
use tetrarch_rules::{Gesture, IllegalAction};
use tokio::sync::oneshot;
use tokio::time::Instant;

/// What a client asks of a table.
pub(crate) enum TableRequest {
    /// To execute a command.
    Command(Command),
    /// The state as the client may see it.
    State,
    /// Why a gesture is not possible.
    Explain(Gesture),
    /// To post a chat message.
    Chat { to: ChatChannel, words: String },
    /// To take a seat.
    Join(JoinRequest),
}

/// The response to a request that was not refused.
#[derive(PartialEq, Debug)]
pub(crate) enum TableResponse {
    /// The command was executed; the version after it.
    Done(u64),
    State(Box<TableState>),
    Explained(Option<IllegalAction>),
    Posted,
    Joined(JoinResponse),
}

/// The result of a request.
pub(crate) type TableResult = Result<TableResponse, RequestError>;

/// Who makes a request, and where the response goes.
pub(crate) enum Requester {
    /// A connected client. The response goes to its sink and repeats the id of the request.
    Viewer { viewer: ViewerId, id: Option<CommandId> },
    /// A client that waits for this one response.
    Caller { identity: Identity, reply: oneshot::Sender<TableResult> },
}

/// A request with its sender.
pub(crate) struct ClientRequest {
    pub(crate) from: Requester,
    pub(crate) request: TableRequest,
    /// When it was received.
    pub(crate) at: Instant,
}

impl TableResponse {
    /// The message for a socket. Whoever posts a chat message sees it in the chat, and only callers take seats.
    fn into_message(self, id: Option<CommandId>) -> Option<ServerMessage> {
        match self {
            TableResponse::Done(version) => Some(ServerMessage::Done { id: id?, version }),
            TableResponse::State(state) => Some(ServerMessage::State(state)),
            TableResponse::Explained(why) => Some(ServerMessage::Explained { id: id?, why }),
            TableResponse::Posted | TableResponse::Joined(_) => None,
        }
    }
}

impl Room {
    /// Handles a request and responds.
    pub(super) async fn handle_request(&mut self, request: ClientRequest) {
        let ClientRequest { from, request, at } = request;
        let Some(identity) = self.identity_of(&from) else { return };
        let result = match request {
            TableRequest::Command(command) => {
                return self.handle_command(from, &identity, &command, at).await;
            }
            TableRequest::State => self.state_for(&identity).map(TableResponse::State),
            TableRequest::Explain(gesture) => self
                .check_may_watch(&identity)
                .map(|_| TableResponse::Explained(self.table.game.explain(&gesture))),
            TableRequest::Chat { to, words } => {
                Box::pin(self.post_chat(&identity, to, &words)).await.map(|()| TableResponse::Posted)
            }
            TableRequest::Join(join) => Box::pin(self.join(&identity, join)).await.map(TableResponse::Joined),
        };
        self.respond(from, result);
    }

    /// The identity of the requester; `None` if it has disconnected.
    fn identity_of(&mut self, from: &Requester) -> Option<Identity> {
        match from {
            Requester::Viewer { viewer, .. } => Some(self.viewers.get(*viewer)?.identity.clone()),
            Requester::Caller { identity, .. } => Some(identity.clone()),
        }
    }

    fn respond(&mut self, to: Requester, result: TableResult) {
        match to {
            Requester::Viewer { viewer, id } => {
                let message = match result {
                    Ok(response) => response.into_message(id),
                    Err(why) => Some(ServerMessage::Refused { id, why }),
                };
                message.iter().for_each(|message| self.send_to(viewer, message));
            }
            // A caller that has gone away needs no response.
            Requester::Caller { reply, .. } => drop(reply.send(result)),
        }
    }

    /// Executes a command, responds, and shows everybody what changed.
    async fn handle_command(&mut self, from: Requester, identity: &Identity, command: &Command, at: Instant) {
        let principal = Principal::new(&self.table, identity);
        let used = self.turn_time_used(at);
        let before = self.checkpoint();
        let result = self.execute(&principal, command, used, &before).await;
        // Even a refused command can cause a flag fall. Send the response together with the update.
        let broadcast =
            (self.table.event_count != before.event_count).then(|| self.prepare_broadcast(&before));
        self.respond(from, result.map(TableResponse::Done));
        broadcast.into_iter().for_each(|broadcast| self.send_broadcast(broadcast));
    }
}
