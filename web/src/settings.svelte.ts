import type { BoardAppearance } from './board/config';
import { setLanguage } from './i18n';

/** The player's preferences, saved in the browser. */
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
  /** The seat to play against the engine, by game. */
  seats: Record<string, string>;
}

/** In `Settings.seats`: draw a seat at random. */
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
const ANIMATION_MS = { off: 0, fast: 110, normal: 210, slow: 480 };

function load(): Settings {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings = $state<Settings>(load());

/** The language whose messages are loaded. The page is rendered again when it changes. */
export const loaded = $state({ language: 'en' });

/** Saves the settings and applies theme, board and language to the page. */
export function applySettings(): void {
  localStorage.setItem(KEY, JSON.stringify(settings));
  const light = matchMedia('(prefers-color-scheme: light)').matches;
  const theme = settings.theme === 'system' ? (light ? 'light' : 'dark') : settings.theme;
  document.documentElement.dataset.theme = theme;
  document.documentElement.dataset.board = settings.board;
  const language = settings.language;
  if (language !== loaded.language) void setLanguage(language).then(() => (loaded.language = language));
}

export function boardAppearance(): BoardAppearance {
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return {
    coordinates: settings.coordinates,
    pieces: settings.pieces,
    characters: settings.characters,
    animation: reducedMotion ? 0 : ANIMATION_MS[settings.animation],
  };
}
