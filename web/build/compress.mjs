// Adds the licences of what the page is built from, and presses every file, so that the server need not.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const out = process.env.PAGE_OUT ?? 'dist';
const require = createRequire(import.meta.url);

/** The folder of a package: all lie side by side. */
function folderOf(name) {
  return join(dirname(require.resolve('svelte/package.json')), '..', name);
}
const licences = ['svelte', 'uqr', '@fontsource/noto-serif-tc'].map(async (name) => `${name}\n\n${await licenceOf(folderOf(name))}`);
async function licenceOf(folder) {
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
  return readFile(join(folder, file), 'utf8');
}
await writeFile(join(out, 'licences.txt'), (await Promise.all(licences)).join('\n\n----\n\n'));

for (const entry of await readdir(out, { recursive: true, withFileTypes: true })) {
  const file = join(entry.parentPath, entry.name);
  if (!entry.isFile() || /\.(br|woff2|png)$/.test(file)) continue;
  const bytes = await readFile(file);
  const pressed = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  if (pressed.length < bytes.length) await writeFile(`${file}.br`, pressed);
}
