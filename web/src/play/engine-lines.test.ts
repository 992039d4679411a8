import { expect, test } from 'vitest';
import type { Choice, Gesture, ReportLine, View } from '../protocol/messages';
import { flipLines, flipNotes, lineArrows, lineText, searchSteps, sortLines } from './engine-lines';

const choice = (text: string, gesture: Gesture, label = text): Choice => ({ text, label, gesture });
const MOVE = choice('m:e2e4', { kind: 'move', from: 'e2', to: 'e4' }, 'e4');
const FLIP = choice('?a1', { kind: 'tap', cell: 'a1' });
const OTHER_FLIP = choice('?b1', { kind: 'tap', cell: 'b1' });
const view = (...choices: Choice[]) => ({ choices }) as unknown as View;
const ALL = view(MOVE, FLIP, OTHER_FLIP);
const line = (score: number, ...moves: string[]): ReportLine => ({ score, shares: {}, moves });
const report = (...lines: ReportLine[]) => ({ depth: 1, nodes: 1, lines });

test('a quick search comes before the long one, and the flips between them', () => {
  expect(searchSteps(view(MOVE)).map((step) => step.kind)).toEqual(['best', 'best']);
  const steps = searchSteps(ALL);
  expect(steps.map((step) => step.kind)).toEqual(['best', 'flips', 'best']);
  expect(steps[0]!.milliseconds).toBeLessThan(steps[2]!.milliseconds);
});
test('only flips that were evaluated have a value', () => {
  const flip = line(10, '?a1');
  expect(flipLines(ALL, report(line(50, 'm:e2e4'), flip, line(-40_000, '?b1')))).toEqual([flip]);
});
test('the best line stays in front of the sorted others', () => {
  const scores = sortLines(report(line(5, 'a'), line(1, 'b'), line(9, 'c'))).lines.map((one) => one.score);
  expect(scores).toEqual([5, 9, 1]);
});
test('the arrow of the best move is drawn on top', () => {
  expect(lineArrows(ALL, report(line(5, 'm:e2e4'), line(1, '?a1'), line(0, 'unknown')))).toEqual([
    { from: 'a1', to: 'a1', class: 'second' },
    { from: 'e2', to: 'e4', class: 'best' },
  ]);
});
test('the best flips are marked', () => {
  expect(flipNotes(ALL, [line(20, '?a1'), line(-150, '?b1')])).toEqual([
    { cell: 'a1', text: '+0.20', class: 'best' },
    { cell: 'b1', text: '−1.50', class: '' },
  ]);
});
test('a line starts with its move in notation', () => {
  expect(lineText(ALL, ['m:e2e4', 'e7e5'])).toBe('e4 e7e5');
  expect(lineText(undefined, ['m:e2e4'])).toBe('m:e2e4');
  expect(lineText(ALL, [])).toBe('');
});
test('a line is cut after ten moves', () => {
  expect(lineText(ALL, [...'abcdefghijkl']).split(' ')).toHaveLength(10);
});
