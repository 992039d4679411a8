// Support for the browser tests: a real server, a real Chromium, and helpers that act like a user.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const here = dirname(fileURLToPath(import.meta.url));
export const SCREENSHOT_DIR = process.env.PICTURES ?? join(here, 'pictures');
const TIMEOUT_MS = 45_000;
const SERVER_BINARY = process.env.TETRARCH_BIN ?? join(here, '../../target/release/tetrarch');
const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A server with its own database. It can be stopped and started again at the same address. */
export class Server {
  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), 'tetrarch-browser-'));
    writeFileSync(join(this.folder, 'house.md'), '# House rules\n\nNo **talking** <b>at all</b>.\n');
  }

  async start() {
    const listen = this.address ?? '127.0.0.1:0';
    const db = `sqlite:${join(this.folder, 'games.db')}`;
    this.process = spawn(
      SERVER_BINARY,
      ['serve', '--listen', listen, '--db', db, '--no-limits', '--rules-dir', this.folder],
      { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, TETRARCH_LOG: 'warn' } },
    );
    const [line] = await once(this.process.stdout, 'data');
    this.address = /http:\/\/(\S+)/.exec(String(line))[1];
    return this;
  }

  async stop() {
    const ended = once(this.process, 'exit');
    this.process.kill('SIGTERM');
    await ended;
  }

  async end() {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  url(path = '/') {
    return `http://${this.address}${path}`;
  }
}

export async function openBrowser() {
  mkdirSync(SCREENSHOT_DIR, { recursive: true });
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  return chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
}

/** Opens a page in its own browser context. `page.errors` collects script errors and requests to other hosts. */
export async function openPage(
  browser,
  server,
  { width = 1280, height = 800, theme = 'dark', touch = false, settings = {} } = {},
) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    hasTouch: touch,
    reducedMotion: 'reduce',
  });
  await context.addInitScript(
    (own) => {
      if (!localStorage.getItem('tetrarch.settings')) localStorage.setItem('tetrarch.settings', JSON.stringify(own));
    },
    { sounds: false, ...settings },
  );
  const page = await context.newPage();
  // Generous, since the machine may be busy. Nothing takes this long in a passing run.
  page.setDefaultTimeout(TIMEOUT_MS);
  page.errors = [];
  page.on('pageerror', (error) => page.errors.push(error.message));
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (/^(http|ws)/.test(protocol) && host !== server.address)
      page.errors.push(`a request to another host: ${request.url()}`);
  });
  return page;
}

export const tableId = (page) => new URL(page.url()).pathname.split('/')[2];

/** The state of the page's table, as the server sends it to this browser. */
export async function state(page) {
  return page.evaluate(async (table) => {
    const token = JSON.parse(localStorage.getItem('tetrarch.tables') ?? '{}')[table]?.token;
    const answer = await fetch(`/api/tables/${table}`, { headers: token ? { authorization: `Bearer ${token}` } : {} });
    return answer.json();
  }, tableId(page));
}

/** Clicks a cell, by default in the middle. Where two pieces share a cell, the nearer one is meant. */
export async function click(page, cell, dx = 0.5, dy = 0.5) {
  const box = await page.locator(`[data-cell="${cell}"]`).boundingBox();
  await page.mouse.click(box.x + box.width * dx, box.y + box.height * dy);
}

export async function drag(page, from, to) {
  const [a, b] = [
    await page.locator(`[data-cell="${from}"]`).boundingBox(),
    await page.locator(`[data-cell="${to}"]`).boundingBox(),
  ];
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await page.mouse.down();
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 3 });
  await page.mouse.up();
}

/** Makes the gesture of a choice with the mouse. */
export async function makeGesture(page, choice, view) {
  const { gesture } = choice;
  if (gesture.kind === 'tap') return click(page, gesture.cell);
  if (gesture.kind === 'button') return page.locator('.turn .button', { hasText: /swap/i }).first().click();
  const sharing = view.men.filter((piece) => piece.cell === gesture.from);
  const second = gesture.man && sharing.findIndex((piece) => piece.letter === gesture.man) === 1;
  const near = sharing.length > 1 ? (second ? 0.75 : 0.25) : 0.5;
  await click(page, gesture.from, near, near);
  await click(page, gesture.to);
  const same = view.choices.filter(
    (other) =>
      other.gesture.kind === 'move' &&
      other.gesture.from === gesture.from &&
      other.gesture.to === gesture.to &&
      (other.gesture.man ?? '') === (gesture.man ?? ''),
  );
  if (same.length > 1) await page.locator(`.choice-menu [aria-label="${choice.label}"]`).click();
}

/** Polls the server until its state passes the test. */
export async function waitForState(page, test, what, timeout = TIMEOUT_MS) {
  const end = Date.now() + timeout;
  for (;;) {
    const now = await state(page);
    if (test(now)) return now;
    if (Date.now() > end) throw new Error(`timed out waiting for ${what}`);
    await page.waitForTimeout(25);
  }
}

/** A reproducible random number generator. */
export function seededRandom(seed) {
  let now = seed;
  return (below) => {
    now = (Math.imul(now, 1664525) + 1013904223) >>> 0;
    return Math.floor((now / 2 ** 32) * below);
  };
}

/** Plays random choices with the mouse, the preferred ones first, until the game is over or the time is up. */
export async function playRandomly(page, { seed = 7, maxTurns = 400, prefer = () => 0, timeout = 60_000 } = {}) {
  const pick = seededRandom(seed);
  const end = Date.now() + timeout;
  for (let count = 0; count < maxTurns && Date.now() < end; count += 1) {
    // A player who is out gets no more turns while the others play on.
    const now = await waitForState(
      page,
      (s) => Date.now() > end || s.now.phase === 'over' || s.view.choices.length > 0,
      'a turn',
      end - Date.now() + 1000,
    );
    if (now.now.phase === 'over' || now.view.choices.length === 0) return now;
    const { choices } = now.view;
    const best = Math.max(...choices.map((choice) => prefer(choice, now.view)));
    const good = choices.filter((choice) => prefer(choice, now.view) === best);
    await waitForDraw(page, now);
    await makeGesture(page, good[pick(good.length)], now.view);
    await waitForState(page, (s) => s.version > now.version, `the answer to ${JSON.stringify(good[0].gesture)}`);
  }
  return state(page);
}

/** Waits until the page has drawn as many actions as this state has. */
export async function waitForDraw(page, now) {
  const count = now.line.length;
  await page.waitForFunction(
    (steps) => Number(document.querySelector('[data-plies]')?.getAttribute('data-plies')) >= steps,
    count,
  );
}

export const screenshot = (page, name) => page.screenshot({ path: join(SCREENSHOT_DIR, `${name}.png`) });
