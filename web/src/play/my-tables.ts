import type { TableListing } from '../protocol/messages';
import { savedTables } from './saved-tables';

/** A running game of the player. */
export interface MyTable {
  table: string;
  game: string;
  /** Undefined until the server has sent them. */
  seats?: TableListing['seats'] | undefined;
}

const MAX_SAVED = 6;
const MAX_LISTED = 8;

/** The running games that this browser knows, latest first. */
export function savedRunningTables(): MyTable[] {
  return Object.entries(savedTables())
    .filter(([, saved]) => !saved.over && saved.token)
    .sort(([, a], [, b]) => b.seen - a.seen)
    .slice(0, MAX_SAVED)
    .map(([table, saved]) => ({ table, game: saved.game }));
}

/** Completes the saved games with their seats, and appends those that only the server knows. */
export function mergeTables(saved: readonly MyTable[], listed: readonly TableListing[]): MyTable[] {
  const known = new Set(saved.map((one) => one.table));
  const withSeats = saved.map((one) => ({
    ...one,
    seats: listed.find((other) => other.table === one.table)?.seats,
  }));
  return [...withSeats, ...listed.filter((one) => !known.has(one.table))].slice(0, MAX_LISTED);
}
