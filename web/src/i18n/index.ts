import type { LocalizedText } from '../protocol/messages';
import { en, type Messages } from './en';

/** A language: its own name and how to load its messages. */
export interface Language {
  name: string;
  load(): Promise<Partial<Messages>>;
}

/** To add a language, add a file beside `en.ts` and an entry here. */
export const LANGUAGES: Record<string, Language> = {
  en: { name: 'English', load: async () => en },
  de: { name: 'Deutsch', load: async () => (await import('./de')).de },
};

export type MessageKey = keyof Messages;
type Params = Record<string, string | number>;

let messages: Partial<Messages> = en;
let locale = 'en';

/** Switches the language. Messages that it lacks stay in English. */
export async function setLanguage(language: string): Promise<void> {
  messages = (await LANGUAGES[language]?.load()) ?? en;
  locale = LANGUAGES[language] ? language : 'en';
  document.documentElement.lang = locale;
}

/** The message for a key, with its `{placeholders}` filled in. */
export function t(key: MessageKey, params: Params = {}): string {
  const text = messages[key] ?? en[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''));
}

/** The message for a key that is computed, or the fallback if there is no such key. */
export function tOr(key: string, fallback: string, params: Params = {}): string {
  return key in en ? t(key as MessageKey, params) : fallback;
}

/** A text of the server in the language of the page, or in English. */
export function localized(text: LocalizedText): string {
  return text[locale] ?? text['en'] ?? '';
}

/** The rest of every key that starts with the prefix. */
export function keysWithPrefix(prefix: string): string[] {
  return Object.keys(en)
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length));
}

export function capitalise(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** `2nd` in English, `2.` in German. */
export function ordinal(place: number): string {
  return tOr(`ordinal.${place}`, `${place}.`);
}

/** `White, Grey and Pink`: seats as one phrase. */
export function listSeats(seats: readonly string[]): string {
  return new Intl.ListFormat(locale === 'en' ? 'en-GB' : locale).format(seats.map(capitalise));
}
