import type { BoardWidget } from './board';
import { CELL, type Point } from './geometry';
import { svg } from './svg';

/** Cells smaller than this are magnified under a finger. */
const MAX_CELL_PIXELS = 34;
/** Width of the magnified area, in cells. */
const SPAN = 3;

/** A copy of a layer without ids and roles, so that only the original is interactive and accessible. */
function inertCopy(layer: Element): Node {
  const copy = layer.cloneNode(true) as Element;
  for (const cell of copy.querySelectorAll('[data-cell]'))
    ['data-cell', 'role', 'tabindex', 'aria-label'].forEach((name) => cell.removeAttribute(name));
  return copy;
}

/** Shows the cells under a finger enlarged, above the finger, on small boards. */
export class Magnifier {
  private readonly box: HTMLDivElement;
  private readonly image: SVGSVGElement;

  constructor(private readonly board: BoardWidget) {
    this.box = document.createElement('div');
    this.box.className = 'magnifier';
    this.box.hidden = true;
    this.box.setAttribute('aria-hidden', 'true');
    this.image = svg('svg', { class: 'board' }, this.box);
    board.host.append(this.box);
  }

  show(event: PointerEvent, at: Point): void {
    const cell = this.board.boxOf({ x: 0, y: 0 }).width;
    if (event.pointerType !== 'touch' || cell >= MAX_CELL_PIXELS) return;
    this.image.replaceChildren(...[...this.board.root.children].map(inertCopy));
    const host = this.board.host.getBoundingClientRect();
    this.box.hidden = false;
    this.image.setAttribute('viewBox', [at.x - SPAN / 2, at.y - SPAN / 2, SPAN, SPAN].map((n) => n * CELL).join(' '));
    const half = this.box.offsetWidth / 2;
    const x = Math.min(Math.max(event.clientX - host.left, half), host.width - half);
    const above = event.clientY - host.top - half * 2 - 24;
    this.box.style.transform = `translate(${x - half}px, ${above}px)`;
  }

  hide(): void {
    this.box.hidden = true;
    this.image.replaceChildren();
  }

  destroy(): void {
    this.box.remove();
  }
}
