// Around the table: lobby, invites, chat, host controls, rematch, archive, analysis, rules, accounts.
import assert from 'node:assert/strict';
import test from 'node:test';
import { hotseatTable } from './board.mjs';
import { playNow, resign } from './games.mjs';
import { click, drag, openPage, screenshot, state, tableId, waitForState } from './support.mjs';
import { joinTable, closePages, createTable, play, waitForPlies, twoPlayers } from './multiplayer.mjs';
import { accessibilityViolations } from './screens.mjs';

export function site(env) {
  test('an open table appears in the lobby at once, and can be joined and watched from there', async () => {
    const guest = await openPage(env.browser, env.server);
    await guest.goto(env.server.url('/'));
    const white = await createTable(env, 'ban-chess');
    const row = guest.locator(`a[href="/table/${tableId(white)}"]`, { hasText: 'Join' });
    await row.waitFor();
    await screenshot(guest, 'lobby');
    await row.click();
    await guest.locator('[data-seat=black]').getByRole('button', { name: 'Sit here' }).click();
    await guest.locator('[data-seat=black] .tag').waitFor();
    await play(guest, 'e2e4', 0);
    const other = await openPage(env.browser, env.server);
    await other.goto(env.server.url('/'));
    await other.locator(`a[href="/table/${tableId(white)}"]`, { hasText: 'Watch' }).click();
    await waitForPlies(other, 1);
    await closePages(white, guest, other);
  });

  test('a reserved seat can only be taken with its link', async () => {
    const owner = await openPage(env.browser, env.server);
    await owner.goto(env.server.url('/create?game=ban-chess'));
    await owner.locator('label.seat', { hasText: 'Black' }).locator('select').selectOption('invited');
    await owner.getByRole('button', { name: 'Create', exact: true }).click();
    const link = owner.getByLabel('Link for Black');
    await link.waitFor();
    await screenshot(owner, 'invite');
    assert.deepEqual(await accessibilityViolations(owner), []);
    const stranger = await openPage(env.browser, env.server);
    await stranger.goto(owner.url());
    await stranger.locator('[data-seat=black]').waitFor();
    assert.equal(await stranger.getByRole('button', { name: 'Sit here' }).count(), 0);
    const friend = await openPage(env.browser, env.server);
    await friend.goto(await link.inputValue());
    await friend.getByRole('button', { name: 'Sit here' }).click();
    await friend.locator('[data-seat=black] .tag').waitFor();
    await play(friend, 'e2e4', 0);
    await waitForPlies(owner, 1);
    await closePages(owner, stranger, friend);
  });

  test('players chat, and messages survive a reload', async () => {
    const [white, black] = await twoPlayers(env);
    await white.getByLabel('Message').fill('Good luck <b>!</b>');
    await white.getByRole('button', { name: 'Send' }).click();
    await black.getByText('Good luck <b>!</b>').waitFor();
    await black.reload();
    await black.getByText('Good luck <b>!</b>').waitFor();
    assert.equal(await black.locator('.lines p').count(), 1);
    await closePages(white, black);
  });

  test('the host pauses, lets the engine play, adds time and adjudicates; nobody else can', async () => {
    const owner = await openPage(env.browser, env.server);
    await owner.goto(env.server.url('/create?game=ban-chess'));
    await owner.locator('label.field select').first().selectOption('fischer');
    await owner.getByRole('button', { name: 'Create', exact: true }).click();
    await owner.locator('[data-plies]').waitFor();
    const black = await joinTable(env, tableId(owner), 'black');
    assert.equal(await black.getByRole('button', { name: 'Host controls' }).count(), 0);
    await owner.getByRole('button', { name: 'Host controls' }).click();
    await owner.getByRole('button', { name: 'Pause' }).click();
    await black.getByText('The game is paused.').waitFor();
    await screenshot(owner, 'host-controls');
    assert.deepEqual(await accessibilityViolations(owner), []);
    await owner.getByRole('button', { name: 'Resume' }).click();
    await owner.getByRole('button', { name: '+1 min' }).first().click();
    await waitForState(owner, (now) => now.now.clocks.left.white.left > 600_000, 'more time');
    await owner.locator('li', { hasText: 'Black' }).getByRole('button', { name: 'Let engine play' }).click();
    await waitForPlies(owner, 1);
    await owner.getByText('Adjudicate').click();
    await owner.getByRole('button', { name: 'Draw', exact: true }).click();
    await black.locator('.result', { hasText: 'Draw' }).waitFor();
    await closePages(owner, black);
  });

  test('the host forces the duel where the options allow it', async () => {
    const page = await openPage(env.browser, env.server);
    await page.goto(env.server.url('/create?game=bishops'));
    await page.getByLabel('Everyone plays on this device').check();
    await page.getByText('Options: Bishops').click();
    await page.getByLabel('Host may force the duel').selectOption('anytime');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.locator('[data-plies]').waitFor();
    await drag(page, 'g2', 'g4');
    await waitForPlies(page, 1);
    await page.getByRole('button', { name: 'Host controls' }).click();
    await page.getByRole('button', { name: 'Force the duel' }).click();
    await waitForState(page, (now) => now.view.board.cells.some((cell) => cell.ground === 'idle'), 'the duel');
    await page.locator('.board .label', { hasText: 'h' }).waitFor();
    await screenshot(page, 'duel-forced');
    await closePages(page);
  });

  test('a rematch takes everybody to the next table', async () => {
    const [white, black] = await twoPlayers(env);
    const first = tableId(white);
    await play(black, 'e2e4', 0);
    await play(white, 'd2d4', 1);
    await resign(white);
    await black.getByRole('button', { name: 'Rematch' }).click();
    await white.getByRole('button', { name: 'Rematch' }).click();
    for (const page of [white, black]) await page.waitForURL((url) => !url.pathname.endsWith(first));
    assert.equal(tableId(white), tableId(black));
    await white.locator('[data-seat=black] .tag').waitFor();
    await closePages(white, black);
  });

  test('a finished game can be found in the archive, replayed, analysed and downloaded', async () => {
    const page = await hotseatTable(env, 'ban-chess');
    for (const [count, pair] of ['d2d4', 'e2e4', 'e7e5', 'f7f6', 'b1c3', 'd1h5', 'g7g6'].entries())
      await play(page, pair, count);
    const table = tableId(page);
    await page.goto(env.server.url('/archive'));
    await page.getByLabel('Result by').selectOption('checkmate');
    await page.getByRole('button', { name: 'Search' }).click();
    await screenshot(page, 'archive-found');
    await page.locator(`a[href="/analysis?table=${table}"]`).click();
    await page.locator('.tree button').nth(6).waitFor();
    await page.getByLabel('Engine', { exact: false }).first().check();
    await page.locator('.engine', { hasText: 'The game is over' }).waitFor();
    await page.getByRole('button', { name: 'Previous move' }).click();
    await page.getByText("White to ban one of Black's moves").waitFor();
    assert.equal(await page.locator('.engine', { hasText: 'The game is over' }).count(), 0);
    await page.locator('.engine li b').first().waitFor();
    await screenshot(page, 'analysis-lines');
    await page.getByRole('button', { name: 'Analyse the whole game' }).click();
    await page.locator('figure svg path').first().waitFor({ state: 'attached', timeout: 30_000 });
    await page.getByText(/Analysing… /).waitFor({ state: 'detached', timeout: 60_000 });
    await page.getByText('Game graph').scrollIntoViewIfNeeded();
    await screenshot(page, 'analysis-graph');
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download: PGN' }).click(),
    ]);
    assert.match(saved.suggestedFilename(), /pgn/);
    await page.goto(env.server.url(`/sheet/${table}`));
    await page.getByText('Qh5').waitFor();
    await screenshot(page, 'sheet');
    await closePages(page);
  });

  test('positions and games can be pasted, played and varied on the analysis board', async () => {
    const page = await openPage(env.browser, env.server);
    await page.goto(env.server.url('/analysis'));
    await page.getByLabel('Paste a position or game').fill('b:d2d4 e4 b:e7e5 f6');
    await page.getByRole('button', { name: 'Load' }).click();
    await page.locator('.tree button').nth(3).waitFor();
    await page.keyboard.press('Home');
    await page.getByText("Black to ban one of White's moves").waitFor();
    await click(page, 'e2');
    await click(page, 'e4');
    await page.getByText('White to move; e2e4 is banned').waitFor();
    await page.locator('.tree .variation').waitFor();
    await drag(page, 'e2', 'e4');
    await page.getByText('Black banned e2e4 this turn.').waitFor();
    await page.getByRole('button', { name: 'Banqi' }).click();
    await page.locator('.board .cell.plain').first().waitFor();
    await click(page, 'b2');
    await page.getByText('Choose what the flip reveals').waitFor();
    await page.getByRole('button', { name: 'red king' }).click();
    await page.locator('.tree button').nth(1).waitFor();
    await screenshot(page, 'analysis-banqi');
    await closePages(page);
  });

  test('a faulty paste shows its legal part, and keeps the text with an error', async () => {
    const page = await openPage(env.browser, env.server);
    await page.goto(env.server.url('/analysis?game=ban-chess'));
    const box = page.getByLabel('Paste a position or game');
    const fault = page.locator('form [role=alert]');
    const load = async (text, words) => {
      await box.fill(text);
      await page.getByRole('button', { name: 'Load' }).click();
      await fault.filter({ hasText: words }).waitFor();
      assert.equal(await box.inputValue(), text);
    };
    await load('b:e2e4 m:e2e4', /Line 1, column 8: m:e2e4 cannot be played: Black banned e2e4 this turn\./);
    assert.equal(await page.locator('.tree button').count(), 1, 'the ban is there');
    await load('rubbish', /Line 1, column 1: rubbish cannot be played: .*You can paste a position/);
    assert.equal(await page.locator('.tree button').count(), 1, 'what was there before stays');
    await load('8/8/8/8 w', /6 fields of FEN/);
    await load('{"game": "banqi", "actions": [', /Line 1, column \d+: .*You can paste a position/);
    await screenshot(page, 'analysis-paste-error');
    await box.fill('1. {banning: e2e4} d4 {banning: e7e5} d5');
    await page.getByRole('button', { name: 'Load' }).click();
    await page.locator('.tree button').nth(3).waitFor();
    assert.deepEqual([await box.inputValue(), await fault.count()], ['', 0]);
    await closePages(page);
  });

  test('one of several pasted games can be chosen, and it keeps its end', async () => {
    const page = await openPage(env.browser, env.server);
    await page.goto(env.server.url('/analysis?game=banqi'));
    const games = [
      '[White "Ada"]\n[Black "Bob"]\n\n1. {banning: e2e4} d4 {The operator decides for Black} 0-1',
      '[White "Cid"]\n\n1. {banning: d2d4} e4 {banning: e7e5} *',
    ];
    await page.getByLabel('Paste a position or game').fill(games.join('\n\n'));
    await page.getByRole('button', { name: 'Load' }).click();
    await page.getByText('This text has 2 games').waitFor();
    await page.getByRole('button', { name: 'Game 2: Cid' }).click();
    await page.waitForFunction(() => document.querySelectorAll('.tree button').length === 3);
    await page.getByRole('button', { name: 'Game 1: Ada – Bob' }).click();
    await page.locator('.tree button', { hasText: 'Decided for Black' }).waitFor();
    await screenshot(page, 'analysis-several-games');
    assert.deepEqual(await accessibilityViolations(page), []);
    await closePages(page);
  });

  test('the move list of an analysis follows the board, and buttons that lead nowhere are disabled', async () => {
    const page = await openPage(env.browser, env.server);
    await page.goto(env.server.url('/analysis'));
    const last = page.locator('.steps').getByRole('button', { name: 'Last move' });
    await page.locator('svg.board[role=grid]').waitFor();
    assert.ok(await last.isDisabled(), 'on an empty line');
    const pushes = [3, 4].flatMap((rank) =>
      [...'abcdeg'].flatMap((file) => [`b:g1f3 ${file}${rank}`, `b:g8f6 ${file}${9 - rank}`]),
    );
    await page.getByLabel('Paste a position or game').fill(pushes.join(' '));
    await page.getByRole('button', { name: 'Load' }).click();
    await page.locator('.tree button').nth(47).waitFor();
    const waitUntilVisible = (number) =>
      page.waitForFunction((n) => {
        const [list, word] = [document.querySelector('.tree'), document.querySelectorAll('.tree button')[n]].map(
          (one) => one.getBoundingClientRect(),
        );
        return word.top >= list.top && word.bottom <= list.bottom;
      }, number);
    await waitUntilVisible(47);
    assert.ok(await last.isDisabled(), 'at the end');
    await page.keyboard.press('Home');
    await waitUntilVisible(0);
    await last.click();
    await waitUntilVisible(47);
    await closePages(page);
  });

  test('the rules pages show their documents, and moves can be tried on their boards', async () => {
    const page = await openPage(env.browser, env.server);
    for (const game of ['bishops', 'enochian', 'ban-chess', 'banqi']) {
      await page.goto(env.server.url(`/learn/${game}`));
      const text = await (await fetch(env.server.url(`/api/rules/${game}`))).text();
      const boards = text.match(/^```diagram/gm).length;
      await page.waitForFunction((count) => document.querySelectorAll('.try svg[role=grid]').length === count, boards);
      const headings = await page.locator('section h2').allTextContents();
      assert.deepEqual(
        headings.map((one) => one.trim()),
        [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading),
      );
      assert.equal(await page.locator('.try .error').count(), 0, 'every position is valid');
    }
    await page.goto(env.server.url('/learn/ban-chess'));
    await page.waitForFunction(() => document.querySelectorAll('.try .ban-cross').length === 4);
    assert.equal(await page.locator('.try .arrow.hint').count(), 1, 'a ban is not drawn as a hint');
    const lesson = page.locator('.try', { hasText: 'only reply' });
    const box = async (cell) => lesson.locator(`[data-cell="${cell}"]`).boundingBox();
    for (const cell of ['g7', 'g6']) {
      await lesson.locator(`[data-cell="${cell}"]`).scrollIntoViewIfNeeded();
      const { x, y, width, height } = await box(cell);
      await page.mouse.click(x + width / 2, y + height / 2);
    }
    await lesson.getByText('The game is over').waitFor();
    await lesson.getByRole('button', { name: 'Start over' }).click();
    await lesson.getByText("White to ban one of Black's moves").waitFor();
    await screenshot(page, 'lesson');
    await closePages(page);
  });

  test('a guest signs up, logs out and logs in again', async () => {
    const page = await openPage(env.browser, env.server);
    await page.goto(env.server.url('/account'));
    await page.getByLabel('Username').fill('ada-lovelace');
    await page.getByLabel('Password').fill('analytical engine');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByText('Logged in as ada-lovelace').waitFor();
    await screenshot(page, 'account');
    assert.deepEqual(await accessibilityViolations(page), []);
    await page.getByRole('button', { name: 'Log out', exact: true }).click();
    await page.getByLabel('Username').fill('ada-lovelace');
    await page.getByLabel('Password').fill('analytical engine');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('Logged in as ada-lovelace').waitFor();
    await closePages(page);
  });

  test('an organiser creates several tables with a link for every seat', async () => {
    const page = await openPage(env.browser, env.server);
    await page.goto(env.server.url('/organise'));
    await page.getByLabel('Tables').fill('2');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.locator('figure').nth(7).waitFor();
    assert.equal(await page.locator('figure').count(), 8);
    await screenshot(page, 'organise');
    // The server sends the links once, and the browser saves them.
    await page.reload();
    await page.getByRole('button', { name: 'Bishops' }).click();
    await page.locator('figure').nth(7).waitFor();
    await closePages(page);
  });

  test('the home page lists the player’s running game', async () => {
    const page = await openPage(env.browser, env.server);
    await playNow(page, env.server, 'Enochian');
    const table = tableId(page);
    await page.goto(env.server.url('/'));
    await page.locator(`a[href="/table/${table}"]`).first().click();
    await page.locator('[data-plies]').waitFor();
    assert.equal((await state(page)).you[0], 'blue');
    await closePages(page);
  });

  test('a first visit makes no request that the server refuses', async () => {
    const page = await openPage(env.browser, env.server);
    const answers = [];
    page.on('response', (answer) => answers.push([new URL(answer.url()).pathname, answer.status()]));
    await page.goto(env.server.url('/'));
    await page.waitForLoadState('networkidle');
    assert.deepEqual(
      answers.filter(([path, status]) => status >= 400 || path === '/api/me/tables'),
      [],
    );
    await playNow(page, env.server, 'Banqi');
    const asked = page.waitForResponse((answer) => answer.url().endsWith('/api/me/tables'));
    await page.goto(env.server.url('/'));
    assert.equal((await asked).status(), 200);
    await closePages(page);
  });
}
