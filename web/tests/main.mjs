// Runs the browser tests against one server and one browser. Most parts run two at a time; the parts that measure time
// or stop the server run one after the other.
import { after, before, describe } from 'node:test';
import { openBrowser, Server } from './support.mjs';
import { board } from './board.mjs';
import { gameStates } from './game-states.mjs';
import { games } from './games.mjs';
import { multiplayer } from './multiplayer.mjs';
import { navigation } from './navigation.mjs';
import { owner } from './owner.mjs';
import { screens } from './screens.mjs';
import { site } from './site.mjs';

const env = {};
before(async () => {
  env.server = await new Server().start();
  env.browser = await openBrowser();
});
after(async () => {
  await env.browser?.close();
  await env.server?.end();
});

const CONCURRENT = { games, 'game-states': gameStates, site, owner, navigation, screens };
const SEQUENTIAL = { multiplayer, board };
/** `npm run browser -- multiplayer` runs only that part. */
const requested = process.argv.slice(2);
for (const name of requested)
  if (!(name in { ...CONCURRENT, ...SEQUENTIAL })) throw new Error(`there is no part ${name}`);
const selected = (parts) =>
  Object.entries(parts)
    .filter(([name]) => requested.length === 0 || requested.includes(name))
    .map(([, part]) => part);

describe('concurrent', { concurrency: 2 }, () => selected(CONCURRENT).forEach((part) => part(env)));
describe('sequential', () => selected(SEQUENTIAL).forEach((part) => part(env)));
