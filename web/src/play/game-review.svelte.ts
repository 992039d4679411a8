import { getLines } from '../http';
import type { AnalysedPly } from '../protocol/messages';

/** The engine's analysis of every position of a finished game. */
export class GameReview {
  /** The positions analysed so far. */
  plies = $state.raw<AnalysedPly[]>([]);
  running = $state(false);

  clear(): void {
    this.plies = [];
  }

  async start(table: string): Promise<void> {
    this.running = true;
    this.plies = [];
    for await (const ply of getLines<AnalysedPly>(`/api/tables/${table}/analysis`)) this.plies = [...this.plies, ply];
    this.running = false;
  }
}
