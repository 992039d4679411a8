import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Choice, ServerMessage, TableState } from '../protocol/messages';
import { settings } from '../settings.svelte';
import { TableSession } from './table-session.svelte';

const choice = (from: string, to: string): Choice => ({
  text: `m:${from}${to}`,
  label: to,
  gesture: { kind: 'move', from, to },
});
const E4 = choice('e2', 'e4');

/** A socket that records what the page sends. */
class FakeSocket {
  static readonly OPEN = 1;
  static latest: FakeSocket | undefined;
  readonly readyState = FakeSocket.OPEN;
  readonly sent: Record<string, unknown>[] = [];
  onopen = () => {};
  onmessage!: (event: { data: string }) => void;
  constructor() {
    FakeSocket.latest = this;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {}
}
let cleanup: () => void;

function receive(message: ServerMessage): void {
  FakeSocket.latest!.onmessage({ data: JSON.stringify(message) });
  flushSync();
}
/** The state of a game that this player plays as White. */
function state(
  version: number,
  more: { choices?: Choice[]; plies?: number; who?: string; you?: string[] },
): ServerMessage {
  const { choices = [], plies = version, who = 'white', you = ['white'] } = more;
  return {
    kind: 'state',
    version,
    you,
    game: 'any',
    line: Array.from({ length: plies }, () => ({ kind: 'acted', word: 'x' })),
    now: { phase: 'playing' },
    seats: [],
    view: {
      seats: [{ name: 'white', playing: true }],
      armies: [],
      men: [],
      marks: [],
      choices,
      turn: { who, words: '' },
    },
  } as unknown as TableState & { kind: 'state' };
}
const commands = () =>
  FakeSocket.latest!.sent.filter((message) => message['kind'] === 'command').map((message) => message['do']);

/** A session of which the server has sent this state. */
async function openSession(first: ServerMessage): Promise<TableSession> {
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('fetch', async () => new Response('{}'));
  let session!: TableSession;
  cleanup = $effect.root(() => void (session = new TableSession('t1')));
  await vi.waitFor(() => expect(FakeSocket.latest).toBeDefined());
  receive(first);
  return session;
}

beforeEach(() => {
  FakeSocket.latest = undefined;
  settings.sounds = false;
  settings.confirm = false;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a choice is played at once', async () => {
  const session = await openSession(state(1, { choices: [E4] }));
  session.choose(E4);
  expect(commands()).toEqual([{ act: 'm:e2e4' }]);
});
test('a choice is played once it is confirmed, if the settings ask for that', async () => {
  settings.confirm = true;
  const session = await openSession(state(1, { choices: [E4] }));
  session.choose(E4);
  expect(commands()).toEqual([]);
  session.choose(E4);
  expect(commands()).toEqual([{ act: 'm:e2e4' }]);
  expect(session.confirming).toBeUndefined();
});
test('a cancelled move is drawn back', async () => {
  settings.confirm = true;
  const session = await openSession(state(1, { choices: [E4] }));
  session.choose(E4);
  session.cancelMove();
  expect(commands()).toEqual([]);
  expect(session.refusals).toBe(1);
});
test('a typed move that is no choice is left to the server', async () => {
  const session = await openSession(state(1, { choices: [E4] }));
  session.enterText(' E4 ');
  session.enterText('Qh5');
  session.enterText('  ');
  expect(commands()).toEqual([{ act: 'm:e2e4' }, { act: 'Qh5' }]);
});
test('a legal premove is played when its turn comes', async () => {
  const session = await openSession(state(1, { who: 'black' }));
  session.premove = E4.gesture;
  receive(state(2, { choices: [E4] }));
  expect(commands()).toEqual([{ act: 'm:e2e4' }]);
  expect(session.premove).toBeUndefined();
});
test('an illegal premove is dropped with a message', async () => {
  const session = await openSession(state(1, { who: 'black' }));
  session.premove = { kind: 'move', from: 'e2', to: 'e5' };
  receive(state(2, { choices: [E4] }));
  expect(commands()).toEqual([]);
  expect(session.premove).toBeUndefined();
  expect(session.message).not.toBe('');
});
test('a takeback of the viewed move returns to the latest position', async () => {
  const session = await openSession(state(3, {}));
  session.viewedPly = 2;
  receive(state(4, { plies: 2 }));
  expect(session.viewedPly).toBe(2);
  receive(state(5, { plies: 1 }));
  expect(session.viewedPly).toBeUndefined();
});
test('earlier positions offer no buttons', async () => {
  const swap: Choice = { text: 'swap', label: 'Swap', gesture: { kind: 'button', name: 'swap' } };
  const session = await openSession(state(1, { choices: [E4, swap] }));
  expect(session.buttons).toEqual([swap]);
  session.viewedPly = 0;
  expect(session.buttons).toEqual([]);
});
