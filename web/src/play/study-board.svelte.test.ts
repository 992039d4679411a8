import { afterEach, expect, test, vi } from 'vitest';
import type { Choice, StudyState, ViewsResponse } from '../protocol/messages';
import { StudyBoard } from './study-board.svelte';

const SWAP: Choice = { text: 'swap', label: 'Swap', gesture: { kind: 'button', name: 'swap' } };
const TAP: Choice = { text: '?a1', label: '?a1', gesture: { kind: 'tap', cell: 'a1' } };
const state = (ply: number, ...choices: Choice[]) =>
  ({ ply, view: { choices, turn: { who: 'white', phase: 'move' } } }) as unknown as StudyState;

/** A board on which this study is open. */
async function openBoard(...choices: Choice[]): Promise<StudyBoard> {
  respond({ line: [], states: [state(0, ...choices)] });
  let board!: StudyBoard;
  cleanups.push($effect.root(() => void (board = new StudyBoard())));
  await board.study.open({ game: 'any' });
  await vi.waitFor(() => expect(board.latest).toBeDefined());
  return board;
}
const respond = (body: Partial<ViewsResponse> | object) =>
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body)));

const cleanups: (() => void)[] = [];
afterEach(() => {
  cleanups.splice(0).forEach((cleanup) => cleanup());
  vi.unstubAllGlobals();
});

test('choices without a cell have buttons', async () => {
  expect((await openBoard(SWAP, TAP)).buttons).toEqual([SWAP]);
});
test('a position stays on the board until the next one is loaded', async () => {
  const board = await openBoard(TAP);
  let answer!: (response: Response) => void;
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
  board.play('?a1');
  await new Promise((resolve) => setTimeout(resolve));
  expect(board.latest?.ply).toBe(0);
  answer(new Response(JSON.stringify({ line: [{ kind: 'acted', word: '?a1' }], states: [state(1)] })));
  await vi.waitFor(() => expect(board.latest?.ply).toBe(1));
});
test('an illegal gesture is explained until the next move', async () => {
  const board = await openBoard(TAP);
  const { view } = board;
  respond({ why: { reason: 'illegal', words: 'There is no piece.' } });
  await board.explain({ kind: 'tap', cell: 'b1' });
  expect(board.message).toBe('There is no piece.');
  expect(board.view, 'the board is drawn again').not.toBe(view);
  board.play('?a1');
  expect(board.message).toBe('');
});
