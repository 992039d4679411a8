import { beforeEach, expect, test } from 'vitest';
import type { TableListing } from '../protocol/messages';
import { mergeTables, savedRunningTables } from './my-tables';

const save = (tables: Record<string, object>) => localStorage.setItem('tetrarch.tables', JSON.stringify(tables));
const listing = (table: string) => ({ table, game: 'any', seats: [] }) as unknown as TableListing;

beforeEach(() => localStorage.clear());
test('running games are listed latest first', () => {
  save({ a: { token: 'x', game: 'any', seen: 1 }, b: { token: 'x', game: 'any', seen: 2 } });
  expect(savedRunningTables().map((one) => one.table)).toEqual(['b', 'a']);
});
test('finished and watched games are not listed', () => {
  save({ over: { token: 'x', game: 'any', seen: 1, over: true }, watched: { token: '', game: 'any', seen: 2 } });
  expect(savedRunningTables()).toEqual([]);
});
test('at most six saved games are listed', () => {
  save(Object.fromEntries([...'abcdefgh'].map((name, seen) => [name, { token: 'x', game: 'any', seen }])));
  expect(savedRunningTables()).toHaveLength(6);
});
test('a saved game gets the seats that the server sends', () => {
  const [merged] = mergeTables([{ table: 'a', game: 'any' }], [listing('a')]);
  expect(merged).toEqual({ table: 'a', game: 'any', seats: [] });
});
test('games from other devices follow the saved ones, up to eight in total', () => {
  const merged = mergeTables([{ table: 'a', game: 'any' }], [...'abcdefghijk'].map(listing));
  expect(merged.map((one) => one.table).join('')).toBe('abcdefgh');
});
