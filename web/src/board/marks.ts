import type { Gesture, Mark } from '../protocol/messages';
import { CELL, type Point } from './geometry';
import { svg } from './svg';

/** The point of a cell; undefined if the board has no such cell. */
type PointOf = (cell: string) => Point | undefined;

/** Draws the marks beneath the pieces. */
export function drawMarksBelow(layer: SVGGElement, marks: readonly Mark[], pointOf: PointOf): void {
  layer.replaceChildren();
  for (const mark of marks) {
    for (const name of mark.cells) {
      const point = pointOf(name);
      if (!point) continue;
      const [x, y] = [point.x * CELL, point.y * CELL];
      const box = { x, y, width: CELL, height: CELL };
      const middle = { cx: x + 50, cy: y + 50 };
      if (mark.kind === 'last') svg('rect', { ...box, class: 'mark last' }, layer);
      if (mark.kind === 'check')
        svg('circle', { ...middle, r: 62, fill: 'url(#check-glow)', class: 'mark check' }, layer);
      if (mark.kind === 'sanctuary') svg('circle', { ...middle, r: 46, class: 'mark sanctuary' }, layer);
      if (mark.kind === 'immune') svg('circle', { ...middle, r: 46, class: 'mark immune' }, layer);
      if (mark.kind === 'evicted') svg('circle', { ...middle, r: 46, class: 'mark evicted' }, layer);
      if (mark.kind === 'turning') svg('circle', { ...middle, r: 47, class: 'mark turning' }, layer);
    }
  }
}

/** Draws the marks above the pieces: banned moves and warnings. */
export function drawMarksAbove(layer: SVGGElement, marks: readonly Mark[], pointOf: PointOf): void {
  layer.replaceChildren();
  for (const mark of marks) {
    if (mark.kind === 'banned') drawBan(layer, mark, pointOf);
    if (mark.kind === 'evicted') drawWarning(layer, mark, pointOf);
  }
}

/** An arrow, or a ring if it starts and ends on the same cell. */
export interface Arrow {
  from: string;
  to: string;
  class: string;
}

/** The arrow of a move, or the ring of a tap. */
export function gestureArrow(gesture: Gesture | undefined, name: string): Arrow[] {
  if (gesture?.kind === 'move') return [{ from: gesture.from, to: gesture.to, class: name }];
  return gesture?.kind === 'tap' ? [{ from: gesture.cell, to: gesture.cell, class: name }] : [];
}

/** A short text on a cell. */
export interface CellNote {
  cell: string;
  text: string;
  class: string;
}

/** Draws each note at the bottom of its cell. */
export function drawNotes(layer: SVGGElement, notes: readonly CellNote[], pointOf: PointOf): void {
  layer.replaceChildren();
  for (const note of notes) {
    const point = pointOf(note.cell);
    if (!point) continue;
    const group = svg(
      'g',
      { transform: `translate(${point.x * CELL + 50} ${point.y * CELL + 82})`, class: `cell-note ${note.class}` },
      layer,
    );
    const width = 16 + note.text.length * 11.5;
    svg('rect', { x: -width / 2, y: -14, width, height: 28, rx: 9 }, group);
    svg('text', { y: 1 }, group).textContent = note.text;
  }
}

export function drawArrows(layer: SVGGElement, arrows: readonly Arrow[], pointOf: PointOf): void {
  layer.replaceChildren();
  for (const arrow of arrows) {
    const [from, to] = [pointOf(arrow.from), pointOf(arrow.to)];
    if (!from || !to) continue;
    if (arrow.from === arrow.to) svg('circle', { ...centre(to), r: 44, class: `arrow-ring ${arrow.class}` }, layer);
    else drawArrow(layer, from, to, arrow.class);
  }
}

const centre = (point: Point) => ({ cx: point.x * CELL + 50, cy: point.y * CELL + 50 });

/** Draws an arrow between the centres of two cells. Returns the middle of the arrow. */
function drawArrow(layer: SVGGElement, from: Point, to: Point, name: string): Point {
  const [start, end] = [centre(from), centre(to)];
  const [dx, dy] = [end.cx - start.cx, end.cy - start.cy];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const tip = { x: end.cx - ux * 8, y: end.cy - uy * 8 };
  const neck = { x: tip.x - ux * 34, y: tip.y - uy * 34 };
  svg(
    'line',
    { x1: start.cx + ux * 22, y1: start.cy + uy * 22, x2: neck.x, y2: neck.y, class: `arrow ${name}` },
    layer,
  );
  const wing = 21;
  const points = [
    [tip.x, tip.y],
    [neck.x - uy * wing, neck.y + ux * wing],
    [neck.x + uy * wing, neck.y - ux * wing],
  ];
  svg('polygon', { points: points.map((p) => p.join(',')).join(' '), class: `arrow-head ${name}` }, layer);
  return { x: (start.cx + neck.x + ux * 22) / 2, y: (start.cy + neck.y + uy * 22) / 2 };
}

function drawBan(layer: SVGGElement, mark: Mark, pointOf: PointOf): void {
  const [from, to] = [pointOf(mark.cells[0] ?? ''), pointOf(mark.cells[1] ?? '')];
  if (!from || !to) return;
  const middle = drawArrow(layer, from, to, 'banned');
  const cross = svg('g', { transform: `translate(${middle.x} ${middle.y})`, class: 'ban-cross' }, layer);
  svg('circle', { r: 19 }, cross);
  svg('path', { d: 'M-9 -9L9 9M9 -9L-9 9' }, cross);
}

function drawWarning(layer: SVGGElement, mark: Mark, pointOf: PointOf): void {
  const point = pointOf(mark.cells[0] ?? '');
  if (!point) return;
  const sign = svg(
    'g',
    { transform: `translate(${point.x * CELL + 70} ${point.y * CELL + 2})`, class: 'warning' },
    layer,
  );
  svg('path', { d: 'M14 0L30 27H-2Z' }, sign);
  svg('path', { d: 'M14 9V18M14 22V23', class: 'bang' }, sign);
}
