import { afterEach, expect, test, vi } from 'vitest';
import { getLines } from './http';

afterEach(() => vi.unstubAllGlobals());

/** The values of a response that arrives in these chunks. */
async function valuesOf(...chunks: string[]): Promise<unknown[]> {
  const body = new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
  vi.stubGlobal('fetch', async () => new Response(body));
  const values = [];
  for await (const value of getLines('/')) values.push(value);
  return values;
}

test('every line is a value', async () => expect(await valuesOf('1\n{"a":2}\n')).toEqual([1, { a: 2 }]));
test('a value can arrive in several chunks', async () =>
  expect(await valuesOf('{"a"', ':2}', '\n')).toEqual([{ a: 2 }]));
test('a line that broke off is dropped', async () => expect(await valuesOf('1\n', '{"a":')).toEqual([1]));
test('a refusal is an error', async () => {
  const refusal = JSON.stringify({ error: { reason: 'too_much', words: 'The engine is busy.' } });
  vi.stubGlobal('fetch', async () => new Response(refusal, { status: 429 }));
  await expect(getLines('/').next()).rejects.toMatchObject({ status: 429, message: 'The engine is busy.' });
});
