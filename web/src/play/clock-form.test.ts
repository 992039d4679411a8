import { expect, test } from 'vitest';
import type { TimeControl } from '../protocol/messages';
import { CLOCK_FIELDS, CLOCK_KINDS, DEFAULT_CLOCK_NUMBERS, timeControl } from './clock-form';

test.each<TimeControl>([
  { kind: 'none' },
  { kind: 'fischer', initial: 600_000, increment: 5000 },
  { kind: 'delay', initial: 600_000, delay: 3000 },
  { kind: 'bronstein', initial: 600_000, delay: 3000 },
  { kind: 'byoyomi', main: 600_000, period: 30_000, periods: 5 },
  { kind: 'per_move', time: 60_000 },
  { kind: 'correspondence', days: 3 },
])('the default numbers are the time control %o', (control) => {
  expect(timeControl(control.kind, DEFAULT_CLOCK_NUMBERS)).toEqual(control);
});
test('a fraction of a minute is rounded to milliseconds', () => {
  expect(timeControl('fischer', { ...DEFAULT_CLOCK_NUMBERS, minutes: 1 / 3 })).toMatchObject({ initial: 20_000 });
});
test('each number of a time control has a field', () => {
  const changed = { minutes: 11, increment: 6, delay: 4, period: 31, periods: 6, perMove: 61, days: 4 };
  for (const kind of CLOCK_KINDS) {
    const keys = CLOCK_FIELDS[kind].map((field) => field.key);
    const own = Object.fromEntries(keys.map((key) => [key, changed[key]]));
    expect(timeControl(kind, { ...DEFAULT_CLOCK_NUMBERS, ...own })).toEqual(timeControl(kind, changed));
  }
});
