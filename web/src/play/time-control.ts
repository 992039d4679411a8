import type { TimeControl } from '../protocol/messages';
import { t } from '../i18n';

const minutes = (ms: number) => {
  const value = ms / 60_000;
  return Number.isInteger(value) ? String(value) : value.toFixed(1);
};
const seconds = (ms: number) => String(ms / 1000);

/** A time control in the usual notation: 5+3. */
export function formatTimeControl(control: TimeControl): string {
  switch (control.kind) {
    case 'none':
      return t('clock.none');
    case 'fischer':
      return `${minutes(control.initial)}+${seconds(control.increment)}`;
    case 'delay':
      return `${minutes(control.initial)} d${seconds(control.delay)}`;
    case 'bronstein':
      return `${minutes(control.initial)} b${seconds(control.delay)}`;
    case 'byoyomi':
      return `${minutes(control.main)}+${control.periods}×${seconds(control.period)}s`;
    case 'per_move':
      return `${seconds(control.time)}s`;
    case 'correspondence':
      return `${control.days}d`;
  }
}
