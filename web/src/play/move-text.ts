import type { PlayedStep } from '../protocol/messages';
import { capitalise, t, tOr } from '../i18n';

/** A step in notation. What is not a move, such as a resignation, is written out. */
export function moveText(step: PlayedStep): string {
  const seat = capitalise(step.by ?? '');
  const written = step.notation ?? step.word;
  switch (step.kind) {
    case 'resigned':
      return t('step.resigned', { seat });
    case 'flagged':
      return t('step.flagged', { seat });
    case 'agreed':
      return t('step.agreed');
    case 'claimed':
      return t('step.claimed');
    case 'aborted':
      return t('step.aborted');
    case 'adjudicated':
      return seat ? t('step.adjudicatedWin', { seat }) : t('step.adjudicatedDraw');
    case 'treaty':
      return tOr(`treaty.${written}`, written);
    case 'operated':
      return tOr(`operation.${written}`, written);
    case 'acted':
    case 'revealed':
      return written;
  }
}

/** Whether a step forbids a move instead of making one. */
export const isBan = (step: PlayedStep): boolean => step.phase === 'ban';
