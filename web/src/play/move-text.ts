import { capitalise, tOr } from '../i18n';

/** A played action in notation. Events that no seat plays, such as a resignation, are written out. */
export function moveText(step: { word: string; notation?: string | undefined; by?: string | undefined }): string {
  const written = step.notation ?? step.word;
  if (step.by) return written;
  const [kind, seat = ''] = step.word.split(':');
  return tOr(`step.${kind}`, written, { seat: capitalise(seat) });
}
