// Runs the page's deal checker on game records in the JSON format, for crates/tetrarch/tests/deal_verdicts.rs.
// Usage: node tests/verify-deals.mjs GAMES RECORD...
// GAMES is the answer of /api/games. Prints one verdict per record.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const [games, ...records] = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, 'utf8')));
const root = fileURLToPath(new URL('..', import.meta.url));
const vite = await createServer({
  root,
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
});
const { verifyDeal } = await vite.ssrLoadModule('/src/play/fairness.ts');
for (const { game, tags, start, actions, outcome, seats } of records) {
  const record = tags.Fair ? JSON.parse(tags.Fair) : null;
  const rule = games.find(({ name }) => name === game)?.chance_rule;
  const line = actions.map((word) => ({ word, chance: word.startsWith('=') }));
  console.log(verifyDeal({ record, line, seats, over: outcome !== null, setUp: start !== null, rule }).verdict);
}
await vite.close();
