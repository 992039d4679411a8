import { gestureArrow, type Arrow, type CellNote } from '../board/marks';
import type { Gesture, ReportLine, SearchReport, View } from '../protocol/messages';
import { MATE_SCORE, formatScore } from './score';

/** A search for the best lines, or one of each flip. */
export interface SearchStep {
  kind: 'best' | 'flips';
  lines: number;
  milliseconds: number;
}

const BEST_LINES = 3;
/** The server's maximum. */
const MAX_LINES = 40;
/** The rest of a longer line is not shown. */
const MAX_SHOWN_MOVES = 10;

const gestureOf = (view: View, word: string | undefined): Gesture | undefined =>
  view.choices.find((choice) => choice.text === word)?.gesture;

const isFlip = (view: View, line: ReportLine) => gestureOf(view, line.moves[0])?.kind === 'tap';

/** The searches for a position: a quick one first for an early result; where flips are possible, one of each flip. */
export function searchSteps(view: View): SearchStep[] {
  const canFlip = view.choices.some((choice) => choice.gesture.kind === 'tap');
  return [
    { kind: 'best', lines: BEST_LINES, milliseconds: 300 },
    ...(canFlip ? [{ kind: 'flips', lines: MAX_LINES, milliseconds: 1500 } as const] : []),
    { kind: 'best', lines: BEST_LINES, milliseconds: 4000 },
  ];
}

/** The evaluated flips of a search. */
export function flipLines(view: View, report: SearchReport): ReportLine[] {
  return report.lines.filter((line) => isFlip(view, line) && line.score >= -MATE_SCORE);
}

/** When time runs out, the search has sorted only the best line to the front. This sorts the others. */
export function sortLines(report: SearchReport): SearchReport {
  const others = report.lines.slice(1).sort((a, b) => b.score - a.score);
  return { ...report, lines: [...report.lines.slice(0, 1), ...others] };
}

/** The first moves of the best lines. The best one is drawn last, on top. */
export function lineArrows(view: View, report: SearchReport): Arrow[] {
  return report.lines
    .slice(0, BEST_LINES)
    .flatMap((line, index) => gestureArrow(gestureOf(view, line.moves[0]), index === 0 ? 'best' : 'second'))
    .reverse();
}

/** The value of each flip, shown on its cell. */
export function flipNotes(view: View, flips: readonly ReportLine[]): CellNote[] {
  const best = Math.max(...flips.map((line) => line.score));
  return flips.flatMap((line) => {
    const gesture = gestureOf(view, line.moves[0]);
    return gesture?.kind === 'tap'
      ? [{ cell: gesture.cell, text: formatScore(line.score), class: line.score === best ? 'best' : '' }]
      : [];
  });
}

/** A line as text: the first move in notation, the rest in coordinates as the engine sends them. */
export function lineText(view: View | undefined, moves: readonly string[]): string {
  const first = view?.choices.find((choice) => choice.text === moves[0])?.label ?? moves[0] ?? '';
  return [first, ...moves.slice(1, MAX_SHOWN_MOVES)].join(' ');
}
