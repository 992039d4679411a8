import type { Choice, Gesture } from '../protocol/messages';
import { cellLabel } from './cell-label';
import { boardMargin, cellPixels, drawCells, drawDecorations } from './cells';
import { openChoiceMenu } from './choice-menu';
import type { BoardConfig, BoardEvents, BoardLabels } from './config';
import { CELL, cellPoint, playArea, withMargin, type Frame, type Point } from './geometry';
import { canTap, matchingChoices, moveGesture, targetCells, type Selection } from './gestures';
import { BoardInput } from './input';
import { Magnifier } from './magnifier';
import { drawArrows, drawNotes, drawMarksAbove, drawMarksBelow, type Arrow } from './marks';
import { definePatterns } from './patterns';
import { PieceLayer } from './piece-layer';
import { svg } from './svg';

/** Duration of the zoom when the cross becomes a duel. */
const ZOOM_DURATION_MS = 900;

const sameValue = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b);

/**
 * An interactive board. It draws the view it is given and reports which of the listed choices the player makes; it
 * knows no rules.
 */
export class BoardWidget {
  readonly root: SVGSVGElement;
  config: BoardConfig;
  selection: Selection | undefined;
  /** Arrows that the player drew. */
  private drawnArrows: Arrow[] = [];
  private readonly layers: Record<
    'cells' | 'decorations' | 'below' | 'targets' | 'pieces' | 'above' | 'arrows' | 'notes',
    SVGGElement
  >;
  private cells = new Map<string, SVGRectElement>();
  private points = new Map<string, Point>();
  private frame: Frame | undefined;
  private closeChoiceMenu: (() => void) | undefined;
  private readonly input: BoardInput;
  readonly magnifier: Magnifier;
  readonly pieces: PieceLayer;
  private readonly resizeObserver: ResizeObserver;

  constructor(
    readonly host: HTMLElement,
    config: BoardConfig,
    readonly events: BoardEvents,
    private readonly labels: BoardLabels,
  ) {
    host.classList.add('board-host');
    this.root = svg('svg', { class: 'board', role: 'grid' }, host);
    const layer = (name: string, hidden = true) =>
      svg(
        'g',
        { class: `layer-${name}`, ...(hidden ? { 'aria-hidden': 'true' } : { role: 'presentation' }) },
        this.root,
      );
    this.layers = {
      cells: layer('cells', false),
      decorations: layer('decorations'),
      below: layer('below'),
      targets: layer('targets'),
      pieces: layer('pieces'),
      above: layer('above'),
      arrows: layer('arrows'),
      notes: layer('notes'),
    };
    this.config = config;
    this.pieces = new PieceLayer(this.layers.pieces, this.pointOf);
    this.magnifier = new Magnifier(this);
    this.input = new BoardInput(this);
    this.draw(undefined);
    // Labels have a minimum size in pixels, so they depend on the size of the board on the screen.
    this.resizeObserver = new ResizeObserver(() => this.draw(this.config));
    this.resizeObserver.observe(host);
  }

  destroy(): void {
    this.resizeObserver.disconnect();
    this.input.destroy();
    this.magnifier.destroy();
    this.closeChoiceMenu?.();
    this.root.remove();
  }

  update(config: BoardConfig): void {
    const old = this.config;
    this.config = config;
    if (config.view !== old.view) {
      this.closeChoiceMenu?.();
      if (this.selection && !this.canSelect(this.selection.cell)) this.selection = undefined;
    }
    this.draw(old);
  }

  /** The top left corner of a cell. */
  pointOf = (cell: string): Point | undefined => this.points.get(cell);

  cellElement(cell: string): SVGRectElement | undefined {
    return this.cells.get(cell);
  }

  /** Whether the viewer is to act. If not, only premoves are possible. */
  get isMyTurn(): boolean {
    return this.config.view.choices.length > 0;
  }

  canSelect(cell: string): boolean {
    return this.input.selectable(cell).length > 0;
  }

  select(selection: Selection | undefined): void {
    this.selection = selection;
    this.drawTargets();
    this.labelCells();
  }

  /** Moves the selected piece to a cell, or sets that as the premove. */
  moveTo(to: string, dragged: boolean): void {
    if (!this.selection) return;
    const gesture = moveGesture(this.config.view, this.selection, to);
    this.selection = undefined;
    if (!this.isMyTurn && this.config.allowPremove) {
      this.events.premove(gesture);
    } else {
      this.makeGesture(gesture, to, dragged);
    }
    this.drawTargets();
    this.labelCells();
  }

  /** Taps a cell. Returns false if a tap there is no action by itself. */
  tap(cell: string): boolean {
    if (!this.config.interactive || !canTap(this.config.view.choices, cell)) return false;
    this.makeGesture({ kind: 'tap', cell }, cell, false);
    return true;
  }

  private makeGesture(gesture: Gesture, at: string, dragged: boolean): void {
    const choices = matchingChoices(this.config.view.choices, gesture);
    if (choices.length === 0) this.events.illegal(gesture);
    else if (choices.length === 1) this.choose(choices[0]!, dragged);
    else this.askWhich(choices, at);
  }

  private askWhich(choices: Choice[], at: string): void {
    const point = this.points.get(at);
    if (!point) return;
    this.closeChoiceMenu = openChoiceMenu(this.host, this.boxOf(point), choices, this.config, (choice) => {
      this.closeChoiceMenu = undefined;
      if (choice) this.choose(choice, false);
      this.cells.get(at)?.focus({ preventScroll: true });
    });
  }

  private choose(choice: Choice, dragged: boolean): void {
    const { gesture } = choice;
    // Show the move at once. The server's answer confirms it or puts the piece back.
    if (gesture.kind === 'move' && this.config.view.turn.phase === 'move') this.pieces.drop(gesture, dragged);
    this.events.choose(choice);
  }

  /** The screen rectangle of the cell at a point, relative to the host element. */
  boxOf(point: Point): DOMRect {
    const host = this.host.getBoundingClientRect();
    const root = this.root.getBoundingClientRect();
    const frame = this.frame!;
    const size = root.width / frame.width;
    return new DOMRect(
      root.left - host.left + (point.x - frame.x) * size,
      root.top - host.top + (point.y - frame.y) * size,
      size,
      size,
    );
  }

  /** The point of the board under screen coordinates, with fractions. */
  pointAt(x: number, y: number): Point {
    const box = this.root.getBoundingClientRect();
    const frame = this.frame!;
    return {
      x: frame.x + ((x - box.left) / box.width) * frame.width,
      y: frame.y + ((y - box.top) / box.height) * frame.height,
    };
  }

  cellAt(point: Point): string | undefined {
    const [x, y] = [Math.floor(point.x), Math.floor(point.y)];
    for (const [name, at] of this.points) if (at.x === x && at.y === y && this.cells.has(name)) return name;
    return undefined;
  }

  private draw(old: BoardConfig | undefined): void {
    const { view, near, appearance } = this.config;
    const sameBoard = old && old.near === near && sameValue(old.view.board, view.board);
    const armies = view.armies.map((army) => army.name);
    definePatterns(armies);
    this.root.setAttribute('aria-label', this.config.label);
    this.root.classList.toggle('banning', view.turn.phase === 'ban' && this.isMyTurn);
    this.root.classList.toggle('interactive', this.config.interactive);
    const pixels = cellPixels({ board: view.board, near, seats: view.seats }, this.host.clientWidth);
    const cellsConfig = {
      board: view.board,
      near,
      armies,
      seats: view.seats,
      coordinates: appearance.coordinates,
      pixels,
    };
    if (!sameBoard) {
      this.points = new Map(view.board.cells.map((cell) => [cell.name, cellPoint(view.board, cell, near)]));
      const focused = document.activeElement?.getAttribute('data-cell');
      this.cells = drawCells(this.layers.cells, cellsConfig);
      if (focused) this.cells.get(focused)?.focus({ preventScroll: true });
    }
    const frame = withMargin(playArea(view.board, near), boardMargin(cellsConfig));
    if (!sameValue(frame, this.frame)) this.zoomTo(frame, !sameBoard && old !== undefined);
    drawDecorations(this.layers.decorations, cellsConfig);
    drawMarksBelow(this.layers.below, view.marks, this.pointOf);
    drawMarksAbove(this.layers.above, view.marks, this.pointOf);
    if (old && old.view !== view) this.drawnArrows = [];
    this.drawArrows();
    this.pieces.draw(view, appearance, sameBoard ? old.view : undefined, !sameValue(old?.appearance, appearance));
    this.drawTargets();
    this.labelCells();
  }

  /** Adds an arrow, or removes it if the player drew it before. */
  toggleArrow(arrow: Arrow): void {
    const others = this.drawnArrows.filter((one) => one.from !== arrow.from || one.to !== arrow.to);
    this.drawnArrows = others.length < this.drawnArrows.length ? others : [...others, arrow];
    this.drawArrows();
  }

  clearArrows(): void {
    if (this.drawnArrows.length === 0) return;
    this.drawnArrows = [];
    this.drawArrows();
  }

  private drawArrows(): void {
    drawNotes(this.layers.notes, this.config.notes ?? [], this.pointOf);
    drawArrows(this.layers.arrows, [...(this.config.arrows ?? []), ...this.drawnArrows], this.pointOf);
  }

  private zoomTo(frame: Frame, animated: boolean): void {
    const from = this.frame;
    this.frame = frame;
    const show = (f: Frame) =>
      this.root.setAttribute('viewBox', [f.x, f.y, f.width, f.height].map((n) => n * CELL).join(' '));
    this.host.style.setProperty('--ratio', String(frame.width / frame.height));
    const sameSize = from && from.width === frame.width && from.height === frame.height;
    if (!animated || !from || sameSize || this.config.appearance.animation === 0) return show(frame);
    const begin = performance.now();
    const step = (now: number) => {
      if (this.frame !== frame) return;
      const progress = Math.min(1, Math.max(0, (now - begin) / ZOOM_DURATION_MS));
      const eased = progress * progress * (3 - 2 * progress);
      const between = (a: number, b: number) => a + (b - a) * eased;
      show({
        x: between(from.x, frame.x),
        y: between(from.y, frame.y),
        width: between(from.width, frame.width),
        height: between(from.height, frame.height),
      });
      if (progress < 1) requestAnimationFrame(step);
    };
    show(from);
    requestAnimationFrame(step);
  }

  private drawTargets(): void {
    const layer = this.layers.targets;
    layer.replaceChildren();
    const { view, premove, interactive } = this.config;
    const highlight = (cell: string, name: string) => {
      const point = this.points.get(cell);
      if (point) svg('rect', { x: point.x * CELL, y: point.y * CELL, width: CELL, height: CELL, class: name }, layer);
    };
    if (premove?.kind === 'move') [premove.from, premove.to].forEach((cell) => highlight(cell, 'premove'));
    if (!interactive || !this.selection) return;
    highlight(this.selection.cell, 'selected');
    const occupied = new Set(view.men.map((piece) => piece.cell));
    for (const cell of targetCells(view.choices, this.selection)) {
      const point = this.points.get(cell);
      if (!point) continue;
      const [cx, cy] = [point.x * CELL + 50, point.y * CELL + 50];
      svg(
        'circle',
        { cx, cy, r: occupied.has(cell) ? 44 : 15, class: occupied.has(cell) ? 'target capture' : 'target' },
        layer,
      );
    }
  }

  private labelCells(): void {
    const targets = this.selection ? targetCells(this.config.view.choices, this.selection) : new Set<string>();
    for (const [name, rect] of this.cells) {
      rect.setAttribute(
        'aria-label',
        cellLabel(this.config.view, name, this.selection?.cell === name, targets.has(name), this.labels),
      );
      if (this.selection?.cell === name) rect.setAttribute('aria-selected', 'true');
      else rect.removeAttribute('aria-selected');
    }
    this.input.updateTabIndex();
  }
}
