import type { Man } from '../protocol/messages';
import type { BoardView } from './board';
import { neighbour, type Point } from './geometry';
import { controlledArmies, selectablePieces, targetCells, type Selection } from './gestures';

/** How far a finger may slip before it is a drag, in pixels. */
const SLIP = 5;

interface Press {
  pointer: number;
  cell: string;
  picked: Selection | undefined;
  /** Whether the man was picked up before this press. */
  before: boolean;
  x: number;
  y: number;
  dragging: boolean;
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Drag, tap-tap and keys on a board. */
export class Input {
  private press: Press | undefined;
  private focus: string | undefined;
  /** The cell where an arrow begins that is being drawn. */
  private sketch: string | undefined;
  private readonly off: (() => void)[] = [];

  constructor(private readonly board: BoardView) {
    const { root } = board;
    this.on(root, 'pointerdown', (event) => this.down(event as PointerEvent));
    this.on(root, 'pointermove', (event) => this.move(event as PointerEvent));
    this.on(root, 'pointerup', (event) => this.up(event as PointerEvent));
    this.on(root, 'pointercancel', () => this.cancel());
    this.on(root, 'keydown', (event) => this.key(event as KeyboardEvent));
    this.on(root, 'focusin', (event) => {
      const cell = (event.target as Element).getAttribute('data-cell');
      if (cell) this.focusOn(cell, false);
    });
    this.on(root, 'contextmenu', (event) => event.preventDefault());
  }

  destroy(): void {
    this.off.forEach((off) => off());
  }

  /** The men of a cell that can be picked up now. */
  men(cell: string): Man[] {
    const { config } = this.board;
    if (!config.live) return [];
    const early = !this.board.isMyTurn && config.early;
    if (!this.board.isMyTurn && !early) return [];
    return selectablePieces(config.view, cell, controlledArmies(config.view, config.you), early);
  }

  /** Exactly one cell can be reached with the tabulator key. */
  keepFocusable(): void {
    const cells = this.board.config.view.board.cells.filter((cell) => cell.ground !== 'idle');
    if (!this.focus || !this.board.cellElement(this.focus)) this.focus = cells[0]?.name;
    for (const cell of cells) {
      this.board.cellElement(cell.name)?.setAttribute('tabindex', cell.name === this.focus ? '0' : '-1');
    }
  }

  private on(target: EventTarget, name: string, act: (event: Event) => void): void {
    target.addEventListener(name, act);
    this.off.push(() => target.removeEventListener(name, act));
  }

  private down(event: PointerEvent): void {
    if (event.button === 2) this.sketch = this.cellUnder(event);
    else this.board.sketch(undefined);
    if (event.button !== 0 || this.press || !this.board.config.live) return;
    const at = this.board.pointAt(event.clientX, event.clientY);
    const cell = this.board.cellAt(at);
    if (!cell) return;
    const { picked } = this.board;
    if (picked && picked.cell !== cell && this.goesTo(picked, cell)) return;
    const man = this.manAt(cell, at);
    const before = picked !== undefined && picked.cell === cell && (!man || picked.letter === man.letter);
    const now = man ? { cell, letter: man.letter } : undefined;
    if (!now && picked) this.board.goTo(cell, false);
    else if (now && !before) this.board.pick(now);
    this.press = { pointer: event.pointerId, cell, picked: now, before, x: event.clientX, y: event.clientY, dragging: false };
    this.board.root.setPointerCapture?.(event.pointerId);
    this.board.magnifier.show(event, at);
  }

  /** The second tap: it is a move if it is one that is listed, or prepares one. */
  private goesTo(picked: Selection, cell: string): boolean {
    const listed = targetCells(this.board.config.view.choices, picked).has(cell);
    if (!listed && this.men(cell).length > 0) return false;
    if (!listed && this.board.isMyTurn) {
      this.board.goTo(cell, false);
      return true;
    }
    this.board.goTo(cell, false);
    return true;
  }

  /** The man of a cell that is meant: where two stand, the nearer to the point. */
  private manAt(cell: string, at: Point): Man | undefined {
    const men = this.men(cell);
    const standing = this.board.config.view.men.filter((man) => man.cell === cell);
    if (men.length < 2 && standing.length < 2) return men[0];
    const inside = (at.x % 1) + (at.y % 1);
    const near = standing[inside < 1 ? 0 : 1];
    return men.find((man) => man === near) ?? men[0];
  }

  private move(event: PointerEvent): void {
    const press = this.press;
    if (!press || press.pointer !== event.pointerId) return;
    const at = this.board.pointAt(event.clientX, event.clientY);
    this.board.magnifier.show(event, at);
    if (!press.picked) return;
    if (!press.dragging && Math.hypot(event.clientX - press.x, event.clientY - press.y) < SLIP) return;
    press.dragging = true;
    this.board.men.hold(press.picked, at);
  }

  /** The right button draws arrows, and on one cell takes back what was picked up or prepared. */
  private sketched(event: PointerEvent): void {
    const [from, to] = [this.sketch, this.cellUnder(event)];
    this.sketch = undefined;
    if (!from || !to) return;
    if (from === to && (this.board.picked || this.board.config.premove)) {
      this.board.pick(undefined);
      this.board.events.premove(undefined);
    } else {
      this.board.sketch({ from, to, class: 'own' });
    }
  }

  private cellUnder(event: PointerEvent): string | undefined {
    return this.board.cellAt(this.board.pointAt(event.clientX, event.clientY));
  }

  private up(event: PointerEvent): void {
    if (event.button === 2) this.sketched(event);
    const press = this.press;
    if (!press || press.pointer !== event.pointerId) return;
    this.press = undefined;
    this.board.magnifier.hide();
    const cell = this.cellUnder(event);
    if (press.dragging && press.picked) {
      if (cell && cell !== press.cell) {
        this.board.pick(press.picked);
        this.board.goTo(cell, true);
        // What leads to nothing goes back to where it stood.
        if (this.board.config.view.men.some((man) => man.cell === press.cell)) this.settle(press.picked, cell);
      } else {
        this.board.men.hold(press.picked, undefined);
      }
      return;
    }
    if (cell !== press.cell) return;
    if (!press.picked) this.board.tap(cell);
    else if (press.before) this.board.pick(undefined);
  }

  private settle(picked: Selection, to: string): void {
    const listed = targetCells(this.board.config.view.choices, picked).has(to);
    if (!listed) this.board.men.hold(picked, undefined);
  }

  private cancel(): void {
    if (this.press?.picked) this.board.men.hold(this.press.picked, undefined);
    this.press = undefined;
    this.board.magnifier.hide();
  }

  private key(event: KeyboardEvent): void {
    const cell = (event.target as Element).getAttribute?.('data-cell');
    if (!cell) return;
    const arrow = ARROWS[event.key];
    if (arrow) {
      const { view, near } = this.board.config;
      this.focusOn(neighbour(view.board, cell, arrow[0], arrow[1], near), true);
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.enter(cell);
    } else if (event.key === 'Escape') {
      this.board.pick(undefined);
      this.board.events.premove(undefined);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** The key that stands for a tap. On the cell of the picked man it picks the other man, or none. */
  private enter(cell: string): void {
    const { picked } = this.board;
    const men = this.men(cell);
    if (picked && picked.cell !== cell) {
      if (!this.goesTo(picked, cell)) this.board.pick({ cell, letter: men[0]!.letter });
      return;
    }
    if (this.board.tap(cell)) return;
    const next = picked ? men.findIndex((man) => man.letter === picked.letter) + 1 : 0;
    const man = men[next];
    this.board.pick(man ? { cell, letter: man.letter } : undefined);
  }

  private focusOn(cell: string, move: boolean): void {
    this.board.cellElement(this.focus ?? '')?.setAttribute('tabindex', '-1');
    this.focus = cell;
    const element = this.board.cellElement(cell);
    element?.setAttribute('tabindex', '0');
    if (move) element?.focus({ preventScroll: true });
  }
}
