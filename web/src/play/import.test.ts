import { expect, test } from 'vitest';
import { parsePasted } from './import';

test('a position becomes the start of a study', () => {
  const text = '????????/????????/????????/???????? - 1 - 0 1 -';
  expect(parsePasted(text, 'banqi')).toEqual({ game: 'banqi', start: text });
});
test('a list of actions becomes a line, and a flip is split from its outcome', () => {
  expect(parsePasted('?b4=q c2d2', 'banqi').actions).toEqual(['?b4', '=q', 'c2d2']);
});
test('a JSON record names its own game', () => {
  expect(parsePasted('{"game":"bishops","options":{"short":true},"start":null,"actions":["g2g4"]}', 'banqi')).toEqual({ game: 'bishops', options: { short: true }, actions: ['g2g4'] });
});
test('bans are read from PGN comments', () => {
  const pgn = '[Variant "Ban Chess"]\n\n1. {banning: e2e4} d4 {banning: e7e5} d5 *';
  expect(parsePasted(pgn, 'ban-chess').actions).toEqual(['b:e2e4', 'd4', 'b:e7e5', 'd5']);
});
test('options, dice and resignations are read from a sheet', () => {
  const sheet = '[Variant "Enochian chess"]\n[Divination "true"]\n[KingSafety "free"]\n[Blue "Ada"]\n\n1. =4 Qh7f5 =2 Nf1e3 =3 - =5 Rd8f8\n2. =6 Pg6f6 {Red resigns} {Draw agreed}\n1/2-1/2-1/2-1/2';
  expect(parsePasted(sheet, 'banqi')).toEqual({
    game: 'enochian', options: { divination: true, king_safety: 'free' },
    actions: ['=4', 'Qh7f5', '=2', 'Nf1e3', '=3', '=5', 'Rd8f8', '=6', 'Pg6f6', 'resign:red', 'draw'],
  });
});
test('a Bishops sheet is read with its duel', () => {
  const sheet = '[Variant "Bishops"]\n\n1. swap g2-g4 .. b6-d6 .. g11-g9 .. swap k7-j7\n2. f2-f4 {Grey resigns} {Pink resigns}\n{duel}\n1. e4 e5 2. Nf3 Nc6 {Black resigns}\n1-0-0-0';
  expect(parsePasted(sheet, 'banqi').actions).toEqual(['swap', 'g2g4', 'b6d6', 'g11g9', 'swap', 'k7j7', 'f2f4', 'resign:grey', 'resign:pink', 'e4', 'e5', 'Nf3', 'Nc6', 'resign:black']);
});
test('a list may start with header lines', () => {
  expect(parsePasted('First: Ada\noptions: {"preset":"tcga"}\n?b4=q resign:first', 'banqi')).toEqual({ game: 'banqi', options: { preset: 'tcga' }, actions: ['?b4', '=q', 'resign:first'] });
});
test('the moves of a sheet are read without tags too', () => {
  expect(parsePasted('1. {banning: e2e4} d4 {banning: e7e5} d5 *', 'ban-chess').actions).toEqual(['b:e2e4', 'd4', 'b:e7e5', 'd5']);
  expect(parsePasted('{banning: e2e4} d4', 'ban-chess').actions).toEqual(['b:e2e4', 'd4']);
});
test('anything else is refused with a message', () => {
  for (const text of ['{"game": "bishops", "actions": [', '{"actions": "e4"}', '{}', 'White: Ada', 'options: {preset}\n?b4']) {
    expect(() => parsePasted(text, 'banqi'), text).toThrow(/You can paste a position/);
  }
});
