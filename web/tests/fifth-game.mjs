// A game that the page has never heard of, from the Create screen to the archive. `SERVER` is the address of a server
// that hosts it; the test in crates/tetrarch/tests/fifth_game starts both.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { click, openBrowser, openPage, screenshot, tableId } from './support.mjs';

const TITLE = 'Noughts and crosses';
const server = { address: process.env.SERVER, url: (path) => `http://${process.env.SERVER}${path}` };

/** Waits until the page shows as many moves. */
const waitForPlies = (page, count) =>
  page.waitForFunction((n) => document.querySelector('[data-plies]')?.getAttribute('data-plies') === String(n), count);

let browser;
before(async () => (browser = await openBrowser()));
after(() => browser.close());

test('a registered game is created, played, archived and replayed without an edit of the page', async () => {
  const page = await openPage(browser, server);
  await page.goto(server.url('/'));
  await page.locator('.game', { hasText: TITLE }).locator('svg.board[role=grid]').waitFor();
  await screenshot(page, 'fifth-game-home');
  await page.getByRole('link', { name: 'Host a game', exact: true }).click();
  await page.getByLabel(TITLE).check();
  assert.deepEqual(await page.locator('label.seat > span').allTextContents(), ['Crosses', 'Noughts']);
  await page.getByLabel('Everyone plays on this device').check();
  await screenshot(page, 'fifth-game-create');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  for (const [count, cell] of ['b2', 'a1', 'c1', 'a3', 'a2', 'c3', 'c2'].entries()) {
    await waitForPlies(page, count);
    await click(page, cell);
  }
  await page.locator('.result', { hasText: 'Crosses won' }).waitFor();
  await screenshot(page, 'fifth-game-over');
  const table = tableId(page);
  await page.goto(server.url('/archive'));
  await page.getByRole('combobox', { name: /^Game/ }).selectOption({ label: TITLE });
  await page.getByRole('button', { name: 'Search' }).click();
  await page.locator('tr', { hasText: TITLE }).locator(`a[href="/analysis?table=${table}"]`).click();
  await page.locator('.tree button').nth(6).waitFor();
  await page.getByRole('button', { name: 'First move' }).click();
  await page.getByText('Crosses take a square').first().waitFor();
  await page.getByLabel('Paste a position or game').fill('b2 a1 c1');
  await page.getByRole('button', { name: 'Load' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.tree button').length === 3);
  await screenshot(page, 'fifth-game-replay');
  assert.deepEqual(page.errors, []);
});
