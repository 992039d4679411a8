import { describe, expect, test } from 'vitest';
import type { BoardView, Cell, Side } from '../protocol/messages';
import { boardMargin, cellPixels } from './cells';
import {
  aspectRatio,
  cellPoint,
  coordinateLabels,
  gridSize,
  neighbour,
  playArea,
  rotateSide,
  screenSide,
  seatsBySide,
  viewingSide,
} from './geometry';

function board(
  columns: number,
  rows: number,
  ground: (column: number, row: number) => Cell['ground'] = () => 'plain',
): BoardView {
  const cells: Cell[] = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      cells.push({ name: `${String.fromCharCode(97 + column)}${row + 1}`, column, row, ground: ground(column, row) });
    }
  }
  const labels = (count: number, of: (n: number) => string) => Array.from({ length: count }, (_, n) => of(n));
  return {
    columns,
    rows,
    cells,
    near: 'south',
    column_labels: labels(columns, (n) => String.fromCharCode(97 + n)),
    row_labels: labels(rows, (n) => String(n + 1)),
  };
}
const SIDES: Side[] = ['south', 'west', 'north', 'east'];

describe('rotation', () => {
  const small = board(8, 4);
  const corner = (name: string, near: Side) =>
    cellPoint(
      small,
      small.cells.find((cell) => cell.name === name)!,
      near,
    );

  test('from the south, a1 is at the bottom left', () => expect(corner('a1', 'south')).toEqual({ x: 0, y: 3 }));
  test('from the north, a1 is at the top right', () => expect(corner('a1', 'north')).toEqual({ x: 7, y: 0 }));
  test('from the west, north is on the left', () => {
    expect(corner('a4', 'west')).toEqual({ x: 0, y: 7 });
    expect(corner('a1', 'west')).toEqual({ x: 3, y: 7 });
  });
  test('from the east, south is on the left', () => {
    expect(corner('h1', 'east')).toEqual({ x: 0, y: 7 });
    expect(corner('h4', 'east')).toEqual({ x: 3, y: 7 });
  });
  test.each(SIDES)('from the %s, no two cells are drawn in the same place, and none outside the board', (near) => {
    const { width, height } = gridSize(small, near);
    const points = small.cells.map((cell) => cellPoint(small, cell, near));
    expect(new Set(points.map((point) => `${point.x},${point.y}`)).size).toBe(32);
    expect(points.every((point) => point.x >= 0 && point.y >= 0 && point.x < width && point.y < height)).toBe(true);
  });
  test('four quarter turns are a full turn', () => {
    for (const side of SIDES) {
      expect(rotateSide(side, 4)).toBe(side);
      expect(rotateSide(rotateSide(side, 1), -1)).toBe(side);
    }
  });
  test('the near side is at the bottom and the next one clockwise on the left', () => {
    expect(screenSide('east', 'east')).toBe('bottom');
    expect(screenSide('west', 'south')).toBe('left');
    expect(screenSide('south', 'west')).toBe('right');
    expect(screenSide('south', 'north')).toBe('top');
  });
});

describe('a duel inside the cross', () => {
  const duel = board(12, 12, (column, row) =>
    Math.min(column, row) > 1 && Math.max(column, row) < 10 ? 'light' : 'idle',
  );
  test('only the middle is in play', () =>
    expect(playArea(duel, 'south')).toEqual({ x: 2, y: 2, width: 8, height: 8 }));
  test('only files and ranks of the middle are labelled', () =>
    expect(coordinateLabels(duel, 'north')).toHaveLength(16));
  test('the focus stays in the middle', () => {
    expect(neighbour(duel, 'c3', -1, 0, 'south')).toBe('c3');
    expect(neighbour(duel, 'c3', 1, 0, 'south')).toBe('d3');
  });
});

test('labels rotate with the board', () => {
  const texts = (near: Side, along: string) =>
    coordinateLabels(board(8, 8), near)
      .filter((label) => label.along === along)
      .sort((a, b) => a.at - b.at)
      .map((label) => label.text)
      .join('');
  expect(texts('south', 'bottom')).toBe('abcdefgh');
  expect(texts('north', 'bottom')).toBe('hgfedcba');
  expect(texts('east', 'bottom')).toBe('12345678');
  expect(texts('west', 'left')).toBe('hgfedcba');
});

test('arrow keys move the focus in screen directions on a rotated board', () => {
  expect(neighbour(board(8, 8), 'e4', 0, -1, 'south')).toBe('e5');
  expect(neighbour(board(8, 8), 'e4', 0, -1, 'north')).toBe('e3');
  expect(neighbour(board(8, 8), 'e4', 0, -1, 'east')).toBe('d4');
  expect(neighbour(board(8, 8), 'a1', -1, 0, 'south')).toBe('a1');
});

describe('a duel inside the cross', () => {
  const cross = board(12, 12, (column, row) =>
    Math.min(column, row) < 2 || Math.max(column, row) > 9 ? 'idle' : 'light',
  );

  test('is viewed from the south by players on its flanks', () =>
    expect([viewingSide(cross, 'west'), viewingSide(cross, 'east')]).toEqual(['south', 'south']));
  test('is viewed by its players from their own sides', () =>
    expect([viewingSide(cross, 'south'), viewingSide(cross, 'north')]).toEqual(['south', 'north']));
  test('is the only board that is rotated like that', () => expect(viewingSide(board(8, 8), 'west')).toBe('west'));
});

describe('the label margin', () => {
  const seats = ['a', 'b', 'c', 'd'].map((name, index) => ({ name, side: SIDES[index]!, playing: true }));
  const config = { board: board(12, 12), near: 'south' as const, seats, coordinates: true };
  const margin = (width: number) => boardMargin({ ...config, pixels: cellPixels(config, width) });

  test('is proportional to a large board', () => expect(margin(800)).toBeCloseTo(0.27 * 1.5));
  test('never falls below a readable size in pixels', () => {
    const cells = margin(340);
    expect((cells * 340) / (12 + 2 * cells)).toBeGreaterThanOrEqual(16.9);
  });
});

test.each([
  [8, 8, 1],
  [4, 8, 1],
  [8, 6, 8 / 6],
  [8, 4, 1.45],
])('a board of %i by %i cells has the aspect ratio %d', (columns, rows, ratio) => {
  expect(aspectRatio(board(columns, rows))).toBeCloseTo(ratio);
});

test('seats are listed on the sides of the screen where they sit', () => {
  const seats = SIDES.map((side) => ({ name: `at ${side}`, side, playing: true }));
  expect(seatsBySide(seats, 'west')).toEqual({
    bottom: ['at west'],
    left: ['at north'],
    top: ['at east'],
    right: ['at south'],
  });
});
