import type { StepNow, TableState } from '../protocol/messages';
import { capital } from '../words';
import { stepText } from './step';

/** What is said aloud after something was played: "White: e4. Black bans one of White's moves." */
export function announce(steps: StepNow[], table: TableState): string {
  const played = steps.map((step) => {
    const word = stepText(step);
    return step.by ? `${capital(step.by)}: ${word}` : word;
  });
  return [...played, table.view.turn.words].join('. ');
}
