/** What this browser remembers of a table. */
export interface SavedTable {
  token: string;
  game: string;
  /** When the table was last viewed, in Unix milliseconds. */
  seen: number;
  over?: boolean;
  /** The invites of its seats, which the server sends only once. */
  invites?: Record<string, string>;
}

const KEY = 'tetrarch.tables';
const MAX_SAVED_TABLES = 60;

export function savedTables(): Record<string, SavedTable> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}');
  } catch {
    return {};
  }
}

export function saveTable(table: string, update: Partial<SavedTable> & { game: string }): void {
  const all = savedTables();
  all[table] = { token: '', ...all[table], ...update, seen: Date.now() };
  const latest = Object.entries(all)
    .sort(([, a], [, b]) => b.seen - a.seen)
    .slice(0, MAX_SAVED_TABLES);
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(latest)));
}

/** Drops a token that is no longer valid: its player left the seat or was removed from it. */
export function forgetToken(table: string): void {
  const saved = savedTables()[table];
  if (saved) saveTable(table, { ...saved, token: '' });
}

export function seatToken(table: string): string | undefined {
  return savedTables()[table]?.token || undefined;
}
