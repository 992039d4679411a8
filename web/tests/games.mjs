// Each game, from the home page to its end.
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  click,
  drag,
  makeGesture,
  openPage,
  screenshot,
  playRandomly,
  waitForDraw,
  state,
  waitForState,
} from './support.mjs';

/** How long engines may play on without the player. */
const ENGINES_TIMEOUT_MS = 180_000;

/** Starts a game against the engine from the home page. */
export async function playNow(page, server, title) {
  await page.goto(server.url('/'));
  await page.getByRole('button', { name: `Play now: ${title}` }).click();
  await page.waitForURL(/\/table\//);
  await page.locator('[data-plies]').waitFor();
}

/** Prefers captures, then flips: they bring a game to its end. */
const preferCaptures = (choice, view) => {
  const { gesture } = choice;
  if (gesture.kind === 'tap') return 1;
  return gesture.kind === 'move' && view.men.some((piece) => piece.cell === gesture.to) ? 2 : 0;
};

/** A game that does not end in time is resigned, but not before both sides have played it. */
const assertPlayed = ({ line }) => assert.ok(line.length > 20, `only ${line.length} actions were played`);

export function games(env) {
  test('Ban-Chess can be played from the home page to its end', async () => {
    const page = await openPage(env.browser, env.server);
    await playNow(page, env.server, 'Ban-Chess');
    const end = await playRandomly(page, { seed: 3 });
    assert.equal(end.now.phase, 'over');
    await page.locator('.result').waitFor();
    await screenshot(page, 'ban-chess-over');
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('Banqi can be played from the home page to its end, and the page verifies the shuffle', async () => {
    const page = await openPage(env.browser, env.server);
    await playNow(page, env.server, 'Banqi');
    await playRandomly(page, { seed: 5, maxTurns: 12 });
    await screenshot(page, 'banqi-middle');
    assertPlayed(await playRandomly(page, { seed: 5, prefer: preferCaptures, maxTurns: 160, timeout: 40_000 }));
    await endGame(page);
    await page.locator('.result').waitFor();
    await page.getByText('Provably fair').click();
    await page.getByRole('button', { name: 'Verify the shuffle' }).click();
    await page.getByText('Verified: the shuffle matches').waitFor();
    await screenshot(page, 'banqi-over');
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('Enochian chess can be played from the home page to its end', async () => {
    const page = await openPage(env.browser, env.server);
    await playNow(page, env.server, 'Enochian');
    await playRandomly(page, { seed: 11, maxTurns: 5 });
    await screenshot(page, 'enochian-middle');
    assertPlayed(await playRandomly(page, { seed: 11, prefer: preferCaptures, timeout: 40_000 }));
    await endGame(page);
    await page.locator('.result').waitFor();
    await screenshot(page, 'enochian-over');
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('Bishops can be played from the home page to its end, through the duel', async () => {
    const page = await openPage(env.browser, env.server);
    await playNow(page, env.server, 'Bishops');
    await playRandomly(page, { seed: 2, maxTurns: 6 });
    await screenshot(page, 'bishops-middle');
    assertPlayed(await playRandomly(page, { seed: 2, prefer: preferCaptures, timeout: 30_000 }));
    await endGame(page);
    await page.locator('.result').waitFor();
    await screenshot(page, 'bishops-over');
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('one person plays the shortest Ban-Chess game on both seats, by drags and taps', async () => {
    const page = await openPage(env.browser, env.server);
    await page.goto(env.server.url('/create?game=ban-chess'));
    await page.getByLabel('Everyone plays on this device').check();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.locator('[data-plies]').waitFor();
    const pairs = ['d2d4', 'e2e4', 'e7e5', 'f7f6', 'b1c3', 'd1h5', 'g7g6'];
    for (const [index, pair] of pairs.entries()) {
      await page.waitForFunction(
        (count) => document.querySelector('[data-plies]')?.getAttribute('data-plies') === String(count),
        index,
      );
      if (index === 2) await screenshot(page, 'ban-chess-banning');
      const [from, to] = [pair.slice(0, 2), pair.slice(2)];
      if (index % 2) await drag(page, from, to);
      else {
        await click(page, from);
        await click(page, to);
      }
    }
    await page.locator('.result', { hasText: 'Checkmate' }).waitFor();
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });
}

/**
 * Ends a game against engines. A player who still plays resigns, on their own turn, when nobody else can end the game
 * or their part in it. A player who is out has no button to resign. The engines play the rest.
 */
async function endGame(page) {
  const isOver = ({ now }) => now.phase === 'over';
  const isOut = ({ you, view }) => view.seats.every((seat) => !you.includes(seat.name) || !seat.playing);
  const now = await waitForState(
    page,
    (state) => isOver(state) || isOut(state) || state.view.choices.length > 0,
    'the turn of the player',
  );
  if (!isOver(now) && !isOut(now)) await resign(page);
  await waitForState(page, isOver, 'the end', ENGINES_TIMEOUT_MS);
}

export async function resign(page) {
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
}
export { makeGesture, waitForDraw, state };
