import { expect, test } from 'vitest';
import type { EventMessage, PieceView, PlayedStep, TableState, View } from '../protocol/messages';
import { applyEvent } from './apply-event';
import { formatClock } from './clock';

const pawn = (cell: string): PieceView => ({ cell, army: 'white', kind: 'pawn', letter: 'P', state: 'free' });
const VIEW: View = {
  board: { columns: 8, rows: 8, cells: [], column_labels: [], row_labels: [], near: 'south' },
  men: [pawn('d2'), pawn('e4')],
  marks: [],
  trays: [],
  armies: [],
  seats: [],
  turn: { who: 'black', army: 'black', phase: 'move', words: '' },
  choices: [],
};
const step = (word: string): PlayedStep => ({ kind: 'acted', word });
const STATE: TableState = {
  table: 't',
  game: 'any',
  options: {},
  control: { kind: 'none' },
  setting: {},
  version: 4,
  you: [],
  seats: [],
  view: VIEW,
  line: [step('a'), step('b')],
  now: { phase: 'playing' },
};
const event = (more: Partial<EventMessage>): EventMessage => ({
  from: 4,
  version: 5,
  change: {},
  now: { phase: 'playing' },
  ...more,
});

test('an event leads to the next version', () => {
  const next = applyEvent(STATE, event({ played: [step('c')] }))!;
  expect(next.version).toBe(5);
  expect(next.line.map((one) => one.word)).toEqual(['a', 'b', 'c']);
});
test('an event that follows another version is refused', () =>
  expect(applyEvent(STATE, event({ from: 3 }))).toBeUndefined());
test('a takeback truncates the line before appending', () => {
  expect(applyEvent(STATE, event({ cut: 1, played: [step('x')] }))!.line.map((one) => one.word)).toEqual(['a', 'x']);
});
test('only the cells of the delta change', () => {
  const next = applyEvent(
    STATE,
    event({
      change: {
        men: [
          { cell: 'e4', men: [] },
          { cell: 'e5', men: [pawn('e5')] },
        ],
      },
    }),
  )!;
  expect(next.view.men.map((piece) => piece.cell)).toEqual(['d2', 'e5']);
  expect(next.view.board).toBe(VIEW.board);
});
test.each([
  [305_000, '5:05'],
  [3_725_000, '1:02:05'],
  [9_940, '0:09.9'],
  [-5, '0:00.0'],
  [2 * 86_400_000, '2d 0h'],
])('%i ms is shown as %s', (ms, text) => {
  expect(formatClock(ms)).toBe(text);
});
