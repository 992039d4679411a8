/** A step through the moves of a game. */
export type Step = 'first' | 'back' | 'forward' | 'last';

const STEP_KEYS: Record<string, Step> = { Home: 'first', ArrowLeft: 'back', ArrowRight: 'forward', End: 'last' };

/** Elements that use the same keys themselves. */
const OWN_KEYS = 'input, textarea, select, [data-cell], [role=menu]';

/** The step that a key stands for. */
export function stepOfKey(event: KeyboardEvent): Step | undefined {
  if (event.target instanceof Element && event.target.closest(OWN_KEYS)) return undefined;
  if (event.altKey || event.ctrlKey || event.metaKey) return undefined;
  return STEP_KEYS[event.key];
}
