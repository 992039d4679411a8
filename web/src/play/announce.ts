import type { StepNow, TableState } from '../protocol/messages';
import { capitalise } from '../i18n';
import { moveText } from './move-text';

/** What is said aloud after something was played: "White: e4. Black bans one of White's moves." */
export function announce(steps: StepNow[], table: TableState): string {
  const played = steps.map((step) => {
    const word = moveText(step);
    return step.by ? `${capitalise(step.by)}: ${word}` : word;
  });
  return [...played, table.view.turn.words].join('. ');
}
