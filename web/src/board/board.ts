import type { Choice, Gesture } from '../protocol/messages';
import { openChoiceMenu } from './choice-menu';
import type { BoardConfig, BoardEvents, BoardLabels } from './config';
import { CELL, playArea, cellPoint, withMargin, type Frame, type Point } from './geometry';
import { cellPixels, drawCells, drawDecorations, boardMargin } from './cells';
import { canTap, matchingChoices, gestureOf, targetCells, type Selection } from './gestures';
import { Input } from './input';
import { Magnifier } from './magnifier';
import { drawArrows, drawNotes, drawMarksAbove, drawMarksBelow, type Arrow } from './marks';
import { cellLabel } from './cell-label';
import { PieceLayer } from './piece-layer';
import { definePatterns } from './patterns';
import { svg } from './svg';

/** How long the change to another frame takes: the cross becomes a duel. */
const ZOOM = 900;

/** Whether two plain values say the same. */
const same = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b);

/** A board in the page. It draws what it is given and tells what the hand does; it knows no rule. */
export class BoardView {
  readonly root: SVGSVGElement;
  config: BoardConfig;
  picked: Selection | undefined;
  /** Arrows that who looks has drawn for themselves. */
  private sketches: Arrow[] = [];
  private readonly layers: Record<'ground' | 'ornaments' | 'below' | 'targets' | 'men' | 'above' | 'arrows' | 'air', SVGGElement>;
  private cells = new Map<string, SVGRectElement>();
  private places = new Map<string, Point>();
  private frame: Frame | undefined;
  private closeChoice: (() => void) | undefined;
  private readonly input: Input;
  readonly magnifier: Magnifier;
  readonly men: PieceLayer;
  private readonly sized: ResizeObserver;

  constructor(
    readonly host: HTMLElement,
    config: BoardConfig,
    readonly events: BoardEvents,
    private readonly words: BoardLabels,
  ) {
    host.classList.add('board-host');
    this.root = svg('svg', { class: 'board', role: 'grid' }, host);
    const layer = (name: string, hidden = true) =>
      svg('g', { class: `layer-${name}`, ...(hidden ? { 'aria-hidden': 'true' } : { role: 'presentation' }) }, this.root);
    this.layers = {
      ground: layer('ground', false),
      ornaments: layer('ornaments'),
      below: layer('below'),
      targets: layer('targets'),
      men: layer('men'),
      above: layer('above'),
      arrows: layer('arrows'),
      air: layer('air'),
    };
    this.config = config;
    this.men = new PieceLayer(this.layers.men, this.where);
    this.magnifier = new Magnifier(this);
    this.input = new Input(this);
    this.draw(undefined);
    // Labels have a smallest size in pixels, so they depend on how large the board is shown.
    this.sized = new ResizeObserver(() => this.draw(this.config));
    this.sized.observe(host);
  }

  destroy(): void {
    this.sized.disconnect();
    this.input.destroy();
    this.magnifier.destroy();
    this.closeChoice?.();
    this.root.remove();
  }

  /** Shows something else. */
  update(config: BoardConfig): void {
    const old = this.config;
    this.config = config;
    const turnedAway = config.view !== old.view;
    if (turnedAway) {
      this.closeChoice?.();
      if (this.picked && !this.canSelect(this.picked.cell)) this.picked = undefined;
    }
    this.draw(old);
  }

  /** Where a cell is drawn. */
  where = (cell: string): Point | undefined => this.places.get(cell);

  /** The cell's element, for the focus. */
  cellElement(cell: string): SVGRectElement | undefined {
    return this.cells.get(cell);
  }

  /** Whether it is the time of who looks; if not, moves can only be prepared. */
  get isMyTurn(): boolean {
    return this.config.view.choices.length > 0;
  }

  canSelect(cell: string): boolean {
    return this.input.men(cell).length > 0;
  }

  pick(picked: Selection | undefined): void {
    this.picked = picked;
    this.drawTargets();
    this.describe();
  }

  /** Tries to go with the picked man to a cell. */
  goTo(to: string, dragged: boolean): void {
    if (!this.picked) return;
    const gesture = gestureOf(this.config.view, this.picked, to);
    this.picked = undefined;
    if (!this.isMyTurn && this.config.early) {
      this.events.premove(gesture);
    } else {
      this.make(gesture, to, dragged);
    }
    this.drawTargets();
    this.describe();
  }

  /** A tap that is an action by itself. */
  tap(cell: string): boolean {
    if (!this.config.live || !canTap(this.config.view.choices, cell)) return false;
    this.make({ kind: 'tap', cell }, cell, false);
    return true;
  }

  private make(gesture: Gesture, at: string, dragged: boolean): void {
    const choices = matchingChoices(this.config.view.choices, gesture);
    if (choices.length === 0) this.events.why(gesture);
    else if (choices.length === 1) this.act(choices[0]!, dragged);
    else this.ask(choices, at);
  }

  private ask(choices: Choice[], at: string): void {
    const place = this.places.get(at);
    if (!place) return;
    this.closeChoice = openChoiceMenu(this.host, this.boxOf(place), choices, this.config, (chosen) => {
      this.closeChoice = undefined;
      if (chosen) this.act(chosen, false);
      this.cells.get(at)?.focus({ preventScroll: true });
    });
  }

  private act(choice: Choice, dragged: boolean): void {
    const { gesture } = choice;
    // The man lands at once where the hand has put it; the server's answer will say the same or put it back.
    if (gesture.kind === 'move' && this.config.view.turn.phase === 'move') this.men.land(gesture, dragged);
    this.events.act(choice);
  }

  /** The box of a place on the screen, relative to the host. */
  boxOf(place: Point): DOMRect {
    const host = this.host.getBoundingClientRect();
    const root = this.root.getBoundingClientRect();
    const frame = this.frame!;
    const size = root.width / frame.width;
    return new DOMRect(
      root.left - host.left + (place.x - frame.x) * size,
      root.top - host.top + (place.y - frame.y) * size,
      size,
      size,
    );
  }

  /** The place on the board under a point of the screen, with fractions. */
  pointAt(x: number, y: number): Point {
    const box = this.root.getBoundingClientRect();
    const frame = this.frame!;
    return {
      x: frame.x + ((x - box.left) / box.width) * frame.width,
      y: frame.y + ((y - box.top) / box.height) * frame.height,
    };
  }

  cellAt(place: Point): string | undefined {
    const [x, y] = [Math.floor(place.x), Math.floor(place.y)];
    for (const [name, at] of this.places) if (at.x === x && at.y === y && this.cells.has(name)) return name;
    return undefined;
  }

  private draw(old: BoardConfig | undefined): void {
    const { view, near, look } = this.config;
    const sameBoard = old && old.near === near && same(old.view.board, view.board);
    const armies = view.armies.map((army) => army.name);
    definePatterns(armies);
    this.root.setAttribute('aria-label', this.config.label);
    this.root.classList.toggle('banning', view.turn.phase === 'ban' && this.isMyTurn);
    this.root.classList.toggle('live', this.config.live);
    const pixels = cellPixels({ board: view.board, near, seats: view.seats }, this.host.clientWidth);
    const ground = { board: view.board, near, armies, seats: view.seats, coordinates: look.coordinates, pixels };
    if (!sameBoard) {
      this.places = new Map(view.board.cells.map((cell) => [cell.name, cellPoint(view.board, cell, near)]));
      const focused = document.activeElement?.getAttribute('data-cell');
      this.cells = drawCells(this.layers.ground, ground);
      if (focused) this.cells.get(focused)?.focus({ preventScroll: true });
    }
    const frame = withMargin(playArea(view.board, near), boardMargin(ground));
    if (!same(frame, this.frame)) this.zoom(frame, !sameBoard && old !== undefined);
    drawDecorations(this.layers.ornaments, ground);
    drawMarksBelow(this.layers.below, view.marks, this.where);
    drawMarksAbove(this.layers.above, view.marks, this.where);
    if (old && old.view !== view) this.sketches = [];
    this.drawArrows();
    this.men.draw(view, look, sameBoard ? old.view : undefined, !same(old?.look, look));
    this.drawTargets();
    this.describe();
  }

  /** Draws an arrow, or takes it away if it is there already; nothing takes all away. */
  sketch(arrow: Arrow | undefined): void {
    if (!arrow && this.sketches.length === 0) return;
    const others = this.sketches.filter((one) => one.from !== arrow?.from || one.to !== arrow?.to);
    this.sketches = !arrow ? [] : others.length < this.sketches.length ? others : [...others, arrow];
    this.drawArrows();
  }

  private drawArrows(): void {
    drawNotes(this.layers.air, this.config.notes ?? [], this.where);
    drawArrows(this.layers.arrows, [...(this.config.arrows ?? []), ...this.sketches], this.where);
  }

  private zoom(frame: Frame, smoothly: boolean): void {
    const from = this.frame;
    this.frame = frame;
    const show = (f: Frame) =>
      this.root.setAttribute('viewBox', [f.x, f.y, f.width, f.height].map((n) => n * CELL).join(' '));
    this.host.style.setProperty('--ratio', String(frame.width / frame.height));
    const same = from && from.width === frame.width && from.height === frame.height;
    if (!smoothly || !from || same || this.config.look.animation === 0) return show(frame);
    const begin = performance.now();
    const step = (now: number) => {
      if (this.frame !== frame) return;
      const done = Math.min(1, Math.max(0, (now - begin) / ZOOM));
      const eased = done * done * (3 - 2 * done);
      const between = (a: number, b: number) => a + (b - a) * eased;
      show({
        x: between(from.x, frame.x),
        y: between(from.y, frame.y),
        width: between(from.width, frame.width),
        height: between(from.height, frame.height),
      });
      if (done < 1) requestAnimationFrame(step);
    };
    show(from);
    requestAnimationFrame(step);
  }

  private drawTargets(): void {
    const layer = this.layers.targets;
    layer.replaceChildren();
    const { view, premove, live } = this.config;
    const box = (cell: string, name: string) => {
      const place = this.places.get(cell);
      if (place) svg('rect', { x: place.x * CELL, y: place.y * CELL, width: CELL, height: CELL, class: name }, layer);
    };
    if (premove?.kind === 'move') [premove.from, premove.to].forEach((cell) => box(cell, 'premove'));
    if (!live || !this.picked) return;
    box(this.picked.cell, 'picked');
    const occupied = new Set(view.men.map((man) => man.cell));
    for (const cell of targetCells(view.choices, this.picked)) {
      const place = this.places.get(cell);
      if (!place) continue;
      const [cx, cy] = [place.x * CELL + 50, place.y * CELL + 50];
      svg('circle', { cx, cy, r: occupied.has(cell) ? 44 : 15, class: occupied.has(cell) ? 'target take' : 'target' }, layer);
    }
  }

  private describe(): void {
    const targets = this.picked ? targetCells(this.config.view.choices, this.picked) : new Set<string>();
    for (const [name, rect] of this.cells) {
      rect.setAttribute('aria-label', cellLabel(this.config.view, name, this.picked?.cell === name, targets.has(name), this.words));
      if (this.picked?.cell === name) rect.setAttribute('aria-selected', 'true');
      else rect.removeAttribute('aria-selected');
    }
    this.input.keepFocusable();
  }
}
