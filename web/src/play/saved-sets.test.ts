import { beforeEach, describe, expect, test } from 'vitest';
import { saveSet, savedSets } from './saved-sets';

const set = (name: string) => ({ set: name, key: `key of ${name}`, tables: [], name, game: 'banqi' });

describe('saved events', () => {
  beforeEach(() => localStorage.clear());

  test('are listed once each, latest first', () => {
    for (const name of ['a', 'b', 'a']) saveSet(set(name));
    expect(savedSets().map((one) => one.set)).toEqual(['a', 'b']);
    expect(savedSets()[0]!.key).toBe('key of a');
  });

  test('are limited in number', () => {
    for (let number = 0; number < 40; number += 1) saveSet(set(String(number)));
    expect(savedSets().length).toBe(12);
    expect(savedSets()[0]!.set).toBe('39');
  });

  test('are ignored if the stored value is invalid', () => {
    localStorage.setItem('tetrarch.sets', '{"a":');
    expect(savedSets()).toEqual([]);
    localStorage.setItem('tetrarch.sets', '{}');
    expect(savedSets()).toEqual([]);
  });
});
