import type { Choice } from '../protocol/messages';
import type { BoardConfig } from './config';
import { drawPiece } from './draw-piece';
import { svg } from './svg';

/** The kind that the last letter of a promotion names. */
const PROMOTIONS: Record<string, string> = { q: 'queen', r: 'rook', b: 'bishop', n: 'knight' };

/**
 * Opens a menu beside a cell to pick one of several choices, such as what a pawn promotes to. Answers `undefined` if
 * the player cancels. Returns a function that closes the menu without an answer.
 */
export function openChoiceMenu(
  host: HTMLElement,
  box: DOMRect,
  choices: readonly Choice[],
  config: BoardConfig,
  answer: (choice: Choice | undefined) => void,
): () => void {
  const menu = document.createElement('div');
  menu.className = 'choice-menu';
  menu.setAttribute('role', 'menu');
  const size = Math.max(44, box.width);
  const opensUpwards = box.top + size * choices.length > host.clientHeight + size / 2;
  menu.style.left = `${Math.max(0, Math.min(box.left, host.clientWidth - size))}px`;
  if (opensUpwards) menu.style.bottom = `${Math.max(0, host.clientHeight - box.bottom)}px`;
  else menu.style.top = `${box.top}px`;
  const dismiss = () => {
    document.removeEventListener('pointerdown', onPointerDown, true);
    menu.remove();
  };
  const close = (choice?: Choice) => {
    dismiss();
    answer(choice);
  };
  const onPointerDown = (event: Event) => {
    if (!menu.contains(event.target as Node)) close();
  };
  for (const choice of choices) menu.append(menuItem(choice, config, size, close));
  menu.addEventListener('keydown', (event) => onKeyDown(event, menu, close));
  host.append(menu);
  (menu.firstElementChild as HTMLElement).focus();
  document.addEventListener('pointerdown', onPointerDown, true);
  return dismiss;
}

function menuItem(
  choice: Choice,
  config: BoardConfig,
  size: number,
  close: (choice: Choice) => void,
): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.setAttribute('role', 'menuitem');
  button.style.width = button.style.height = `${size}px`;
  button.setAttribute('aria-label', choice.label);
  button.title = choice.label;
  const kind = PROMOTIONS[choice.text.at(-1)?.toLowerCase() ?? ''];
  if (kind) {
    const { view, appearance } = config;
    const armies = view.armies.map((army) => army.name);
    const piece = { army: view.turn.army ?? null, kind, letter: choice.text.at(-1)!, state: 'free' as const };
    const image = svg('svg', { viewBox: '0 0 100 100', 'aria-hidden': 'true' });
    image.append(drawPiece(piece, { armies, pieces: appearance.pieces, characters: appearance.characters }));
    button.append(image);
  } else {
    button.textContent = choice.label;
    button.classList.add('wide');
  }
  button.addEventListener('click', () => close(choice));
  return button;
}

function onKeyDown(event: KeyboardEvent, menu: HTMLElement, close: () => void): void {
  const buttons = [...menu.querySelectorAll('button')];
  const focused = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, Tab: event.shiftKey ? -1 : 1 }[event.key];
  if (step) buttons[(focused + step + buttons.length) % buttons.length]?.focus();
  else if (event.key === 'Escape') close();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
