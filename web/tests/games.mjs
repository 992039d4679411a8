// Each game from the home page to its end.
import assert from 'node:assert/strict';
import test from 'node:test';
import { click, drag, make, person, picture, playOn, shows, state, until } from './kit.mjs';

/** From the home page to a table against the engine with one click. */
export async function playNow(page, server, title) {
  await page.goto(server.url('/'));
  await page.getByRole('button', { name: `Play now: ${title}` }).click();
  await page.waitForURL(/\/table\//);
  await page.locator('[data-plies]').waitFor();
}

/** What brings a game to its end: captures first, then what turns something over. */
const takes = (choice, view) => {
  const { gesture } = choice;
  if (gesture.kind === 'tap') return 1;
  return gesture.kind === 'move' && view.men.some((man) => man.cell === gesture.to) ? 2 : 0;
};

export function games(stage) {
  test('Ban-Chess is played from the home page to its end', async () => {
    const page = await person(stage.browser, stage.server);
    await playNow(page, stage.server, 'Ban-Chess');
    const end = await playOn(page, { seed: 3 });
    assert.equal(end.now.phase, 'over');
    await page.locator('.result').waitFor();
    await picture(page, 'ban-chess-over');
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });

  test('Banqi is played from the home page to its end, and the deal is verified in the page', async () => {
    const page = await person(stage.browser, stage.server);
    await playNow(page, stage.server, 'Banqi');
    await playOn(page, { seed: 5, most: 12 });
    await picture(page, 'banqi-middle');
    const end = await playOn(page, { seed: 5, prefer: takes, most: 160, patience: 40_000 });
    if (end.now.phase !== 'over') await resign(page);
    await page.locator('.result').waitFor();
    await page.getByText('Fair deal').click();
    await page.getByRole('button', { name: 'Verify the deal' }).click();
    await page.getByText('The deal is what was promised').waitFor();
    await picture(page, 'banqi-over');
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });

  test('Enochian chess is played from the home page to its end', async () => {
    const page = await person(stage.browser, stage.server);
    await playNow(page, stage.server, 'Enochian');
    await playOn(page, { seed: 11, most: 5 });
    await picture(page, 'enochian-middle');
    const end = await playOn(page, { seed: 11, prefer: takes, patience: 40_000 });
    if (end.now.phase !== 'over') await resign(page);
    await until(page, (now) => now.now.phase === 'over', 'the end');
    await page.locator('.result').waitFor();
    await picture(page, 'enochian-over');
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });

  test('Bishops is played from the home page to its end, through the duel', async () => {
    const page = await person(stage.browser, stage.server);
    await playNow(page, stage.server, 'Bishops');
    await playOn(page, { seed: 2, most: 6 });
    await picture(page, 'bishops-middle');
    const end = await playOn(page, { seed: 2, prefer: takes, patience: 30_000 });
    const [mine] = end.you;
    const plays = end.view.seats.some((seat) => seat.name === mine && seat.playing);
    if (end.now.phase !== 'over' && plays) await resign(page);
    // The engines play their duel to its end.
    await until(page, (now) => now.now.phase === 'over', 'the end', 180_000);
    await page.locator('.result').waitFor();
    await picture(page, 'bishops-over');
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });

  test('the shortest game of Ban-Chess is played by one person on both seats, by drags and taps', async () => {
    const page = await person(stage.browser, stage.server);
    await page.goto(stage.server.url('/create?game=ban-chess'));
    await page.getByLabel('All seats are mine (one device)').check();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.locator('[data-plies]').waitFor();
    const pairs = ['d2d4', 'e2e4', 'e7e5', 'f7f6', 'b1c3', 'd1h5', 'g7g6'];
    for (const [index, pair] of pairs.entries()) {
      await page.waitForFunction((count) => document.querySelector('[data-plies]')?.getAttribute('data-plies') === String(count), index);
      if (index === 2) await picture(page, 'ban-chess-banning');
      const [from, to] = [pair.slice(0, 2), pair.slice(2)];
      if (index % 2) await drag(page, from, to);
      else { await click(page, from); await click(page, to); }
    }
    await page.locator('.result', { hasText: 'Checkmate' }).waitFor();
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });
}

export async function resign(page) {
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
}
export { make, shows, state };
