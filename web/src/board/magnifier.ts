import type { BoardView } from './board';
import { CELL, type Point } from './geometry';
import { svg } from './svg';

/** Cells smaller than this, in pixels, are enlarged under a finger. */
const SMALL = 34;
/** How many cells it shows. */
const SPAN = 3;

/** A copy of a layer that is only looked at. */
function copyOf(layer: Element): Node {
  const copy = layer.cloneNode(true) as Element;
  for (const cell of copy.querySelectorAll('[data-cell]')) ['data-cell', 'role', 'tabindex', 'aria-label'].forEach((name) => cell.removeAttribute(name));
  return copy;
}

/** Shows what lies under the finger on a small board, above it. */
export class Magnifier {
  private readonly box: HTMLDivElement;
  private readonly glass: SVGSVGElement;

  constructor(private readonly board: BoardView) {
    this.box = document.createElement('div');
    this.box.className = 'magnifier';
    this.box.hidden = true;
    this.box.setAttribute('aria-hidden', 'true');
    this.glass = svg('svg', { class: 'board' }, this.box);
    board.host.append(this.box);
  }

  show(event: PointerEvent, at: Point): void {
    const cell = this.board.boxOf({ x: 0, y: 0 }).width;
    if (event.pointerType !== 'touch' || cell >= SMALL) return;
    this.glass.replaceChildren(...[...this.board.root.children].map(copyOf));
    const host = this.board.host.getBoundingClientRect();
    this.box.hidden = false;
    this.glass.setAttribute('viewBox', [at.x - SPAN / 2, at.y - SPAN / 2, SPAN, SPAN].map((n) => n * CELL).join(' '));
    const half = this.box.offsetWidth / 2;
    const x = Math.min(Math.max(event.clientX - host.left, half), host.width - half);
    const above = event.clientY - host.top - half * 2 - 24;
    this.box.style.transform = `translate(${x - half}px, ${above}px)`;
  }

  hide(): void {
    this.box.hidden = true;
    this.glass.replaceChildren();
  }

  destroy(): void {
    this.box.remove();
  }
}
