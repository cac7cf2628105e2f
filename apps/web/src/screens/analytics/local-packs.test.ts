import { expect, test } from 'vitest';
import type { SessionInfo } from '@batbot/core';
import type { Asset } from '@batbot/core/workspace';
import { packOf } from '../../text/pack-of-session.ts';
import { factsOf, localPacks } from './local-packs.ts';

const BEGIN = Date.UTC(2026, 0);

const session = (id: string, more: Partial<SessionInfo>): SessionInfo => ({
  version: 1,
  id,
  name: 'Rack',
  startedAt: BEGIN + Number(id),
  lastAt: BEGIN + Number(id),
  durationMs: 1_000,
  device: 'Rack',
  linkId: 'usb',
  baudRate: 9_600,
  samples: 1,
  rxBytes: 0,
  txBytes: 0,
  storedBytes: 0,
  cells: 16,
  temperatures: 4,
  finished: true,
  ...more,
});

test('[ANA-43] the recordings of the packs of one device are analysed separately', () => {
  const identity = { serial: 'A 1' };
  const sessions = [
    session('1', { pack: '1' }),
    session('2', { pack: '2' }),
    session('3', { pack: '1' }),
    session('4', {}),
    session('5', { pack: '1', identity }),
    session('6', { identity: { serial: 'a1' } }),
    session('7', { identity }),
  ];
  const packs = localPacks(sessions, BEGIN + 10).map((pack) => ({
    name: pack.name,
    id: pack.id,
    ids: pack.sessions.map(({ id }) => id),
    isIdentified: pack.isIdentified,
  }));
  const serials = localPacks(sessions, BEGIN + 10).map(({ serial, isOneOfSeveral }) => [
    serial,
    isOneOfSeveral,
  ]);
  expect(serials.slice(0, 3)).toEqual([
    ['A1', false],
    ['A1', true],
    [undefined, false],
  ]);
  expect(packs).toEqual([
    { name: 'A 1', id: 'A1', ids: ['7', '6'], isIdentified: true },
    { name: 'A 1, pack 1', id: 'A1 pack 1', ids: ['5'], isIdentified: true },
    { name: 'Rack (serial number not read)', id: 'device Rack', ids: ['4'], isIdentified: false },
    {
      name: 'Rack, pack 1 (serial number not read)',
      id: 'device Rack pack 1',
      ids: ['3', '1'],
      isIdentified: false,
    },
    {
      name: 'Rack, pack 2 (serial number not read)',
      id: 'device Rack pack 2',
      ids: ['2'],
      isIdentified: false,
    },
  ]);
  expect(sessions.map(packOf).slice(1, 4)).toEqual([
    'Rack, pack 2 (serial number not read)',
    'Rack, pack 1 (serial number not read)',
    'Rack (serial number not read)',
  ]);
});

test('[ANA-43] the capacity of an asset is not that of one of its packs', () => {
  const asset = { designCapacityAh: 400, chemistry: 'LFP' } as Asset;
  expect(factsOf(asset)).toEqual({ capacityAh: 400, chemistry: 'lfp' });
  expect(factsOf(asset, true)).toEqual({ capacityAh: undefined, chemistry: 'lfp' });
});
