import { afterEach, expect, test, vi } from 'vitest';
import type { PlayedStep, TableState } from '../protocol/messages';
import { soundsOf } from './sound';

interface Situation {
  phase?: string;
  turn?: string;
  turnPhase?: string;
  pieces?: number;
  check?: boolean;
  line?: PlayedStep['kind'][];
}
const state = ({ phase = 'playing', turn = 'white', turnPhase = 'move', pieces = 2, ...more }: Situation) =>
  ({
    you: ['white'],
    line: (more.line ?? []).map((kind) => ({ kind, word: 'x' })),
    now: { phase },
    view: {
      men: Array.from({ length: pieces }, () => ({})),
      marks: more.check ? [{ kind: 'check', cells: [] }] : [],
      turn: { who: turn, phase: turnPhase },
    },
  }) as unknown as TableState;

afterEach(() => vi.restoreAllMocks());
test.each<[string, Situation, Situation]>([
  ['move', {}, { line: ['acted'] }],
  ['capture', {}, { line: ['acted'], pieces: 1 }],
  ['ban', { turnPhase: 'ban' }, { line: ['acted'] }],
  ['flip', {}, { line: ['acted', 'revealed'] }],
  ['flip', { turnPhase: 'reveal' }, { line: ['acted'] }],
  ['check', {}, { line: ['acted'], pieces: 1, check: true }],
  ['end', {}, { line: ['acted'], check: true, phase: 'over' }],
  ['move', { line: ['acted', 'revealed', 'acted'] }, { line: ['acted', 'revealed'] }],
])('%s', (sound, before, next) => expect(soundsOf(state(before), state(next))).toEqual([sound]));

test('a player who looks elsewhere also hears that it is their turn', () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  expect(soundsOf(state({ turn: 'black' }), state({ line: ['acted'] }))).toEqual(['move', 'turn']);
  expect(soundsOf(state({}), state({ turn: 'black', line: ['acted'] }))).toEqual(['move']);
});
