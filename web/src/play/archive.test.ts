import { expect, test } from 'vitest';
import type { ArchivedGame } from '../protocol/messages';
import { archiveQuery, formatPoints, type ArchiveFilter } from './archive';

const EMPTY: ArchiveFilter = { game: '', player: '', reason: '', since: '', until: '', mine: false };

test('an empty filter sends no parameters', () => expect(archiveQuery(EMPTY)).toBe(''));
test('the player’s own games are those of person=me', () => {
  expect(archiveQuery({ ...EMPTY, mine: true, player: 'A B' })).toBe('player=A+B&person=me');
});
test('the last day of a period belongs to it', () => {
  const query = new URLSearchParams(archiveQuery({ ...EMPTY, since: '2024-02-28', until: '2024-02-28' }));
  expect(Number(query.get('since'))).toBe(new Date(2024, 1, 28).getTime());
  expect(Number(query.get('until'))).toBe(new Date(2024, 1, 28).getTime() + 86_400_000);
});
test('the next page starts where the previous one ended', () => {
  expect(archiveQuery(EMPTY, '17')).toBe('before=17');
});
test.each([
  [{ white: 1, black: 0 }, '1–0'],
  [{ white: 0.5, black: 0.5 }, '½–½'],
  [{ a: 1 / 3, b: 1 / 3, c: 1 / 3, d: 0 }, '0.33–0.33–0.33–0'],
])('the points %o are shown as %s', (points, text) => {
  expect(formatPoints({ outcome: { points } } as unknown as ArchivedGame)).toBe(text);
});
