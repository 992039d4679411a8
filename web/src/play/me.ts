import { ask } from '../http';
import type { Me } from '../protocol/messages';
import { settings } from '../settings.svelte';

let known: Promise<Me | undefined> | undefined;

/** Who we are on this server. Somebody who comes for the first time is a guest from now on. */
export function me(): Promise<Me | undefined> {
  known ??= ask<Me>('POST', '/api/me', settings.name ? { name: settings.name } : undefined).catch(() => {
    known = undefined;
    return undefined;
  });
  return known;
}

/** Somebody else may be sitting here now: ask again. */
export function forgetMe(): void {
  known = undefined;
}
