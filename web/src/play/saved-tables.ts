/** What this browser keeps of a table it sits at. */
export interface SavedTable {
  token: string;
  game: string;
  /** When it was last looked at. */
  seen: number;
  over?: boolean;
  /** The invites of its seats, told only once. */
  invites?: Record<string, string>;
}

const KEY = 'tetrarch.tables';
/** So many are kept. */
const MOST = 60;

export function savedTables(): Record<string, SavedTable> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}');
  } catch {
    return {};
  }
}

export function keep(table: string, kept: Partial<SavedTable> & { game: string }): void {
  const all = savedTables();
  all[table] = { token: '', ...all[table], ...kept, seen: Date.now() };
  const latest = Object.entries(all).sort(([, a], [, b]) => b.seen - a.seen).slice(0, MOST);
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(latest)));
}

/** The token is worth nothing any more: who left a seat, or was removed from it, is a watcher. */
export function forgetToken(table: string): void {
  const kept = savedTables()[table];
  if (kept) keep(table, { ...kept, token: '' });
}

export function seatToken(table: string): string | undefined {
  return savedTables()[table]?.token || undefined;
}
