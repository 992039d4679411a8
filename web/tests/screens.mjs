// Every screen in both themes and two sizes: accessible, and not too wide.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import test from 'node:test';
import { openPage, screenshot, playRandomly } from './support.mjs';
import { playNow } from './games.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The serious accessibility violations that axe finds. */
export async function accessibilityViolations(page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  const serious = violations.filter((one) => one.impact === 'serious' || one.impact === 'critical');
  return serious.map(
    (one) =>
      `${one.id}: ${one.nodes
        .map((node) => node.target.join(' '))
        .slice(0, 3)
        .join(', ')}`,
  );
}

/** Each screen, and the number of boards it shows once it is ready. */
const SCREENS = [
  ['home', '/', 4],
  ['create', '/create'],
  ['settings', '/settings', 1],
  ['account', '/account'],
  ['archive', '/archive'],
  ['analysis', '/analysis?game=bishops', 1],
  ['learn-enochian', '/learn/enochian', 4],
  ['learn-bishops', '/learn/bishops', 5],
  ['organise', '/organise'],
  ['nowhere', '/nowhere'],
];

export function screens(env) {
  for (const [theme, width, height] of [
    ['dark', 1280, 800],
    ['light', 1280, 800],
    ['dark', 360, 740],
    ['light', 360, 740],
  ]) {
    test(`every screen is accessible and fits, ${theme}, ${width} pixels wide`, async () => {
      const page = await openPage(env.browser, env.server, { width, height, theme });
      for (const [name, path, boards = 0] of SCREENS) {
        await page.goto(env.server.url(path));
        await page.locator('main h1').first().waitFor({ state: 'attached' });
        await page.waitForFunction(
          (count) =>
            document.querySelectorAll('.board .piece').length >= count &&
            document.querySelectorAll('svg.board[role=grid]').length >= count,
          boards,
        );
        await screenshot(page, `${name}-${theme}-${width}`);
        assert.deepEqual(await accessibilityViolations(page), [], `${name} in ${theme}`);
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, `${name} is too wide`);
      }
      for (const title of ['Bishops', 'Enochian', 'Ban-Chess', 'Banqi']) {
        await playNow(page, env.server, title);
        await playRandomly(page, { seed: 12, maxTurns: 2 });
        await screenshot(page, `table-${title.toLowerCase()}-${theme}-${width}`);
        assert.deepEqual(await accessibilityViolations(page), [], `the table of ${title} in ${theme}`);
      }
      assert.deepEqual(page.errors, []);
      await page.context().close();
    });
  }

  test('the high contrast theme is accessible', async () => {
    const page = await openPage(env.browser, env.server, { settings: { theme: 'contrast' } });
    await playNow(page, env.server, 'Ban-Chess');
    await screenshot(page, 'table-contrast');
    assert.deepEqual(await accessibilityViolations(page), []);
    await page.context().close();
  });
}
