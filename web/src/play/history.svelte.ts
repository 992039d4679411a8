import { SvelteMap } from 'svelte/reactivity';
import { post } from '../http';
import type { StudyState, TableState, View, ViewsResponse } from '../protocol/messages';

/** How many earlier positions are loaded together with the requested one. */
const BATCH_PLIES = 50;

/** The earlier positions of a game, loaded on demand. */
export class GameHistory {
  private readonly views = new SvelteMap<string, View>();
  // Not reactive, since derived values request positions and must not change state.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  private readonly requested = new Set<string>();

  /** The view after `ply` actions; undefined while it is loading. */
  at(table: TableState, ply: number): View | undefined {
    const view = this.views.get(this.key(table, ply));
    if (!view) void this.load(table, ply);
    return view;
  }

  /** Includes the last action, since a takeback can lead to another position at the same ply. */
  private key(table: TableState, ply: number): string {
    return `${table.table}/${ply}/${table.line[ply - 1]?.word ?? ''}/${table.line.length >= ply}`;
  }

  private async load(table: TableState, ply: number): Promise<void> {
    const key = this.key(table, ply);
    if (this.requested.has(key)) return;
    this.requested.add(key);
    const actions = table.line.map((step) => step.word);
    const study = { game: table.game, options: table.options, ...(table.start ? { start: table.start } : {}), actions };
    const from = Math.max(0, ply - BATCH_PLIES);
    try {
      const response = await post<ViewsResponse>('/api/views', {
        study,
        from,
        ...(table.you.length === 1 ? { seat: table.you[0] } : {}),
      });
      response.states.forEach((state: StudyState) =>
        this.views.set(this.key(table, state.ply), { ...state.view, choices: [] }),
      );
    } catch {
      this.requested.delete(key);
    }
  }
}
