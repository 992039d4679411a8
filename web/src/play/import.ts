import type { Study } from '../protocol/messages';
import { t } from '../i18n';

/**
 * What a text that was pasted in means: a record in any of our formats, the actions of a game, or a position. The server
 * plays it by the rules and says where it is wrong. Throws, in words for people, if it is none of these.
 */
export function parsePasted(text: string, game: string): Study {
  const trimmed = text.trim();
  if (/^\{\s*["}]/.test(trimmed)) return fromJson(trimmed, game);
  if (/^\[\w+ "/m.test(trimmed) || isMovetext(trimmed)) return fromSheet(trimmed, game);
  if (isPosition(trimmed)) return { game, start: trimmed };
  return fromList(trimmed, game);
}

/** The moves of a sheet without the tags above them: numbered, or with a ban first. */
const isMovetext = (text: string) => /^(\d+\.|\{)/.test(text);

const unreadable = () => new Error(`${t('unreadable')} ${t('pasteHelp')}`);

/** What JSON says; it is the page that says what is wrong with it, since the words of browsers differ. */
function parsed<T>(text: string): T {
  try {
    return JSON.parse(text) as T;
  } catch {
    throw unreadable();
  }
}

function fromJson(text: string, game: string): Study {
  const record = parsed<Partial<Study> & { start?: string | null }>(text);
  if (!Array.isArray(record.actions ?? []) || !(record.game || record.start || record.actions)) throw unreadable();
  return {
    game: record.game ?? game,
    ...(record.options ? { options: record.options } : {}),
    ...(record.start ? { start: record.start } : {}),
    actions: (record.actions ?? []).map(String),
  };
}

/** Positions have ranks between slashes. */
function isPosition(text: string): boolean {
  const board = text.split(/\s+/)[text.startsWith('duel ') ? 3 : 0];
  return (board?.match(/\//g)?.length ?? 0) >= 3;
}

/** The plain list: lines of the kind `start: TEXT`, then words. */
function fromList(text: string, game: string): Study {
  const study: Study = { game, actions: [] };
  for (const line of text.split('\n')) {
    const [, name, value] = /^(\w+): (.*)$/.exec(line) ?? [];
    if (name === 'game') study.game = value!;
    else if (name === 'start') study.start = value!;
    else if (name === 'options') study.options = parsed<Record<string, unknown>>(value!);
    else if (name === undefined) study.actions!.push(...line.split(/\s+/).filter(Boolean).flatMap(splitOutcome));
  }
  if (!study.start && !study.actions!.length) throw unreadable();
  return study;
}

/** `?b4=q` is a flip and what it showed. */
function splitOutcome(word: string): string[] {
  const joined = /^(\?[a-h][1-8])(=.)$/i.exec(word);
  return joined ? [joined[1]!, joined[2]!] : [word];
}

const VARIANTS: Record<string, string> = { 'ban chess': 'ban-chess', 'enochian chess': 'enochian', bishops: 'bishops' };
/** Tags that say nothing about the options of a game. */
const OTHERS = /^(Event|Site|Date|Round|Result|Termination|Variant|Start|SetUp|FEN|Fair|White|Black|Grey|Pink|Blue|Red|Yellow|First|Second)$/;

/** PGN and the sheets of four-handed games. */
function fromSheet(text: string, game: string): Study {
  const tags = new Map([...text.matchAll(/^\[(\w+) "(.*)"\]$/gm)].map(([, name, value]) => [name!, value!]));
  const options: Record<string, unknown> = {};
  for (const [name, value] of tags) if (!OTHERS.test(name)) options[snake(name)] = valueOf(value);
  const start = tags.get('Start') ?? tags.get('FEN');
  const kind = VARIANTS[tags.get('Variant')?.toLowerCase() ?? ''] ?? game;
  const moves = text.replace(/^\[.*\]$/gm, '').replace(/\{([^}]*)\}/g, (_, comment: string) => ` ${wordOf(comment)} `);
  const actions = moves.split(/\s+/).map((word) => word.replace(/^\d+\.+/, '')).filter(isPlayed).map(plain);
  return { game: kind, ...(kind === 'ban-chess' ? {} : { options }), ...(start ? { start } : {}), actions };
}

const snake = (name: string) => name.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
const valueOf = (text: string): unknown => (/^(true|false|\d+)$/.test(text) ? (JSON.parse(text) as unknown) : text);
const isPlayed = (word: string) => word !== '' && !/^(-|\.\.|\*|[\d/]+(-[\d/]+)+)$/.test(word);

/** What a comment stands for; nothing if it is one for people. */
function wordOf(comment: string): string {
  const told = comment.trim();
  const [, from, to] = /^ban(?:ning)?:?\s*([a-h][1-8])-?([a-h][1-8])$/i.exec(told) ?? [];
  if (from) return `b:${from}${to}`;
  const resigned = /^(\w+) resigns$/i.exec(told)?.[1];
  if (resigned) return `resign:${resigned.toLowerCase()}`;
  const flagged = /^(\w+)'s time is up$/i.exec(told)?.[1];
  if (flagged) return `flag:${flagged.toLowerCase()}`;
  return { 'draw agreed': 'draw', 'draw claimed': 'claim', 'game aborted': 'abort' }[told.toLowerCase()] ?? '';
}

/** A move as four-handed sheets spell it, `Na4-c5+`, is a from and a to. */
function plain(word: string): string {
  const [, from, to] = /^[KQRBN]?([a-l]\d+)[-x][KQRBN]?([a-l]\d+)/.exec(word) ?? [];
  return from ? `${from}${to}` : word;
}
