import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { GameInfo } from '../protocol/messages';
import { CreateForm } from './create-form.svelte';
import { loadGames } from './games';

const DUEL = {
  name: 'duel',
  title: 'Duel',
  seats: ['white', 'black'],
  options: { rounds: 3 },
  presets: [{ name: 'long', options: { rounds: 9 } }],
  levels: 5,
  stand_in: true,
} as unknown as GameInfo;
const PUZZLE = { name: 'puzzle', title: 'Puzzle', seats: ['solver'], options: {}, presets: [] } as unknown as GameInfo;

/** Answers every request with this JSON. */
const respond = (body: unknown) => vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body)));

beforeEach(async () => {
  vi.useFakeTimers();
  respond([DUEL, PUZZLE]);
  await loadGames();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the requested game is selected, or the first one', () => {
  expect(new CreateForm('puzzle').game).toBe('puzzle');
  expect(new CreateForm('no such game').game).toBe('duel');
});
test('by default the creator takes the first seat and the others are open', () => {
  expect(new CreateForm('duel').request()).toEqual({
    game: 'duel',
    options: {},
    control: { kind: 'none' },
    seats: { white: { kind: 'mine' }, black: { kind: 'open' } },
    setting: {},
  });
});
test('only a game with an engine offers engine seats', () => {
  expect(new CreateForm('duel').seatKinds).toContain('engine');
  expect(new CreateForm('puzzle').seatKinds).not.toContain('engine');
});
test('engines play at the chosen level', () => {
  const form = new CreateForm('duel');
  form.setKind('black', 'engine');
  form.level = 4;
  expect(form.hasEngine).toBe(true);
  expect(form.request().seats).toMatchObject({ black: { kind: 'engine', level: 4 } });
});
test('everyone plays on this device when all seats are mine', () => {
  const form = new CreateForm('duel');
  expect(form.hotseat).toBe(false);
  form.setAllKinds('mine');
  expect(form.hotseat).toBe(true);
});
test('a game keeps its seats while another one is selected', () => {
  const form = new CreateForm('duel');
  form.setKind('black', 'invited');
  form.game = 'puzzle';
  form.game = 'duel';
  expect(form.kindOf('black')).toBe('invited');
});
test('a preset sets the options', () => {
  const form = new CreateForm('duel');
  form.choosePreset('long');
  expect(form.options).toEqual({ rounds: 9 });
  expect(form.preset?.name).toBe('long');
});
test('the settings of the table name only what is not the default', () => {
  const form = new CreateForm('duel');
  Object.assign(form, { listed: false, noSpectators: true, manualStart: true, standIn: true, start: '  a b  ' });
  expect(form.request()).toMatchObject({
    start: 'a b',
    setting: { by_link: true, no_watchers: true, owner_begins: true, stand_in: 3 },
  });
});
test('a game without engine has no stand-in', () => {
  const form = new CreateForm('puzzle');
  form.standIn = true;
  expect(form.request().setting).toEqual({});
});
test('the seats are those of the previewed position', async () => {
  const form = new CreateForm('duel');
  respond({ states: [{ view: { seats: [{ name: 'red' }, { name: 'blue' }] } }] });
  form.schedulePreview();
  await vi.runAllTimersAsync();
  expect(form.seats).toEqual(['red', 'blue']);
  expect(form.kindOf('red')).toBe('mine');
});
test('the preview of options that have changed since is dropped', async () => {
  const form = new CreateForm('duel');
  respond({ states: [{ view: { seats: [{ name: 'red' }] } }] });
  form.schedulePreview();
  form.options = { rounds: 4 };
  await vi.runAllTimersAsync();
  expect(form.seats).toEqual(['white', 'black']);
});
test('a preview is loaded once for each change of the form', async () => {
  const form = new CreateForm('duel');
  const fetch = vi.fn(async () => new Response(JSON.stringify({ states: [{ view: { seats: [] } }] })));
  vi.stubGlobal('fetch', fetch);
  const cleanup = $effect.root(() => {
    $effect(() => form.schedulePreview());
  });
  await vi.advanceTimersByTimeAsync(2000);
  expect(fetch).toHaveBeenCalledTimes(1);
  form.options = { rounds: 4 };
  await vi.advanceTimersByTimeAsync(2000);
  expect(fetch).toHaveBeenCalledTimes(2);
  cleanup();
});
