import type { Sitter } from '../protocol/messages';
import { t } from '../i18n';

/** Who sits on a seat, in a word. */
export function playerName(sitter: Sitter): string {
  if (sitter.kind === 'person') return sitter.name;
  if (sitter.kind === 'engine') return t('engineLevel', { level: sitter.level });
  return sitter.kind === 'invited' ? t('invited') : '–';
}
