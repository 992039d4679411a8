import type { BoardAppearance } from './board/config';
import { speak } from './i18n';

/** What a player can choose for themselves. SavedTable in the browser. */
export interface Settings {
  theme: 'system' | 'dark' | 'light' | 'contrast';
  board: 'wood' | 'slate' | 'forest' | 'dusk';
  pieces: BoardAppearance['pieces'];
  characters: BoardAppearance['characters'];
  coordinates: boolean;
  animation: 'off' | 'fast' | 'normal' | 'slow';
  sounds: boolean;
  confirm: boolean;
  notify: boolean;
  language: string;
  name: string;
  /** The seat that is taken against the engine, by game. */
  seats: Record<string, string>;
}

/** Stands for whichever seat chance gives. */
export const RANDOM_SEAT = 'random';

const KEY = 'tetrarch.settings';
const DEFAULTS: Settings = {
  theme: 'system',
  board: 'wood',
  pieces: 'drawn',
  characters: 'chinese',
  coordinates: true,
  animation: 'normal',
  sounds: true,
  confirm: false,
  notify: false,
  language: 'en',
  name: '',
  seats: {},
};
const DURATIONS = { off: 0, fast: 110, normal: 210, slow: 480 };

function load(): Settings {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings = $state<Settings>(load());

/** The words may be another language's now: what shows them is drawn anew. */
export const spoken = $state({ language: 'en' });

/** Keeps the settings and makes the page look as they say. */
export function applySettings(): void {
  localStorage.setItem(KEY, JSON.stringify(settings));
  const light = matchMedia('(prefers-color-scheme: light)').matches;
  const theme = settings.theme === 'system' ? (light ? 'light' : 'dark') : settings.theme;
  document.documentElement.dataset.theme = theme;
  document.documentElement.dataset.board = settings.board;
  const language = settings.language;
  if (language !== spoken.language) void speak(language).then(() => (spoken.language = language));
}

/** How boards look under these settings. */
export function boardAppearance(): BoardAppearance {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return {
    coordinates: settings.coordinates,
    pieces: settings.pieces,
    characters: settings.characters,
    animation: still ? 0 : DURATIONS[settings.animation],
  };
}
