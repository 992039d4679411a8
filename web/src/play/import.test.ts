import { expect, test } from 'vitest';
import { readPasted } from './import';

test('a position text is the start of a study', () => {
  const text = '????????/????????/????????/???????? - 1 - 0 1 -';
  expect(readPasted(text, 'banqi')).toEqual({ game: 'banqi', start: text });
});
test('a list of actions is a line; a flip is parted from what it showed', () => {
  expect(readPasted('?b4=q c2d2', 'banqi').actions).toEqual(['?b4', '=q', 'c2d2']);
});
test('a record in JSON says its own game', () => {
  expect(readPasted('{"game":"bishops","options":{"short":true},"start":null,"actions":["g2g4"]}', 'banqi')).toEqual({ game: 'bishops', options: { short: true }, actions: ['g2g4'] });
});
test('bans in the comments of a PGN are bans', () => {
  const pgn = '[Variant "Ban Chess"]\n\n1. {banning: e2e4} d4 {banning: e7e5} d5 *';
  expect(readPasted(pgn, 'ban-chess').actions).toEqual(['b:e2e4', 'd4', 'b:e7e5', 'd5']);
});
