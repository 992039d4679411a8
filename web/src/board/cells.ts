import type { Board, Cell, Side } from '../protocol/messages';
import { ELEMENTS, armyStyle } from './armies';
import { CELL, screenSide, gridSize, playArea, coordinateLabels, cellPoint } from './geometry';
import { svg } from './svg';

/** What is drawn beneath the men, and which seat sits at which side. */
export interface CellsConfig {
  board: Board;
  near: Side;
  armies: readonly string[];
  seats: { name: string; side: Side; playing: boolean }[];
  coordinates: boolean;
  /** How many pixels a cell is wide; 0 if that is not known. */
  pixels: number;
}

/** Draws the cells. Those with a name that can be pointed at are the cells of a grid for screen readers. */
export function drawCells(layer: SVGGElement, look: CellsConfig): Map<string, SVGRectElement> {
  layer.replaceChildren();
  const { board, near } = look;
  const found = new Map<string, SVGRectElement>();
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
    found.set(cell.name, rect);
  }
  rows.filter((row) => !row.querySelector('[role=gridcell]')).forEach((row) => row.setAttribute('role', 'presentation'));
  return found;
}

/** Draws what lies on the cells: whose corners and thrones they are, and the lines of a plain board. */
export function drawDecorations(layer: SVGGElement, look: CellsConfig): void {
  layer.replaceChildren();
  const { board, near } = look;
  for (const cell of board.cells) {
    const { x, y } = cellPoint(board, cell, near);
    if (cell.owner) drawOwner(layer, cell, cell.owner, x * CELL, y * CELL, look.armies);
  }
  drawSeatBars(layer, look);
  if (look.coordinates) drawLabels(layer, look);
}

function drawOwner(layer: SVGGElement, cell: Cell, owner: string, x: number, y: number, armies: readonly string[]): void {
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

/** Labels are never smaller, in pixels. */
const MIN_LABEL_PIXELS = 10;
/** Beside labels that are as small as can be there is so much room, for the bars of four seats too. */
const room = (seats: number) => (seats > 2 ? 7 : 3);
/** How wide a figure of a label is, for its size. */
const DIGIT_WIDTH = 0.7;
/** So many pixels as parts of a cell. */
const pixelsToCells = (pixels: number, cell: number) => (cell ? pixels / cell : 0);

/** How many pixels a cell is wide on a small board, which has so many pixels with its margins. */
export function cellPixels(look: Pick<CellsConfig, 'board' | 'near' | 'seats'>, width: number): number {
  const margins = 2 * (MIN_LABEL_PIXELS + room(look.seats.length));
  return Math.max(0, width - margins) / playArea(look.board, look.near).width;
}

/** How far the drawing reaches beyond the cells, in cells. */
export function boardMargin(look: Pick<CellsConfig, 'board' | 'near' | 'coordinates' | 'seats' | 'pixels'>): number {
  const { width, height } = playArea(look.board, look.near);
  const share = Math.max(width, height) / 8;
  if (look.coordinates) return Math.max(0.27 * share, pixelsToCells(MIN_LABEL_PIXELS + room(look.seats.length), look.pixels));
  return look.seats.length > 2 ? 0.1 * share : 0;
}

/** How thick the bars of the seats are; on a small board they leave the room to the labels. */
function seatBarThickness(look: CellsConfig): number {
  const margin = boardMargin(look) * CELL;
  if (!look.coordinates) return margin * 0.8;
  const label = pixelsToCells(MIN_LABEL_PIXELS, look.pixels) * CELL;
  return Math.min(margin * 0.32, Math.max(margin * 0.9 - label, margin * 0.15));
}

/** A bar in its colour on the side where each seat sits. */
function drawSeatBars(layer: SVGGElement, look: CellsConfig): void {
  const margin = boardMargin(look) * CELL;
  const frame = playArea(look.board, look.near);
  const [left, top] = [frame.x * CELL, frame.y * CELL];
  const [width, height] = [frame.width * CELL, frame.height * CELL];
  const outer = { x: left - margin, y: top - margin, width: width + 2 * margin, height: height + 2 * margin };
  if (margin) svg('path', { d: `M${outer.x} ${outer.y}h${outer.width}v${outer.height}h${-outer.width}ZM${left} ${top}v${height}h${width}v${-height}Z`, class: 'rim' }, layer);
  if (look.seats.length < 3) return;
  const thick = seatBarThickness(look);
  const gap = margin * 0.1;
  for (const seat of look.seats) {
    const side = screenSide(seat.side, look.near);
    const flat = side === 'top' || side === 'bottom';
    const box = {
      x: side === 'right' ? left + width + gap : side === 'left' ? left - gap - thick : left,
      y: side === 'bottom' ? top + height + gap : side === 'top' ? top - gap - thick : top,
      width: flat ? width : thick,
      height: flat ? thick : height,
    };
    svg('rect', { ...box, rx: thick / 2, fill: armyStyle(seat.name, look.armies).fill, class: seat.playing ? 'edge' : 'edge out' }, layer);
  }
}

function drawLabels(layer: SVGGElement, look: CellsConfig): void {
  const frame = playArea(look.board, look.near);
  const margin = boardMargin(look) * CELL;
  const four = look.seats.length > 2;
  const size = Math.max(margin * (four ? 0.5 : 0.66), pixelsToCells(MIN_LABEL_PIXELS, look.pixels) * CELL);
  const bar = four ? margin * 0.1 + seatBarThickness(look) : 0;
  const away = (bar + margin) / 2;
  const wide = (margin - bar) * 0.92;
  for (const label of coordinateLabels(look.board, look.near)) {
    const below = label.along === 'bottom';
    const x = below ? label.at * CELL : frame.x * CELL - away;
    const y = below ? (frame.y + frame.height) * CELL + away : label.at * CELL;
    const text = svg('text', { x, y, class: 'label', 'font-size': size }, layer);
    text.textContent = label.text;
    // Two figures would reach over the rim or a seat's bar: they are set narrower.
    if (!below && label.text.length * size * DIGIT_WIDTH > wide) {
      text.setAttribute('textLength', String(wide));
      text.setAttribute('lengthAdjust', 'spacingAndGlyphs');
    }
  }
}
