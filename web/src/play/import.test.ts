import { expect, test } from 'vitest';
import { parsePasted } from './import';

test('a position text is the start of a study', () => {
  const text = '????????/????????/????????/???????? - 1 - 0 1 -';
  expect(parsePasted(text, 'banqi')).toEqual({ game: 'banqi', start: text });
});
test('a list of actions is a line; a flip is parted from what it showed', () => {
  expect(parsePasted('?b4=q c2d2', 'banqi').actions).toEqual(['?b4', '=q', 'c2d2']);
});
test('a record in JSON says its own game', () => {
  expect(parsePasted('{"game":"bishops","options":{"short":true},"start":null,"actions":["g2g4"]}', 'banqi')).toEqual({ game: 'bishops', options: { short: true }, actions: ['g2g4'] });
});
test('bans in the comments of a PGN are bans', () => {
  const pgn = '[Variant "Ban Chess"]\n\n1. {banning: e2e4} d4 {banning: e7e5} d5 *';
  expect(parsePasted(pgn, 'ban-chess').actions).toEqual(['b:e2e4', 'd4', 'b:e7e5', 'd5']);
});
test('a sheet says its options, its start and who left', () => {
  const sheet = '[Variant "Enochian chess"]\n[Divination "true"]\n[KingSafety "free"]\n[Blue "Ada"]\n\n1. =4 Qh7f5 =2 Nf1e3 =3 - =5 Rd8f8\n2. =6 Pg6f6 {Red resigns} {Draw agreed}\n1/2-1/2-1/2-1/2';
  expect(parsePasted(sheet, 'banqi')).toEqual({
    game: 'enochian', options: { divination: true, king_safety: 'free' },
    actions: ['=4', 'Qh7f5', '=2', 'Nf1e3', '=3', '=5', 'Rd8f8', '=6', 'Pg6f6', 'resign:red', 'draw'],
  });
});
test('the sheet of Bishops is read with its duel', () => {
  const sheet = '[Variant "Bishops"]\n\n1. swap g2-g4 .. b6-d6 .. g11-g9 .. swap k7-j7\n2. f2-f4 {Grey resigns} {Pink resigns}\n{duel}\n1. e4 e5 2. Nf3 Nc6 {Black resigns}\n1-0-0-0';
  expect(parsePasted(sheet, 'banqi').actions).toEqual(['swap', 'g2g4', 'b6d6', 'g11g9', 'swap', 'k7j7', 'f2f4', 'resign:grey', 'resign:pink', 'e4', 'e5', 'Nf3', 'Nc6', 'resign:black']);
});
test('a list may begin with what is not usual', () => {
  expect(parsePasted('First: Ada\noptions: {"preset":"tcga"}\n?b4=q resign:first', 'banqi')).toEqual({ game: 'banqi', options: { preset: 'tcga' }, actions: ['?b4', '=q', 'resign:first'] });
});
test('the moves of a sheet are read without its tags too', () => {
  expect(parsePasted('1. {banning: e2e4} d4 {banning: e7e5} d5 *', 'ban-chess').actions).toEqual(['b:e2e4', 'd4', 'b:e7e5', 'd5']);
  expect(parsePasted('{banning: e2e4} d4', 'ban-chess').actions).toEqual(['b:e2e4', 'd4']);
});
test('what is no record at all is refused in words', () => {
  for (const text of ['{"game": "bishops", "actions": [', '{"actions": "e4"}', '{}', 'White: Ada', 'options: {preset}\n?b4']) {
    expect(() => parsePasted(text, 'banqi'), text).toThrow(/You can paste a position/);
  }
});
