import { beforeEach, expect, test } from 'vitest';
import type { ArmyView, SeatView, View } from '../protocol/messages';
import { speak } from '../i18n';
import { inactiveMessage } from './inactive-player';

const seat = (name: string, more: Partial<SeatView> = {}): SeatView => ({ name, side: 'south', playing: true, ...more });
const army = (name: string, more: Partial<ArmyView> = {}): ArmyView => ({ name, letter: name[0]!, controller: name, frozen: false, in_check: false, ...more });
const view = (seats: SeatView[], armies: ArmyView[] = []) => ({ seats, armies }) as unknown as View;
const captured = seat('black', { playing: false });

beforeEach(() => speak('en'));
test('who plays is told nothing, and neither is who watches', () => {
  expect(inactiveMessage(view([seat('red'), captured]), ['red'])).toBeUndefined();
  expect(inactiveMessage(view([seat('red'), captured]), ['red', 'black'])).toBeUndefined();
  expect(inactiveMessage(view([seat('red'), captured]), [])).toBeUndefined();
});
test('who took a place is out in it', () => {
  expect(inactiveMessage(view([seat('grey', { playing: false, place: 4 })]), ['grey'])).toContain('place 4');
});
test('whose army is frozen may come back, also in German', async () => {
  const frozen = view([captured], [army('black', { frozen: true, captured_by: 'red' })]);
  expect(inactiveMessage(frozen, ['black'])).toMatch(/frozen.*back to life/);
  await speak('de');
  expect(inactiveMessage(frozen, ['black'])).toMatch(/erstarrt.*beleben/);
});
test('whose army is led by the ally waits for the exchange of the kings', () => {
  const led = view([captured], [army('black', { controller: 'blue', captured_by: 'red' })]);
  expect(inactiveMessage(led, ['black'])).toMatch(/ally leads your army/);
});
test('who resigned is out, though the army is frozen', () => {
  expect(inactiveMessage(view([captured], [army('black', { frozen: true })]), ['black'])).toMatch(/^You are out/);
});
