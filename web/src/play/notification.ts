import { settings } from '../settings.svelte';
import { t } from '../i18n';

let shown: Notification | undefined;

/** Notifies a player who looks elsewhere that it is their turn in a game. Without a game, closes the notification. */
export function notifyTurn(game: string | undefined): void {
  if (!game || !document.hidden) {
    shown?.close();
    shown = undefined;
    return;
  }
  if (shown || !settings.notify || !('Notification' in window) || Notification.permission !== 'granted') return;
  shown = new Notification(t('yourTurn'), { body: game, icon: '/icon.svg' });
  shown.onclick = () => window.focus();
}
