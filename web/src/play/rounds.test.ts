import { describe, expect, test } from 'vitest';
import type { PlayedStep } from '../protocol/messages';
import { groupByRound } from './rounds';

/** Steps written as `seat/word`; outcomes of chance have no seat. */
const line = (text: string): PlayedStep[] =>
  text.split(' ').map((one) => {
    const [by, word] = one.split('/');
    return word === undefined ? { word: by! } : { by: by!, word };
  });
const shown = (text: string, seats: string) =>
  groupByRound(line(text), seats.split(' ')).map((round) => round.map((turn) => `${turn.seatIndex}:${turn.moves.map((move) => move.text).join('+')}`).join(' '));

describe('groupByRound', () => {
  test('numbers Ban-Chess like chess, with each ban in its turn', () => {
    expect(shown('black/b:d2d4 white/m:e2e4 white/b:e7e5 black/m:f7f6 black/b:b1c3 white/m:d1h5', 'white black'))
      .toEqual(['1:b:d2d4 0:m:e2e4+b:e7e5 1:m:f7f6+b:b1c3', '0:m:d1h5']);
  });

  test('leaves the columns of skipped seats empty', () => {
    expect(shown('white/a black/b white/c pink/d white/e', 'white grey black pink')).toEqual(['0:a 2:b', '0:c 3:d', '0:e']);
  });

  test('keeps outcomes of chance with the action before them', () => {
    expect(shown('first/?a1 =k second/?b2 =P first/a1a2', 'first second')).toEqual(['0:?a1+=k 1:?b2+=P', '0:a1a2']);
  });

  test('writes out events that no seat plays', () => {
    expect(shown('first/?a1 =k resign:first', 'first second')).toEqual(['0:?a1+=k+First resigns']);
    expect(shown('white/m:e2e4 draw', 'white black')).toEqual(['0:m:e2e4+Draw agreed']);
  });

  test('starts with the seat that moves first', () => {
    expect(shown('red/a black/b yellow/c blue/d red/e', 'blue red black yellow')).toEqual(['1:a 2:b 3:c', '0:d 1:e']);
  });
});
