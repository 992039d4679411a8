import type { SetMade } from '../protocol/messages';

/** A set of tables that was made in this browser: its key and its links are told only once. */
export interface SavedSet extends SetMade {
  name: string;
  game: string;
}

const KEY = 'tetrarch.sets';
/** So many are kept. */
const MOST = 12;

/** The sets, the latest first. */
export function savedSets(): SavedSet[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? (kept as SavedSet[]) : [];
  } catch {
    return [];
  }
}

export function saveSet(made: SavedSet): void {
  const others = savedSets().filter((one) => one.set !== made.set);
  localStorage.setItem(KEY, JSON.stringify([made, ...others].slice(0, MOST)));
}
