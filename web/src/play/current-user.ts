import { ask } from '../http';
import type { Me } from '../protocol/messages';
import { settings } from '../settings.svelte';
import { savedTables } from './saved-tables';

/** Where a browser notes that the server knows who sits at it. */
const KEY = 'tetrarch.known';
let known: Promise<Me | undefined> | undefined;

/** Who we are on this server. Somebody who comes for the first time is a guest from now on. */
export function me(): Promise<Me | undefined> {
  known ??= ask<Me>('POST', '/api/me', settings.name ? { name: settings.name } : undefined).then((found) => {
    localStorage.setItem(KEY, 'yes');
    return found;
  }).catch(() => {
    known = undefined;
    return undefined;
  });
  return known;
}

/** Whether the server knows us, as far as this browser can tell without asking: who comes for the first time is nobody yet. */
export function hasVisited(): boolean {
  return localStorage.getItem(KEY) !== null || Object.keys(savedTables()).length > 0;
}

/** Somebody else may be sitting here now: ask again. */
export function resetCurrentUser(): void {
  known = undefined;
}
