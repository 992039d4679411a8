// Presses every file of the built page, so that the server need not.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const out = process.env.PAGE_OUT ?? 'dist';
for (const entry of await readdir(out, { recursive: true, withFileTypes: true })) {
  const file = join(entry.parentPath, entry.name);
  if (!entry.isFile() || /\.(br|woff2|png)$/.test(file)) continue;
  const bytes = await readFile(file);
  const pressed = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  if (pressed.length < bytes.length) await writeFile(`${file}.br`, pressed);
}
