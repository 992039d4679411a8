import { describe, expect, test } from 'vitest';
import type { PlayedStep, StepKind } from '../protocol/messages';
import { groupByRound } from './rounds';

/** Steps: `seat/word` is a move, `seat/ban/word` a ban, `=outcome` chance, and `kind!seat` anything else. */
const step = (text: string): PlayedStep => {
  if (text.startsWith('=')) return { kind: 'revealed', word: text };
  const [kind, seat] = text.split('!');
  if (seat !== undefined) return { kind: kind as StepKind, word: text, ...(seat ? { by: seat } : {}) };
  const [by, ...words] = text.split('/');
  return { kind: 'acted', by: by!, word: words.at(-1)!, ...(words.length > 1 ? { phase: words[0]! } : {}) };
};
const shown = (text: string, seats: string) =>
  groupByRound(text.split(' ').map(step), seats.split(' ')).map((round) =>
    round.map((turn) => `${turn.seatIndex}:${turn.moves.map((move) => move.text).join('+')}`).join(' '),
  );

describe('groupByRound', () => {
  test('numbers turns like chess, with each ban in its turn', () => {
    expect(
      shown('black/ban/d2d4 white/e2e4 white/ban/e7e5 black/f7f6 black/ban/b1c3 white/d1h5', 'white black'),
    ).toEqual(['1:d2d4 0:e2e4+e7e5 1:f7f6+b1c3', '0:d1h5']);
  });

  test('leaves the columns of skipped seats empty', () => {
    expect(shown('white/a black/b white/c pink/d white/e', 'white grey black pink')).toEqual([
      '0:a 2:b',
      '0:c 3:d',
      '0:e',
    ]);
  });

  test('keeps outcomes of chance with the action before them', () => {
    expect(shown('first/?a1 =k second/?b2 =P first/a1a2', 'first second')).toEqual(['0:?a1+=k 1:?b2+=P', '0:a1a2']);
  });

  test('writes out what is not a move, after the move before it', () => {
    expect(shown('first/?a1 =k resigned!second', 'first second')).toEqual(['0:?a1+=k+Second resigns']);
    expect(shown('white/e4 agreed!', 'white black')).toEqual(['0:e4+Draw agreed']);
    expect(shown('white/e4 flagged!black', 'white black')).toEqual(['0:e4+Black ran out of time']);
    expect(shown('white/e4 adjudicated!black', 'white black')).toEqual(['0:e4+Decided for Black']);
    expect(shown('white/e4 adjudicated!', 'white black')).toEqual(['0:e4+Decided as a draw']);
  });

  test('starts with the seat that moves first', () => {
    expect(shown('red/a black/b yellow/c blue/d red/e', 'blue red black yellow')).toEqual(['1:a 2:b 3:c', '0:d 1:e']);
  });
});
