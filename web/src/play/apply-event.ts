import type { Event, TableState, View, ViewChange } from '../protocol/messages';

/** A view with a change made to it. What has not changed is the same object as before. */
export function applyChange(view: View, change: ViewChange): View {
  const { men: changed, ...rest } = change;
  const next: View = { ...view };
  for (const [key, value] of Object.entries(rest)) if (value != null) Object.assign(next, { [key]: value });
  if (changed) {
    const cells = new Set(changed.map((cell) => cell.cell));
    next.men = [...view.men.filter((man) => !cells.has(man.cell)), ...changed.flatMap((cell) => cell.men)];
  }
  return next;
}

/** The state after an event; none if the event is a change of another version. */
export function applyEvent(state: TableState, event: Event): TableState | undefined {
  if (event.from !== state.version) return undefined;
  const kept = event.cut == null ? state.line : state.line.slice(0, event.cut);
  const now = { ...event.now };
  if (!now.fairness && state.now.fairness) now.fairness = state.now.fairness;
  return {
    ...state,
    version: event.version,
    view: applyChange(state.view, event.change),
    line: [...kept, ...(event.played ?? [])],
    now,
  };
}
