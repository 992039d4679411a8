import { post } from '../http';
import type { SeatSetup, CreateTableRequest, TableCreated } from '../protocol/messages';
import { navigate } from '../router.svelte';
import { RANDOM_SEAT, settings } from '../settings.svelte';
import { currentUser } from './current-user';
import { gameInfo } from './games';
import { saveTable } from './saved-tables';

/** Creates a table, saves its token and invites, which the server sends only once, and opens it. */
export async function createTable(options: CreateTableRequest): Promise<void> {
  await currentUser();
  const created = await post<TableCreated>('/api/tables', {
    ...options,
    ...(settings.name ? { name: settings.name } : {}),
    entropy: randomEntropy(),
  });
  saveTable(created.table, {
    game: options.game,
    token: created.token,
    ...(created.invites ? { invites: created.invites } : {}),
  });
  navigate(`/table/${created.table}`);
}

/** Starts a game against the engine, on the seat from the settings. */
export async function playNow(game: string, level: number): Promise<void> {
  const info = gameInfo(game);
  const all = info?.seats ?? [];
  const mySeat = preferredSeat(game, all);
  const engine: SeatSetup = { kind: 'engine', level: Math.min(level, info?.levels ?? level) };
  const seats = Object.fromEntries(
    all.map((seat): [string, SeatSetup] => [seat, seat === mySeat ? { kind: 'mine' } : engine]),
  );
  await createTable({ game, seats, setting: { by_link: true } });
}

function preferredSeat(game: string, all: readonly string[]): string | undefined {
  const preferred = settings.seats[game];
  if (preferred === RANDOM_SEAT) return all[Math.floor(Math.random() * all.length)];
  return preferred && all.includes(preferred) ? preferred : all[0];
}

/** This player's contribution to the seed of the shuffle. */
export function randomEntropy(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
