import { request } from '../http';
import type { CurrentUser } from '../protocol/messages';
import { settings } from '../settings.svelte';
import { savedTables } from './saved-tables';

/** Set once the server has given this browser a session. */
const VISITED_KEY = 'tetrarch.known';
let user: Promise<CurrentUser | undefined> | undefined;

/** The user of this browser. The first call of a new browser creates a guest. */
export function currentUser(): Promise<CurrentUser | undefined> {
  user ??= request<CurrentUser>('POST', '/api/me', settings.name ? { name: settings.name } : undefined)
    .then((found) => {
      localStorage.setItem(VISITED_KEY, 'yes');
      return found;
    })
    .catch(() => {
      user = undefined;
      return undefined;
    });
  return user;
}

/** Whether the server may know this browser already. New visitors are not sent to endpoints that need a session. */
export function hasVisited(): boolean {
  return localStorage.getItem(VISITED_KEY) !== null || Object.keys(savedTables()).length > 0;
}

/** Makes the next `currentUser` call ask the server again, after logging in or out. */
export function resetCurrentUser(): void {
  user = undefined;
}
