// Navigation, focus, and what the screens show.
import assert from 'node:assert/strict';
import test from 'node:test';
import { openPage, screenshot, state, tableId } from './support.mjs';
import { playNow, resign } from './games.mjs';
import { hotseatTable } from './board.mjs';
import { closePages, play } from './multiplayer.mjs';

const box = (page, cell) => page.locator(`[data-cell="${cell}"]`).boundingBox();

export function navigation(env) {
  test('Play now uses the chosen seat and remembers it', async () => {
    const page = await openPage(env.browser, env.server);
    await page.goto(env.server.url('/'));
    await page.getByRole('group', { name: 'Your seat in Ban-Chess' }).getByLabel('Black').check({ force: true });
    await playNow(page, env.server, 'Ban-Chess');
    assert.deepEqual((await state(page)).you, ['black']);
    await page.goto(env.server.url('/'));
    assert.ok(await page.getByRole('group', { name: 'Your seat in Ban-Chess' }).getByLabel('Black').isChecked());
    await page.getByRole('group', { name: 'Your seat in Bishops' }).getByLabel('Random').check({ force: true });
    await playNow(page, env.server, 'Bishops');
    assert.equal((await state(page)).you.length, 1);
    await closePages(page);
  });

  test('the focus follows navigation', async () => {
    const page = await openPage(env.browser, env.server);
    await page.goto(env.server.url('/settings'));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const focused = () => page.evaluate(() => document.activeElement?.id);
    assert.equal(await focused(), 'content');
    await page.getByRole('link', { name: 'Archive' }).click();
    await page.getByRole('heading', { name: 'Archive' }).waitFor();
    assert.equal(await focused(), 'content');
    await page.goto(env.server.url('/learn/banqi'));
    await page.getByRole('link', { name: 'How it ends' }).click();
    await page.waitForFunction(() => location.hash === '#how-it-ends');
    await page.getByRole('heading', { name: 'How it ends' }).waitFor();
    assert.match(await page.getByRole('link', { name: 'Learn', exact: true }).getAttribute('aria-current'), /page/);
    await closePages(page);
  });

  test('the operator’s own pages appear beside the rules, with HTML as text', async () => {
    const page = await openPage(env.browser, env.server);
    await page.goto(env.server.url('/learn'));
    await page.getByRole('link', { name: 'House rules' }).click();
    await page.getByText('No talking <b>at all</b>.').waitFor();
    await closePages(page);
  });

  test('an eliminated player sees the duel from the white side, with the files below', async () => {
    const page = await openPage(env.browser, env.server);
    await page.goto(env.server.url('/create?game=bishops'));
    for (const seat of ['Grey', 'Black', 'Pink'])
      await page.locator('label.seat', { hasText: seat }).locator('select').selectOption('engine');
    await page
      .getByLabel('Starting position (FEN-like text)')
      .fill('duel p:g w4,b3 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.locator('[data-plies]').waitFor();
    assert.deepEqual((await state(page)).you, ['white']);
    const [low, high, right] = [await box(page, 'a1'), await box(page, 'a8'), await box(page, 'h1')];
    assert.ok(low.y > high.y && Math.abs(low.x - high.x) < 1 && right.x > low.x && Math.abs(right.y - low.y) < 1);
    await screenshot(page, 'duel-watched');
    await closePages(page);
  });

  test('Banqi analysis shows the value of each flip on its square', async () => {
    const page = await openPage(env.browser, env.server);
    await page.goto(env.server.url('/analysis?game=banqi'));
    await page.getByRole('grid').waitFor();
    await page.getByLabel('Paste a position or game').fill('?d3 =g ?e2 =P');
    await page.getByRole('button', { name: 'Load' }).click();
    await page.locator('.tree button').nth(3).waitFor();
    await page.getByLabel('Engine', { exact: false }).first().check();
    await page.waitForFunction(() => document.querySelectorAll('.cell-note').length === 30);
    const values = await page.locator('.cell-note').allTextContents();
    assert.ok(
      values.every((value) => /^[+−]#?\d+(\.\d\d)?$/.test(value)),
      values.join(' '),
    );
    assert.ok((await page.locator('.cell-note.best').count()) >= 1);
    await screenshot(page, 'flip-values');
    await closePages(page);
  });

  test('coordinates are readable on a phone', async () => {
    for (const game of ['bishops', 'enochian', 'ban-chess', 'banqi']) {
      const page = await hotseatTable(env, game, { width: 360, height: 740 });
      const sizes = await page
        .locator('.board .label')
        .evaluateAll((labels) =>
          labels.map((label) => parseFloat(getComputedStyle(label).fontSize) * label.getScreenCTM().a),
        );
      assert.ok(sizes.length > 0 && Math.min(...sizes) >= 9.5, `${game}: ${Math.min(...sizes)} pixels`);
      await closePages(page);
    }
  });

  test('coordinates stay between the rim and the seats’ colour bars', async () => {
    for (const [width, height] of [
      [1280, 800],
      [360, 740],
    ]) {
      const page = await hotseatTable(env, 'bishops', { width, height });
      const ranks = await page.evaluate(() => {
        const boxes = (name) =>
          [...document.querySelectorAll(`.board ${name}`)].map((one) => [one.textContent, one.getBoundingClientRect()]);
        const [[, rim]] = boxes('.rim');
        const left = Math.min(...boxes('.edge').map(([, box]) => box.left));
        const ranks = boxes('.label').filter(([text]) => /\d/.test(text));
        return ranks.map(([text, box]) => [text, box.left < rim.left - 0.5 || box.right > left + 0.5]);
      });
      assert.ok(ranks.length >= 12, `${ranks.length} ranks are labelled`);
      assert.deepEqual(
        ranks.filter(([, over]) => over),
        [],
        `${width} pixels wide`,
      );
      await closePages(page);
    }
  });

  test('a finished game can be downloaded from its table', async () => {
    const page = await hotseatTable(env, 'ban-chess');
    await play(page, 'e2e4', 0);
    await play(page, 'd2d4', 1);
    await resign(page);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download: PGN' }).click(),
    ]);
    assert.equal(saved.suggestedFilename(), `${tableId(page)}.pgn`);
    await closePages(page);
  });
}
