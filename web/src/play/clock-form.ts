import type { MessageKey } from '../i18n';
import type { TimeControl } from '../protocol/messages';

export type ClockKind = TimeControl['kind'];

export const CLOCK_KINDS: readonly ClockKind[] = [
  'none',
  'fischer',
  'delay',
  'bronstein',
  'byoyomi',
  'per_move',
  'correspondence',
];

/** The numbers of a time control in the units of the form: minutes, seconds, days. */
export interface ClockNumbers {
  minutes: number;
  increment: number;
  delay: number;
  period: number;
  periods: number;
  perMove: number;
  days: number;
}

export const DEFAULT_CLOCK_NUMBERS: ClockNumbers = {
  minutes: 10,
  increment: 5,
  delay: 3,
  period: 30,
  periods: 5,
  perMove: 60,
  days: 3,
};

/** A number field of the form. */
export interface ClockField {
  key: keyof ClockNumbers;
  label: MessageKey;
  min: number;
}

const MINUTES: ClockField = { key: 'minutes', label: 'minutes', min: 0 };
const DELAY: ClockField = { key: 'delay', label: 'delay', min: 0 };

/** The fields of each kind of time control, in display order. */
export const CLOCK_FIELDS: Record<ClockKind, readonly ClockField[]> = {
  none: [],
  fischer: [MINUTES, { key: 'increment', label: 'increment', min: 0 }],
  delay: [MINUTES, DELAY],
  bronstein: [MINUTES, DELAY],
  byoyomi: [MINUTES, { key: 'period', label: 'seconds', min: 1 }, { key: 'periods', label: 'periods', min: 1 }],
  per_move: [{ key: 'perMove', label: 'perMove', min: 1 }],
  correspondence: [{ key: 'days', label: 'days', min: 1 }],
};

/** The time control in the units of the server: milliseconds, and days for correspondence. */
export function timeControl(kind: ClockKind, numbers: ClockNumbers): TimeControl {
  const { minutes, increment, delay, period, periods, perMove, days } = numbers;
  const initial = Math.round(minutes * 60_000);
  switch (kind) {
    case 'none':
      return { kind };
    case 'fischer':
      return { kind, initial, increment: increment * 1000 };
    case 'delay':
    case 'bronstein':
      return { kind, initial, delay: delay * 1000 };
    case 'byoyomi':
      return { kind, main: initial, period: period * 1000, periods };
    case 'per_move':
      return { kind, time: perMove * 1000 };
    case 'correspondence':
      return { kind, days };
  }
}
