import type { Board, Cell, Side } from '../protocol/messages';

/** How many units of the drawing a cell is wide. */
export const CELL = 100;

/** Where a cell is drawn, in cells from the top left. */
export interface Point {
  x: number;
  y: number;
}

/** A part of the drawing, in cells. */
export interface Frame extends Point {
  width: number;
  height: number;
}

const SIDES: Side[] = ['south', 'west', 'north', 'east'];

/** The side that comes to the bottom when the board is rotateSide clockwise by quarters. */
export function rotateSide(near: Side, quarters: number): Side {
  const count = SIDES.length;
  return SIDES[(((SIDES.indexOf(near) + quarters) % count) + count) % count]!;
}

/**
 * The side from which a board is looked at by who would sit beside it. While only a part is played on, two face each other
 * there, and who takes no part in it looks over the shoulder of the one in the south.
 */
export function upright(board: Board, near: Side): Side {
  const partly = board.cells.some((cell) => cell.ground === 'idle');
  return partly && (near === 'west' || near === 'east') ? 'south' : near;
}

/** Where a side of the board is drawn when `near` is at the bottom. */
export function screenSide(side: Side, near: Side): 'bottom' | 'left' | 'top' | 'right' {
  const quarters = (SIDES.indexOf(side) - SIDES.indexOf(near) + 4) % 4;
  return (['bottom', 'left', 'top', 'right'] as const)[quarters]!;
}

/** How many cells the drawing is wide and high. */
export function gridSize(board: Board, near: Side): { width: number; height: number } {
  const upright = near === 'south' || near === 'north';
  return upright
    ? { width: board.columns, height: board.rows }
    : { width: board.rows, height: board.columns };
}

/** Where a cell is drawn when `near` is at the bottom. Who sits in the west has the north at the left hand. */
export function cellPoint(board: Board, cell: Pick<Cell, 'column' | 'row'>, near: Side): Point {
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

/** What lies around the cells that are played on: room for labels and for the colours of the seats. */
export function withMargin(frame: Frame, margin: number): Frame {
  return { x: frame.x - margin, y: frame.y - margin, width: frame.width + 2 * margin, height: frame.height + 2 * margin };
}

/** The part of the drawing that is played on: in a duel the middle of the cross. */
export function playArea(board: Board, near: Side): Frame {
  const places = board.cells.filter((cell) => cell.ground !== 'idle').map((cell) => cellPoint(board, cell, near));
  const xs = places.map((place) => place.x);
  const ys = places.map((place) => place.y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x + 1, height: Math.max(...ys) - y + 1 };
}

/** A label and where it is written: the line it names, and below or at the left of the cells. */
export interface Label {
  text: string;
  along: 'bottom' | 'left';
  /** The middle of the line, in cells. */
  at: number;
}

/** The labels of all lines that are played on. */
export function coordinateLabels(board: Board, near: Side): Label[] {
  const upright = near === 'south' || near === 'north';
  const found = new Map<string, Label>();
  for (const cell of board.cells) {
    if (cell.ground === 'idle') continue;
    const { x, y } = cellPoint(board, cell, near);
    const [column, row] = [board.column_labels[cell.column] ?? '', board.row_labels[cell.row] ?? ''];
    found.set(`x${x}`, { text: upright ? column : row, along: 'bottom', at: x + 0.5 });
    found.set(`y${y}`, { text: upright ? row : column, along: 'left', at: y + 0.5 });
  }
  return [...found.values()].filter((label) => label.text !== '');
}

/** The cell that is drawn one step further in a direction; cells that rest are passed over. */
export function neighbour(board: Board, from: string, dx: number, dy: number, near: Side): string {
  const places = new Map(board.cells.map((cell) => [cell.name, { cell, place: cellPoint(board, cell, near) }]));
  const start = places.get(from);
  if (!start) return from;
  const wanted = { x: start.place.x + dx, y: start.place.y + dy };
  for (const { cell, place } of places.values()) {
    if (place.x === wanted.x && place.y === wanted.y && cell.ground !== 'idle') return cell.name;
  }
  return from;
}
