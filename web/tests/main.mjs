// The browser tests, on one server and one browser: two at a time, and one by one where something is measured or the
// server is stopped.
import { after, before, describe } from 'node:test';
import { openBrowser, Server } from './kit.mjs';
import { games } from './games.mjs';
import { house } from './house.mjs';
import { owner } from './owner.mjs';
import { people } from './people.mjs';
import { board } from './board.mjs';
import { screens } from './screens.mjs';
import { states } from './states.mjs';
import { ways } from './ways.mjs';

const stage = {};
before(async () => {
  stage.server = await new Server().start();
  stage.browser = await openBrowser();
});
after(async () => {
  await stage.browser?.close();
  await stage.server?.end();
});

/** `npm run browser -- people` runs one part only. */
const TOGETHER = { games, states, house, owner, ways, screens };
const ALONE = { people, board };
const asked = process.argv.slice(2);
const wanted = (parts) => Object.entries(parts).filter(([name]) => asked.length === 0 || asked.includes(name)).map(([, part]) => part);

describe('together', { concurrency: 2 }, () => wanted(TOGETHER).forEach((part) => part(stage)));
describe('one by one', () => wanted(ALONE).forEach((part) => part(stage)));
