import type { PlayedStep, TableState } from '../protocol/messages';
import { capitalise } from '../i18n';
import { moveText } from './move-text';

/** The screen reader announcement after moves: "White: e4. Ban one of White's moves." */
export function announce(steps: PlayedStep[], table: TableState): string {
  const played = steps.map((step) => {
    const text = moveText(step);
    return step.kind === 'acted' && step.by ? `${capitalise(step.by)}: ${text}` : text;
  });
  return [...played, table.view.turn.words].join('. ');
}
