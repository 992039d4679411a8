import type { View } from '../protocol/messages';
import { t } from '../i18n';

/**
 * What somebody is told who has nothing to say in the game at the moment; nothing if one of their seats still has. Whose king was
 * captured may come back with it, but who has resigned, whose king nobody holds, is out for good.
 */
export function inactiveMessage(view: View, mine: string[]): string | undefined {
  const seats = view.seats.filter((seat) => mine.includes(seat.name));
  const [first] = seats;
  if (!first || seats.some((seat) => seat.playing)) return undefined;
  if (first.place) return t('outPlace', { place: first.place });
  const held = view.armies.filter((army) => mine.includes(army.name) && army.captured_by);
  if (held.some((army) => army.frozen)) return t('frozen');
  return held.length ? t('ledByAlly') : t('out');
}
