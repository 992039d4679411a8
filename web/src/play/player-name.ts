import type { Occupant } from '../protocol/messages';
import { t } from '../i18n';

/** The name of the player on a seat. */
export function playerName(sitter: Occupant): string {
  if (sitter.kind === 'person') return sitter.name;
  if (sitter.kind === 'engine') return t('engineLevel', { level: sitter.level });
  return sitter.kind === 'invited' ? t('invited') : '–';
}
