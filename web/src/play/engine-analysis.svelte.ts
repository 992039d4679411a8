import type { ReportLine, SearchReport, StudyState } from '../protocol/messages';
import { flipLines, flipNotes, lineArrows, searchSteps, sortLines } from './engine-lines';
import type { StudyBoard } from './study-board.svelte';

const SEARCH_DEBOUNCE_MS = 250;

/** The engine's evaluation of the position on a board. Create it while a component is initialised. */
export class EngineAnalysis {
  enabled = $state(false);
  report = $state.raw<SearchReport>();
  error = $state('');
  /** The evaluation of every possible flip. */
  private flips = $state.raw<ReportLine[]>([]);
  readonly arrows = $derived.by(() => {
    const { view } = this.board;
    return this.enabled && view && this.report ? lineArrows(view, this.report) : [];
  });
  readonly notes = $derived.by(() => {
    const { view } = this.board;
    return this.enabled && view ? flipNotes(view, this.flips) : [];
  });

  constructor(private readonly board: StudyBoard) {
    $effect(() => this.searchCurrent());
  }

  /** Searches the current position once it is loaded. Returns a function that stops the search. */
  private searchCurrent(): (() => void) | undefined {
    const { study, latest } = this.board;
    void study.changes;
    if (!this.enabled || !latest || study.state(study.current) !== latest) return undefined;
    const abort = new AbortController();
    this.report = undefined;
    this.flips = [];
    this.error = '';
    const { who } = latest.view.turn;
    if (who !== 'over' && who !== 'chance') void this.search(latest, abort.signal);
    return () => abort.abort();
  }

  private async search({ view }: StudyState, stop: AbortSignal): Promise<void> {
    const { study } = this.board;
    const node = study.current;
    // Don't search positions that the user only steps through.
    await new Promise((resolve) => setTimeout(resolve, SEARCH_DEBOUNCE_MS));
    for (const { kind, lines, milliseconds } of searchSteps(view)) {
      if (stop.aborted) return;
      try {
        const report = await study.analyse(node, lines, milliseconds);
        if (stop.aborted) return;
        if (kind === 'flips') this.flips = flipLines(view, report);
        else this.report = sortLines(report);
      } catch (error) {
        if (stop.aborted) return;
        this.error = (error as Error).message;
        return;
      }
    }
  }
}
