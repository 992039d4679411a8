import type { Occupant } from '../protocol/messages';
import { t } from '../i18n';

/** The name of the player on a seat. */
export function playerName(occupant: Occupant): string {
  if (occupant.kind === 'person') return occupant.name;
  if (occupant.kind === 'engine') return t('engineLevel', { level: occupant.level });
  return occupant.kind === 'invited' ? t('invited') : '–';
}
