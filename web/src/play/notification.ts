import { settings } from '../settings.svelte';
import { t } from '../i18n';

let shown: Notification | undefined;

/** Tells a player who looks elsewhere that it is their turn; nothing to tell takes it back. */
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
