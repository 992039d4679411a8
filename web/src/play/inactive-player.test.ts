import { beforeEach, expect, test } from 'vitest';
import type { ArmyView, SeatView, View } from '../protocol/messages';
import { setLanguage } from '../i18n';
import { inactiveMessage } from './inactive-player';

const seat = (name: string, more: Partial<SeatView> = {}): SeatView => ({
  name,
  side: 'south',
  playing: true,
  ...more,
});
const army = (name: string, more: Partial<ArmyView> = {}): ArmyView => ({
  name,
  letter: name[0]!,
  controller: name,
  frozen: false,
  in_check: false,
  ...more,
});
const view = (seats: SeatView[], armies: ArmyView[] = []) => ({ seats, armies }) as unknown as View;
const captured = seat('black', { playing: false });

beforeEach(() => setLanguage('en'));
test('there is no message for active players and spectators', () => {
  expect(inactiveMessage(view([seat('red'), captured]), ['red'])).toBeUndefined();
  expect(inactiveMessage(view([seat('red'), captured]), ['red', 'black'])).toBeUndefined();
  expect(inactiveMessage(view([seat('red'), captured]), [])).toBeUndefined();
});
test('an eliminated player sees their place', () => {
  expect(inactiveMessage(view([seat('grey', { playing: false, place: 4 })]), ['grey'])).toContain('4th');
});
test('a player with a frozen army may come back, also in German', async () => {
  const frozen = view([captured], [army('black', { frozen: true, captured_by: 'red' })]);
  expect(inactiveMessage(frozen, ['black'])).toMatch(/frozen.*back to life/);
  await setLanguage('de');
  expect(inactiveMessage(frozen, ['black'])).toMatch(/erstarrt.*beleben/);
});
test('a player whose ally commands their army waits for a prisoner exchange', () => {
  const led = view([captured], [army('black', { controller: 'blue', captured_by: 'red' })]);
  expect(inactiveMessage(led, ['black'])).toMatch(/ally commands your army/);
});
test('a player who resigned is out even if their army is frozen', () => {
  expect(inactiveMessage(view([captured], [army('black', { frozen: true })]), ['black'])).toMatch(/^You’re out/);
});
