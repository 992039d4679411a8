import { expect, test } from 'vitest';
import type { Choice } from '../protocol/messages';
import { buttonChoices, choiceOfText } from './gestures';
import { gestureArrow } from './marks';

const MOVE: Choice = { text: 'm:g1f3', label: 'Nf3', gesture: { kind: 'move', from: 'g1', to: 'f3' } };
const SWAP: Choice = { text: 'swap', label: 'Swap', gesture: { kind: 'button', name: 'swap' } };

test.each(['Nf3', ' nf3 ', 'M:G1F3'])('a move can be typed as “%s”', (typed) => {
  expect(choiceOfText([SWAP, MOVE], typed)).toBe(MOVE);
});
test('a text that is no choice is not guessed', () => expect(choiceOfText([SWAP, MOVE], 'N')).toBeUndefined());
test('choices without a cell are made with buttons', () => expect(buttonChoices([MOVE, SWAP])).toEqual([SWAP]));
test('a move has an arrow, a tap a ring, and a button neither', () => {
  expect(gestureArrow(MOVE.gesture, 'best')).toEqual([{ from: 'g1', to: 'f3', class: 'best' }]);
  expect(gestureArrow({ kind: 'tap', cell: 'a1' }, 'best')).toEqual([{ from: 'a1', to: 'a1', class: 'best' }]);
  expect(gestureArrow(SWAP.gesture, 'best')).toEqual([]);
});
