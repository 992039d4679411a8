import type { Gesture, View } from '../protocol/messages';
import { transitions, type Transition } from './transitions';
import type { BoardAppearance } from './config';
import { CELL, type Point } from './geometry';
import type { Selection } from './gestures';
import { drawPiece } from './draw-piece';

/** How long a man takes to turn over, in milliseconds. */
const FLIP = 260;

/** The men on a board: where each stands, how it came there, and the one that the hand holds. */
export class PieceLayer {
  private view: View | undefined;
  private duration = 0;
  private elements: SVGGElement[] = [];
  /** What the hand has put down already: it does not travel there a second time. */
  private landed: { from: string; to: string } | undefined;

  constructor(
    private readonly layer: SVGGElement,
    private readonly where: (cell: string) => Point | undefined,
  ) {}

  /** Draws the men of a view. Those that stood there before keep their elements; others arrive from the old view. */
  draw(view: View, look: BoardAppearance, old: View | undefined, anew: boolean): void {
    this.duration = look.animation;
    const style = { armies: view.armies.map((army) => army.name), pieces: look.pieces, characters: look.characters };
    const came: Transition[] = old ? transitions(old, view) : [];
    const spare = new Map<string, SVGGElement>();
    if (!anew) this.view?.men.forEach((man, index) => spare.set(JSON.stringify(man), this.elements[index]!));
    this.view = view;
    this.elements = view.men.map((man, index) => {
      const element = spare.get(JSON.stringify(man)) ?? drawPiece(man, style);
      element.classList.remove('held');
      const to = this.transformOf(index);
      element.style.transform = to;
      const arrival = came[index];
      if (arrival && this.duration > 0) this.arrive(element, arrival, man.cell, to);
      return element;
    });
    this.layer.replaceChildren(...this.elements);
    if (view !== old) this.landed = undefined;
  }

  /** Holds a man under the hand, or puts it back. */
  hold(picked: Selection, at: Point | undefined): void {
    const index = this.indexOf(picked.cell, picked.letter);
    const element = this.elements[index];
    if (!element) return;
    element.classList.toggle('held', at !== undefined);
    element.style.transform = at
      ? `translate(${(at.x - 0.5) * CELL}px, ${(at.y - 0.5) * CELL}px)`
      : this.transformOf(index);
    if (at) this.layer.append(element);
  }

  /** Puts a man down where the hand wants it, before the server has answered. */
  land(gesture: Gesture & { kind: 'move' }, dragged: boolean): void {
    const index = this.indexOf(gesture.from, gesture.man ?? undefined);
    const element = this.elements[index];
    if (!element) return;
    const to = this.spot(gesture.to, 0, 1);
    if (!dragged && this.duration > 0) this.travel(element, this.transformOf(index), to);
    element.classList.remove('held');
    element.style.transform = to;
    this.landed = { from: gesture.from, to: gesture.to };
  }

  private indexOf(cell: string, letter: string | undefined): number {
    return this.view?.men.findIndex((man) => man.cell === cell && (!letter || man.letter === letter)) ?? -1;
  }

  private transformOf(index: number): string {
    const men = this.view!.men;
    const { cell } = men[index]!;
    const among = men.filter((man) => man.cell === cell).length;
    const which = men.slice(0, index).filter((man) => man.cell === cell).length;
    return this.spot(cell, which, among);
  }

  /** Where a man is drawn; two that share a cell are smaller and stand apart. */
  private spot(cell: string, which: number, among: number): string {
    const place = this.where(cell) ?? { x: -9, y: -9 };
    const [x, y] = [place.x * CELL, place.y * CELL];
    if (among < 2) return `translate(${x}px, ${y}px)`;
    const shift = which === 0 ? 1 : 35;
    return `translate(${x + shift}px, ${y + shift * 0.92}px) scale(0.64)`;
  }

  private arrive(element: SVGGElement, arrival: Transition, cell: string, to: string): void {
    if (arrival.how === 'come') {
      const there = this.landed?.from === arrival.from && this.landed.to === cell;
      if (!there) this.travel(element, this.spot(arrival.from, 0, 1), to);
    } else if (arrival.how === 'flip') {
      const at = (width: number) => `${to} translate(50px, 0) scale(${width}, 1) translate(-50px, 0)`;
      element.animate?.([{ transform: at(0.02) }, { transform: at(1) }], { duration: FLIP, easing: 'ease-out' });
    }
  }

  private travel(element: SVGGElement, from: string, to: string): void {
    element.animate?.([{ transform: from }, { transform: to }], { duration: this.duration, easing: 'ease-in-out' });
  }
}
