// What the server and its clients say to each other. Written by `BLESS=1 cargo test -p tetrarch-protocol`
// from crates/protocol; do not edit.

/**
 * How the owner decides a game.
 */
export type Adjudication = "draw" | { "win": string } | "none";

/**
 * A line that the engine has found.
 */
export type AnalysedLine = { 
/**
 * For the seat to act, in hundredths of a pawn; beyond 29000, 30000 less the plies to a certain win.
 */
score: number, 
/**
 * The share of the point that each seat can expect.
 */
shares: Record<string, number>, 
/**
 * What is played.
 */
moves: Array<string>, };

/**
 * What the engine thinks of one state of a finished game: a line of `GET /api/tables/{table}/analysis`.
 */
export type AnalysedPly = { 
/**
 * After so many actions.
 */
ply: number, 
/**
 * What it thinks.
 */
analysis: Analysis, };

/**
 * What the engine thinks of a position.
 */
export type Analysis = { 
/**
 * How many plies deep it looked.
 */
depth: number, 
/**
 * How many positions it saw.
 */
nodes: number, 
/**
 * The best lines, best first; empty if there is nothing to decide.
 */
lines: Array<AnalysedLine>, };

/**
 * Asks what the engine thinks of a position. Refused to who plays this game against somebody now.
 */
export type AnalysisRequest = { 
/**
 * The line of play that leads to the position.
 */
study: Study, 
/**
 * How many lines, the best first: 1 to 40, else 1.
 */
lines?: number, 
/**
 * How long it may think, in milliseconds: up to 5000, else 1000.
 */
time?: number, 
/**
 * What is supposed of the others where more than two play each for themselves (the first phase of Bishops); without
 * it, what has proved to play best. Elsewhere it changes nothing.
 */
others?: OpponentAssumption, };

/**
 * A page of the archive.
 */
export type ArchivePage = { 
/**
 * The games, the latest first.
 */
games: Array<ArchivedGame>, 
/**
 * Ask for the next page with `before` being this; none at the end.
 */
next?: string, };

/**
 * What to look for in the archive. Everything that is named must be so.
 */
export type ArchiveQuery = { 
/**
 * The game's name.
 */
game?: string, 
/**
 * A player's name, in upper or lower case.
 */
player?: string, 
/**
 * A player's id; `me` for who asks, whose games by link are then shown too.
 */
person?: string, 
/**
 * Why it ended: `checkmate`.
 */
reason?: string, 
/**
 * Ended at this moment or later, in milliseconds since 1970.
 */
since?: number, 
/**
 * Ended before this moment.
 */
until?: number, 
/**
 * What the page before said under `next`.
 */
before?: string, 
/**
 * How many on a page: 1 to 100, else 20.
 */
limit?: number, };

/**
 * A finished game.
 */
export type ArchivedGame = { 
/**
 * The table's id.
 */
table: string, 
/**
 * The game's name.
 */
game: string, 
/**
 * The kind of clock.
 */
control: TimeControl, 
/**
 * Who sat where.
 */
seats: Array<ListedSeat>, 
/**
 * How it ended.
 */
outcome: GameOutcome, 
/**
 * How much was played: actions and what chance showed.
 */
length: number, 
/**
 * When it was made, in milliseconds since 1970.
 */
made: number, 
/**
 * When it ended.
 */
ended: number, };

/**
 * An army and how it fares.
 */
export type ArmyView = { 
/**
 * Its name.
 */
name: string, 
/**
 * The letter that stands for it in texts.
 */
letter: string, 
/**
 * The seat that decides for it now.
 */
controller?: string | null, 
/**
 * Whether it is frozen.
 */
frozen: boolean, 
/**
 * Whether its king is in check.
 */
in_check: boolean, 
/**
 * Who captured its king.
 */
captured_by?: string | null, };

/**
 * The cells of a board of any shape on a grid.
 */
export type BoardView = { 
/**
 * How many columns the grid has.
 */
columns: number, 
/**
 * How many rows the grid has.
 */
rows: number, 
/**
 * The cells; grid places without a cell are not part of the board. All views of the same board share them.
 */
cells: Array<Cell>, 
/**
 * What is written along the columns, from the west.
 */
column_labels: Array<string>, 
/**
 * What is written along the rows, from the south.
 */
row_labels: Array<string>, 
/**
 * The side that is nearest to this eye.
 */
near: Side, };

/**
 * One cell of the board.
 */
export type Cell = { 
/**
 * Its name, such as `e4`. Gestures, men and marks name cells by it.
 */
name: string, 
/**
 * Its column, from 0 in the west.
 */
column: number, 
/**
 * Its row, from 0 in the south.
 */
row: number, 
/**
 * What the ground looks like.
 */
ground: Ground, 
/**
 * The army it belongs to: thrones and home corners.
 */
owner?: string | null, };

/**
 * The men that stand on a cell now; none if it is empty.
 */
export type CellPieces = { 
/**
 * The cell.
 */
cell: string, 
/**
 * The men on it.
 */
men: Array<PieceView>, };

/**
 * Something that chance can show.
 */
export type ChanceOutcome = { 
/**
 * Its word.
 */
word: string, 
/**
 * How likely it is, beside the others.
 */
weight: number, };

/**
 * Asks for another password. All other places where the person is logged in are logged out.
 */
export type ChangePasswordRequest = { 
/**
 * The password so far.
 */
old: string, 
/**
 * The new one.
 */
new: string, };

/**
 * Who hears what is said.
 */
export type ChatChannel = "table" | "watchers";

/**
 * What somebody has said.
 */
export type ChatMessage = { 
/**
 * The id of the person.
 */
person: string, 
/**
 * Their name.
 */
name: string, 
/**
 * The seat they sit on; none for watchers.
 */
seat?: string, 
/**
 * To whom it was said.
 */
to: ChatChannel, 
/**
 * The words: plain text in one line.
 */
words: string, 
/**
 * When, in milliseconds since 1970.
 */
at: number, };

/**
 * One action and how the hand makes it. Several may share a gesture (promotions): then the player is asked.
 */
export type Choice = { 
/**
 * The action's text.
 */
text: string, 
/**
 * How players write it.
 */
label: string, 
/**
 * How the hand makes it.
 */
gesture: Gesture, };

/**
 * A message from a client.
 */
export type ClientMessage = { "kind": "hello" } & Hello | { "kind": "command" } & Command | { "kind": "look", } | { "kind": "explain", 
/**
 * Comes back with the answer.
 */
id: CommandId, 
/**
 * What the hand did.
 */
gesture: Gesture, } | { "kind": "say", 
/**
 * To whom.
 */
to: ChatChannel, 
/**
 * Up to 200 letters in one line.
 */
words: string, };

/**
 * The clocks at the moment of sending.
 */
export type ClockState = { 
/**
 * The seat whose clock runs.
 */
running?: string, 
/**
 * What each seat has left.
 */
left: Record<string, RemainingTime>, };

/**
 * Why the server closes a socket.
 */
export type CloseReason = "shutdown" | "too_slow" | "no_hello" | "silent" | "flood" | "too_long" | "private" | "logged_out";

/**
 * Something that a seat wants to do.
 */
export type Command = { 
/**
 * The client's own name for it, which comes back with the answer.
 */
id: CommandId, 
/**
 * The version of the state it was made against.
 */
version: number, 
/**
 * The seat, for somebody who has several. Without it: the seat to act if it is theirs, else their first.
 */
seat?: string, 
/**
 * What it wants to do.
 */
do: CommandKind, };

/**
 * The client's own name for a command: 1 to 64 bytes. The same command sent twice is done once.
 */
export type CommandId = string;

/**
 * What a seat can do.
 */
export type CommandKind = { "act": string } | { "propose": OfferKind } | { "accept": OfferKind } | { "decline": OfferKind } | "claim" | "resign" | "abort" | { "entropy": string } | { "sit": string } | "stand" | { "claim_absent": string } | "rematch" | { "order": OwnerCommand };

/**
 * A command was done, over HTTP.
 */
export type CommandResponse = { 
/**
 * The version after it.
 */
version: number, };

/**
 * Asks for several tables of the same kind.
 */
export type CreateSetRequest = { 
/**
 * What the set is called.
 */
name: string, 
/**
 * How many tables: 1 to 64.
 */
tables: number, 
/**
 * What each table is like. Seats not named, and open ones, get a link each.
 */
table: CreateTableRequest, };

/**
 * Asks for a new table.
 */
export type CreateTableRequest = { 
/**
 * The game's name.
 */
game: string, 
/**
 * The game's options; those not named have their usual values.
 */
options?: Record<string, unknown>, 
/**
 * A position text to begin from.
 */
start?: string, 
/**
 * The kind of clock; none if it is not named.
 */
control?: TimeControl, 
/**
 * Who is to sit where; seats not named are open.
 */
seats?: Record<string, SeatSetup>, 
/**
 * What the maker of the table calls themselves.
 */
name?: string, 
/**
 * What the maker adds to the deal: up to 255 bytes in hexadecimal.
 */
entropy?: string, 
/**
 * How people are let in and what happens when they leave.
 */
setting?: TableSettings, };

/**
 * Asks for a token with which a program acts for the person.
 */
export type CreateTokenRequest = { 
/**
 * What it is for, in the person's own words.
 */
label: string, };

/**
 * Makes an account of the guest who asks, or logs in to one.
 */
export type Credentials = { 
/**
 * The account's name: 2 to 20 letters, digits, `-` and `_`.
 */
account: string, 
/**
 * The password: 8 to 200 letters.
 */
password: string, };

/**
 * Who asks, as the server knows them.
 */
export type CurrentUser = { 
/**
 * Their id, which never changes.
 */
person: string, 
/**
 * What they call themselves.
 */
name: string, 
/**
 * The name of their account; none for a guest.
 */
account?: string, 
/**
 * Whether they may do at every table what its owner may.
 */
admin?: boolean, };

/**
 * Asks for the account to be deleted. Finished games keep the name they were played under, and nobody else can take it.
 */
export type DeleteAccountRequest = { 
/**
 * The password, to be sure.
 */
password: string, };

/**
 * How the engine plays for a seat.
 */
export type EngineAssignment = { 
/**
 * The seat.
 */
seat: string, 
/**
 * How strong it plays.
 */
level: number, 
/**
 * The least time it takes to answer.
 */
delay?: Millis, };

/**
 * What kinds of reasons there are.
 */
export type ErrorCode = "not_understood" | "stale" | "unknown_token" | "not_your_seat" | "not_your_turn" | "not_begun" | "over" | "rules" | "not_now" | "flag" | "not_stored" | "not_owner" | "who_are_you" | "wrong_password" | "not_found" | "paused" | "too_much" | "shutdown";

/**
 * What a request that was not done is answered with.
 */
export type ErrorResponse = { 
/**
 * Why.
 */
error: RequestError, };

/**
 * What has changed between two versions of the state.
 */
export type EventMessage = { 
/**
 * The version that this is a change of. A client that has another asks for the whole state.
 */
from: number, 
/**
 * The version after it.
 */
version: number, 
/**
 * The line was first cut to this length: something was taken back.
 */
cut?: number, 
/**
 * What was then played.
 */
played?: Array<PlayedStep>, 
/**
 * What has changed of the view.
 */
change: ViewDelta, 
/**
 * How things stand now.
 */
now: TableStatus, };

/**
 * Asks why a gesture leads to nothing after a line of play.
 */
export type ExplainRequest = { 
/**
 * The line.
 */
study: Study, 
/**
 * What the hand did.
 */
gesture: Gesture, };

/**
 * Why a gesture leads to nothing.
 */
export type ExplainResponse = { 
/**
 * The reason; none if it does lead to something.
 */
why?: IllegalAction, };

/**
 * The data that goes with a game, as it is published: texts that may come from anywhere.
 */
export type FairnessRecord = { 
/**
 * The way of dealing: [`VERSION`].
 */
version: string, 
/**
 * The game's id.
 */
game: string, 
/**
 * The commitment, published before play.
 */
commitment: string, 
/**
 * The secret, published when the game has ended.
 */
secret: string | null, 
/**
 * What each seat gave, in seat order.
 */
entropies: Array<string | null>, };

/**
 * A game that the server plays.
 */
export type GameInfo = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its name for people.
 */
title: string, 
/**
 * Its seats, in order.
 */
seats: Array<string>, 
/**
 * Its options with their usual values.
 */
options: Record<string, unknown>, 
/**
 * The formats of its records.
 */
formats: Array<string>, 
/**
 * The strongest level of the engine, from 1; none if no engine plays it.
 */
levels?: number, 
/**
 * Whether chance plays a part.
 */
chance: boolean, 
/**
 * Whether an engine may sit in by itself for somebody who has left.
 */
stand_in: boolean, };

/**
 * How the game ended.
 */
export type GameOutcome = { 
/**
 * The points of each seat: 1 for a win.
 */
points: Record<string, number>, 
/**
 * The places, in games that rank everybody.
 */
places?: Record<string, number>, 
/**
 * Why it ended.
 */
reason: Reason, };

/**
 * What a player does with the board to choose an action. Cells are named as in the [`View`](crate::View).
 */
export type Gesture = { "kind": "move", 
/**
 * The cell where it begins.
 */
from: string, 
/**
 * The cell where it ends.
 */
to: string, 
/**
 * The letter of the man meant, where two men share the cell.
 */
man?: string | null, } | { "kind": "tap", 
/**
 * The cell.
 */
cell: string, } | { "kind": "button", 
/**
 * The button's name.
 */
name: string, };

/**
 * What a cell's ground looks like.
 */
export type Ground = "light" | "dark" | "plain" | "throne" | "corner" | "idle";

/**
 * Who connects. Without a token: a watcher.
 */
export type Hello = { 
/**
 * The token that was given for a seat.
 */
token?: string, 
/**
 * The last version this client has: it then gets only what has changed since.
 */
version?: number, };

/**
 * Why something cannot be played, in the words of the rules.
 */
export type IllegalAction = { 
/**
 * A short word for the rule, the same for every case of it: `banned`.
 */
rule: string, 
/**
 * A sentence for the player.
 */
words: string, };

/**
 * Asks for a seat at a table.
 */
export type JoinRequest = { 
/**
 * The seat; without it, the first that is open.
 */
seat?: string, 
/**
 * What they call themselves.
 */
name?: string, 
/**
 * The token of somebody who sits already and takes another seat.
 */
token?: string, 
/**
 * The invite for the seat.
 */
invite?: string, 
/**
 * What they add to the deal: up to 255 bytes in hexadecimal.
 */
entropy?: string, };

/**
 * A seat was taken.
 */
export type JoinResponse = { 
/**
 * The seat.
 */
seat: string, 
/**
 * The token for it. It is told only here.
 */
token: string, };

/**
 * A seat as the lobby shows it.
 */
export type ListedSeat = { 
/**
 * The seat's name.
 */
seat: string, 
/**
 * Who sits there.
 */
sitter: Occupant, };

/**
 * What the lobby's socket, `/ws/lobby`, says. Clients say nothing there.
 */
export type LobbyMessage = { "kind": "lobby" } & LobbyState | { "kind": "table" } & TableListing | { "kind": "gone", 
/**
 * The table's id.
 */
table: string, };

/**
 * All public tables that are not over.
 */
export type LobbyState = { 
/**
 * The tables, the newest first.
 */
tables: Array<TableListing>, };

/**
 * Something to point out on the board.
 */
export type Mark = { 
/**
 * What it means.
 */
kind: MarkKind, 
/**
 * Where; from and to for actions.
 */
cells: Array<string>, };

/**
 * What a mark means.
 */
export type MarkKind = "check" | "last" | "banned" | "immune" | "evicted" | "sanctuary" | "turning";

/**
 * A span of time in milliseconds. Subtraction stops at zero.
 */
export type Millis = number;

/**
 * Who sits on a seat.
 */
export type Occupant = { "kind": "open" } | { "kind": "invited", 
/**
 * Their name, if a person was invited and not whoever has the link.
 */
name?: string, } | { "kind": "person", 
/**
 * What they call themselves.
 */
name: string, 
/**
 * Their id, if the server knows them.
 */
person?: string, } | { "kind": "engine", 
/**
 * How strong it plays.
 */
level: number, };

/**
 * What can be proposed.
 */
export type OfferKind = "draw" | "takeback" | { "treaty": string };

/**
 * A proposal that waits for answers.
 */
export type OfferState = { 
/**
 * What is proposed.
 */
offer: OfferKind, 
/**
 * Who proposed it.
 */
by: string, 
/**
 * Who has not agreed yet.
 */
waiting: Array<string>, };

/**
 * How the others are supposed to play.
 */
export type OpponentAssumption = "each_for_itself" | "all_against_one" | "best_reply";

/**
 * What the owner of a table, or an admin, can order. All of it is kept in the table's log.
 */
export type OwnerCommand = "begin" | { "operate": string } | "reset" | { "engine": EngineAssignment } | { "engine_off": string } | "pause" | "resume" | { "add_time": { 
/**
 * The seat.
 */
seat: string, 
/**
 * How much.
 */
time: Millis, } } | { "adjudicate": Adjudication } | { "remove": string } | { "swap": { 
/**
 * The one.
 */
one: string, 
/**
 * The other.
 */
other: string, } } | { "hand_over": string } | { "mute": { 
/**
 * The id of the person.
 */
person: string, 
/**
 * Whether they are to be silent.
 */
muted: boolean, } };

/**
 * An order that was given.
 */
export type OwnerCommandRecord = { 
/**
 * What was ordered.
 */
order: OwnerCommand, 
/**
 * By whom.
 */
by: string, 
/**
 * When, in milliseconds since 1970.
 */
at: number, };

/**
 * A line of `GET /api/stream`: what concerns the person who asks. Blank lines say that the connection lives.
 */
export type PersonEvent = { "kind": "invited", 
/**
 * The table's id.
 */
table: string, 
/**
 * The game's name.
 */
game: string, 
/**
 * The seat.
 */
seat: string, } | { "kind": "began", 
/**
 * The table's id.
 */
table: string, 
/**
 * The game's name.
 */
game: string, 
/**
 * The person's seats.
 */
seats: Array<string>, } | { "kind": "over", 
/**
 * The table's id.
 */
table: string, };

/**
 * How a man is at present.
 */
export type PieceState = "free" | "frozen" | "hidden";

/**
 * A man on the board.
 */
export type PieceView = { 
/**
 * The cell it stands on.
 */
cell: string, 
/**
 * Its army; none while it lies face-down.
 */
army?: string | null, 
/**
 * What it is: `king`, `pawn`, or `hidden`.
 */
kind: string, 
/**
 * The letter players write for it.
 */
letter: string, 
/**
 * What it will become, where that is fixed from the start (Enochian pawns).
 */
promotes_to?: string | null, 
/**
 * How it is at present.
 */
state: PieceState, };

/**
 * One thing that was played.
 */
export type PlayedStep = { 
/**
 * Its word in the record.
 */
word: string, 
/**
 * How players write it, where that is something else.
 */
notation?: string, 
/**
 * The seat that acted; none for chance, forfeits and agreements.
 */
by?: string, };

/**
 * Why a game ended. In JSON: the snake-case word.
 */
export type Reason = "checkmate" | "stalemate" | "insufficient_material" | "fifty_moves" | "seventy_five_moves" | "repetition" | "quiet_limit" | "agreement" | "resignation" | "flag" | "no_pieces" | "no_moves" | "kings_captured" | "bare_kings" | "four_bare_kings" | "nobody_can_act" | "last_standing" | "short_game" | "adjudication" | "aborted";

/**
 * What a seat has left.
 */
export type RemainingTime = { 
/**
 * Milliseconds until its flag falls: for the running seat from now on, for others when their turn begins.
 */
left: Millis, 
/**
 * Byoyomi periods, the one being used included.
 */
periods?: number, };

/**
 * Asks for another name to be shown.
 */
export type RenameRequest = { 
/**
 * The name.
 */
name: string, };

/**
 * Why something was refused.
 */
export type RequestError = { 
/**
 * What kind of reason it is, for programs.
 */
reason: ErrorCode, 
/**
 * The rule of the game that says so, if it is one: `banned`.
 */
rule?: string, 
/**
 * A sentence for people.
 */
words: string, };

/**
 * A text about the rules of a game.
 */
export type RulesPage = { 
/**
 * Its name: `/api/rules/{name}` is its text, in Markdown.
 */
name: string, 
/**
 * Its first heading.
 */
title: string, 
/**
 * Whether it is the operator's own.
 */
own: boolean, };

/**
 * Who is to sit on a seat.
 */
export type SeatSetup = { "kind": "open" } | { "kind": "mine" } | { "kind": "invited", 
/**
 * The name of an account: it is told, and needs no link.
 */
account?: string, } | { "kind": "engine", 
/**
 * How strong it plays.
 */
level: number, 
/**
 * The least time it takes to answer.
 */
delay?: Millis, };

/**
 * A seat and who sits there.
 */
export type SeatState = { 
/**
 * The seat's name.
 */
seat: string, 
/**
 * Who sits there.
 */
sitter: Occupant, 
/**
 * Whether they are connected.
 */
here: boolean, 
/**
 * The level at which the engine plays for them at present.
 */
stand_in?: number, 
/**
 * They have left and not come back in time: the others may claim that the seat gives up.
 */
absent?: boolean, };

/**
 * A seat and how it fares.
 */
export type SeatView = { 
/**
 * Its name.
 */
name: string, 
/**
 * The side of the board it sits at.
 */
side: Side, 
/**
 * Whether it still has a say.
 */
playing: boolean, 
/**
 * The place it took, once it has left.
 */
place?: number | null, 
/**
 * Something to say about it: "skipped: Grey is in check".
 */
note?: string | null, };

/**
 * What the server says of itself.
 */
export type ServerInfo = { 
/**
 * The program.
 */
program: string, 
/**
 * Its version.
 */
version: string, 
/**
 * The games it plays, by name.
 */
games: Array<string>, };

/**
 * A message from the server.
 */
export type ServerMessage = { "kind": "state" } & TableState | { "kind": "event" } & EventMessage | { "kind": "seats", 
/**
 * All seats.
 */
seats: Array<SeatState>, } | { "kind": "done", 
/**
 * The client's name for it.
 */
id: CommandId, 
/**
 * The version after it.
 */
version: number, } | { "kind": "refused", 
/**
 * The client's name for the command, if it could be read.
 */
id?: CommandId, 
/**
 * Why.
 */
why: RequestError, } | { "kind": "explained", 
/**
 * The client's name for the question.
 */
id: CommandId, 
/**
 * The reason.
 */
why?: IllegalAction, } | { "kind": "you" } & ViewerInfo | { "kind": "chat", 
/**
 * The lines, the oldest first.
 */
lines: Array<ChatMessage>, } | { "kind": "closing", 
/**
 * Why.
 */
why: CloseReason, };

/**
 * A set was made.
 */
export type SetCreated = { 
/**
 * The set's id.
 */
set: string, 
/**
 * With this key one sees the links again and owns all tables. It is told only here.
 */
key: string, 
/**
 * The tables with their links.
 */
tables: Array<SetTable>, };

/**
 * A game of a set.
 */
export type SetGame = { 
/**
 * The number of the table in the set, from 1.
 */
number: number, 
/**
 * The table's id.
 */
table: string, 
/**
 * How far it has come.
 */
phase: TablePhase, 
/**
 * The players' names by seat; empty where nobody sits.
 */
players: Record<string, string>, 
/**
 * The result, once there is one.
 */
outcome?: GameOutcome, };

/**
 * How things stand in a set.
 */
export type SetResults = { 
/**
 * What the set is called.
 */
name: string, 
/**
 * The game's name.
 */
game: string, 
/**
 * Each table, with those that followed it by rematch.
 */
games: Array<SetGame>, 
/**
 * What each player has scored, the best first.
 */
players: Array<SetScore>, };

/**
 * What a player has scored in a set.
 */
export type SetScore = { 
/**
 * The player's name.
 */
name: string, 
/**
 * Games that are over and count.
 */
games: number, 
/**
 * Points in them.
 */
points: number, };

/**
 * A table of a set, for who has the key.
 */
export type SetTable = { 
/**
 * The table's id.
 */
table: string, 
/**
 * The invite of each seat.
 */
invites: Record<string, string>, };

/**
 * A side of the board: row 0 lies in the south, column 0 in the west.
 */
export type Side = "south" | "west" | "north" | "east";

/**
 * A line of play.
 */
export type Study = { 
/**
 * The game's name.
 */
game: string, 
/**
 * The game's options; those not named have their usual values.
 */
options?: Record<string, unknown>, 
/**
 * A position text to begin from.
 */
start?: string, 
/**
 * What was played, in the words of records: actions, chance outcomes, `resign:white`, treaties. At most 2000.
 */
actions?: Array<string>, };

/**
 * An action that could not be played.
 */
export type StudyError = { 
/**
 * Its place among the actions, from 0.
 */
at: number, 
/**
 * The action.
 */
action: string, 
/**
 * Why not.
 */
words: string, };

/**
 * One state of a line of play. The choices are those of whoever is to act.
 */
export type StudyState = { 
/**
 * After so many actions.
 */
ply: number, 
/**
 * The board and what can be done on it.
 */
view: View, 
/**
 * The position as text.
 */
text: string, 
/**
 * What chance can show now, with its weights; empty if it is not chance's turn.
 */
chances?: Array<ChanceOutcome>, 
/**
 * What else can be entered: treaties of the seat to act, and what is left to the operator.
 */
others?: Array<string>, };

/**
 * A table was made.
 */
export type TableCreated = { 
/**
 * The table's id.
 */
table: string, 
/**
 * The maker's token: it owns the table and sits on the seats that are theirs. It is told only here.
 */
token: string, 
/**
 * The commitment to the deal, where chance plays a part. Note it, to compare it after the game.
 */
commitment?: string, 
/**
 * The invites of the seats that are kept for who has their link, `/table/{table}?invite={invite}`. Told only here.
 */
invites?: Record<string, string>, };

/**
 * A table as the lobby shows it.
 */
export type TableListing = { 
/**
 * The table's id.
 */
table: string, 
/**
 * The game's name.
 */
game: string, 
/**
 * The options, complete.
 */
options: Record<string, unknown>, 
/**
 * The kind of clock.
 */
control: TimeControl, 
/**
 * How far it has come.
 */
phase: TablePhase, 
/**
 * Who sits where.
 */
seats: Array<ListedSeat>, 
/**
 * Whether everybody may watch.
 */
watch: boolean, 
/**
 * When it was made, in milliseconds since 1970.
 */
made: number, };

/**
 * How far a game has come.
 */
export type TablePhase = "waiting" | "playing" | "over";

/**
 * How people are let in to a table, and what happens when they leave.
 */
export type TableSettings = { 
/**
 * Whether the lobby and the archive leave it out: who has the link finds it.
 */
by_link?: boolean, 
/**
 * Whether only who sits at it may look.
 */
no_watchers?: boolean, 
/**
 * Whether the game begins only when the owner says so, not as soon as all seats are taken.
 */
owner_begins?: boolean, 
/**
 * How long somebody may be away before the others may claim: 10 seconds to a day; else a minute, five without a
 * clock, and never by correspondence.
 */
grace?: Millis, 
/**
 * The level at which the engine sits in for somebody who is away longer, until they are back. Not in every game.
 */
stand_in?: number, };

/**
 * All there is to see.
 */
export type TableState = { 
/**
 * The table's id.
 */
table: string, 
/**
 * The game's name.
 */
game: string, 
/**
 * The options, complete.
 */
options: Record<string, unknown>, 
/**
 * The text of the start, if it is not the usual one.
 */
start?: string, 
/**
 * The kind of clock.
 */
control: TimeControl, 
/**
 * How people are let in and what happens when they leave.
 */
setting: TableSettings, 
/**
 * Counts what has happened to the position, takebacks included.
 */
version: number, 
/**
 * The seats that who looks sits on; none for watchers.
 */
you: Array<string>, 
/**
 * Who sits where.
 */
seats: Array<SeatState>, 
/**
 * The board and what can be done on it.
 */
view: View, 
/**
 * What was played and not taken back.
 */
line: Array<PlayedStep>, 
/**
 * How things stand.
 */
now: TableStatus, };

/**
 * How things stand beside the board. It is sent whole with every event.
 */
export type TableStatus = { 
/**
 * Whether the game has begun, and whether it is over.
 */
phase: TablePhase, 
/**
 * The clocks, if there are any.
 */
clocks?: ClockState, 
/**
 * What waits for an answer.
 */
offers?: Array<OfferState>, 
/**
 * What you may propose besides a draw, by seat; only seats of yours that may propose something.
 */
proposable?: Record<string, Array<OfferKind>>, 
/**
 * The draw that the seat to act may claim.
 */
claimable?: Reason, 
/**
 * Whether the game can still be ended without a result.
 */
abortable?: boolean, 
/**
 * The result, once there is one.
 */
outcome?: GameOutcome, 
/**
 * What is published about the deal, where chance plays a part. In an event only if it has changed.
 */
fairness?: FairnessRecord, 
/**
 * Whether the owner has stopped the clock: nobody can act.
 */
paused?: boolean, 
/**
 * What the owner may do to the position now: `force-duel`.
 */
operations?: Array<string>, 
/**
 * The seats whose people want to play again.
 */
rematch?: Array<string>, 
/**
 * The table at which everybody goes on, after a reset or a rematch. Tokens hold there too.
 */
next?: string, };

/**
 * The kind of clock a game is played with.
 */
export type TimeControl = { "kind": "none" } | { "kind": "fischer", 
/**
 * The time at the start.
 */
initial: Millis, 
/**
 * What a turn adds.
 */
increment: Millis, } | { "kind": "delay", 
/**
 * The time at the start.
 */
initial: Millis, 
/**
 * What is free.
 */
delay: Millis, } | { "kind": "bronstein", 
/**
 * The time at the start.
 */
initial: Millis, 
/**
 * The most that is given back.
 */
delay: Millis, } | { "kind": "byoyomi", 
/**
 * The time at the start.
 */
main: Millis, 
/**
 * The length of a period.
 */
period: Millis, 
/**
 * How many there are.
 */
periods: number, } | { "kind": "per_move", 
/**
 * The time for a turn.
 */
time: Millis, } | { "kind": "correspondence", 
/**
 * The days for a turn.
 */
days: number, };

/**
 * A token was made.
 */
export type TokenCreated = { 
/**
 * Its id, to take it back by.
 */
id: string, 
/**
 * The token, for `Authorization: Bearer TOKEN` and the hello of a socket. It is told only here.
 */
token: string, };

/**
 * A token as it is listed.
 */
export type TokenInfo = { 
/**
 * Its id.
 */
id: string, 
/**
 * What it is for.
 */
label: string, 
/**
 * When it was made, in milliseconds since 1970.
 */
made: number, };

/**
 * Men beside the board.
 */
export type Tray = { 
/**
 * What they have in common: "captured", "in the bag".
 */
title: string, 
/**
 * The men.
 */
men: Array<TrayPiece>, };

/**
 * Men of one kind in a tray.
 */
export type TrayPiece = { 
/**
 * Their army.
 */
army: string, 
/**
 * What they are.
 */
kind: string, 
/**
 * The letter players write for them.
 */
letter: string, 
/**
 * How many there are.
 */
count: number, };

/**
 * Who acts and what is to be done.
 */
export type TurnView = { 
/**
 * A seat's name, `chance` or `over`.
 */
who: string, 
/**
 * The army that moves.
 */
army?: string | null, 
/**
 * What kind of action it is: `ban`, `move`, `flip`, `throw`, `over`.
 */
phase: string, 
/**
 * The same as a sentence: "Black bans one of White's moves".
 */
words: string, 
/**
 * The number thrown, where a die decides.
 */
die?: number | null, };

/**
 * A position as one eye sees it: the board, what stands on it, who acts, and what can be done.
 */
export type View = { 
/**
 * The cells and how they are labelled and turned.
 */
board: BoardView, 
/**
 * The men on the board.
 */
men: Array<PieceView>, 
/**
 * What is to be pointed out on the board.
 */
marks: Array<Mark>, 
/**
 * Men beside the board.
 */
trays: Array<Tray>, 
/**
 * The armies, in the game's order.
 */
armies: Array<ArmyView>, 
/**
 * The seats, in seat order.
 */
seats: Array<SeatView>, 
/**
 * Who acts and what is to be done.
 */
turn: TurnView, 
/**
 * What the looking seat can do now. Empty for everybody who is not to act.
 */
choices: Array<Choice>, };

/**
 * What has changed of a view: what is absent is as it was.
 */
export type ViewDelta = { 
/**
 * The board, if it is another one.
 */
board?: BoardView, 
/**
 * The cells on which other men stand now.
 */
men?: Array<CellPieces>, 
/**
 * All marks.
 */
marks?: Array<Mark>, 
/**
 * All trays.
 */
trays?: Array<Tray>, 
/**
 * All armies.
 */
armies?: Array<ArmyView>, 
/**
 * All seats.
 */
seats?: Array<SeatView>, 
/**
 * Who acts.
 */
turn?: TurnView, 
/**
 * What can be done now.
 */
choices?: Array<Choice>, };

/**
 * Who one is at a table.
 */
export type ViewerInfo = { 
/**
 * The seats; none for watchers.
 */
seats: Array<string>, 
/**
 * Whether one may order what owners may.
 */
owner: boolean, 
/**
 * The id of the person, if the server knows one.
 */
person?: string, };

/**
 * Asks what a line of play looks like.
 */
export type ViewsRequest = { 
/**
 * The line.
 */
study: Study, 
/**
 * The seat from whose side the board is seen; without it, the usual side.
 */
seat?: string, 
/**
 * The first state to be shown, from 0, the start; without it, only the last.
 */
from?: number, };

/**
 * What a line of play looks like.
 */
export type ViewsResponse = { 
/**
 * What was played.
 */
line: Array<PlayedStep>, 
/**
 * The states that were asked for, at most 100; ask again from where they end.
 */
states: Array<StudyState>, 
/**
 * The result after the last, if there is one.
 */
outcome?: GameOutcome, 
/**
 * The action that could not be played; the line ends before it.
 */
error?: StudyError, };
