import type { Gesture, View } from '../protocol/messages';
import type { BoardAppearance } from './config';
import { drawPiece } from './draw-piece';
import { CELL, type Point } from './geometry';
import type { Selection } from './gestures';
import { transitions, type Transition } from './transitions';

const FLIP_DURATION_MS = 260;

/** Draws the pieces of a board and animates them, including the one being dragged. */
export class PieceLayer {
  private view: View | undefined;
  private duration = 0;
  private elements: SVGGElement[] = [];
  /** The move that was already drawn before the server confirmed it, so that it isn't animated twice. */
  private dropped: { from: string; to: string } | undefined;

  constructor(
    private readonly layer: SVGGElement,
    private readonly pointOf: (cell: string) => Point | undefined,
  ) {}

  /**
   * Draws the pieces of a view. Pieces that stayed keep their elements unless `redraw` is set; others animate from the
   * old view.
   */
  draw(view: View, appearance: BoardAppearance, old: View | undefined, redraw: boolean): void {
    this.duration = appearance.animation;
    const style = {
      armies: view.armies.map((army) => army.name),
      pieces: appearance.pieces,
      characters: appearance.characters,
    };
    const changes: Transition[] = old ? transitions(old, view) : [];
    const reusable = new Map<string, SVGGElement>();
    if (!redraw) this.view?.men.forEach((piece, index) => reusable.set(JSON.stringify(piece), this.elements[index]!));
    this.view = view;
    this.elements = view.men.map((piece, index) => {
      const element = reusable.get(JSON.stringify(piece)) ?? drawPiece(piece, style);
      element.classList.remove('dragged');
      const to = this.transformOf(index);
      element.style.transform = to;
      const transition = changes[index];
      if (transition && this.duration > 0) this.animate(element, transition, piece.cell, to);
      return element;
    });
    this.layer.replaceChildren(...this.elements);
    if (view !== old) this.dropped = undefined;
  }

  /** Moves a piece under the pointer, or back to its cell. */
  drag(selection: Selection, at: Point | undefined): void {
    const index = this.indexOf(selection.cell, selection.letter);
    const element = this.elements[index];
    if (!element) return;
    element.classList.toggle('dragged', at !== undefined);
    element.style.transform = at
      ? `translate(${(at.x - 0.5) * CELL}px, ${(at.y - 0.5) * CELL}px)`
      : this.transformOf(index);
    if (at) this.layer.append(element);
  }

  /** Shows a move before the server has confirmed it. */
  drop(gesture: Gesture & { kind: 'move' }, dragged: boolean): void {
    const index = this.indexOf(gesture.from, gesture.man ?? undefined);
    const element = this.elements[index];
    if (!element) return;
    const to = this.transform(gesture.to, 0, 1);
    if (!dragged && this.duration > 0) this.slide(element, this.transformOf(index), to);
    element.classList.remove('dragged');
    element.style.transform = to;
    this.dropped = { from: gesture.from, to: gesture.to };
  }

  private indexOf(cell: string, letter: string | undefined): number {
    return this.view?.men.findIndex((piece) => piece.cell === cell && (!letter || piece.letter === letter)) ?? -1;
  }

  private transformOf(index: number): string {
    const pieces = this.view!.men;
    const { cell } = pieces[index]!;
    const count = pieces.filter((piece) => piece.cell === cell).length;
    const position = pieces.slice(0, index).filter((piece) => piece.cell === cell).length;
    return this.transform(cell, position, count);
  }

  /** Two pieces that share a cell are drawn smaller, side by side. */
  private transform(cell: string, position: number, count: number): string {
    const point = this.pointOf(cell) ?? { x: -9, y: -9 };
    const [x, y] = [point.x * CELL, point.y * CELL];
    if (count < 2) return `translate(${x}px, ${y}px)`;
    const shift = position === 0 ? 1 : 35;
    return `translate(${x + shift}px, ${y + shift * 0.92}px) scale(0.64)`;
  }

  private animate(element: SVGGElement, transition: Transition, cell: string, to: string): void {
    if (transition.how === 'move') {
      const alreadyThere = this.dropped?.from === transition.from && this.dropped.to === cell;
      if (!alreadyThere) this.slide(element, this.transform(transition.from, 0, 1), to);
    } else if (transition.how === 'flip') {
      const turnedTo = (width: number) => `${to} translate(50px, 0) scale(${width}, 1) translate(-50px, 0)`;
      element.animate?.([{ transform: turnedTo(0.02) }, { transform: turnedTo(1) }], {
        duration: FLIP_DURATION_MS,
        easing: 'ease-out',
      });
    }
  }

  private slide(element: SVGGElement, from: string, to: string): void {
    element.animate?.([{ transform: from }, { transform: to }], { duration: this.duration, easing: 'ease-in-out' });
  }
}
