import { expect, test } from 'vitest';
import type { EventMessage, TableState } from '../protocol/messages';
import { applyEvent } from './apply-event';
import { formatClock } from './clock';
import { SAMPLE_VIEW } from './sample-view';

const STATE: TableState = {
  table: 't', game: 'ban-chess', options: {}, control: { kind: 'none' }, setting: {}, version: 4, you: [], seats: [],
  view: SAMPLE_VIEW, line: [{ word: 'a' }, { word: 'b' }], now: { phase: 'playing' },
};
const event = (more: Partial<EventMessage>): EventMessage => ({ from: 4, version: 5, change: {}, now: { phase: 'playing' }, ...more });

test('an event leads to the next version', () => {
  const next = applyEvent(STATE, event({ played: [{ word: 'c' }] }))!;
  expect(next.version).toBe(5);
  expect(next.line.map((step) => step.word)).toEqual(['a', 'b', 'c']);
});
test('an event that follows another version is refused', () => expect(applyEvent(STATE, event({ from: 3 }))).toBeUndefined());
test('a takeback truncates the line before appending', () => {
  expect(applyEvent(STATE, event({ cut: 1, played: [{ word: 'x' }] }))!.line.map((step) => step.word)).toEqual(['a', 'x']);
});
test('only the cells of the delta change', () => {
  const next = applyEvent(STATE, event({ change: { men: [{ cell: 'e4', men: [] }, { cell: 'e5', men: [{ cell: 'e5', army: 'white', kind: 'pawn', letter: 'P', state: 'free' }] }] } }))!;
  expect(next.view.men.some((piece) => piece.cell === 'e4')).toBe(false);
  expect(next.view.men).toHaveLength(SAMPLE_VIEW.men.length);
  expect(next.view.board).toBe(SAMPLE_VIEW.board);
});
test.each([[305_000, '5:05'], [3_725_000, '1:02:05'], [9_940, '0:09.9'], [-5, '0:00.0'], [2 * 86_400_000, '2d 0h']])('%i ms is shown as %s', (ms, text) => {
  expect(formatClock(ms)).toBe(text);
});
