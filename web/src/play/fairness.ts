import type { Published, TableState } from '../protocol/messages';
import { t } from '../i18n';
import { sha256 } from './sha256';

/** Checks of `tetrarch-fair-1`, as the page docs/fair-dealing.md describes it. */

const LETTERS = 'kggeecchhpppppqqKGGEECCHHPPPPPQQ';
const text = (words: string) => new TextEncoder().encode(words);
const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hex = (data: Uint8Array) => [...data].map((byte) => byte.toString(16).padStart(2, '0')).join('');

function number(value: number, length: number): Uint8Array {
  const out = new Uint8Array(length);
  for (let i = length - 1, rest = value; i >= 0; i -= 1, rest = Math.floor(rest / 256)) out[i] = rest % 256;
  return out;
}

function joined(...parts: Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

const frame = (part: Uint8Array) => joined(number(part.length, 4), part);

export function commitment(game: string, secret: string): string {
  return hex(sha256(joined(frame(text('tetrarch-fair-1 commitment')), frame(text(game)), frame(bytes(secret)))));
}

export function seed(game: string, secret: string, entropies: (string | null)[]): Uint8Array {
  const places = entropies.map((own) => (own === null ? number(0, 1) : joined(number(1, 1), frame(bytes(own)))));
  const label = frame(text('tetrarch-fair-1 seed'));
  return sha256(joined(label, frame(text(game)), frame(bytes(secret)), number(entropies.length, 1), ...places));
}

/** Numbers below a limit, each as likely, from the stream with this head. */
function stream(head: Uint8Array, from: Uint8Array): (limit: number) => number {
  let words: number[] = [];
  let block = 0;
  const next = (): number => {
    if (words.length === 0) {
      const data = new DataView(sha256(joined(head, frame(from), number(block, 8))).buffer);
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

/** What lies on each square, a1 to h4. */
export function deal(from: Uint8Array): string {
  const below = stream(joined(frame(text('tetrarch-fair-1 deal')), frame(text(LETTERS))), from);
  const letters = [...LETTERS];
  for (let i = letters.length - 1; i > 0; i -= 1) {
    const j = below(i + 1);
    [letters[i], letters[j]] = [letters[j]!, letters[i]!];
  }
  return letters.join('');
}

/** What a throw shows. */
export function die(from: Uint8Array, throwNumber: number, sides = 6): number {
  const head = joined(frame(text('tetrarch-fair-1 die')), number(sides, 4), number(throwNumber, 8));
  return 1 + stream(head, from)(sides);
}

/** Whether what was shown in a game is what was dealt. */
export async function check(published: Published, table: TableState): Promise<{ good: boolean; words: string }> {
  const { game, secret, entropies } = published;
  if (!secret || commitment(game, secret) !== published.commitment) return { good: false, words: t('fairBad') };
  const from = seed(game, secret, entropies);
  const { good, count } = shownAsDealt(table, from);
  if (!good) return { good, words: t('fairDealtBad') };
  return { good, words: count ? `${t('fairGood')} ${t('fairDealt', { count })}` : t('fairGood') };
}

/** Goes through the outcomes of a game: pieces that were rotateSide over, and throws. */
function shownAsDealt(table: TableState, from: Uint8Array): { good: boolean; count: number } {
  const letters = deal(from);
  let [count, throws, good] = [0, 0, true];
  table.line.forEach(({ word }, index) => {
    const before = table.line[index - 1]?.word ?? '';
    const flipped = /^\?([a-h])([1-4])$/.exec(before);
    const thrown = /^=([1-6])$/.exec(word);
    if (flipped && word.startsWith('=')) {
      const square = 'abcdefgh'.indexOf(flipped[1]!) + 8 * (Number(flipped[2]) - 1);
      good &&= letters[square] === word[1];
      count += 1;
    } else if (thrown) {
      throws += 1;
      good &&= die(from, throws) === Number(thrown[1]);
      count += 1;
    }
  });
  return { good, count };
}
