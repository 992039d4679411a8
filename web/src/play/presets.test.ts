import { expect, test } from 'vitest';
import type { GameInfo, PresetInfo } from '../protocol/messages';
import { matchingPreset, presetOptions } from './presets';

const preset = (name: string, options: Record<string, unknown>): PresetInfo => ({
  name,
  label: {},
  explanation: {},
  options,
});
const [standard, long] = [preset('standard', { rounds: 3 }), preset('long', { rounds: 9, draws: true })];
const INFO = { options: { rounds: 3, draws: true }, presets: [standard, long] } as unknown as GameInfo;

test('no options are the default preset', () => expect(matchingPreset(INFO, {})).toBe(standard));
test('options that name their defaults are still the preset', () => {
  expect(matchingPreset(INFO, { rounds: 9, draws: true })).toBe(long);
});
test('other options are no preset', () => expect(matchingPreset(INFO, { rounds: 4 })).toBeUndefined());
test('a preset sets only the options that differ from the defaults', () => {
  expect(presetOptions(INFO, standard)).toEqual({});
  expect(presetOptions(INFO, long)).toEqual({ rounds: 9 });
});
