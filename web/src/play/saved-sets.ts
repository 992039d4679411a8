import type { SetCreated } from '../protocol/messages';

/** An event created in this browser. The server sends its key and links only once. */
export interface SavedSet extends SetCreated {
  name: string;
  game: string;
}

const KEY = 'tetrarch.sets';
const MAX_SAVED_SETS = 12;

/** The saved events, latest first. */
export function savedSets(): SavedSet[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(saved) ? (saved as SavedSet[]) : [];
  } catch {
    return [];
  }
}

export function saveSet(set: SavedSet): void {
  const others = savedSets().filter((one) => one.set !== set.set);
  localStorage.setItem(KEY, JSON.stringify([set, ...others].slice(0, MAX_SAVED_SETS)));
}
