// What the server and its clients say to each other. Written by `BLESS=1 cargo test -p tetrarch-protocol`
// from crates/protocol; do not edit.

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
export type Board = { 
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
export type CellMen = { 
/**
 * The cell.
 */
cell: string, 
/**
 * The men on it.
 */
men: Array<Man>, };

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
export type ClientMessage = { "kind": "hello" } & Hello | { "kind": "command" } & Command | { "kind": "look" } | { "kind": "explain", 
/**
 * Comes back with the answer.
 */
id: CommandId, 
/**
 * What the hand did.
 */
gesture: Gesture, };

/**
 * What a seat has left.
 */
export type ClockLeft = { 
/**
 * Milliseconds until its flag falls: for the running seat from now on, for others when their turn begins.
 */
left: Millis, 
/**
 * Byoyomi periods, the one being used included.
 */
periods?: number, };

/**
 * The clocks at the moment of sending.
 */
export type ClocksNow = { 
/**
 * The seat whose clock runs.
 */
running?: string, 
/**
 * What each seat has left.
 */
left: Record<string, ClockLeft>, };

/**
 * Why the server closes a socket.
 */
export type Closing = "shutdown" | "too_slow" | "no_hello" | "silent";

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
do: Deed, };

/**
 * The client's own name for a command: 1 to 64 bytes. The same command sent twice is done once.
 */
export type CommandId = string;

/**
 * The kind of clock a game is played with.
 */
export type Control = { "kind": "none" } | { "kind": "fischer", 
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
 * What a seat can do.
 */
export type Deed = { "act": string } | { "propose": OfferKind } | { "accept": OfferKind } | { "decline": OfferKind } | "claim" | "resign" | "abort" | { "entropy": string };

/**
 * What has changed between two versions of the state.
 */
export type Event = { 
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
played?: Array<StepNow>, 
/**
 * What has changed of the view.
 */
change: ViewChange, 
/**
 * How things stand now.
 */
now: Standing, };

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
 * What a request that was not done is answered with.
 */
export type HttpFault = { 
/**
 * Why.
 */
error: Refused, };

/**
 * Asks for a seat at a table.
 */
export type Join = { 
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
 * What they add to the deal: up to 255 bytes in hexadecimal.
 */
entropy?: string, };

/**
 * A seat was taken.
 */
export type Joined = { 
/**
 * The seat.
 */
seat: string, 
/**
 * The token for it. It is told only here.
 */
token: string, };

/**
 * A man on the board.
 */
export type Man = { 
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
state: ManState, };

/**
 * How a man is at present.
 */
export type ManState = "free" | "frozen" | "hidden";

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
 * Who is to sit on a seat.
 */
export type NewSeat = { "kind": "open" } | { "kind": "mine" } | { "kind": "engine", 
/**
 * How strong it plays.
 */
level: number, };

/**
 * Asks for a new table.
 */
export type NewTable = { 
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
control?: Control, 
/**
 * Who is to sit where; seats not named are open.
 */
seats?: Record<string, NewSeat>, 
/**
 * What the maker of the table calls themselves.
 */
name?: string, 
/**
 * What the maker adds to the deal: up to 255 bytes in hexadecimal.
 */
entropy?: string, };

/**
 * What can be proposed.
 */
export type OfferKind = "draw" | "takeback" | { "treaty": string };

/**
 * A proposal that waits for answers.
 */
export type OfferNow = { 
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
 * How the game ended.
 */
export type OutcomeNow = { 
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
 * How far a game has come.
 */
export type Phase = "waiting" | "playing" | "over";

/**
 * The data that goes with a game, as it is published: texts that may come from anywhere.
 */
export type Published = { 
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
 * Why a game ended. In JSON: the snake-case word.
 */
export type Reason = "checkmate" | "stalemate" | "insufficient_material" | "fifty_moves" | "seventy_five_moves" | "repetition" | "quiet_limit" | "agreement" | "resignation" | "flag" | "no_pieces" | "no_moves" | "kings_captured" | "bare_kings" | "four_bare_kings" | "nobody_can_act" | "last_standing" | "short_game" | "adjudication" | "aborted";

/**
 * Why something was refused.
 */
export type Refused = { 
/**
 * What kind of reason it is, for programs.
 */
reason: RefusedFor, 
/**
 * The rule of the game that says so, if it is one: `banned`.
 */
rule?: string, 
/**
 * A sentence for people.
 */
words: string, };

/**
 * What kinds of reasons there are.
 */
export type RefusedFor = "not_understood" | "stale" | "unknown_token" | "not_your_seat" | "not_your_turn" | "not_begun" | "over" | "rules" | "not_now" | "flag" | "not_stored" | "shutdown";

/**
 * A seat and who sits there.
 */
export type SeatNow = { 
/**
 * The seat's name.
 */
seat: string, 
/**
 * Who sits there.
 */
sitter: Sitter, 
/**
 * Whether they are connected.
 */
here: boolean, };

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
 * A message from the server.
 */
export type ServerMessage = { "kind": "state" } & TableState | { "kind": "event" } & Event | { "kind": "seats", 
/**
 * All seats.
 */
seats: Array<SeatNow>, } | { "kind": "done", 
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
why: Refused, } | { "kind": "explained", 
/**
 * The client's name for the question.
 */
id: CommandId, 
/**
 * The reason.
 */
why?: WhyNot, } | { "kind": "closing", 
/**
 * Why.
 */
why: Closing, };

/**
 * A side of the board: row 0 lies in the south, column 0 in the west.
 */
export type Side = "south" | "west" | "north" | "east";

/**
 * Who sits on a seat.
 */
export type Sitter = { "kind": "open" } | { "kind": "person", 
/**
 * What they call themselves.
 */
name: string, } | { "kind": "engine", 
/**
 * How strong it plays.
 */
level: number, };

/**
 * How things stand beside the board. It is sent whole with every event.
 */
export type Standing = { 
/**
 * Whether the game has begun, and whether it is over.
 */
phase: Phase, 
/**
 * The clocks, if there are any.
 */
clocks?: ClocksNow, 
/**
 * What waits for an answer.
 */
offers?: Array<OfferNow>, 
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
outcome?: OutcomeNow, 
/**
 * What is published about the deal, where chance plays a part. In an event only if it has changed.
 */
fairness?: Published, };

/**
 * One thing that was played.
 */
export type StepNow = { 
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
 * A table was made.
 */
export type TableMade = { 
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
commitment?: string, };

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
control: Control, 
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
seats: Array<SeatNow>, 
/**
 * The board and what can be done on it.
 */
view: View, 
/**
 * What was played and not taken back.
 */
line: Array<StepNow>, 
/**
 * How things stand.
 */
now: Standing, };

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
men: Array<TrayMan>, };

/**
 * Men of one kind in a tray.
 */
export type TrayMan = { 
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
board: Board, 
/**
 * The men on the board.
 */
men: Array<Man>, 
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
export type ViewChange = { 
/**
 * The board, if it is another one.
 */
board?: Board, 
/**
 * The cells on which other men stand now.
 */
men?: Array<CellMen>, 
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
 * What the server says of itself.
 */
export type Welcome = { 
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
 * Why something cannot be played, in the words of the rules.
 */
export type WhyNot = { 
/**
 * A short word for the rule, the same for every case of it: `banned`.
 */
rule: string, 
/**
 * A sentence for the player.
 */
words: string, };
