import type { ArchivedGame } from '../protocol/messages';

/** What the archive is searched for. Empty fields match every game. */
export interface ArchiveFilter {
  game: string;
  player: string;
  reason: string;
  /** Days as in a date field: `2024-12-31`. */
  since: string;
  until: string;
  mine: boolean;
}

const DAY_MS = 86_400_000;

/** Midnight in the user's time zone, as for the dates in the list. */
const startOfDay = (day: string) => Date.parse(`${day}T00:00`);

/** The search as URL parameters. `before` is where the previous page of results ended. */
export function archiveQuery(filter: ArchiveFilter, before = ''): string {
  const params = {
    game: filter.game,
    player: filter.player,
    reason: filter.reason,
    person: filter.mine ? 'me' : '',
    since: filter.since ? String(startOfDay(filter.since)) : '',
    until: filter.until ? String(startOfDay(filter.until) + DAY_MS) : '',
    before,
  };
  return String(new URLSearchParams(Object.entries(params).filter(([, value]) => value)));
}

/** The points of the seats: `1–0`, `½–½`. */
export function formatPoints(game: ArchivedGame): string {
  return Object.values(game.outcome.points)
    .map((points) => (points === 0.5 ? '½' : String(Math.round(points * 100) / 100)))
    .join('–');
}
