import type { Study } from '../protocol/messages';

/**
 * What a text that was pasted in means: a record as JSON, the actions of a game, or a position. PGN comments that name bans
 * become bans.
 */
export function readPasted(text: string, game: string): Study {
  const trimmed = text.trim();
  if (trimmed.startsWith('{')) return fromJson(trimmed, game);
  if (/^\[\w+ "/m.test(trimmed)) return { game, actions: pgnWords(trimmed) };
  const words = trimmed.split(/\s+/);
  if (isPosition(trimmed)) return { game, start: trimmed };
  return { game, actions: words.flatMap(splitOutcome) };
}

function fromJson(text: string, game: string): Study {
  const record = JSON.parse(text) as Partial<Study> & { start?: string | null };
  return {
    game: record.game ?? game,
    ...(record.options ? { options: record.options } : {}),
    ...(record.start ? { start: record.start } : {}),
    actions: (record.actions ?? []).map(String),
  };
}

/** Positions have ranks between slashes. */
function isPosition(text: string): boolean {
  return (text.split(/\s/)[text.startsWith('duel ') ? 3 : 0]?.match(/\//g)?.length ?? 0) >= 3;
}

/** `?b4=q` is a flip and what it showed. */
function splitOutcome(word: string): string[] {
  const joined = /^(\?[a-h][1-8])(=.)$/i.exec(word);
  return joined ? [joined[1]!, joined[2]!] : [word];
}

/** The moves of a PGN, with bans from its comments. */
function pgnWords(text: string): string[] {
  const moves = text.replace(/^\[.*\]$/gm, '').replace(/\{\s*banning:\s*([a-h][1-8][a-h][1-8])\s*\}/g, ' b:$1 ').replace(/\{[^}]*\}/g, ' ');
  return moves.split(/\s+/).map((word) => word.replace(/^\d+\.+/, '')).filter((word) => word && !/^(1-0|0-1|1\/2-1\/2|\*)$/.test(word));
}
