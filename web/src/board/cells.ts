import type { BoardView, Cell, Side } from '../protocol/messages';
import { ELEMENTS, armyStyle } from './armies';
import { CELL, screenSide, gridSize, playArea, coordinateLabels, cellPoint } from './geometry';
import { svg } from './svg';

/** What the cells and the decorations around them depend on. */
export interface CellsConfig {
  board: BoardView;
  near: Side;
  armies: readonly string[];
  seats: { name: string; side: Side; playing: boolean }[];
  coordinates: boolean;
  /** Width of a cell on the screen, in pixels; 0 if unknown. */
  pixels: number;
}

/** Draws the cells as an accessible grid. Returns the elements of the cells in play, by name. */
export function drawCells(layer: SVGGElement, config: CellsConfig): Map<string, SVGRectElement> {
  layer.replaceChildren();
  const { board, near } = config;
  const elements = new Map<string, SVGRectElement>();
  const { height } = gridSize(board, near);
  const rows = Array.from({ length: height }, () => svg('g', { role: 'row' }, layer));
  const sorted = [...board.cells].sort((a, b) => cellPoint(board, a, near).x - cellPoint(board, b, near).x);
  for (const cell of sorted) {
    const { x, y } = cellPoint(board, cell, near);
    const idle = cell.ground === 'idle';
    const box = { x: x * CELL, y: y * CELL, width: CELL, height: CELL };
    const rect = svg('rect', { ...box, class: `cell ${cell.ground}`, 'data-cell': cell.name }, rows[y]);
    if (idle) {
      rect.setAttribute('role', 'presentation');
      continue;
    }
    rect.setAttribute('role', 'gridcell');
    rect.setAttribute('tabindex', '-1');
    elements.set(cell.name, rect);
  }
  rows
    .filter((row) => !row.querySelector('[role=gridcell]'))
    .forEach((row) => row.setAttribute('role', 'presentation'));
  return elements;
}

/** Draws the owners of corners and thrones, the rim with the seats' colour bars, and the coordinates. */
export function drawDecorations(layer: SVGGElement, config: CellsConfig): void {
  layer.replaceChildren();
  const { board, near } = config;
  for (const cell of board.cells) {
    const { x, y } = cellPoint(board, cell, near);
    if (cell.owner) drawOwner(layer, cell, cell.owner, x * CELL, y * CELL, config.armies);
  }
  drawSeatBars(layer, config);
  if (config.coordinates) drawLabels(layer, config);
}

function drawOwner(
  layer: SVGGElement,
  cell: Cell,
  owner: string,
  x: number,
  y: number,
  armies: readonly string[],
): void {
  const style = armyStyle(owner, armies);
  const box = { x, y, width: CELL, height: CELL };
  svg('rect', { ...box, fill: style.fill, class: `owned ${cell.ground}` }, layer);
  const element = ELEMENTS[owner];
  if (cell.ground !== 'throne' || !element) return;
  svg('rect', { x: x + 4, y: y + 4, width: 92, height: 92, rx: 8, class: 'throne-seat', stroke: style.fill }, layer);
  const [tip, base] = element.up ? [20, 76] : [80, 24];
  const bar = element.up ? 58 : 42;
  const d = `M50 ${tip}L84 ${base}H16Z${element.bar ? `M28 ${bar}H72` : ''}`;
  svg('path', { d, transform: `translate(${x} ${y})`, class: 'element', stroke: style.fill }, layer);
}

const MIN_LABEL_PIXELS = 10;
/** Padding around labels of the minimum size, in pixels. With four seats it includes their colour bars. */
const labelPadding = (seats: number) => (seats > 2 ? 7 : 3);
/** Width of a digit relative to the font size. */
const DIGIT_WIDTH = 0.7;
const pixelsToCells = (pixels: number, cell: number) => (cell ? pixels / cell : 0);

/** Width of a cell in pixels on a board of this width, if its labels have the minimum size. */
export function cellPixels(config: Pick<CellsConfig, 'board' | 'near' | 'seats'>, width: number): number {
  const margins = 2 * (MIN_LABEL_PIXELS + labelPadding(config.seats.length));
  return Math.max(0, width - margins) / playArea(config.board, config.near).width;
}

/** The margin around the cells, in cells. */
export function boardMargin(config: Pick<CellsConfig, 'board' | 'near' | 'coordinates' | 'seats' | 'pixels'>): number {
  const { width, height } = playArea(config.board, config.near);
  const share = Math.max(width, height) / 8;
  if (config.coordinates)
    return Math.max(0.27 * share, pixelsToCells(MIN_LABEL_PIXELS + labelPadding(config.seats.length), config.pixels));
  return config.seats.length > 2 ? 0.1 * share : 0;
}

/** Thickness of the seats' colour bars. On a small board the labels take precedence. */
function seatBarThickness(config: CellsConfig): number {
  const margin = boardMargin(config) * CELL;
  if (!config.coordinates) return margin * 0.8;
  const label = pixelsToCells(MIN_LABEL_PIXELS, config.pixels) * CELL;
  return Math.min(margin * 0.32, Math.max(margin * 0.9 - label, margin * 0.15));
}

/** Draws the rim, and for more than two seats a bar in each seat's colour on its side. */
function drawSeatBars(layer: SVGGElement, config: CellsConfig): void {
  const margin = boardMargin(config) * CELL;
  const frame = playArea(config.board, config.near);
  const [left, top] = [frame.x * CELL, frame.y * CELL];
  const [width, height] = [frame.width * CELL, frame.height * CELL];
  const outer = { x: left - margin, y: top - margin, width: width + 2 * margin, height: height + 2 * margin };
  if (margin) {
    const outside = `M${outer.x} ${outer.y}h${outer.width}v${outer.height}h${-outer.width}Z`;
    const inside = `M${left} ${top}v${height}h${width}v${-height}Z`;
    svg('path', { d: outside + inside, class: 'rim' }, layer);
  }
  if (config.seats.length < 3) return;
  const thickness = seatBarThickness(config);
  const gap = margin * 0.1;
  for (const seat of config.seats) {
    const side = screenSide(seat.side, config.near);
    const horizontal = side === 'top' || side === 'bottom';
    const box = {
      x: side === 'right' ? left + width + gap : side === 'left' ? left - gap - thickness : left,
      y: side === 'bottom' ? top + height + gap : side === 'top' ? top - gap - thickness : top,
      width: horizontal ? width : thickness,
      height: horizontal ? thickness : height,
    };
    svg(
      'rect',
      {
        ...box,
        rx: thickness / 2,
        fill: armyStyle(seat.name, config.armies).fill,
        class: seat.playing ? 'edge' : 'edge out',
      },
      layer,
    );
  }
}

function drawLabels(layer: SVGGElement, config: CellsConfig): void {
  const frame = playArea(config.board, config.near);
  const margin = boardMargin(config) * CELL;
  const fourSeats = config.seats.length > 2;
  const size = Math.max(margin * (fourSeats ? 0.5 : 0.66), pixelsToCells(MIN_LABEL_PIXELS, config.pixels) * CELL);
  const bar = fourSeats ? margin * 0.1 + seatBarThickness(config) : 0;
  const distance = (bar + margin) / 2;
  const maxWidth = (margin - bar) * 0.92;
  for (const label of coordinateLabels(config.board, config.near)) {
    const below = label.along === 'bottom';
    const x = below ? label.at * CELL : frame.x * CELL - distance;
    const y = below ? (frame.y + frame.height) * CELL + distance : label.at * CELL;
    const text = svg('text', { x, y, class: 'label', 'font-size': size }, layer);
    text.textContent = label.text;
    // Two digits would overlap the rim or a seat's bar, so they are condensed.
    if (!below && label.text.length * size * DIGIT_WIDTH > maxWidth) {
      text.setAttribute('textLength', String(maxWidth));
      text.setAttribute('lengthAdjust', 'spacingAndGlyphs');
    }
  }
}
