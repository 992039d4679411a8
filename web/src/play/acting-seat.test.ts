import { expect, test } from 'vitest';
import type { View } from '../protocol/messages';
import { actingSeat } from './acting-seat';

const seat = (name: string, playing = true) => ({ name, side: 'south', playing });
const view = (who: string, ...seats: object[]) => ({ turn: { who }, seats }) as unknown as View;

test('buttons act for the seat whose turn it is', () => {
  expect(actingSeat(view('black', seat('white'), seat('black')), ['white', 'black'])).toBe('black');
});
test('while others act, buttons act for the first seat that still plays', () => {
  const seats = [seat('red'), seat('white', false), seat('black')];
  expect(actingSeat(view('red', ...seats), ['white', 'black'])).toBe('black');
});
test('a player who is out keeps the seat', () => {
  expect(actingSeat(view('red', seat('red'), seat('white', false)), ['white'])).toBe('white');
});
test('a spectator acts for nobody', () => expect(actingSeat(view('red', seat('red')), [])).toBeUndefined());
