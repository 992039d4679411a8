// Adds the licences of the page's dependencies, and compresses every file with Brotli so that the server doesn't
// have to.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const out = process.env.PAGE_OUT ?? 'dist';
const require = createRequire(import.meta.url);

function packageFolder(name) {
  return join(dirname(require.resolve('svelte/package.json')), '..', name);
}
const licences = ['svelte', 'uqr', '@noble/hashes', '@fontsource/noto-serif-tc'].map(
  async (name) => `${name}\n\n${await licenceOf(packageFolder(name))}`,
);
async function licenceOf(folder) {
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
  return readFile(join(folder, file), 'utf8');
}
await writeFile(join(out, 'licences.txt'), (await Promise.all(licences)).join('\n\n----\n\n'));

for (const entry of await readdir(out, { recursive: true, withFileTypes: true })) {
  const file = join(entry.parentPath, entry.name);
  if (!entry.isFile() || /\.(br|woff2|png)$/.test(file)) continue;
  const bytes = await readFile(file);
  const compressed = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  if (compressed.length < bytes.length) await writeFile(`${file}.br`, compressed);
}
