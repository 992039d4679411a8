// Special states of each game, as the page shows them.
import assert from 'node:assert/strict';
import test from 'node:test';
import { hotseatTable } from './board.mjs';
import { click, drag, openPage, screenshot, state, tableId, waitForState } from './support.mjs';
import { joinTable, closePages, waitForPlies } from './multiplayer.mjs';

export function gameStates(env) {
  test('a prisoner exchange by agreement revives frozen armies', async () => {
    const page = await hotseatTable(env, 'enochian', {
      start: 'yK,6,bK/8/8/8/8/8/4,rR,3/1,kR,6 b brky rk r:b,k:y 0 1 -',
    });
    assert.equal(await page.locator('.layer-pieces .piece.frozen').count(), 2);
    await page.getByRole('button', { name: 'Offer prisoner exchange' }).click();
    await page.getByText('Blue offers a prisoner exchange.').waitFor();
    await screenshot(page, 'enochian-exchange');
    await page.getByRole('button', { name: 'Accept' }).click();
    await waitForState(page, (now) => now.view.men.every((piece) => piece.state === 'free'), 'the exchange');
    await page.waitForFunction(() => document.querySelectorAll('.layer-pieces .piece.frozen').length === 0);
    await closePages(page);
  });

  test('a king seizes its ally’s throne and its player commands both armies', async () => {
    const page = await hotseatTable(env, 'enochian', {
      start: 'yK,7/8/8/8/8/8/1,bK,5,rPr/1,kR,5,rK b brky k k:r 0 1 -',
    });
    await drag(page, 'b2', 'a1');
    await waitForPlies(page, 1);
    await page.getByText('Black is commanded by Blue').waitFor();
    await screenshot(page, 'enochian-seized');
    await closePages(page);
  });

  test('a player with a frozen army is told how it can come back to life', async () => {
    const owner = await openPage(env.browser, env.server);
    await owner.goto(env.server.url('/create?game=enochian'));
    await owner.getByLabel('Everyone plays on this device').check();
    await owner.locator('label.seat', { hasText: 'Black' }).locator('select').selectOption('open');
    await owner
      .getByLabel('Starting position (FEN-like text)')
      .fill('yK,7/8/8/8/8/8/1,bK,5,rPr/1,kR,5,rK b brky k k:r 0 1 -');
    await owner.getByRole('button', { name: 'Create', exact: true }).click();
    await owner.locator('[data-plies]').waitFor();
    const black = await joinTable(env, tableId(owner), 'black');
    await black.locator('.turn', { hasText: 'Your army is frozen. Your ally can bring it back to life' }).waitFor();
    await screenshot(black, 'enochian-frozen');
    await drag(owner, 'b2', 'a1');
    await black.locator('.turn', { hasText: 'Your ally commands your army.' }).waitFor();
    await closePages(owner, black);
  });

  test('the die is shown before the first turn', async () => {
    const page = await openPage(env.browser, env.server);
    await page.goto(env.server.url('/create?game=enochian'));
    await page.getByLabel('Everyone plays on this device').check();
    await page.getByText('Options: Enochian').click();
    await page.getByLabel('Divination').check();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.locator('.die').waitFor();
    await screenshot(page, 'enochian-die');
    await closePages(page);
  });

  test('a king in its corner is marked and warned, and its bishops become queens', async () => {
    const kings = '6,bK,5/12/12/12/12/12/gK,10,pK/12/4,wB,wB,6/4,wQ,7';
    const page = await hotseatTable(env, 'bishops', { start: `${kings}/2,wK,9/12 w wgbp - - p 12 0 0,0,0,0 -` });
    await drag(page, 'c2', 'b2');
    await waitForPlies(page, 1);
    await page.locator('.mark.immune').waitFor({ state: 'attached' });
    assert.equal((await state(page)).view.men.filter((piece) => piece.kind === 'queen').length, 3);
    await screenshot(page, 'bishops-sanctuary');
    await closePages(page);
    const warned = await hotseatTable(env, 'bishops', {
      start: '6,bK,5/12/12/12/12/12/gK,10,pK/12/12/4,wQ,7/1,wK,10/12 w wgbp - - p 12 0 0,0,0,0 -',
    });
    await warned.locator('.mark.evicted').waitFor({ state: 'attached' });
    await warned.getByText("White's king must leave the corner").first().waitFor();
    await screenshot(warned, 'bishops-evicted');
    await closePages(warned);
  });

  test('the Bishops move list breaks no move', async () => {
    const page = await hotseatTable(env, 'bishops', {
      start: '6,bK,2,gB,2/12/9,wR,2/12/12/12/gK,10,pK/12/12/12/12/6,wK,5 w wgbp - - p 12 0 0,0,0,0 -',
    });
    await drag(page, 'j10', 'j12');
    await waitForPlies(page, 1);
    const word = page.locator('.list .moves button', { hasText: 'Rj10xBj12' });
    await screenshot(page, 'bishops-long-move');
    assert.ok((await word.boundingBox()).height < 30, 'it is on one line');
    assert.ok(
      await page.locator('.list').evaluate((list) => list.scrollWidth <= list.clientWidth),
      'the list is not too wide',
    );
    const [cell, text] = await word.evaluate((button) => {
      const range = document.createRange();
      range.selectNodeContents(button);
      return [button.closest('.seat-turn').getBoundingClientRect().right, range.getBoundingClientRect().right];
    });
    assert.ok(text <= cell, 'it stays in its column');
    await closePages(page);
  });

  test('a check changes the turn order, and skipped seats say so', async () => {
    const page = await hotseatTable(env, 'bishops', {
      start: '6,bK,5/12/12/12/12/12/gK,10,pK/2,wR,9/12/12/12/6,wK,5 w wgbp - - p 12 0 0,0,0,0 -',
    });
    await drag(page, 'c5', 'c12');
    await waitForPlies(page, 1);
    await page.locator('[data-seat=grey]', { hasText: 'skipped: Black is in check' }).waitFor();
    await screenshot(page, 'bishops-check');
    await closePages(page);
  });

  test('a face-down piece is flipped only when the server has answered', async () => {
    const page = await hotseatTable(env, 'banqi');
    assert.equal(await page.locator('.layer-pieces .piece.hidden').count(), 32);
    await click(page, 'd3');
    await page.waitForFunction(() => document.querySelectorAll('.layer-pieces .piece.hidden').length === 31);
    const { view } = await state(page);
    const shown = view.men.find((piece) => piece.cell === 'd3');
    assert.equal(shown.state, 'free');
    assert.match(
      await page.locator('[data-cell="d3"]').getAttribute('aria-label'),
      new RegExp(`${shown.army} ${shown.kind}`),
    );
    await closePages(page);
  });
}
