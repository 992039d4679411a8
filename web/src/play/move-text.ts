import type { PlayedStep } from '../protocol/messages';
import { capitalise, t, tOr } from '../i18n';

/** A step in notation. What is not a move, such as a resignation, is written out. */
export function moveText(step: PlayedStep): string {
  const seat = capitalise(step.by ?? '');
  switch (step.kind) {
    case 'resigned': return t('step.resigned', { seat });
    case 'flagged': return t('step.flagged', { seat });
    case 'agreed': return t('step.agreed');
    case 'claimed': return t('step.claimed');
    case 'aborted': return t('step.aborted');
    case 'adjudicated': return seat ? t('step.adjudicatedWin', { seat }) : t('step.adjudicatedDraw');
    // The name of the treaty, without the seat that proposed it.
    case 'treaty': return tOr(`treaty.${step.word.split(':')[0]}`, step.word);
    case 'operated': return tOr(`operation.${step.word}`, step.word);
    case 'acted': case 'revealed': return step.notation ?? step.word;
  }
}

/** Whether a step forbids a move instead of making one. */
export const isBan = (step: PlayedStep): boolean => step.phase === 'ban';
