import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Choice, Gesture, PieceView, View } from '../protocol/messages';
import { BoardWidget } from './board';
import { transitions } from './transitions';
import type { BoardConfig, BoardLabels } from './config';

const LABELS: BoardLabels = {
  empty: 'empty',
  faceDown: 'face-down',
  frozen: 'frozen',
  selected: 'selected',
  target: 'legal move',
  inCheck: 'in check',
  canFlip: 'can be flipped',
  name: (word) => word,
};
const piece = (cell: string, letter = 'P', more: Partial<PieceView> = {}): PieceView => ({
  cell,
  army: 'white',
  kind: 'pawn',
  letter,
  state: 'free',
  ...more,
});
const move = (from: string, to: string, text = `${from}${to}`, letter?: string): Choice => ({
  text,
  label: text,
  gesture: { kind: 'move', from, to, ...(letter ? { man: letter } : {}) },
});

function view(pieces: PieceView[], choices: Choice[]): View {
  const cells = [...'abcd'].flatMap((file, column) =>
    [1, 2, 3, 4].map((rank) => ({ name: `${file}${rank}`, column, row: rank - 1, ground: 'light' as const })),
  );
  return {
    board: { columns: 4, rows: 4, cells, column_labels: [...'abcd'], row_labels: [...'1234'], near: 'south' },
    men: pieces,
    marks: [],
    trays: [],
    armies: [{ name: 'white', letter: 'w', controller: 'white', frozen: false, in_check: false }],
    seats: [],
    turn: { who: 'white', phase: 'move', words: '' },
    choices,
  };
}
const config = (shown: View, more: Partial<BoardConfig> = {}): BoardConfig => ({
  view: shown,
  near: 'south',
  ownSeats: ['white'],
  interactive: true,
  allowPremove: true,
  label: 'board',
  appearance: { coordinates: false, pieces: 'drawn', characters: 'chinese', animation: 0 },
  ...more,
});

let host: HTMLElement;
let chosen: string[];
let illegal: Gesture[];
let premoves: (Gesture | undefined)[];
let board: BoardWidget;

function show(shown: View, more: Partial<BoardConfig> = {}): void {
  board = new BoardWidget(
    host,
    config(shown, more),
    {
      choose: (choice) => chosen.push(choice.text),
      illegal: (gesture) => illegal.push(gesture),
      premove: (gesture) => premoves.push(gesture),
    },
    LABELS,
  );
  // 400 by 400 pixels: a cell is 100 wide.
  board.root.getBoundingClientRect = () => new DOMRect(0, 0, 400, 400);
}
/** The middle of a cell, or another point inside it. */
const point = (cell: string, dx = 0.5, dy = 0.5) => ({
  clientX: (cell.charCodeAt(0) - 97 + dx) * 100,
  clientY: (4 - Number(cell[1]) + dy) * 100,
});
function pointer(kind: string, at: { clientX: number; clientY: number }): void {
  board.root.dispatchEvent(new PointerEvent(kind, { ...at, pointerId: 1, button: 0, bubbles: true }));
}
function tap(cell: string, dx?: number, dy?: number): void {
  pointer('pointerdown', point(cell, dx, dy));
  pointer('pointerup', point(cell, dx, dy));
}
function drag(from: string, to: string): void {
  pointer('pointerdown', point(from));
  pointer('pointermove', point(to));
  pointer('pointerup', point(to));
}
function key(name: string): void {
  document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }));
}

beforeEach(() => {
  host = document.createElement('div');
  document.body.append(host);
  [chosen, illegal, premoves] = [[], [], []];
});
afterEach(() => {
  board.destroy();
  host.remove();
  vi.restoreAllMocks();
});

describe('input', () => {
  const pawn = view([piece('b2')], [move('b2', 'b3'), move('b2', 'b4')]);
  test('a drag to a listed cell plays it', () => {
    show(pawn);
    drag('b2', 'b4');
    expect(chosen).toEqual(['b2b4']);
  });
  test('two taps play it', () => {
    show(pawn);
    tap('b2');
    tap('b3');
    expect(chosen).toEqual(['b2b3']);
  });
  test('a second tap on the piece deselects it', () => {
    show(pawn);
    tap('b2');
    expect(board.selection).toBeDefined();
    tap('b2');
    expect(board.selection).toBeUndefined();
  });
  test('an illegal move is not played but reported', () => {
    show(pawn);
    drag('b2', 'c3');
    expect(chosen).toEqual([]);
    expect(illegal).toEqual([{ kind: 'move', from: 'b2', to: 'c3' }]);
  });
  test('a drag from an empty cell does nothing', () => {
    show(pawn);
    drag('c1', 'c2');
    expect([...chosen, ...illegal]).toEqual([]);
  });
  test('a board that is not interactive ignores drags', () => {
    show(pawn, { interactive: false });
    drag('b2', 'b3');
    expect(chosen).toEqual([]);
  });
  test('arrow keys move the focus, and Enter selects and moves a piece', () => {
    show(pawn);
    board.cellElement('b2')!.focus();
    key('Enter');
    key('ArrowUp');
    key('Enter');
    expect(chosen).toEqual(['b2b3']);
    expect(document.activeElement?.getAttribute('data-cell')).toBe('b3');
  });
  test('Escape deselects the piece', () => {
    show(pawn);
    board.cellElement('b2')!.focus();
    key(' ');
    expect(board.selection?.cell).toBe('b2');
    key('Escape');
    expect(board.selection).toBeUndefined();
  });
  test('one tap or one key flips a face-down piece', () => {
    const down = view(
      [piece('a1', '?', { army: null, kind: 'hidden', state: 'hidden' })],
      [{ text: '?a1', label: '?a1', gesture: { kind: 'tap', cell: 'a1' } }],
    );
    show(down);
    tap('a1');
    board.cellElement('a1')!.focus();
    key('Enter');
    expect(chosen).toEqual(['?a1', '?a1']);
  });
});

describe('two pieces on one cell', () => {
  const shared = view(
    [piece('a1', 'K', { kind: 'king' }), piece('a1', 'B', { kind: 'bishop' })],
    [move('a1', 'a2', 'Ka1a2', 'K'), move('a1', 'c3', 'Ba1c3', 'B')],
  );
  test('a tap selects the nearer piece', () => {
    show(shared);
    tap('a1', 0.2, 0.2);
    expect(board.selection?.letter).toBe('K');
    tap('a1', 0.8, 0.8);
    expect(board.selection?.letter).toBe('B');
    tap('c3');
    expect(chosen).toEqual(['Ba1c3']);
  });
  test('Enter selects the other piece when pressed again', () => {
    show(shared);
    board.cellElement('a1')!.focus();
    key('Enter');
    expect(board.selection?.letter).toBe('K');
    key('Enter');
    expect(board.selection?.letter).toBe('B');
  });
});

test('the right button draws and removes arrows, and a tap clears them all', () => {
  show(view([piece('b2')], [move('b2', 'b3')]));
  const sketch = (from: string, to: string) => {
    for (const [kind, cell] of [
      ['pointerdown', from],
      ['pointerup', to],
    ] as const) {
      board.root.dispatchEvent(new PointerEvent(kind, { ...point(cell), pointerId: 1, button: 2, bubbles: true }));
    }
  };
  const count = () => host.querySelectorAll('.layer-arrows .arrow, .layer-arrows .arrow-ring').length;
  sketch('b2', 'b4');
  sketch('c1', 'c1');
  expect(count()).toBe(2);
  sketch('b2', 'b4');
  expect(count()).toBe(1);
  tap('d4');
  expect(count()).toBe(0);
  expect(chosen).toEqual([]);
});

describe('choices and premoves', () => {
  test('a menu opens when a gesture matches several choices', () => {
    show(view([piece('b3')], [move('b3', 'b4', 'b3b4q'), move('b3', 'b4', 'b3b4n')]));
    drag('b3', 'b4');
    expect(chosen).toEqual([]);
    const buttons = [...host.querySelectorAll<HTMLButtonElement>('.choice-menu button')];
    expect(buttons.map((button) => button.title)).toEqual(['b3b4q', 'b3b4n']);
    buttons[1]!.click();
    expect(chosen).toEqual(['b3b4n']);
    expect(host.querySelector('.choice-menu')).toBeNull();
  });
  test('a move out of turn becomes a premove', () => {
    show(view([piece('b2')], []));
    drag('b2', 'b4');
    expect(chosen).toEqual([]);
    expect(premoves).toEqual([{ kind: 'move', from: 'b2', to: 'b4' }]);
  });
  test('other players’ pieces cannot be premoved', () => {
    show(view([piece('b2', 'P', { army: 'black' })], []));
    drag('b2', 'b3');
    expect(premoves).toEqual([]);
  });
});

describe('accessibility and drawing', () => {
  test('each cell is labelled with its piece', () => {
    show(view([piece('b2')], [move('b2', 'b3')]));
    expect(board.cellElement('b2')!.getAttribute('aria-label')).toBe('b2, white pawn');
    tap('b2');
    expect(board.cellElement('b3')!.getAttribute('aria-label')).toBe('b3, empty, legal move');
    expect(board.cellElement('b2')!.getAttribute('aria-selected')).toBe('true');
  });
  test('exactly one cell is in the tab order', () => {
    show(view([], []));
    expect(host.querySelectorAll('[role=gridcell][tabindex="0"]')).toHaveLength(1);
  });
  test('pieces that stay keep their elements', () => {
    show(view([piece('a1'), piece('b2', 'N', { kind: 'knight' })], []));
    const before = host.querySelectorAll('.layer-pieces .piece')[0];
    board.update(config(view([piece('a1'), piece('c4', 'N', { kind: 'knight' })], [])));
    expect(host.querySelectorAll('.layer-pieces .piece')[0]).toBe(before);
  });
});

describe('transitions', () => {
  const from = (pieces: PieceView[], marks: View['marks'] = []) => ({ ...view(pieces, []), marks });
  test('a piece that vanished here and appeared there has moved', () => {
    expect(transitions(from([piece('a1')]), from([piece('a3')]))).toEqual([{ how: 'move', from: 'a1' }]);
  });
  test('a promoted pawn moves from where the last action started', () => {
    const now = from([piece('a4', 'Q', { kind: 'queen' })], [{ kind: 'last', cells: ['a3', 'a4'] }]);
    expect(transitions(from([piece('a3')]), now)).toEqual([{ how: 'move', from: 'a3' }]);
  });
  test('a hidden piece that is visible now was flipped', () => {
    const hidden = piece('a1', '?', { army: null, kind: 'hidden', state: 'hidden' });
    expect(transitions(from([hidden]), from([piece('a1')]))).toEqual([{ how: 'flip' }]);
  });
});
