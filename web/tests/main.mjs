// The browser tests, one after the other, on one server and one browser.
import { after, before } from 'node:test';
import { openBrowser, Server } from './kit.mjs';
import { games } from './games.mjs';

const stage = {};
before(async () => {
  stage.server = await new Server().start();
  stage.browser = await openBrowser();
});
after(async () => {
  await stage.browser?.close();
  await stage.server?.end();
});

games(stage);
