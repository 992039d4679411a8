import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { ChanceRule, FairnessRecord } from '../protocol/messages';

// Verifies `tetrarch-fair-1` deals of any game, as docs/fair-dealing.md specifies them. It does not use
// `crypto.subtle`, which browsers offer only to pages served over HTTPS or from this computer.

const VERSION = 'tetrarch-fair-1';
const MAX_BYTES = 255;

function bigEndian(value: number, length: number): Uint8Array {
  const out = new Uint8Array(length);
  for (let i = length - 1, rest = value; i >= 0; i -= 1, rest = Math.floor(rest / 256)) out[i] = rest % 256;
  return out;
}

const frame = (part: Uint8Array) => concatBytes(bigEndian(part.length, 4), part);

export function commitment(game: string, secret: string): string {
  return bytesToHex(
    sha256(
      concatBytes(
        frame(utf8ToBytes('tetrarch-fair-1 commitment')),
        frame(utf8ToBytes(game)),
        frame(hexToBytes(secret)),
      ),
    ),
  );
}

export function seed(game: string, secret: string, entropies: (string | null)[]): Uint8Array {
  const contributions = entropies.map((own) =>
    own === null ? bigEndian(0, 1) : concatBytes(bigEndian(1, 1), frame(hexToBytes(own))),
  );
  const label = frame(utf8ToBytes('tetrarch-fair-1 seed'));
  return sha256(
    concatBytes(
      label,
      frame(utf8ToBytes(game)),
      frame(hexToBytes(secret)),
      bigEndian(entropies.length, 1),
      ...contributions,
    ),
  );
}

/** Uniform numbers below a limit, by rejection sampling from the hash stream of this domain and seed. */
function stream(domain: Uint8Array, seedBytes: Uint8Array): (limit: number) => number {
  let words: number[] = [];
  let block = 0;
  const next = (): number => {
    if (words.length === 0) {
      const hash = sha256(concatBytes(domain, frame(seedBytes), bigEndian(block, 8)));
      const data = new DataView(hash.buffer, hash.byteOffset);
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

/** The letters in the order in which they are dealt. */
export function shuffle(seedBytes: Uint8Array, letters: string): string[] {
  const below = stream(concatBytes(frame(utf8ToBytes('tetrarch-fair-1 deal')), frame(utf8ToBytes(letters))), seedBytes);
  const dealt = [...letters];
  for (let i = dealt.length - 1; i > 0; i -= 1) {
    const j = below(i + 1);
    [dealt[i], dealt[j]] = [dealt[j]!, dealt[i]!];
  }
  return dealt;
}

/** The result of a numbered roll, from 1 on. */
export function roll(seedBytes: Uint8Array, number: number, sides: number): number {
  const domain = concatBytes(frame(utf8ToBytes('tetrarch-fair-1 die')), bigEndian(sides, 4), bigEndian(number, 8));
  return 1 + stream(domain, seedBytes)(sides);
}

/** The outcome of a numbered chance turn after an action; `undefined` if the rule has none. */
function dealtOutcome(
  rule: ChanceRule,
  seedBytes: Uint8Array,
  number: number,
  after: string | undefined,
): string | undefined {
  if (rule.kind === 'roll') {
    return rule.outcomes.length ? rule.outcomes[roll(seedBytes, number, rule.outcomes.length) - 1] : undefined;
  }
  const letter = after === undefined ? undefined : shuffle(seedBytes, rule.letters)[rule.reveals.indexOf(after)];
  return letter === undefined ? undefined : `=${letter}`;
}

export type Verdict = 'verified' | 'fails' | 'unchecked';

/** What was found out about a deal. */
export type Finding =
  | 'verified'
  | 'no-chance'
  | 'invalid-record'
  | 'revealed-early'
  | 'commitment-mismatch'
  | 'outcome-mismatch'
  | 'not-revealed'
  | 'set-up'
  | 'unknown-scheme'
  | 'no-record';

export interface DealCheck {
  verdict: Verdict;
  finding: Finding;
  /** How many chance outcomes match the deal. */
  matching: number;
}

/** A finished game, as far as its deal is concerned. */
export interface DealtGame {
  /** The published data of the deal. */
  record: FairnessRecord | null | undefined;
  /** The words of its line, and which of them are chance outcomes. */
  line: readonly { word: string; chance: boolean }[];
  /** The number of seats, each of which may contribute to the seed. */
  seats: number;
  /** Whether it has ended. The secret is published only then. */
  over: boolean;
  /** Whether it began from a position that was set up. A deal is only defined for the standard start. */
  setUp: boolean;
  /** What chance decides in the game. */
  rule: ChanceRule | undefined;
}

const VERDICTS: Record<Finding, Verdict> = {
  verified: 'verified',
  'no-chance': 'verified',
  'invalid-record': 'fails',
  'revealed-early': 'fails',
  'commitment-mismatch': 'fails',
  'outcome-mismatch': 'fails',
  'not-revealed': 'unchecked',
  'set-up': 'unchecked',
  'unknown-scheme': 'unchecked',
  'no-record': 'unchecked',
};

/** Verifies that the secret matches the commitment, and that every chance outcome of the game follows from it. */
export function verifyDeal(game: DealtGame): DealCheck {
  const { finding, matching } = examine(game);
  return { verdict: VERDICTS[finding], finding, matching };
}

function examine({ record, line, seats, over, setUp, rule }: DealtGame): { finding: Finding; matching: number } {
  const found = (finding: Finding, matching = 0) => ({ finding, matching });
  const hasChance = line.some(({ chance }) => chance);
  if (!record) return found(hasChance ? 'no-record' : 'no-chance');
  if (!rule || !isWellFormed(record) || record.entropies.length !== seats) return found('invalid-record');
  if (record.secret !== null && !over) return found('revealed-early');
  if (record.version !== VERSION) return found('unknown-scheme');
  if (record.secret === null) return found('not-revealed');
  if (commitment(record.game, record.secret) !== record.commitment) return found('commitment-mismatch');
  if (hasChance && setUp) return found('set-up');
  const seedBytes = seed(record.game, record.secret, record.entropies);
  let matching = 0;
  for (const [index, { word, chance }] of line.entries()) {
    if (!chance) continue;
    if (dealtOutcome(rule, seedBytes, matching + 1, line[index - 1]?.word) !== word)
      return found('outcome-mismatch', matching);
    matching += 1;
  }
  return found('verified', matching);
}

/** Whether every field has the published form: hexadecimal in lower case, and within the limits. */
function isWellFormed({ game, commitment: published, secret, entropies }: FairnessRecord): boolean {
  const isHex = (text: string) => /^([0-9a-f]{2})*$/.test(text);
  const isHash = (text: string) => isHex(text) && text.length === 64;
  const length = utf8ToBytes(game).length;
  return (
    length > 0 &&
    length <= MAX_BYTES &&
    isHash(published) &&
    (secret === null || isHash(secret)) &&
    entropies.length <= MAX_BYTES &&
    entropies.every((own) => own === null || (isHex(own) && own.length <= 2 * MAX_BYTES))
  );
}
