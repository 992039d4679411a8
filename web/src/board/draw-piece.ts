import type { PieceView } from '../protocol/messages';
import { armyStyle } from './armies';
import { CHARACTERS } from './characters';
import { pieceShape } from './piece-shapes';
import { svg } from './svg';

export interface PieceStyle {
  /** The armies of the game. They decide which set of colours applies. */
  armies: readonly string[];
  pieces: 'drawn' | 'letters';
  /** What is written on discs. */
  characters: 'chinese' | 'latin';
}

/** Whether the pieces of these armies are discs with characters on them. */
export function usesDiscs(armies: readonly string[]): boolean {
  return armies.length === 2 && armies.includes('red');
}

type DrawnPiece = Pick<PieceView, 'army' | 'kind' | 'letter' | 'state' | 'promotes_to'>;

/** Draws a piece in a box of 100 by 100. */
export function drawPiece(piece: DrawnPiece, style: PieceStyle): SVGGElement {
  const group = svg('g', { class: `piece ${piece.state} army-${piece.army ?? 'none'}` });
  if (piece.state === 'hidden') drawBack(group);
  else if (usesDiscs(style.armies)) drawDisc(group, piece, style);
  else drawChessPiece(group, piece, style);
  return group;
}

function drawBack(group: SVGGElement): void {
  svg('ellipse', { cx: 50, cy: 55, rx: 42, ry: 41, class: 'disc-shade' }, group);
  svg('circle', { cx: 50, cy: 50, r: 42, class: 'back' }, group);
  svg('circle', { cx: 50, cy: 50, r: 34, class: 'back-ring' }, group);
  svg('path', { d: 'M50 24L57 43L76 50L57 57L50 76L43 57L24 50L43 43Z', class: 'back-star' }, group);
}

function drawDisc(group: SVGGElement, piece: DrawnPiece, style: PieceStyle): void {
  const army = piece.army ?? 'black';
  svg('ellipse', { cx: 50, cy: 55, rx: 42, ry: 41, class: 'disc-shade' }, group);
  svg('circle', { cx: 50, cy: 50, r: 42, class: 'disc' }, group);
  // Two rings for black, one for red: the armies differ without their colours too.
  svg('circle', { cx: 50, cy: 50, r: 36, class: `ring ring-${army}` }, group);
  if (army === 'black') svg('circle', { cx: 50, cy: 50, r: 31.5, class: `ring ring-${army} thin` }, group);
  const chinese = style.characters === 'chinese' ? CHARACTERS[army]?.[piece.kind] : undefined;
  const text = svg(
    'text',
    { x: 50, y: chinese ? 67 : 68, class: `sign sign-${army} ${chinese ? 'chinese' : 'latin'}` },
    group,
  );
  text.textContent = chinese ?? piece.letter.toUpperCase();
}

function drawChessPiece(group: SVGGElement, piece: DrawnPiece, style: PieceStyle): void {
  const army = piece.army ?? '';
  const colours = armyStyle(army, style.armies);
  const frozen = piece.state === 'frozen';
  const shape = pieceShape(piece.kind);
  const body = shape?.body ?? 'M50 14A36 36 0 1 1 49.9 14Z';
  const fill = frozen ? 'url(#pattern-stone)' : fillOf(army, style.armies);
  svg(
    'path',
    { d: body, fill, stroke: frozen ? '#4a4843' : colours.line, 'stroke-width': 4, 'stroke-linejoin': 'round' },
    group,
  );
  const detail = frozen ? '#6d6a63' : colours.detail;
  if (!shape || style.pieces === 'letters') {
    drawLetter(group, piece.letter, frozen ? '#2d2b28' : colours.detail, frozen ? '#a9a59c' : colours.fill);
  } else {
    svg(
      'path',
      { d: shape.lines, fill: 'none', stroke: detail, 'stroke-width': 3, 'stroke-linecap': 'round', opacity: 0.85 },
      group,
    );
    if (piece.kind === 'knight') svg('circle', { cx: 38, cy: 32, r: 3.4, fill: detail }, group);
  }
  if (frozen) drawCracks(group, colours.fill, colours.line);
  if (piece.promotes_to) drawPromotionBadge(group, piece.promotes_to, colours);
}

/** The army's colour, with its pattern if it has one. */
function fillOf(army: string, armies: readonly string[]): string {
  const { fill, pattern } = armyStyle(army, armies);
  return pattern === 'plain' ? fill : `url(#pattern-${army}-${armies.length})`;
}

function drawLetter(group: SVGGElement, letter: string, ink: string, background: string): void {
  svg('circle', { cx: 50, cy: 58, r: 21, fill: background }, group);
  const text = svg('text', { x: 50, y: 70, class: 'letter', fill: ink }, group);
  text.textContent = letter.toUpperCase();
}

function drawCracks(group: SVGGElement, fill: string, line: string): void {
  svg('path', { d: 'M44 30L50 42L43 52L52 64M62 50L56 58', class: 'crack' }, group);
  svg('rect', { x: 40, y: 80, width: 20, height: 8, rx: 2, fill, stroke: line, 'stroke-width': 1.5 }, group);
}

/** A small badge with the piece that the pawn promotes to. */
function drawPromotionBadge(
  group: SVGGElement,
  kind: string,
  colours: { fill: string; line: string; detail: string },
): void {
  const shape = pieceShape(kind);
  if (!shape) return;
  const badge = svg('g', { transform: 'translate(60 50) scale(0.38)' }, group);
  svg('circle', { cx: 50, cy: 50, r: 56, fill: '#fffdf6', stroke: colours.line, 'stroke-width': 6 }, badge);
  svg('path', { d: shape.body, fill: '#2a2723' }, badge);
}
