import type { PlayedStep } from '../protocol/messages';
import { isBan, moveText } from './move-text';

/** A step as the move list shows it. */
export interface ListedMove {
  text: string;
  /** The seat that played it; undefined for everything that is not a move. */
  by: string | undefined;
  /** The number of steps played, including this one. */
  ply: number;
  ban: boolean;
}

/** What a seat did in one turn, with the outcomes of chance. */
export interface SeatTurn {
  /** The seat's index in the turn order. */
  seatIndex: number;
  moves: ListedMove[];
}

/**
 * Groups a game into rounds. A new round starts when a seat acts that does not come after the previous one in the turn
 * order.
 */
export function groupByRound(line: readonly PlayedStep[], seats: readonly string[]): SeatTurn[][] {
  const rounds: SeatTurn[][] = [];
  for (const [index, step] of line.entries()) {
    const by = step.kind === 'acted' ? step.by : undefined;
    const move = { text: moveText(step), by, ply: index + 1, ban: isBan(step) };
    const round = rounds.at(-1);
    const last = round?.at(-1);
    const seatIndex = by ? seats.indexOf(by) : (last?.seatIndex ?? 0);
    if (round && last && seatIndex === last.seatIndex) last.moves.push(move);
    else if (round && last && (seatIndex > last.seatIndex || onlyBans(rounds)))
      round.push({ seatIndex, moves: [move] });
    else rounds.push([{ seatIndex, moves: [move] }]);
  }
  return rounds;
}

/** The ban before the first move belongs to the first round. */
function onlyBans(rounds: SeatTurn[][]): boolean {
  return rounds.length === 1 && rounds[0]!.every((turn) => turn.moves.every((move) => move.ban));
}
