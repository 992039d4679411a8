import type { BoardView } from './board';
import { CELL, type Place } from './geometry';
import { svg } from './svg';

/** Cells smaller than this, in pixels, are enlarged under a finger. */
const SMALL = 34;
/** How many cells it shows. */
const SPAN = 3;

let count = 0;

/** Shows what lies under the finger on a small board, above it. */
export class Loupe {
  private readonly box: HTMLDivElement;
  private readonly glass: SVGSVGElement;

  constructor(private readonly board: BoardView) {
    board.root.id ||= `board-${(count += 1)}`;
    this.box = document.createElement('div');
    this.box.className = 'loupe';
    this.box.hidden = true;
    this.box.setAttribute('aria-hidden', 'true');
    this.glass = svg('svg', { class: 'board' }, this.box);
    board.host.append(this.box);
  }

  show(event: PointerEvent, at: Place): void {
    const cell = this.board.boxOf({ x: 0, y: 0 }).width;
    if (event.pointerType !== 'touch' || cell >= SMALL) return;
    if (this.box.hidden) this.glass.replaceChildren(...[...this.board.root.children].map((layer) => this.mirror(layer)));
    const host = this.board.host.getBoundingClientRect();
    this.box.hidden = false;
    this.glass.setAttribute('viewBox', [at.x - SPAN / 2, at.y - SPAN / 2, SPAN, SPAN].map((n) => n * CELL).join(' '));
    const half = this.box.offsetWidth / 2;
    const x = Math.min(Math.max(event.clientX - host.left, half), host.width - half);
    const above = event.clientY - host.top - half * 2 - 24;
    this.box.style.transform = `translate(${x - half}px, ${above}px)`;
  }

  private mirror(layer: Element): SVGUseElement {
    layer.id ||= `${this.board.root.id}-${layer.getAttribute('class')}`;
    return svg('use', { href: `#${layer.id}` });
  }

  hide(): void {
    this.box.hidden = true;
  }

  destroy(): void {
    this.box.remove();
  }
}
