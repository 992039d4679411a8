// Several players at one table, each with their own browser.
import assert from 'node:assert/strict';
import test from 'node:test';
import { click, drag, makeGesture, openPage, screenshot, state, tableId, waitForState } from './support.mjs';

/** Creates a table with open seats. */
export async function createTable(env, game, settings = {}) {
  const page = await openPage(env.browser, env.server, settings);
  await page.goto(env.server.url(`/create?game=${game}`));
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.locator('[data-plies]').waitFor();
  return page;
}

/** Takes a seat at a table with another browser. */
export async function joinTable(env, table, seat, settings = {}) {
  const page = await openPage(env.browser, env.server, settings);
  await page.goto(env.server.url(`/table/${table}`));
  await page.locator(`[data-seat=${seat}]`).getByRole('button', { name: 'Sit here' }).click();
  await page.locator(`[data-seat=${seat}] .tag`).waitFor();
  return page;
}

export async function twoPlayers(env, settings) {
  const white = await createTable(env, 'ban-chess', settings);
  const black = await joinTable(env, tableId(white), 'black', settings);
  return [white, black];
}
export const waitForPlies = (page, count) =>
  page.waitForFunction((n) => document.querySelector('[data-plies]')?.getAttribute('data-plies') === String(n), count);
export async function play(page, pair, before) {
  await waitForPlies(page, before);
  await page.locator('.turn.mine').waitFor();
  await click(page, pair.slice(0, 2));
  await click(page, pair.slice(2));
  await waitForPlies(page, before + 1);
}
export async function closePages(...pages) {
  for (const page of pages) {
    assert.deepEqual(page.errors, []);
    await page.context().close();
  }
}

export function multiplayer(env) {
  test('two people play while a third watches, and a premove is played when its turn comes', async () => {
    const [white, black] = await twoPlayers(env);
    const watcher = await openPage(env.browser, env.server);
    await watcher.goto(env.server.url(`/table/${tableId(white)}`));
    await play(black, 'd2d4', 0);
    await play(white, 'e2e4', 1);
    await play(white, 'e7e5', 2);
    await waitForPlies(white, 3);
    await drag(white, 'g1', 'f3');
    await white.locator('.premove').first().waitFor();
    await screenshot(white, 'premove');
    await play(black, 'd7d6', 3);
    await click(black, 'b1');
    await click(black, 'c3');
    await waitForState(white, (now) => now.line.length === 6, 'the premove');
    assert.equal((await state(white)).line[5].word, 'm:g1f3');
    await waitForPlies(watcher, 6);
    assert.equal((await state(watcher)).view.choices.length, 0);
    await click(watcher, 'e4');
    assert.equal(await watcher.locator('.selected').count(), 0);
    await watcher.getByText('Spectating').waitFor();
    await screenshot(watcher, 'watcher');
    await closePages(white, black, watcher);
  });

  test('draws and takebacks can be offered, declined and accepted', async () => {
    const [white, black] = await twoPlayers(env);
    await play(black, 'd2d4', 0);
    await play(white, 'e2e4', 1);
    await white.getByRole('button', { name: 'Request takeback' }).click();
    await black.getByRole('button', { name: 'Decline' }).click();
    await white.getByRole('button', { name: 'Request takeback' }).click();
    await white.getByText('You already made this offer. You can repeat it after the next move.').waitFor();
    await play(white, 'e7e5', 2);
    await play(black, 'd7d5', 3);
    await black.getByRole('button', { name: 'Request takeback' }).click();
    await white.getByRole('button', { name: 'Accept' }).click();
    await waitForPlies(black, 3);
    await play(black, 'd7d6', 3);
    await white.getByRole('button', { name: 'Offer draw' }).click();
    await black.getByText('White offers a draw.').waitFor();
    await screenshot(black, 'offer');
    await black.getByRole('button', { name: 'Accept' }).click();
    await white.locator('.result', { hasText: 'Draw' }).waitFor();
    await closePages(white, black);
  });

  test('four people play Bishops at one table', async () => {
    const white = await createTable(env, 'bishops');
    const others = [];
    for (const seat of ['grey', 'black', 'pink']) others.push(await joinTable(env, tableId(white), seat));
    const all = [white, ...others];
    for (let count = 0; count < 8; count += 1) {
      await Promise.all(all.map((page) => waitForPlies(page, count)));
      const states = await Promise.all(all.map(state));
      const mover = states.findIndex((now) => now.view.choices.length > 0);
      const moves = states[mover].view.choices.filter((choice) => choice.gesture.kind === 'move');
      await makeGesture(all[mover], moves[(count * 7) % moves.length], states[mover].view);
    }
    await Promise.all(all.map((page) => waitForPlies(page, 8)));
    await screenshot(others[0], 'bishops-from-the-west');
    await closePages(...all);
  });

  test('a page recovers its game after a server restart and after a reload in every phase', async () => {
    const [white, black] = await twoPlayers(env);
    const reload = async (page, count) => {
      await page.reload();
      await waitForPlies(page, count);
    };
    await reload(black, 0);
    await play(black, 'd2d4', 0);
    await reload(white, 1);
    await play(white, 'e2e4', 1);
    await env.server.stop();
    await white.getByRole('alert').waitFor();
    await screenshot(white, 'connection-lost');
    await env.server.start();
    await white.locator('.connection-lost').waitFor({ state: 'detached' });
    await play(white, 'e7e5', 2);
    await reload(black, 3);
    await play(black, 'f7f6', 3);
    await black.getByRole('button', { name: 'Resign' }).click();
    await black.getByRole('button', { name: 'Yes' }).click();
    await black.locator('.result').waitFor();
    await reload(white, 5);
    await white.locator('.result', { hasText: 'You won!' }).waitFor();
    await closePages(white, black);
  });

  test('an illegal move is explained', async () => {
    const [white, black] = await twoPlayers(env);
    await play(black, 'e2e4', 0);
    await waitForPlies(white, 1);
    await drag(white, 'e2', 'e4');
    await white.getByText('Black banned e2e4 this turn.').waitFor();
    await screenshot(white, 'explained');
    await closePages(white, black);
  });

  test('the keyboard steps through earlier positions during the game', async () => {
    const [white, page] = await twoPlayers(env);
    await play(page, 'd2d4', 0);
    await play(white, 'e2e4', 1);
    await waitForPlies(page, 2);
    const where = () => page.locator('[data-cell="a1"]').boundingBox();
    const before = await where();
    await page.locator('.move-list .list').focus();
    await page.keyboard.press('ArrowLeft');
    await page.getByText('You’re viewing an earlier position.').waitFor();
    await page.getByText('White to move; d2d4 is banned').waitFor();
    assert.deepEqual(await where(), before, 'the board does not rotate');
    await page.locator('[data-cell="e2"][aria-label="e2, white pawn"]').waitFor();
    await screenshot(page, 'earlier-position');
    await page.keyboard.press('End');
    await page.getByText('You’re viewing an earlier position.').waitFor({ state: 'detached' });
    await page.locator('[data-cell="e4"][aria-label^="e4, white pawn"]').waitFor();
    await closePages(white, page);
  });
}
