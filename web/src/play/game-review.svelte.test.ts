import { afterEach, expect, test, vi } from 'vitest';
import { GameReview } from './game-review.svelte';

afterEach(() => vi.unstubAllGlobals());

const respond = (body: BodyInit, status = 200) => vi.stubGlobal('fetch', async () => new Response(body, { status }));

test('collects the analyses as they arrive', async () => {
  respond('{"ply":0}\n{"ply":1}\n');
  const review = new GameReview();
  const done = review.start('game');
  expect(review.running).toBe(true);
  await done;
  expect(review.plies.map(({ ply }) => ply)).toEqual([0, 1]);
  expect(review.running).toBe(false);
  expect(review.error).toBe('');
});

test('a refusal is shown, and the review can be started again', async () => {
  respond('{"error":{"reason":"too_much","words":"The engine is busy."}}', 429);
  const review = new GameReview();
  await review.start('game');
  expect(review.plies).toEqual([]);
  expect(review.running).toBe(false);
  expect(review.error).toBe('The engine is busy.');
  respond('{"ply":0}\n');
  await review.start('game');
  expect(review.error).toBe('');
  expect(review.plies).toHaveLength(1);
});
