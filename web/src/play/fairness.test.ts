import { expect, test } from 'vitest';
import { commitment, deal, die, seed } from './fairness';
import { sha256 } from './sha256';

const SECRET = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';

test('SHA-256 of abc matches the standard', () => {
  const hash = [...sha256(new TextEncoder().encode('abc'))].map((b) => b.toString(16).padStart(2, '0')).join('');
  expect(hash).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('reproduces the worked example of docs/fair-dealing.md', () => {
  expect(commitment('example-1', SECRET)).toBe('4a6b1c762b7ab0a54efb456b5e8422887974de51bbdbbc7a9c1418108760eb2e');
  const seedBytes = seed('example-1', SECRET, ['6865616473', null]);
  expect(deal(seedBytes)).toBe('EPEQpppPqchQKgPHpCpePcCgkhGePHqG');
  expect([1, 2, 3, 4, 5, 6].map((n) => die(seedBytes, n))).toEqual([1, 3, 3, 6, 5, 2]);
});

test('absent and empty entropy lead to different deals', () => {
  expect(deal(seed('example-1', SECRET, [null, null]))).toBe('hkppEpqGqpEPPcCPGHKCQQgchgPepPHe');
  expect(deal(seed('example-1', SECRET, ['', null]))).toBe('HQgcPPCepGQppEeEgPCPhckhpGqKPpHq');
});
