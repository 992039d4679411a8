import { get } from '../http';
import { capitalise } from '../i18n';
import type { GameInfo } from '../protocol/messages';

let games: readonly GameInfo[] = [];
let loading: Promise<readonly GameInfo[]> | undefined;

/** Loads the list of games. The page does this once, before it shows a screen; a failed request can be repeated. */
export function loadGames(): Promise<readonly GameInfo[]> {
  loading ??= get<GameInfo[]>('/api/games')
    .then((found) => (games = found))
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}

/** The games of the server, in display order. */
export const allGames = (): readonly GameInfo[] => games;

export const gameInfo = (name: string): GameInfo | undefined => games.find((game) => game.name === name);

export const gameTitle = (name: string): string => gameInfo(name)?.title ?? capitalise(name);
