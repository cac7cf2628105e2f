import { expect, test } from 'vitest';
import type { Asset } from '@batbot/core/workspace';
import { PACK } from '../../testing/asset.fixture.ts';
import { targetOptions } from './target-options.ts';

const pack = (id: string, serial: string, maker: string): Asset => ({ ...PACK, id, serial, maker });

test('[PAGE-336] packs with the same serial number are told apart where an image or a standard is assigned', () => {
  const packs = [pack('a', 'A1', 'Works'), pack('b', 'A-1', 'Other'), pack('c', 'B2', 'Works')];
  const targets = { accounts: [], packs, workspace: undefined };
  expect(targetOptions(targets, undefined)[1]).toMatchObject({
    options: [{ label: 'SN A-1 · Other' }, { label: 'SN A1 · Works' }, { label: 'SN B2' }],
  });
});
