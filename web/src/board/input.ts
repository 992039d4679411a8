import type { PieceView } from '../protocol/messages';
import type { BoardWidget } from './board';
import { neighbour, type Point } from './geometry';
import { controlledArmies, selectablePieces, targetCells, type Selection } from './gestures';

/** How far the pointer may move before a press becomes a drag. */
const DRAG_THRESHOLD_PIXELS = 5;

interface Press {
  pointer: number;
  cell: string;
  selection: Selection | undefined;
  /** Whether the piece was already selected before this press. */
  wasSelected: boolean;
  x: number;
  y: number;
  dragging: boolean;
}

const ARROW_KEYS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Interprets clicks, taps, drags and keys on a board. */
export class BoardInput {
  private press: Press | undefined;
  private focusedCell: string | undefined;
  /** The cell where the player started to draw an arrow. */
  private arrowFrom: string | undefined;
  private readonly removeListeners: (() => void)[] = [];

  constructor(private readonly board: BoardWidget) {
    const { root } = board;
    this.listen(root, 'pointerdown', (event) => this.onPointerDown(event as PointerEvent));
    this.listen(root, 'pointermove', (event) => this.onPointerMove(event as PointerEvent));
    this.listen(root, 'pointerup', (event) => this.onPointerUp(event as PointerEvent));
    this.listen(root, 'pointercancel', () => this.onPointerCancel());
    this.listen(root, 'keydown', (event) => this.onKeyDown(event as KeyboardEvent));
    this.listen(root, 'focusin', (event) => {
      const cell = (event.target as Element).getAttribute('data-cell');
      if (cell) this.setFocusedCell(cell, false);
    });
    this.listen(root, 'contextmenu', (event) => event.preventDefault());
  }

  destroy(): void {
    this.removeListeners.forEach((remove) => remove());
  }

  /** The pieces on a cell that can be selected now. */
  selectable(cell: string): PieceView[] {
    const { config } = this.board;
    if (!config.interactive) return [];
    const premove = !this.board.isMyTurn && config.allowPremove;
    if (!this.board.isMyTurn && !premove) return [];
    return selectablePieces(config.view, cell, controlledArmies(config.view, config.ownSeats), premove);
  }

  /** Keeps exactly one cell in the tab order (roving tabindex). */
  updateTabIndex(): void {
    const cells = this.board.config.view.board.cells.filter((cell) => cell.ground !== 'idle');
    if (!this.focusedCell || !this.board.cellElement(this.focusedCell)) this.focusedCell = cells[0]?.name;
    for (const cell of cells) {
      this.board.cellElement(cell.name)?.setAttribute('tabindex', cell.name === this.focusedCell ? '0' : '-1');
    }
  }

  private listen(target: EventTarget, name: string, handler: (event: Event) => void): void {
    target.addEventListener(name, handler);
    this.removeListeners.push(() => target.removeEventListener(name, handler));
  }

  private onPointerDown(event: PointerEvent): void {
    if (event.button === 2) this.arrowFrom = this.cellUnder(event);
    else this.board.clearArrows();
    if (event.button !== 0 || this.press || !this.board.config.interactive) return;
    const at = this.board.pointAt(event.clientX, event.clientY);
    const cell = this.board.cellAt(at);
    if (!cell) return;
    const { selection } = this.board;
    if (selection && selection.cell !== cell && this.tryMoveTo(selection, cell)) return;
    const piece = this.pieceAt(cell, at);
    const wasSelected =
      selection !== undefined && selection.cell === cell && (!piece || selection.letter === piece.letter);
    const pressed = piece ? { cell, letter: piece.letter } : undefined;
    if (!pressed && selection) this.board.moveTo(cell, false);
    else if (pressed && !wasSelected) this.board.select(pressed);
    this.press = {
      pointer: event.pointerId,
      cell,
      selection: pressed,
      wasSelected,
      x: event.clientX,
      y: event.clientY,
      dragging: false,
    };
    this.board.root.setPointerCapture?.(event.pointerId);
    this.board.magnifier.show(event, at);
  }

  /**
   * Moves the selected piece to a cell, legally or not: the board explains illegal moves. Returns false if the cell
   * holds another piece that can be selected instead.
   */
  private tryMoveTo(selection: Selection, cell: string): boolean {
    const legal = targetCells(this.board.config.view.choices, selection).has(cell);
    if (!legal && this.selectable(cell).length > 0) return false;
    this.board.moveTo(cell, false);
    return true;
  }

  /** The piece that a press means. Where two share a cell, it is the one nearer to the pointer. */
  private pieceAt(cell: string, at: Point): PieceView | undefined {
    const selectable = this.selectable(cell);
    const all = this.board.config.view.men.filter((piece) => piece.cell === cell);
    if (selectable.length < 2 && all.length < 2) return selectable[0];
    const inTopLeft = (at.x % 1) + (at.y % 1) < 1;
    const nearest = all[inTopLeft ? 0 : 1];
    return selectable.find((piece) => piece === nearest) ?? selectable[0];
  }

  private onPointerMove(event: PointerEvent): void {
    const press = this.press;
    if (!press || press.pointer !== event.pointerId) return;
    const at = this.board.pointAt(event.clientX, event.clientY);
    this.board.magnifier.show(event, at);
    if (!press.selection) return;
    if (!press.dragging && Math.hypot(event.clientX - press.x, event.clientY - press.y) < DRAG_THRESHOLD_PIXELS) return;
    press.dragging = true;
    this.board.pieces.drag(press.selection, at);
  }

  /** The right button draws arrows. A right click on one cell clears the selection and the premove instead, if any. */
  private onRightButtonUp(event: PointerEvent): void {
    const [from, to] = [this.arrowFrom, this.cellUnder(event)];
    this.arrowFrom = undefined;
    if (!from || !to) return;
    if (from === to && (this.board.selection || this.board.config.premove)) {
      this.board.select(undefined);
      this.board.events.premove(undefined);
    } else {
      this.board.toggleArrow({ from, to, class: 'own' });
    }
  }

  private cellUnder(event: PointerEvent): string | undefined {
    return this.board.cellAt(this.board.pointAt(event.clientX, event.clientY));
  }

  private onPointerUp(event: PointerEvent): void {
    if (event.button === 2) this.onRightButtonUp(event);
    const press = this.press;
    if (!press || press.pointer !== event.pointerId) return;
    this.press = undefined;
    this.board.magnifier.hide();
    const cell = this.cellUnder(event);
    if (press.dragging && press.selection) {
      if (cell && cell !== press.cell) {
        this.board.select(press.selection);
        this.board.moveTo(cell, true);
        if (this.board.config.view.men.some((piece) => piece.cell === press.cell))
          this.returnIfIllegal(press.selection, cell);
      } else {
        this.board.pieces.drag(press.selection, undefined);
      }
      return;
    }
    if (cell !== press.cell) return;
    if (!press.selection) this.board.tap(cell);
    else if (press.wasSelected) this.board.select(undefined);
  }

  private returnIfIllegal(selection: Selection, to: string): void {
    const legal = targetCells(this.board.config.view.choices, selection).has(to);
    if (!legal) this.board.pieces.drag(selection, undefined);
  }

  private onPointerCancel(): void {
    if (this.press?.selection) this.board.pieces.drag(this.press.selection, undefined);
    this.press = undefined;
    this.board.magnifier.hide();
  }

  private onKeyDown(event: KeyboardEvent): void {
    const cell = (event.target as Element).getAttribute?.('data-cell');
    if (!cell) return;
    const arrow = ARROW_KEYS[event.key];
    if (arrow) {
      const { view, near } = this.board.config;
      this.setFocusedCell(neighbour(view.board, cell, arrow[0], arrow[1], near), true);
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.onEnter(cell);
    } else if (event.key === 'Escape') {
      this.board.select(undefined);
      this.board.events.premove(undefined);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** Enter acts like a tap. On the cell of the selected piece it selects the other piece there, or none. */
  private onEnter(cell: string): void {
    const { selection } = this.board;
    const pieces = this.selectable(cell);
    if (selection && selection.cell !== cell) {
      if (!this.tryMoveTo(selection, cell)) this.board.select({ cell, letter: pieces[0]!.letter });
      return;
    }
    if (this.board.tap(cell)) return;
    const next = selection ? pieces.findIndex((piece) => piece.letter === selection.letter) + 1 : 0;
    const piece = pieces[next];
    this.board.select(piece ? { cell, letter: piece.letter } : undefined);
  }

  private setFocusedCell(cell: string, moveFocus: boolean): void {
    this.board.cellElement(this.focusedCell ?? '')?.setAttribute('tabindex', '-1');
    this.focusedCell = cell;
    const element = this.board.cellElement(cell);
    element?.setAttribute('tabindex', '0');
    if (moveFocus) element?.focus({ preventScroll: true });
  }
}
