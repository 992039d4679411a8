import type { BoardView, Cell, SeatView, Side } from '../protocol/messages';

/** Width of a cell, in SVG units. */
export const CELL = 100;

const MAX_ASPECT_RATIO = 1.45;

/** A point of the drawing, in cells from the top left. */
export interface Point {
  x: number;
  y: number;
}

/** A rectangle of the drawing, in cells. */
export interface Frame extends Point {
  width: number;
  height: number;
}

const SIDES: Side[] = ['south', 'west', 'north', 'east'];
const SCREEN_SIDES = ['bottom', 'left', 'top', 'right'] as const;

export type ScreenSide = (typeof SCREEN_SIDES)[number];

/** The side at the bottom after rotating the board clockwise by quarter turns. */
export function rotateSide(near: Side, quarters: number): Side {
  const count = SIDES.length;
  return SIDES[(((SIDES.indexOf(near) + quarters) % count) + count) % count]!;
}

/**
 * The side to show at the bottom. In a duel only a part of the board is in play, between south and north, so players
 * who sit west or east watch it from the south.
 */
export function viewingSide(board: BoardView, near: Side): Side {
  const isDuel = board.cells.some((cell) => cell.ground === 'idle');
  return isDuel && (near === 'west' || near === 'east') ? 'south' : near;
}

/** Where a side of the board appears when `near` is at the bottom. */
export function screenSide(side: Side, near: Side): ScreenSide {
  const quarters = (SIDES.indexOf(side) - SIDES.indexOf(near) + 4) % 4;
  return SCREEN_SIDES[quarters]!;
}

/** The names of the seats on each side of the screen when `near` is at the bottom. */
export function seatsBySide(seats: readonly SeatView[], near: Side): Record<ScreenSide, string[]> {
  const sides: Record<ScreenSide, string[]> = { bottom: [], left: [], top: [], right: [] };
  for (const seat of seats) sides[screenSide(seat.side, near)].push(seat.name);
  return sides;
}

/** Width and height of the whole board as drawn, in cells. */
export function gridSize(board: BoardView, near: Side): { width: number; height: number } {
  const upright = near === 'south' || near === 'north';
  return upright ? { width: board.columns, height: board.rows } : { width: board.rows, height: board.columns };
}

/** The width that a screen gives the board for its height. Wide boards get more, up to a limit. */
export function aspectRatio(board: BoardView): number {
  return Math.max(1, Math.min(MAX_ASPECT_RATIO, board.columns / board.rows));
}

/** The top left corner of a cell when `near` is at the bottom. Seen from the west, north is on the left. */
export function cellPoint(board: BoardView, cell: Pick<Cell, 'column' | 'row'>, near: Side): Point {
  const { column, row } = cell;
  switch (near) {
    case 'south':
      return { x: column, y: board.rows - 1 - row };
    case 'north':
      return { x: board.columns - 1 - column, y: row };
    case 'west':
      return { x: board.rows - 1 - row, y: board.columns - 1 - column };
    case 'east':
      return { x: row, y: column };
  }
}

/** Adds a margin for the coordinates and the seats' colour bars. */
export function withMargin(frame: Frame, margin: number): Frame {
  return {
    x: frame.x - margin,
    y: frame.y - margin,
    width: frame.width + 2 * margin,
    height: frame.height + 2 * margin,
  };
}

/** The part of the board in play: in a duel, only the middle of the cross. */
export function playArea(board: BoardView, near: Side): Frame {
  const points = board.cells.filter((cell) => cell.ground !== 'idle').map((cell) => cellPoint(board, cell, near));
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x + 1, height: Math.max(...ys) - y + 1 };
}

/** A file or rank label, below or to the left of the cells. */
export interface CoordinateLabel {
  text: string;
  along: 'bottom' | 'left';
  /** The middle of the file or rank, in cells. */
  at: number;
}

/** The labels of all files and ranks in play. */
export function coordinateLabels(board: BoardView, near: Side): CoordinateLabel[] {
  const upright = near === 'south' || near === 'north';
  const found = new Map<string, CoordinateLabel>();
  for (const cell of board.cells) {
    if (cell.ground === 'idle') continue;
    const { x, y } = cellPoint(board, cell, near);
    const [column, row] = [board.column_labels[cell.column] ?? '', board.row_labels[cell.row] ?? ''];
    found.set(`x${x}`, { text: upright ? column : row, along: 'bottom', at: x + 0.5 });
    found.set(`y${y}`, { text: upright ? row : column, along: 'left', at: y + 0.5 });
  }
  return [...found.values()].filter((label) => label.text !== '');
}

/** The cell next to `from` in a screen direction, or `from` itself at the edge of the play area. */
export function neighbour(board: BoardView, from: string, dx: number, dy: number, near: Side): string {
  const points = new Map(board.cells.map((cell) => [cell.name, { cell, point: cellPoint(board, cell, near) }]));
  const start = points.get(from);
  if (!start) return from;
  const wanted = { x: start.point.x + dx, y: start.point.y + dy };
  for (const { cell, point } of points.values()) {
    if (point.x === wanted.x && point.y === wanted.y && cell.ground !== 'idle') return cell.name;
  }
  return from;
}
