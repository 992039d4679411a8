// The browser tests, one after the other, on one server and one browser.
import { after, before } from 'node:test';
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
const PARTS = { games, people, board, states, house, owner, ways, screens };
const wanted = process.argv.slice(2);
for (const [name, part] of Object.entries(PARTS)) if (wanted.length === 0 || wanted.includes(name)) part(stage);
