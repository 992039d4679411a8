import { describe, expect, test } from 'vitest';
import type { Board, Cell, Side } from '../protocol/messages';
import { screenSide, gridSize, playArea, coordinateLabels, neighbour, cellPoint, rotateSide, upright } from './geometry';
import { cellPixels, boardMargin } from './cells';

function board(columns: number, rows: number, ground: (column: number, row: number) => Cell['ground'] = () => 'plain'): Board {
  const cells: Cell[] = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      cells.push({ name: `${String.fromCharCode(97 + column)}${row + 1}`, column, row, ground: ground(column, row) });
    }
  }
  const labels = (count: number, of: (n: number) => string) => Array.from({ length: count }, (_, n) => of(n));
  return {
    columns, rows, cells, near: 'south',
    column_labels: labels(columns, (n) => String.fromCharCode(97 + n)),
    row_labels: labels(rows, (n) => String(n + 1)),
  };
}
const SIDES: Side[] = ['south', 'west', 'north', 'east'];

describe('turning', () => {
  const small = board(8, 4);
  const corner = (name: string, near: Side) => cellPoint(small, small.cells.find((cell) => cell.name === name)!, near);

  test('a1 lies at the left hand of who sits in the south', () => expect(corner('a1', 'south')).toEqual({ x: 0, y: 3 }));
  test('who sits in the north sees a1 at the far right', () => expect(corner('a1', 'north')).toEqual({ x: 7, y: 0 }));
  test('who sits in the west has the north at the left hand', () => {
    expect(corner('a4', 'west')).toEqual({ x: 0, y: 7 });
    expect(corner('a1', 'west')).toEqual({ x: 3, y: 7 });
  });
  test('who sits in the east has the south at the left hand', () => {
    expect(corner('h1', 'east')).toEqual({ x: 0, y: 7 });
    expect(corner('h4', 'east')).toEqual({ x: 3, y: 7 });
  });
  test.each(SIDES)('every cell has a place of its own inside the drawing from the %s', (near) => {
    const { width, height } = gridSize(small, near);
    const places = small.cells.map((cell) => cellPoint(small, cell, near));
    expect(new Set(places.map((place) => `${place.x},${place.y}`)).size).toBe(32);
    expect(places.every((place) => place.x >= 0 && place.y >= 0 && place.x < width && place.y < height)).toBe(true);
  });
  test('four quarters are a whole turn', () => {
    for (const side of SIDES) {
      expect(rotateSide(side, 4)).toBe(side);
      expect(rotateSide(rotateSide(side, 1), -1)).toBe(side);
    }
  });
  test('the near side is drawn at the bottom and the next clockwise at the left', () => {
    expect(screenSide('east', 'east')).toBe('bottom');
    expect(screenSide('west', 'south')).toBe('left');
    expect(screenSide('south', 'west')).toBe('right');
    expect(screenSide('south', 'north')).toBe('top');
  });
});

describe('a duel inside the cross', () => {
  const duel = board(12, 12, (column, row) => (Math.min(column, row) > 1 && Math.max(column, row) < 10 ? 'light' : 'idle'));
  test('only the middle is framed', () => expect(playArea(duel, 'south')).toEqual({ x: 2, y: 2, width: 8, height: 8 }));
  test('only lines of the middle are labelled', () => expect(coordinateLabels(duel, 'north')).toHaveLength(16));
  test('the focus does not leave the middle', () => {
    expect(neighbour(duel, 'c3', -1, 0, 'south')).toBe('c3');
    expect(neighbour(duel, 'c3', 1, 0, 'south')).toBe('d3');
  });
});

test('labels turn with the board', () => {
  const texts = (near: Side, along: string) =>
    coordinateLabels(board(8, 8), near).filter((label) => label.along === along).sort((a, b) => a.at - b.at).map((label) => label.text).join('');
  expect(texts('south', 'bottom')).toBe('abcdefgh');
  expect(texts('north', 'bottom')).toBe('hgfedcba');
  expect(texts('east', 'bottom')).toBe('12345678');
  expect(texts('west', 'left')).toBe('hgfedcba');
});

test('arrow keys go where they point, however the board is rotateSide', () => {
  expect(neighbour(board(8, 8), 'e4', 0, -1, 'south')).toBe('e5');
  expect(neighbour(board(8, 8), 'e4', 0, -1, 'north')).toBe('e3');
  expect(neighbour(board(8, 8), 'e4', 0, -1, 'east')).toBe('d4');
  expect(neighbour(board(8, 8), 'a1', -1, 0, 'south')).toBe('a1');
});

describe('a duel inside the cross', () => {
  const cross = board(12, 12, (column, row) => (Math.min(column, row) < 2 || Math.max(column, row) > 9 ? 'idle' : 'light'));

  test('is seen from the south by who sits beside it', () => expect([upright(cross, 'west'), upright(cross, 'east')]).toEqual(['south', 'south']));
  test('is seen by who plays it from where they sit', () => expect([upright(cross, 'south'), upright(cross, 'north')]).toEqual(['south', 'north']));
  test('is the only board that is rotateSide like that', () => expect(upright(board(8, 8), 'west')).toBe('west'));
});

describe('the margin for labels', () => {
  const seats = ['a', 'b', 'c', 'd'].map((name, index) => ({ name, side: SIDES[index]!, playing: true }));
  const look = { board: board(12, 12), near: 'south' as const, seats, coordinates: true };
  const margin = (width: number) => boardMargin({ ...look, pixels: cellPixels(look, width) });

  test('is a share of a large board', () => expect(margin(800)).toBeCloseTo(0.27 * 1.5));
  test('is never less than what can be read, in pixels', () => {
    const cells = margin(340);
    expect((cells * 340) / (12 + 2 * cells)).toBeGreaterThanOrEqual(16.9);
  });
});
