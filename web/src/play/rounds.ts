import type { StepNow } from '../protocol/messages';
import { moveText } from './move-text';

/** One thing that was played, as the record shows it. */
export interface Word {
  text: string;
  by: string | undefined;
  /** After so many steps it has been played. */
  ply: number;
  ban: boolean;
}

/** What a seat did when it was its turn, with what chance showed. */
export interface SeatTurn {
  /** The seat's place in the order. */
  place: number;
  words: Word[];
}

/** The record in rounds: one begins when a seat acts that is not behind the last in the order. */
export function groupByRound(line: readonly StepNow[], seats: readonly string[]): SeatTurn[][] {
  const rounds: SeatTurn[][] = [];
  for (const [index, step] of line.entries()) {
    const word = { text: moveText(step), by: step.by, ply: index + 1, ban: step.word.startsWith('b:') };
    const round = rounds.at(-1);
    const last = round?.at(-1);
    const place = step.by ? seats.indexOf(step.by) : (last?.place ?? 0);
    if (round && last && place === last.place) last.words.push(word);
    else if (round && last && (place > last.place || onlyBans(rounds))) round.push({ place, words: [word] });
    else rounds.push([{ place, words: [word] }]);
  }
  return rounds;
}

/** Before the first move there is only the ban of it, which belongs to the same round. */
function onlyBans(rounds: SeatTurn[][]): boolean {
  return rounds.length === 1 && rounds[0]!.every((turn) => turn.words.every((word) => word.ban));
}
