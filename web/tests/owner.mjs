// Host controls, accounts and turn notifications.
import assert from 'node:assert/strict';
import test from 'node:test';
import { openPage, screenshot, state, tableId, waitForState } from './support.mjs';
import { joinTable, closePages, createTable, play, waitForPlies, twoPlayers } from './multiplayer.mjs';
import { accessibilityViolations } from './screens.mjs';

const controls = (page) => page.getByRole('button', { name: 'Host controls' }).click();
const row = (page, seat) => page.locator('.side li', { hasText: seat });

export function owner(env) {
  test('the host swaps seats while the table waits', async () => {
    const page = await createTable(env, 'ban-chess');
    assert.deepEqual((await state(page)).you, ['white']);
    await controls(page);
    await page.getByRole('button', { name: 'Swap seats: White, Black' }).click();
    await page.locator('[data-seat=black] .tag').waitFor();
    await waitForState(page, (now) => now.you[0] === 'black', 'the other seat');
    const other = await joinTable(env, tableId(page), 'white');
    await play(page, 'e2e4', 0);
    await closePages(page, other);
  });

  test('the host starts the game manually, removes a player, and opens a new table with the same seats', async () => {
    const page = await openPage(env.browser, env.server);
    await page.goto(env.server.url('/create?game=ban-chess'));
    await page.getByLabel('I’ll start the game manually').check();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.locator('[data-plies]').waitFor();
    const removed = await joinTable(env, tableId(page), 'black');
    await controls(page);
    await row(page, 'Black').getByRole('button', { name: 'Remove from seat' }).click();
    await removed.locator('[data-seat=black]', { hasText: 'Open seat' }).waitFor();
    await removed.getByText('Spectating').waitFor();
    await removed.reload();
    await removed.getByText('Spectating').waitFor();
    assert.equal(await removed.locator('[data-seat=black] .tag').count(), 0);
    const black = await joinTable(env, tableId(page), 'black');
    await page.getByRole('button', { name: 'Start game' }).click();
    await play(black, 'e2e4', 0);
    await play(page, 'd2d4', 1);
    const first = tableId(page);
    await page.getByRole('button', { name: 'New table, same seats' }).click();
    for (const one of [page, black]) await one.waitForURL((url) => !url.pathname.endsWith(first));
    await Promise.all([page, black].map((one) => waitForPlies(one, 0)));
    assert.deepEqual((await state(page)).you, ['white']);
    await closePages(page, removed, black);
  });

  test('the host makes another player host', async () => {
    const [white, black] = await twoPlayers(env);
    await controls(white);
    await row(white, 'Black').getByRole('button', { name: 'Make host' }).click();
    await black.getByRole('button', { name: 'Host controls' }).waitFor();
    await white.getByRole('button', { name: 'Host controls' }).waitFor({ state: 'detached' });
    await controls(black);
    await black.getByRole('button', { name: 'Pause' }).click();
    await white.getByText('The game is paused.').waitFor();
    await closePages(white, black);
  });

  test('an account can create API tokens, change its password and be deleted', async () => {
    const page = await openPage(env.browser, env.server);
    await page.goto(env.server.url('/account'));
    const enter = async (password, button) => {
      await page.getByLabel('Username').fill('grace-hopper');
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: button }).click();
    };
    await enter('nanoseconds of wire', 'Sign up');
    await page.getByText('Logged in as grace-hopper').waitFor();
    await page.getByLabel('Label').fill('my bot');
    await page.getByRole('button', { name: 'Create token' }).click();
    const token = (await page.locator('code').textContent()).trim();
    await page.getByText('my bot').waitFor();
    await screenshot(page, 'tokens');
    const who = async () =>
      (await fetch(env.server.url('/api/me'), { headers: { authorization: `Bearer ${token}` } })).json();
    assert.equal((await who()).account, 'grace-hopper');
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('my bot').waitFor({ state: 'detached' });
    assert.notEqual((await who()).account, 'grace-hopper');
    await page.getByLabel('Current password').fill('nanoseconds of wire');
    await page.getByLabel('New password').fill('a moth in the relay');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Saved').waitFor();
    await page.getByRole('button', { name: 'Log out', exact: true }).click();
    await enter('nanoseconds of wire', 'Log in');
    await page.getByRole('alert').waitFor();
    await enter('a moth in the relay', 'Log in');
    await page.getByText('Logged in as grace-hopper').waitFor();
    await page.getByLabel('Password', { exact: true }).fill('wrong password');
    await page.getByRole('button', { name: 'Delete account' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Password', { exact: true }).fill('a moth in the relay');
    await page.getByRole('button', { name: 'Delete account' }).click();
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    await enter('a moth in the relay', 'Log in');
    await page.getByRole('alert').waitFor();
    await closePages(page);
  });

  test('a player in another tab is notified of their turn by the title, a sound and the browser', async () => {
    const [white, black] = await twoPlayers(env, { settings: { notify: true, sounds: true } });
    await white.context().grantPermissions(['notifications']);
    await white.evaluate(() => {
      window.told = [];
      window.Notification = class {
        static permission = 'granted';
        constructor(title, more) {
          window.told.push(`${title}: ${more.body}`);
        }
        close() {
          window.told.push('closed');
        }
      };
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (...when) {
        window.told.push('sound');
        return start.apply(this, when);
      };
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
    });
    assert.doesNotMatch(await white.title(), /Your turn/);
    await play(black, 'e2e4', 0);
    await white.waitForFunction(() => window.told.includes('Your turn: Ban-Chess') && window.told.includes('sound'));
    assert.match(await white.title(), /^● Your turn – Ban-Chess/);
    await white.evaluate(() => Object.defineProperty(document, 'hidden', { configurable: true, get: () => false }));
    await play(white, 'd2d4', 1);
    await white.waitForFunction(() => window.told.includes('closed'));
    await closePages(white, black);
  });
}
