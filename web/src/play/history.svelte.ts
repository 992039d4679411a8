import { post } from '../http';
import type { StudyState, TableState, View, Views } from '../protocol/messages';

/** The states that a line of play went through, asked for when somebody looks back. */
export class GameHistory {
  private states = $state.raw(new Map<string, View>());
  private asked = new Set<string>();

  /** The view after so many actions; none while it is being asked for. */
  at(table: TableState, ply: number): View | undefined {
    const found = this.states.get(this.key(table, ply));
    if (!found) void this.ask(table, ply);
    return found;
  }

  /** The words that lead to a ply name it. */
  private key(table: TableState, ply: number): string {
    return `${table.table}/${ply}/${table.line[ply - 1]?.word ?? ''}/${table.line.length >= ply}`;
  }

  private async ask(table: TableState, ply: number): Promise<void> {
    const key = this.key(table, ply);
    if (this.asked.has(key)) return;
    this.asked.add(key);
    const actions = table.line.map((step) => step.word);
    const study = { game: table.game, options: table.options, ...(table.start ? { start: table.start } : {}), actions };
    const from = Math.max(0, ply - 50);
    try {
      const views = await post<Views>('/api/views', { study, from, ...(table.you.length === 1 ? { seat: table.you[0] } : {}) });
      const next = new Map(this.states);
      views.states.forEach((state: StudyState) => next.set(this.key(table, state.ply), { ...state.view, choices: [] }));
      this.states = next;
    } catch {
      this.asked.delete(key);
    }
  }
}
