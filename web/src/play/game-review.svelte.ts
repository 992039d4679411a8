import { getLines } from '../http';
import type { AnalysedPly } from '../protocol/messages';

/** The engine's analysis of every position of a finished game. */
export class GameReview {
  /** The positions analysed so far. */
  plies = $state.raw<AnalysedPly[]>([]);
  running = $state(false);
  error = $state('');

  async start(table: string): Promise<void> {
    this.running = true;
    this.plies = [];
    this.error = '';
    try {
      for await (const ply of getLines<AnalysedPly>(`/api/tables/${table}/analysis`)) this.plies = [...this.plies, ply];
    } catch (error) {
      this.error = (error as Error).message;
    } finally {
      this.running = false;
    }
  }
}
