// Several people at one table, each with a browser of their own.
import assert from 'node:assert/strict';
import test from 'node:test';
import { click, drag, make, person, picture, state, tableOf, until } from './kit.mjs';

/** Somebody makes a table at which everybody else may sit. */
export async function makeTable(stage, game, settings = {}) {
  const page = await person(stage.browser, stage.server, settings);
  await page.goto(stage.server.url(`/create?game=${game}`));
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.locator('[data-plies]').waitFor();
  return page;
}

/** Somebody else takes a seat at it. */
export async function joinTable(stage, table, seat, settings = {}) {
  const page = await person(stage.browser, stage.server, settings);
  await page.goto(stage.server.url(`/table/${table}`));
  await page.locator(`[data-seat=${seat}]`).getByRole('button', { name: 'Sit here' }).click();
  await page.locator(`[data-seat=${seat}] .tag`).waitFor();
  return page;
}

export async function two(stage, settings) {
  const white = await makeTable(stage, 'ban-chess', settings);
  const black = await joinTable(stage, tableOf(white), 'black', settings);
  return [white, black];
}
export const plies = (page, count) => page.waitForFunction((n) => document.querySelector('[data-plies]')?.getAttribute('data-plies') === String(n), count);
export async function play(page, pair, before) {
  await plies(page, before);
  await page.locator('.turn.mine').waitFor();
  await click(page, pair.slice(0, 2));
  await click(page, pair.slice(2));
  await plies(page, before + 1);
}
export async function leave(...pages) {
  for (const page of pages) {
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
}

export function people(stage) {
  test('two people play at one table; a third watches; a premove is played when its time comes', async () => {
    const [white, black] = await two(stage);
    const watcher = await person(stage.browser, stage.server);
    await watcher.goto(stage.server.url(`/table/${tableOf(white)}`));
    await play(black, 'd2d4', 0);
    await play(white, 'e2e4', 1);
    await play(white, 'e7e5', 2);
    await plies(white, 3);
    await drag(white, 'g1', 'f3');
    await white.locator('.premove').first().waitFor();
    await picture(white, 'premove');
    await play(black, 'd7d6', 3);
    await click(black, 'b1');
    await click(black, 'c3');
    await until(white, (now) => now.line.length === 6, 'the premove');
    assert.equal((await state(white)).line[5].word, 'm:g1f3');
    await plies(watcher, 6);
    assert.equal((await state(watcher)).view.choices.length, 0);
    await click(watcher, 'e4');
    assert.equal(await watcher.locator('.picked').count(), 0);
    await watcher.getByText('You are watching.').waitFor();
    await picture(watcher, 'watcher');
    await leave(white, black, watcher);
  });

  test('draws and takebacks are offered, declined and accepted', async () => {
    const [white, black] = await two(stage);
    await play(black, 'd2d4', 0);
    await play(white, 'e2e4', 1);
    await white.getByRole('button', { name: 'Take back' }).click();
    await black.getByRole('button', { name: 'Decline' }).click();
    await white.getByRole('button', { name: 'Take back' }).click();
    await white.getByText('You have proposed this already.').waitFor();
    await play(white, 'e7e5', 2);
    await play(black, 'd7d5', 3);
    await black.getByRole('button', { name: 'Take back' }).click();
    await white.getByRole('button', { name: 'Accept' }).click();
    await plies(black, 3);
    await play(black, 'd7d6', 3);
    await white.getByRole('button', { name: 'Offer draw' }).click();
    await black.getByText('White offers a draw.').waitFor();
    await picture(black, 'offer');
    await black.getByRole('button', { name: 'Accept' }).click();
    await white.locator('.result', { hasText: 'Draw' }).waitFor();
    await leave(white, black);
  });

  test('four people play Bishops at one table', async () => {
    const white = await makeTable(stage, 'bishops');
    const others = [];
    for (const seat of ['grey', 'black', 'pink']) others.push(await joinTable(stage, tableOf(white), seat));
    const all = [white, ...others];
    for (let count = 0; count < 8; count += 1) {
      await Promise.all(all.map((page) => plies(page, count)));
      const states = await Promise.all(all.map(state));
      const mover = states.findIndex((now) => now.view.choices.length > 0);
      const moves = states[mover].view.choices.filter((choice) => choice.gesture.kind === 'move');
      await make(all[mover], moves[(count * 7) % moves.length], states[mover].view);
    }
    await Promise.all(all.map((page) => plies(page, 8)));
    await picture(others[0], 'bishops-from-the-west');
    await leave(...all);
  });

  test('a page finds its game again when the server was restarted, and when it is loaded anew in every phase', async () => {
    const [white, black] = await two(stage);
    const reload = async (page, count) => {
      await page.reload();
      await plies(page, count);
    };
    await reload(black, 0);
    await play(black, 'd2d4', 0);
    await reload(white, 1);
    await play(white, 'e2e4', 1);
    await stage.server.stop();
    await white.getByRole('alert').waitFor();
    await picture(white, 'connection-lost');
    await stage.server.start();
    await white.locator('.lost').waitFor({ state: 'detached' });
    await play(white, 'e7e5', 2);
    await reload(black, 3);
    await play(black, 'f7f6', 3);
    await black.getByRole('button', { name: 'Resign' }).click();
    await black.getByRole('button', { name: 'Yes' }).click();
    await black.locator('.result').waitFor();
    await reload(white, 5);
    await white.locator('.result', { hasText: 'You win!' }).waitFor();
    await leave(white, black);
  });

  test('what is not allowed is explained in words', async () => {
    const [white, black] = await two(stage);
    await play(black, 'e2e4', 0);
    await plies(white, 1);
    await drag(white, 'e2', 'e4');
    await white.getByText('Black has banned e2e4 for this move.').waitFor();
    await picture(white, 'explained');
    await leave(white, black);
  });

  test('the past can be looked at with keys while the game goes on', async () => {
    const [white, page] = await two(stage);
    await play(page, 'd2d4', 0);
    await play(white, 'e2e4', 1);
    await plies(page, 2);
    const where = () => page.locator('[data-cell="a1"]').boundingBox();
    const before = await where();
    await page.locator('.record .list').focus();
    await page.keyboard.press('ArrowLeft');
    await page.getByText('You look at the past.').waitFor();
    await page.getByText('White moves; d2d4 is banned').waitFor();
    assert.deepEqual(await where(), before, 'the board does not turn');
    await page.locator('[data-cell="e2"][aria-label="e2, white pawn"]').waitFor();
    await picture(page, 'past');
    await page.keyboard.press('End');
    await page.getByText('You look at the past.').waitFor({ state: 'detached' });
    await page.locator('[data-cell="e4"][aria-label^="e4, white pawn"]').waitFor();
    await leave(white, page);
  });
}
