import { post } from '../http';
import type { NewSeat, NewTable, TableMade } from '../protocol/messages';
import { go } from '../router.svelte';
import { settings } from '../settings.svelte';
import { SEATS } from './games';
import { keep } from './tokens';

/** Makes a table, keeps what is told only once, and goes there. */
export async function makeTable(wanted: NewTable): Promise<void> {
  const made = await post<TableMade>('/api/tables', { ...wanted, ...(settings.name ? { name: settings.name } : {}), entropy: entropy() });
  keep(made.table, { game: wanted.game, token: made.token, ...(made.invites ? { invites: made.invites } : {}) });
  go(`/table/${made.table}`);
}

/** A game against the engine, at once: the player takes the first seat. */
export async function playNow(game: string, level: number): Promise<void> {
  const seats: Record<string, NewSeat> = {};
  SEATS[game]!.forEach((seat, index) => (seats[seat] = index === 0 ? { kind: 'mine' } : { kind: 'engine', level }));
  await makeTable({ game, seats });
}

/** What this browser adds to the deal. */
function entropy(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
