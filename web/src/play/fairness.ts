import type { FairnessRecord, TableState } from '../protocol/messages';
import { t } from '../i18n';
import { sha256 } from './sha256';

// Verifies `tetrarch-fair-1` deals, as docs/fair-dealing.md specifies them.

const LETTERS = 'kggeecchhpppppqqKGGEECCHHPPPPPQQ';
const utf8 = (text: string) => new TextEncoder().encode(text);
const fromHex = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const toHex = (data: Uint8Array) => [...data].map((byte) => byte.toString(16).padStart(2, '0')).join('');

function bigEndian(value: number, length: number): Uint8Array {
  const out = new Uint8Array(length);
  for (let i = length - 1, rest = value; i >= 0; i -= 1, rest = Math.floor(rest / 256)) out[i] = rest % 256;
  return out;
}

function concat(...parts: Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

const frame = (part: Uint8Array) => concat(bigEndian(part.length, 4), part);

export function commitment(game: string, secret: string): string {
  return toHex(sha256(concat(frame(utf8('tetrarch-fair-1 commitment')), frame(utf8(game)), frame(fromHex(secret)))));
}

export function seed(game: string, secret: string, entropies: (string | null)[]): Uint8Array {
  const contributions = entropies.map((own) => (own === null ? bigEndian(0, 1) : concat(bigEndian(1, 1), frame(fromHex(own)))));
  const label = frame(utf8('tetrarch-fair-1 seed'));
  return sha256(concat(label, frame(utf8(game)), frame(fromHex(secret)), bigEndian(entropies.length, 1), ...contributions));
}

/** Uniform numbers below a limit, by rejection sampling from the hash stream of this domain and seed. */
function stream(domain: Uint8Array, seedBytes: Uint8Array): (limit: number) => number {
  let words: number[] = [];
  let block = 0;
  const next = (): number => {
    if (words.length === 0) {
      const data = new DataView(sha256(concat(domain, frame(seedBytes), bigEndian(block, 8))).buffer);
      words = Array.from({ length: 8 }, (_, i) => data.getUint32(i * 4));
      block += 1;
    }
    return words.shift()!;
  };
  return (limit) => {
    for (;;) {
      const word = next();
      if (word < 2 ** 32 - (2 ** 32 % limit)) return word % limit;
    }
  };
}

/** The letters of the pieces dealt to the squares a1 to h4. */
export function deal(seedBytes: Uint8Array): string {
  const below = stream(concat(frame(utf8('tetrarch-fair-1 deal')), frame(utf8(LETTERS))), seedBytes);
  const letters = [...LETTERS];
  for (let i = letters.length - 1; i > 0; i -= 1) {
    const j = below(i + 1);
    [letters[i], letters[j]] = [letters[j]!, letters[i]!];
  }
  return letters.join('');
}

/** The result of a numbered roll, from 1 on. */
export function die(seedBytes: Uint8Array, roll: number, sides = 6): number {
  const domain = concat(frame(utf8('tetrarch-fair-1 die')), bigEndian(sides, 4), bigEndian(roll, 8));
  return 1 + stream(domain, seedBytes)(sides);
}

/** Verifies that the secret matches the commitment, and that every flip and roll of the game follows from it. */
export async function verifyDeal(record: FairnessRecord, table: TableState): Promise<{ verified: boolean; message: string }> {
  const { game, secret, entropies } = record;
  if (!secret || commitment(game, secret) !== record.commitment) return { verified: false, message: t('fairMismatch') };
  const { verified, count } = verifyResults(table, seed(game, secret, entropies));
  if (!verified) return { verified, message: t('fairResultsMismatch') };
  return { verified, message: count ? `${t('fairVerified')} ${t('fairResults', { count })}` : t('fairVerified') };
}

/** Compares the flipped pieces and the rolls of a game with the seed. */
function verifyResults(table: TableState, seedBytes: Uint8Array): { verified: boolean; count: number } {
  const letters = deal(seedBytes);
  let [count, rolls, verified] = [0, 0, true];
  table.line.forEach(({ word }, index) => {
    const previous = table.line[index - 1]?.word ?? '';
    const flipped = /^\?([a-h])([1-4])$/.exec(previous);
    const rolled = /^=([1-6])$/.exec(word);
    if (flipped && word.startsWith('=')) {
      const square = 'abcdefgh'.indexOf(flipped[1]!) + 8 * (Number(flipped[2]) - 1);
      verified &&= letters[square] === word[1];
      count += 1;
    } else if (rolled) {
      rolls += 1;
      verified &&= die(seedBytes, rolls) === Number(rolled[1]);
      count += 1;
    }
  });
  return { verified, count };
}
