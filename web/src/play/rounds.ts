import type { StepNow } from '../protocol/messages';
import { stepText } from './step';

/** One thing that was played, as the record shows it. */
export interface Word {
  text: string;
  by: string | undefined;
  /** After so many steps it has been played. */
  ply: number;
  ban: boolean;
}

/** What a seat did when it was its turn, with what chance showed. */
export interface TurnOf {
  /** The seat's place in the order. */
  place: number;
  words: Word[];
}

/** The record in rounds: one begins when a seat acts that is not behind the last in the order. */
export function roundsOf(line: readonly StepNow[], seats: readonly string[]): TurnOf[][] {
  const rounds: TurnOf[][] = [];
  for (const [index, step] of line.entries()) {
    const word = { text: stepText(step), by: step.by, ply: index + 1, ban: step.word.startsWith('b:') };
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
function onlyBans(rounds: TurnOf[][]): boolean {
  return rounds.length === 1 && rounds[0]!.every((turn) => turn.words.every((word) => word.ban));
}
