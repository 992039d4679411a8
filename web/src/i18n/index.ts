import { en, type Messages } from './en';

/** A language: its own name and how its words are loaded. */
export interface Language {
  name: string;
  load(): Promise<Partial<Messages>>;
}

/** The languages there are. To add one, add a file beside `en.ts` and a line here. */
export const LANGUAGES: Record<string, Language> = {
  en: { name: 'English', load: async () => en },
  de: { name: 'Deutsch', load: async () => (await import('./de')).de },
};

let words: Partial<Messages> = en;

/** Speaks another language from now on. What it lacks is said in English. */
export async function speak(language: string): Promise<void> {
  words = (await LANGUAGES[language]?.load()) ?? en;
  document.documentElement.lang = LANGUAGES[language] ? language : 'en';
}

/** What the page says for a key, with its blanks filled in. */
export function t(key: keyof Messages, blanks: Record<string, string | number> = {}): string {
  const text = words[key] ?? en[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(blanks[name] ?? ''));
}

/** The same for a key that is put together; the key itself, made readable, if there is no such one. */
export function tOr(key: string, otherwise: string, blanks: Record<string, string | number> = {}): string {
  return key in en ? t(key as keyof Messages, blanks) : otherwise;
}

/** What stands after this in the keys that begin with it. */
export function keysWithPrefix(beginning: string): string[] {
  return Object.keys(en).filter((key) => key.startsWith(beginning)).map((key) => key.slice(beginning.length));
}

/** A name with a capitalise letter. */
export function capitalise(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** What a game is called. */
export function gameTitle(game: string): string {
  return tOr(`game.${game}`, capitalise(game));
}

/** A key of the words. */
export type MessageKey = keyof Messages;
