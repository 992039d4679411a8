import { beforeEach, describe, expect, test } from 'vitest';
import { saveSet, savedSets } from './saved-sets';

const set = (name: string) => ({ set: name, key: `key of ${name}`, tables: [], name, game: 'banqi' });

describe('the sets of tables of this browser', () => {
  beforeEach(() => localStorage.clear());

  test('are kept, the latest first, and each once', () => {
    for (const name of ['a', 'b', 'a']) saveSet(set(name));
    expect(savedSets().map((one) => one.set)).toEqual(['a', 'b']);
    expect(savedSets()[0]!.key).toBe('key of a');
  });

  test('are not kept for ever', () => {
    for (let number = 0; number < 40; number += 1) saveSet(set(String(number)));
    expect(savedSets().length).toBe(12);
    expect(savedSets()[0]!.set).toBe('39');
  });

  test('are none if what is kept makes no sense', () => {
    localStorage.setItem('tetrarch.sets', '{"a":');
    expect(savedSets()).toEqual([]);
    localStorage.setItem('tetrarch.sets', '{}');
    expect(savedSets()).toEqual([]);
  });
});
