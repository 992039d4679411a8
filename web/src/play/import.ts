import type { Study } from '../protocol/messages';
import { t } from '../i18n';

/**
 * Parses a pasted position, list of actions or record in any of our formats. It does not check the rules: the server does, and
 * reports the first illegal action. Throws an error with a message for the user if the text is none of these.
 */
export function parsePasted(text: string, game: string): Study {
  const trimmed = text.trim();
  if (/^\{\s*["}]/.test(trimmed)) return fromJson(trimmed, game);
  if (/^\[\w+ "/m.test(trimmed) || isMovetext(trimmed)) return fromSheet(trimmed, game);
  if (isPosition(trimmed)) return { game, start: trimmed };
  return fromList(trimmed, game);
}

/** The moves of a sheet without tags: numbered, or starting with a ban. */
const isMovetext = (text: string) => /^(\d+\.|\{)/.test(text);

const unreadable = () => new Error(`${t('pasteUnreadable')} ${t('pasteHelp')}`);

/** Parses JSON with our own error message, since those of browsers differ. */
function parseJson<T>(text: string): T {
  try {
    return JSON.parse(text) as T;
  } catch {
    throw unreadable();
  }
}

function fromJson(text: string, game: string): Study {
  const record = parseJson<Partial<Study> & { start?: string | null }>(text);
  if (!Array.isArray(record.actions ?? []) || !(record.game || record.start || record.actions)) throw unreadable();
  return {
    game: record.game ?? game,
    ...(record.options ? { options: record.options } : {}),
    ...(record.start ? { start: record.start } : {}),
    actions: (record.actions ?? []).map(String),
  };
}

/** Positions have ranks separated by slashes. */
function isPosition(text: string): boolean {
  const board = text.split(/\s+/)[text.startsWith('duel ') ? 3 : 0];
  return (board?.match(/\//g)?.length ?? 0) >= 3;
}

/** The plain list: header lines such as `start: TEXT`, then actions. */
function fromList(text: string, game: string): Study {
  const study: Study = { game, actions: [] };
  for (const line of text.split('\n')) {
    const [, name, value] = /^(\w+): (.*)$/.exec(line) ?? [];
    if (name === 'game') study.game = value!;
    else if (name === 'start') study.start = value!;
    else if (name === 'options') study.options = parseJson<Record<string, unknown>>(value!);
    else if (name === undefined) study.actions!.push(...line.split(/\s+/).filter(Boolean).flatMap(splitOutcome));
  }
  if (!study.start && !study.actions!.length) throw unreadable();
  return study;
}

/** Splits `?b4=q` into the flip and its outcome. */
function splitOutcome(word: string): string[] {
  const joined = /^(\?[a-h][1-8])(=.)$/i.exec(word);
  return joined ? [joined[1]!, joined[2]!] : [word];
}

const VARIANTS: Record<string, string> = { 'ban chess': 'ban-chess', 'enochian chess': 'enochian', bishops: 'bishops' };
/** Tags that are not options of a game. */
const STANDARD_TAGS = /^(Event|Site|Date|Round|Result|Termination|Variant|Start|SetUp|FEN|Fair|White|Black|Grey|Pink|Blue|Red|Yellow|First|Second)$/;

/** PGN, and the sheets of four-player games. */
function fromSheet(text: string, game: string): Study {
  const tags = new Map([...text.matchAll(/^\[(\w+) "(.*)"\]$/gm)].map(([, name, value]) => [name!, value!]));
  const options: Record<string, unknown> = {};
  for (const [name, value] of tags) if (!STANDARD_TAGS.test(name)) options[snake(name)] = valueOf(value);
  const start = tags.get('Start') ?? tags.get('FEN');
  const kind = VARIANTS[tags.get('Variant')?.toLowerCase() ?? ''] ?? game;
  const moves = text.replace(/^\[.*\]$/gm, '').replace(/\{([^}]*)\}/g, (_, comment: string) => ` ${actionOf(comment)} `);
  const actions = moves.split(/\s+/).map((word) => word.replace(/^\d+\.+/, '')).filter(isPlayed).map(coordinates);
  return { game: kind, ...(kind === 'ban-chess' ? {} : { options }), ...(start ? { start } : {}), actions };
}

const snake = (name: string) => name.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
const valueOf = (text: string): unknown => (/^(true|false|\d+)$/.test(text) ? (JSON.parse(text) as unknown) : text);
const isPlayed = (word: string) => word !== '' && !/^(-|\.\.|\*|[\d/]+(-[\d/]+)+)$/.test(word);

/** The action that a comment encodes; empty for any other comment. */
function actionOf(comment: string): string {
  const text = comment.trim();
  const [, from, to] = /^ban(?:ning)?:?\s*([a-h][1-8])-?([a-h][1-8])$/i.exec(text) ?? [];
  if (from) return `b:${from}${to}`;
  const resigned = /^(\w+) resigns$/i.exec(text)?.[1];
  if (resigned) return `resign:${resigned.toLowerCase()}`;
  const flagged = /^(\w+)'s time is up$/i.exec(text)?.[1];
  if (flagged) return `flag:${flagged.toLowerCase()}`;
  return { 'draw agreed': 'draw', 'draw claimed': 'claim', 'game aborted': 'abort' }[text.toLowerCase()] ?? '';
}

/** Reduces a move of a four-player sheet, `Na4-c5+`, to its cells. */
function coordinates(word: string): string {
  const [, from, to] = /^[KQRBN]?([a-l]\d+)[-x][KQRBN]?([a-l]\d+)/.exec(word) ?? [];
  return from ? `${from}${to}` : word;
}
