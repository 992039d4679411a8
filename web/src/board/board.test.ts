import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Choice, Gesture, Man, View } from '../protocol/messages';
import { BoardView } from './board';
import { transitions } from './transitions';
import type { BoardConfig, BoardLabels } from './config';

const WORDS: BoardLabels = {
  empty: 'empty', faceDown: 'face-down', frozen: 'frozen', picked: 'picked up', target: 'can go here', inCheck: 'in check', canFlip: 'can be rotateSide over',
  name: (word) => word,
};
const man = (cell: string, letter = 'P', more: Partial<Man> = {}): Man => ({ cell, army: 'white', kind: 'pawn', letter, state: 'free', ...more });
const move = (from: string, to: string, text = `${from}${to}`, who?: string): Choice => ({
  text, label: text, gesture: { kind: 'move', from, to, ...(who ? { man: who } : {}) },
});

function view(men: Man[], choices: Choice[]): View {
  const cells = [...'abcd'].flatMap((file, column) => [1, 2, 3, 4].map((rank) => ({ name: `${file}${rank}`, column, row: rank - 1, ground: 'light' as const })));
  return {
    board: { columns: 4, rows: 4, cells, column_labels: [...'abcd'], row_labels: [...'1234'], near: 'south' },
    men, marks: [], trays: [],
    armies: [{ name: 'white', letter: 'w', controller: 'white', frozen: false, in_check: false }],
    seats: [], turn: { who: 'white', phase: 'move', words: '' }, choices,
  };
}
const config = (shown: View, more: Partial<BoardConfig> = {}): BoardConfig => ({
  view: shown, near: 'south', you: ['white'], live: true, early: true, label: 'board',
  look: { coordinates: false, pieces: 'drawn', characters: 'chinese', animation: 0 }, ...more,
});

let host: HTMLElement;
let acted: string[];
let asked: Gesture[];
let prepared: (Gesture | undefined)[];
let board: BoardView;

function show(shown: View, more: Partial<BoardConfig> = {}): void {
  board = new BoardView(host, config(shown, more), {
    act: (choice) => acted.push(choice.text), why: (gesture) => asked.push(gesture), premove: (gesture) => prepared.push(gesture),
  }, WORDS);
  // A board of 400 by 400 pixels: a cell is 100 wide.
  board.root.getBoundingClientRect = () => new DOMRect(0, 0, 400, 400);
}
/** The middle of a cell, or nearer to a corner of it. */
const point = (cell: string, dx = 0.5, dy = 0.5) => ({ clientX: (cell.charCodeAt(0) - 97 + dx) * 100, clientY: (4 - Number(cell[1]) + dy) * 100 });
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
  [acted, asked, prepared] = [[], [], []];
});
afterEach(() => {
  board.destroy();
  host.remove();
  vi.restoreAllMocks();
});

describe('the hand', () => {
  const pawn = view([man('b2')], [move('b2', 'b3'), move('b2', 'b4')]);
  test('a drag to a listed cell plays it', () => { show(pawn); drag('b2', 'b4'); expect(acted).toEqual(['b2b4']); });
  test('two taps play it', () => { show(pawn); tap('b2'); tap('b3'); expect(acted).toEqual(['b2b3']); });
  test('a second tap on the man puts it down', () => {
    show(pawn); tap('b2'); expect(board.picked).toBeDefined(); tap('b2'); expect(board.picked).toBeUndefined();
  });
  test('what is not listed is not played, and the reason is asked for', () => {
    show(pawn); drag('b2', 'c3');
    expect(acted).toEqual([]);
    expect(asked).toEqual([{ kind: 'move', from: 'b2', to: 'c3' }]);
  });
  test('a drag of nothing does nothing', () => { show(pawn); drag('c1', 'c2'); expect([...acted, ...asked]).toEqual([]); });
  test('nothing can be touched on a board that is not live', () => { show(pawn, { live: false }); drag('b2', 'b3'); expect(acted).toEqual([]); });
  test('keys go to the man, pick it up and put it down', () => {
    show(pawn);
    board.cellElement('b2')!.focus();
    key('Enter'); key('ArrowUp'); key('Enter');
    expect(acted).toEqual(['b2b3']);
    expect(document.activeElement?.getAttribute('data-cell')).toBe('b3');
  });
  test('Escape puts it down', () => {
    show(pawn); board.cellElement('b2')!.focus(); key(' '); expect(board.picked?.cell).toBe('b2'); key('Escape'); expect(board.picked).toBeUndefined();
  });
  test('a face-down man is rotateSide over by one tap or one key', () => {
    const down = view([man('a1', '?', { army: null, kind: 'hidden', state: 'hidden' })], [{ text: '?a1', label: '?a1', gesture: { kind: 'tap', cell: 'a1' } }]);
    show(down); tap('a1'); board.cellElement('a1')!.focus(); key('Enter');
    expect(acted).toEqual(['?a1', '?a1']);
  });
});

describe('two men on one cell', () => {
  const shared = view([man('a1', 'K', { kind: 'king' }), man('a1', 'B', { kind: 'bishop' })], [move('a1', 'a2', 'Ka1a2', 'K'), move('a1', 'c3', 'Ba1c3', 'B')]);
  test('the one that is nearer to the finger is picked', () => {
    show(shared); tap('a1', 0.2, 0.2); expect(board.picked?.letter).toBe('K');
    tap('a1', 0.8, 0.8); expect(board.picked?.letter).toBe('B');
    tap('c3'); expect(acted).toEqual(['Ba1c3']);
  });
  test('the key picks the other when it is pressed again', () => {
    show(shared); board.cellElement('a1')!.focus(); key('Enter'); expect(board.picked?.letter).toBe('K'); key('Enter'); expect(board.picked?.letter).toBe('B');
  });
});

test('the right button draws an arrow, takes it away, and a touch clears all', () => {
  show(view([man('b2')], [move('b2', 'b3')]));
  const sketch = (from: string, to: string) => {
    for (const [kind, cell] of [['pointerdown', from], ['pointerup', to]] as const) {
      board.root.dispatchEvent(new PointerEvent(kind, { ...point(cell), pointerId: 1, button: 2, bubbles: true }));
    }
  };
  const count = () => host.querySelectorAll('.layer-arrows .arrow, .layer-arrows .arrow-ring').length;
  sketch('b2', 'b4'); sketch('c1', 'c1'); expect(count()).toBe(2);
  sketch('b2', 'b4'); expect(count()).toBe(1);
  tap('d4'); expect(count()).toBe(0);
  expect(acted).toEqual([]);
});

describe('choices and premoves', () => {
  test('where a gesture means several things the player is asked', () => {
    show(view([man('b3')], [move('b3', 'b4', 'b3b4q'), move('b3', 'b4', 'b3b4n')]));
    drag('b3', 'b4');
    expect(acted).toEqual([]);
    const buttons = [...host.querySelectorAll<HTMLButtonElement>('.choose button')];
    expect(buttons.map((button) => button.title)).toEqual(['b3b4q', 'b3b4n']);
    buttons[1]!.click();
    expect(acted).toEqual(['b3b4n']);
    expect(host.querySelector('.choose')).toBeNull();
  });
  test('out of turn a move is only prepared', () => {
    show(view([man('b2')], [])); drag('b2', 'b4');
    expect(acted).toEqual([]);
    expect(prepared).toEqual([{ kind: 'move', from: 'b2', to: 'b4' }]);
  });
  test('men of others cannot be prepared to move', () => { show(view([man('b2', 'P', { army: 'black' })], [])); drag('b2', 'b3'); expect(prepared).toEqual([]); });
});

describe('what is said and shown', () => {
  test('each cell says what stands on it', () => {
    show(view([man('b2')], [move('b2', 'b3')]));
    expect(board.cellElement('b2')!.getAttribute('aria-label')).toBe('b2, white pawn');
    tap('b2');
    expect(board.cellElement('b3')!.getAttribute('aria-label')).toBe('b3, empty, can go here');
    expect(board.cellElement('b2')!.getAttribute('aria-selected')).toBe('true');
  });
  test('exactly one cell can be reached with the tabulator', () => {
    show(view([], []));
    expect(host.querySelectorAll('[role=gridcell][tabindex="0"]')).toHaveLength(1);
  });
  test('men keep their elements while they stand still', () => {
    show(view([man('a1'), man('b2', 'N', { kind: 'knight' })], []));
    const before = host.querySelectorAll('.layer-men .man')[0];
    board.update(config(view([man('a1'), man('c4', 'N', { kind: 'knight' })], [])));
    expect(host.querySelectorAll('.layer-men .man')[0]).toBe(before);
  });
});

describe('how men arrive', () => {
  const from = (men: Man[], marks: View['marks'] = []) => ({ ...view(men, []), marks });
  test('a man that vanished here and appeared there has come', () => {
    expect(transitions(from([man('a1')]), from([man('a3')]))).toEqual([{ how: 'come', from: 'a1' }]);
  });
  test('a promoted pawn comes from where the last action began', () => {
    const now = from([man('a4', 'Q', { kind: 'queen' })], [{ kind: 'last', cells: ['a3', 'a4'] }]);
    expect(transitions(from([man('a3')]), now)).toEqual([{ how: 'come', from: 'a3' }]);
  });
  test('a hidden man that is seen now was rotateSide over', () => {
    const hidden = man('a1', '?', { army: null, kind: 'hidden', state: 'hidden' });
    expect(transitions(from([hidden]), from([man('a1')]))).toEqual([{ how: 'flip' }]);
  });
});
