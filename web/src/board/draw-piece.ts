import type { Man } from '../protocol/messages';
import { armyStyle } from './armies';
import { CHARACTERS } from './characters';
import { pieceShape } from './piece-shapes';
import { svg } from './svg';

/** How men are to look. */
export interface PieceStyle {
  /** The armies of the game, which decide the set of colours. */
  armies: readonly string[];
  /** Chess drawings, or letters. */
  pieces: 'drawn' | 'letters';
  /** Banqi's men: Chinese characters, or Latin letters. */
  characters: 'chinese' | 'latin';
}

/** Whether the men of these armies are discs with characters on them. */
export function usesDiscs(armies: readonly string[]): boolean {
  return armies.length === 2 && armies.includes('red');
}

type Drawn = Pick<Man, 'army' | 'kind' | 'letter' | 'state' | 'promotes_to'>;

/** Draws a man in a box of 100 by 100. */
export function drawPiece(man: Drawn, look: PieceStyle): SVGGElement {
  const group = svg('g', { class: `man ${man.state} army-${man.army ?? 'none'}` });
  if (man.state === 'hidden') drawBack(group);
  else if (usesDiscs(look.armies)) drawDisc(group, man, look);
  else drawChessPiece(group, man, look);
  return group;
}

function drawBack(group: SVGGElement): void {
  svg('ellipse', { cx: 50, cy: 55, rx: 42, ry: 41, class: 'disc-shade' }, group);
  svg('circle', { cx: 50, cy: 50, r: 42, class: 'back' }, group);
  svg('circle', { cx: 50, cy: 50, r: 34, class: 'back-ring' }, group);
  svg('path', { d: 'M50 24L57 43L76 50L57 57L50 76L43 57L24 50L43 43Z', class: 'back-star' }, group);
}

function drawDisc(group: SVGGElement, man: Drawn, look: PieceStyle): void {
  const army = man.army ?? 'black';
  svg('ellipse', { cx: 50, cy: 55, rx: 42, ry: 41, class: 'disc-shade' }, group);
  svg('circle', { cx: 50, cy: 50, r: 42, class: 'disc' }, group);
  // Two rings for black, one for red: the colours are told apart without seeing them.
  svg('circle', { cx: 50, cy: 50, r: 36, class: `ring ring-${army}` }, group);
  if (army === 'black') svg('circle', { cx: 50, cy: 50, r: 31.5, class: `ring ring-${army} thin` }, group);
  const chinese = look.characters === 'chinese' ? CHARACTERS[army]?.[man.kind] : undefined;
  const text = svg('text', { x: 50, y: chinese ? 67 : 68, class: `sign sign-${army} ${chinese ? 'chinese' : 'latin'}` }, group);
  text.textContent = chinese ?? man.letter.toUpperCase();
}

function drawChessPiece(group: SVGGElement, man: Drawn, look: PieceStyle): void {
  const army = man.army ?? '';
  const style = armyStyle(army, look.armies);
  const stone = man.state === 'frozen';
  const drawing = pieceShape(man.kind);
  const body = drawing?.body ?? 'M50 14A36 36 0 1 1 49.9 14Z';
  const fill = stone ? 'url(#pattern-stone)' : fillOf(army, look.armies);
  svg('path', { d: body, fill, stroke: stone ? '#4a4843' : style.line, 'stroke-width': 4, 'stroke-linejoin': 'round' }, group);
  const detail = stone ? '#6d6a63' : style.detail;
  if (!drawing || look.pieces === 'letters') {
    drawLetter(group, man.letter, stone ? '#2d2b28' : style.detail, stone ? '#a9a59c' : style.fill);
  } else {
    svg('path', { d: drawing.lines, fill: 'none', stroke: detail, 'stroke-width': 3, 'stroke-linecap': 'round', opacity: 0.85 }, group);
    if (man.kind === 'knight') svg('circle', { cx: 38, cy: 32, r: 3.4, fill: detail }, group);
  }
  if (stone) drawCracks(group, style.fill, style.line);
  if (man.promotes_to) drawPromotionBadge(group, man.promotes_to, style);
}

/** The fill of an army: its colour with its pattern. */
function fillOf(army: string, armies: readonly string[]): string {
  const { fill, pattern } = armyStyle(army, armies);
  return pattern === 'plain' ? fill : `url(#pattern-${army}-${armies.length})`;
}

function drawLetter(group: SVGGElement, letter: string, ink: string, ground: string): void {
  svg('circle', { cx: 50, cy: 58, r: 21, fill: ground }, group);
  const text = svg('text', { x: 50, y: 70, class: 'letter', fill: ink }, group);
  text.textContent = letter.toUpperCase();
}

function drawCracks(group: SVGGElement, fill: string, line: string): void {
  svg('path', { d: 'M44 30L50 42L43 52L52 64M62 50L56 58', class: 'crack' }, group);
  svg('rect', { x: 40, y: 80, width: 20, height: 8, rx: 2, fill, stroke: line, 'stroke-width': 1.5 }, group);
}

/** What a pawn will become, small, at its foot. */
function drawPromotionBadge(group: SVGGElement, kind: string, style: { fill: string; line: string; detail: string }): void {
  const drawing = pieceShape(kind);
  if (!drawing) return;
  const badge = svg('g', { transform: 'translate(60 50) scale(0.38)' }, group);
  svg('circle', { cx: 50, cy: 50, r: 56, fill: '#fffdf6', stroke: style.line, 'stroke-width': 6 }, badge);
  svg('path', { d: drawing.body, fill: '#2a2723' }, badge);
}
