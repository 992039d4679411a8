import { beforeEach, expect, test } from 'vitest';
import { stepOfKey, type Step } from './shortcuts';

/** The step of a key that is pressed while the element with this id has the focus. */
function press(id: string, key: string, more: KeyboardEventInit = {}): Step | undefined {
  let step: Step | undefined;
  addEventListener('keydown', (event) => (step = stepOfKey(event)), { once: true });
  document.getElementById(id)!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...more }));
  return step;
}

beforeEach(() => {
  document.body.innerHTML = '<div id="list"></div><input id="input" /><div data-cell="a1"><b id="cell"></b></div>';
});
test.each([
  ['ArrowLeft', 'back'],
  ['ArrowRight', 'forward'],
  ['Home', 'first'],
  ['End', 'last'],
  ['a', undefined],
])('%s is the step %s', (key, step) => expect(press('list', key)).toBe(step));
test('a key with a modifier belongs to the browser', () => {
  expect(press('list', 'ArrowLeft', { altKey: true })).toBeUndefined();
});
test.each(['input', 'cell'])('the element %s keeps its keys', (id) => {
  expect(press(id, 'ArrowLeft')).toBeUndefined();
});
