import type { View } from '../protocol/messages';
import { ordinal, t } from '../i18n';

/**
 * What to tell a player none of whose seats can act any more; undefined while one of them still can. A player whose
 * king was captured may come back with it. A player who resigned, whose king nobody holds, is out for good.
 */
export function inactiveMessage(view: View, mySeats: string[]): string | undefined {
  const seats = view.seats.filter((seat) => mySeats.includes(seat.name));
  const [first] = seats;
  if (!first || seats.some((seat) => seat.playing)) return undefined;
  if (first.place) return t('eliminatedPlace', { place: ordinal(first.place) });
  const captured = view.armies.filter((army) => mySeats.includes(army.name) && army.captured_by);
  if (captured.some((army) => army.frozen)) return t('frozen');
  return captured.length ? t('ledByAlly') : t('eliminated');
}
