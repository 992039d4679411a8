import type { Choice } from '../protocol/messages';
import type { BoardConfig } from './config';
import { drawPiece } from './draw-piece';
import { svg } from './svg';

/** The kinds that a letter at the end of a choice stands for: what a pawn becomes. */
const BECOMES: Record<string, string> = { q: 'queen', r: 'rook', b: 'bishop', n: 'knight' };

/** Asks beside a cell which of several choices is meant. Gives back a way to stop asking. */
export function openChoiceMenu(
  host: HTMLElement,
  box: DOMRect,
  choices: readonly Choice[],
  config: BoardConfig,
  answer: (choice: Choice | undefined) => void,
): () => void {
  const menu = document.createElement('div');
  menu.className = 'choose';
  menu.setAttribute('role', 'menu');
  const size = Math.max(44, box.width);
  const across = box.top + size * choices.length > host.clientHeight + size / 2;
  menu.style.left = `${Math.max(0, Math.min(box.left, host.clientWidth - size))}px`;
  if (across) menu.style.bottom = `${Math.max(0, host.clientHeight - box.bottom)}px`;
  else menu.style.top = `${box.top}px`;
  const close = (choice?: Choice) => {
    document.removeEventListener('pointerdown', outside, true);
    menu.remove();
    answer(choice);
  };
  const outside = (event: Event) => {
    if (!menu.contains(event.target as Node)) close();
  };
  for (const choice of choices) menu.append(button(choice, config, size, close));
  menu.addEventListener('keydown', (event) => keys(event, menu, close));
  host.append(menu);
  (menu.firstElementChild as HTMLElement).focus();
  document.addEventListener('pointerdown', outside, true);
  return () => {
    document.removeEventListener('pointerdown', outside, true);
    menu.remove();
  };
}

function button(choice: Choice, config: BoardConfig, size: number, close: (choice: Choice) => void): HTMLButtonElement {
  const one = document.createElement('button');
  one.type = 'button';
  one.setAttribute('role', 'menuitem');
  one.style.width = one.style.height = `${size}px`;
  one.setAttribute('aria-label', choice.label);
  one.title = choice.label;
  const kind = BECOMES[choice.text.at(-1)?.toLowerCase() ?? ''];
  if (kind) {
    const { view, look } = config;
    const armies = view.armies.map((army) => army.name);
    const man = { army: view.turn.army ?? null, kind, letter: choice.text.at(-1)!, state: 'free' as const };
    const picture = svg('svg', { viewBox: '0 0 100 100', 'aria-hidden': 'true' });
    picture.append(drawPiece(man, { armies, pieces: look.pieces, characters: look.characters }));
    one.append(picture);
  } else {
    one.textContent = choice.label;
    one.classList.add('wide');
  }
  one.addEventListener('click', () => close(choice));
  return one;
}

function keys(event: KeyboardEvent, menu: HTMLElement, close: () => void): void {
  const buttons = [...menu.querySelectorAll('button')];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, Tab: event.shiftKey ? -1 : 1 }[event.key];
  if (step) buttons[(at + step + buttons.length) % buttons.length]?.focus();
  else if (event.key === 'Escape') close();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
