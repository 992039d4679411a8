import { post } from '../http';
import type { NewSeat, NewTable, TableMade } from '../protocol/messages';
import { navigate } from '../router.svelte';
import { RANDOM_SEAT, settings } from '../settings.svelte';
import { SEATS } from './games';
import { me } from './current-user';
import { keep } from './saved-tables';

/** Makes a table, keeps what is told only once, and goes there. */
export async function createTable(wanted: NewTable): Promise<void> {
  await me();
  const made = await post<TableMade>('/api/tables', { ...wanted, ...(settings.name ? { name: settings.name } : {}), entropy: entropy() });
  keep(made.table, { game: wanted.game, token: made.token, ...(made.invites ? { invites: made.invites } : {}) });
  navigate(`/table/${made.table}`);
}

/** A game against the engine, at once: the player takes the seat they like, the first if they have not said. */
export async function playNow(game: string, level: number): Promise<void> {
  const seats: Record<string, NewSeat> = {};
  const mine = wantedSeat(game);
  SEATS[game]!.forEach((seat) => (seats[seat] = seat === mine ? { kind: 'mine' } : { kind: 'engine', level }));
  await createTable({ game, seats, setting: { by_link: true } });
}

function wantedSeat(game: string): string {
  const all = SEATS[game]!;
  const wanted = settings.seats[game];
  if (wanted === RANDOM_SEAT) return all[Math.floor(Math.random() * all.length)]!;
  return wanted && all.includes(wanted) ? wanted : all[0]!;
}

/** What this browser adds to the deal. */
export function entropy(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
