import { capitalise, tOr } from '../i18n';

/** What was played, as players write it; what nobody plays, such as giving up, in words. */
export function moveText(step: { word: string; notation?: string | undefined; by?: string | undefined }): string {
  const written = step.notation ?? step.word;
  if (step.by) return written;
  const [kind, seat = ''] = step.word.split(':');
  return tOr(`step.${kind}`, written, { seat: capitalise(seat) });
}
