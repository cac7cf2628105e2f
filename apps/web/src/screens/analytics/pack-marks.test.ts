import { expect, test } from 'vitest';
import { marksOf } from './pack-marks.ts';

const DAY = Date.UTC(2026, 2, 12);
let count = 0;
const event = (day: number, kind: string, after: object, before = {}, assetId = 'pack') => {
  count += 1;
  const at = new Date(DAY + day * 86_400_000).toISOString();
  const facts = { at, receivedAt: at, actorName: 'Mia', topic: 'ASSET', subjectId: 'x' };
  const id = `e${count}`;
  return {
    kind: 'event',
    id,
    since: '',
    row: { ...facts, id, kind, assetId, body: { before, after } },
  };
};

test('[ANA-19] firmware, parts and solved tickets of a pack are marked, oldest first', () => {
  const rows = [
    event(9, 'setTicketState', { state: 'SOLVED' }),
    event(8, 'addTicketEntry', { kind: 'PART', number: 1042 }),
    event(2, 'reportInstall', { outcome: 'DONE', to: '2.1' }, {}, 'other'),
    event(1, 'putAsset', { firmware: '2.0' }, { firmware: '1.9' }),
  ];
  expect(marksOf(rows, 'pack')).toEqual([
    { at: DAY / 1_000 + 86_400, label: 'Firmware 2.0' },
    { at: DAY / 1_000 + 8 * 86_400, label: 'Part, ticket 1042' },
    { at: DAY / 1_000 + 9 * 86_400, label: 'Ticket solved' },
  ]);
});

test('[ANA-19] a failed install, the first firmware of a pack and other changes are not marked', () => {
  const rows = [
    event(1, 'putAsset', { firmware: '1.9' }),
    event(2, 'putAsset', { place: {} }, { place: null }),
    event(3, 'reportInstall', { outcome: 'FAILED', to: '2.0' }),
    event(4, 'addTicketEntry', { kind: 'TEXT', number: 1042 }),
    event(5, 'setTicketState', { state: 'WORKING' }),
  ];
  expect(marksOf(rows, 'pack')).toEqual([]);
});

test('[ANA-19] firmware that was installed is not marked again when the pack reports it', () => {
  const rows = [
    event(1, 'reportInstall', { outcome: 'DONE', to: '2.0' }),
    event(2, 'addTicketEntry', { kind: 'PART', number: 1 }),
    event(3, 'putAsset', { firmware: '2.0' }, { firmware: '1.9' }),
    event(4, 'reportInstall', { outcome: 'DONE', to: '1.9' }),
    event(5, 'reportInstall', { outcome: 'DONE', to: '2.0' }),
  ];
  const labels = marksOf(rows, 'pack').map(({ label }) => label);
  expect(labels).toEqual(['Firmware 2.0', 'Part, ticket 1', 'Firmware 1.9', 'Firmware 2.0']);
});
