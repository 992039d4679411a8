// Subsets an openly licensed font (Noto Serif TC, SIL Open Font License) to the characters on pieces.
import { readFile, writeFile, mkdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const WEIGHT = 700;
const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, '../font');
const source = await readFile(join(here, '../src/board/characters.ts'), 'utf8');
const characters = [...new Set(source.match(/\p{Script=Han}/gu))];

const packageFolder = dirname(createRequire(import.meta.url).resolve('@fontsource/noto-serif-tc/package.json'));
const ranges = JSON.parse(await readFile(join(packageFolder, 'unicode.json'), 'utf8'));

/** Whether a unicode-range such as `U+3401,U+3441-3450` includes the character. */
function covers(range, character) {
  const code = character.codePointAt(0);
  return range.split(',').some((part) => {
    const [from, to = from] = part
      .replace('U+', '')
      .split('-')
      .map((n) => parseInt(n, 16));
    return code >= from && code <= to;
  });
}

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
let css = '';
const found = new Set();
for (const [key, range] of Object.entries(ranges)) {
  const wanted = characters.filter((c) => !found.has(c) && covers(range, c));
  if (wanted.length === 0) continue;
  wanted.forEach((c) => found.add(c));
  const part = key.replace(/[[\]]/g, '');
  const file = await readFile(join(packageFolder, `files/noto-serif-tc-${part}-${WEIGHT}-normal.woff2`));
  const subset = await subsetFont(file, wanted.join(''), { targetFormat: 'woff2' });
  await writeFile(join(out, `${part}.woff2`), subset);
  const codes = wanted.map((c) => `U+${c.codePointAt(0).toString(16)}`).join(',');
  const face = `font-family:Piece Characters;font-weight:${WEIGHT};font-display:block`;
  css += `@font-face{${face};src:url(./${part}.woff2) format("woff2");unicode-range:${codes}}\n`;
}
const missing = characters.filter((c) => !found.has(c));
if (missing.length) throw new Error(`the font lacks ${missing.join(' ')}`);
await writeFile(join(out, 'font.css'), css);
