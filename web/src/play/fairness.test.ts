import { expect, test } from 'vitest';
import type { ChanceRule, FairnessRecord } from '../protocol/messages';
import { commitment, roll, seed, shuffle, verifyDeal } from './fairness';

const SECRET = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';
const LETTERS = 'kggeecchhpppppqqKGGEECCHHPPPPPQQ';
const RECORD: FairnessRecord = {
  version: 'tetrarch-fair-1',
  game: 'example-1',
  commitment: '4a6b1c762b7ab0a54efb456b5e8422887974de51bbdbbc7a9c1418108760eb2e',
  secret: SECRET,
  entropies: ['6865616473', null],
};
const DEAL: ChanceRule = {
  kind: 'deal',
  letters: LETTERS,
  reveals: ['1', '2', '3', '4'].flatMap((rank) => [...'abcdefgh'].map((file) => `?${file}${rank}`)),
};
const DIE: ChanceRule = { kind: 'roll', outcomes: ['=1', '=2', '=3', '=4', '=5', '=6'] };

const GAME = { record: RECORD, seats: 2, over: true, setUp: false, rule: DEAL };
const steps = (line: string) =>
  line
    .split(' ')
    .filter(Boolean)
    .map((word) => ({ word, chance: word.startsWith('=') }));
const deal = (seedBytes: Uint8Array) => shuffle(seedBytes, LETTERS).join('');
const check = (
  line: string,
  rule: ChanceRule | undefined = DEAL,
  changes: Partial<FairnessRecord> = {},
  setUp = false,
) => verifyDeal({ ...GAME, record: { ...RECORD, ...changes }, line: steps(line), setUp, rule }).finding;

test('reproduces the worked example of docs/fair-dealing.md', () => {
  expect(commitment('example-1', SECRET)).toBe(RECORD.commitment);
  const seedBytes = seed('example-1', SECRET, ['6865616473', null]);
  expect(deal(seedBytes)).toBe('EPEQpppPqchQKgPHpCpePcCgkhGePHqG');
  expect([1, 2, 3, 4, 5, 6].map((n) => roll(seedBytes, n, 6))).toEqual([1, 3, 3, 6, 5, 2]);
  expect([1, 2, 3, 4, 5].map((n) => roll(seedBytes, n, 20))).toEqual([12, 12, 20, 10, 9]);
});

test('absent and empty entropy lead to different deals', () => {
  expect(deal(seed('example-1', SECRET, [null, null]))).toBe('hkppEpqGqpEPPcCPGHKCQQgchgPepPHe');
  expect(deal(seed('example-1', SECRET, ['', null]))).toBe('HQgcPPCepGQppEeEgPCPhckhpGqKPpHq');
});

test('honest outcomes are verified and counted', () => {
  expect(check('?a1 =E a1a2 ?h4 =G resign')).toBe('verified');
  expect(check('=1 x =3 y =3', DIE)).toBe('verified');
  expect(verifyDeal({ ...GAME, line: steps('=1 =3'), rule: DIE })).toEqual({
    verdict: 'verified',
    finding: 'verified',
    matching: 2,
  });
});

test('a wrong outcome fails', () => {
  expect(check('?a1 =e')).toBe('outcome-mismatch');
  expect(check('?z9 =E')).toBe('outcome-mismatch');
  expect(check('=2', DIE)).toBe('outcome-mismatch');
});

test('a forged or malformed record fails', () => {
  expect(check('', DEAL, { secret: '00'.repeat(32) })).toBe('commitment-mismatch');
  expect(check('', DEAL, { secret: SECRET.toUpperCase() })).toBe('invalid-record');
  expect(check('', DEAL, { entropies: ['x'] })).toBe('invalid-record');
  expect(check('', DEAL, { entropies: [null] })).toBe('invalid-record');
  expect(verifyDeal({ ...GAME, line: [], rule: undefined }).verdict).toBe('fails');
  expect(verifyDeal({ ...GAME, line: [], over: false }).finding).toBe('revealed-early');
});

test('what has no deal cannot be checked', () => {
  expect(check('?a1 =e', DEAL, {}, true)).toBe('set-up');
  expect(check('', DEAL, {}, true)).toBe('verified');
  expect(check('?a1 =E', DEAL, { secret: null })).toBe('not-revealed');
  expect(check('?a1 =E', DEAL, { version: 'tetrarch-fair-2' })).toBe('unknown-scheme');
  expect(verifyDeal({ ...GAME, record: null, line: steps('?a1 =E') }).verdict).toBe('unchecked');
  expect(verifyDeal({ ...GAME, record: null, line: steps('e2e4'), rule: undefined }).verdict).toBe('verified');
});
