import type { EventMessage, TableState, View, ViewDelta } from '../protocol/messages';

/** Applies a delta to a view. Unchanged parts stay the same objects. */
export function applyDelta(view: View, delta: ViewDelta): View {
  const { men: changed, ...rest } = delta;
  const next: View = { ...view };
  for (const [key, value] of Object.entries(rest)) if (value != null) Object.assign(next, { [key]: value });
  if (changed) {
    const cells = new Set(changed.map((cell) => cell.cell));
    next.men = [...view.men.filter((piece) => !cells.has(piece.cell)), ...changed.flatMap((cell) => cell.men)];
  }
  return next;
}

/** The state after an event, or undefined if the event follows another version. */
export function applyEvent(state: TableState, event: EventMessage): TableState | undefined {
  if (event.from !== state.version) return undefined;
  const kept = event.cut == null ? state.line : state.line.slice(0, event.cut);
  const now = { ...event.now };
  if (!now.fairness && state.now.fairness) now.fairness = state.now.fairness;
  return {
    ...state,
    version: event.version,
    view: applyDelta(state.view, event.change),
    line: [...kept, ...(event.played ?? [])],
    now,
  };
}
