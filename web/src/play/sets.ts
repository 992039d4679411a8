import type { SetMade } from '../protocol/messages';

/** A set of tables that was made in this browser: its key and its links are told only once. */
export interface KeptSet extends SetMade {
  name: string;
  game: string;
}

const KEY = 'tetrarch.sets';
/** So many are kept. */
const MOST = 12;

/** The sets, the latest first. */
export function keptSets(): KeptSet[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? (kept as KeptSet[]) : [];
  } catch {
    return [];
  }
}

export function keepSet(made: KeptSet): void {
  const others = keptSets().filter((one) => one.set !== made.set);
  localStorage.setItem(KEY, JSON.stringify([made, ...others].slice(0, MOST)));
}
