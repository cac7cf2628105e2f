import { describe, expect } from 'vitest';
import type { PortSettings } from '../ports/serial-link.ts';
import {
  chosen,
  expectAlive,
  opened,
  openedPort,
  settings,
  type SerialLinkCases,
} from './serial-link-harness.ts';

/** Settings that every platform must refuse; the casts allow values that the types exclude. */
const badSettings: readonly (readonly [string, PortSettings])[] = [
  ['baud rate 0', { baudRate: 0 }],
  ['baud rate −1', { baudRate: -1 }],
  ['baud rate NaN', { baudRate: Number.NaN }],
  ['6 data bits', { baudRate: 9600, dataBits: 6 as 7 }],
  ['9 data bits', { baudRate: 9600, dataBits: 9 as 8 }],
  ['3 stop bits', { baudRate: 9600, stopBits: 3 as 2 }],
  ['flow control "maybe"', { baudRate: 9600, flowControl: 'maybe' as 'none' }],
  ['a buffer of nothing', { baudRate: 9600, bufferSize: 0 }],
  ['a buffer of 1 GiB', { baudRate: 9600, bufferSize: 2 ** 30 }],
  ['parity "cats"', { baudRate: 9600, parity: 'cats' as 'none' }],
];

export const openingCases = ({ it, can }: SerialLinkCases): void => {
  describe('choosing', () => {
    it('the link has a name and is supported', async ({ link }) => {
      expect(link.id).not.toBe('');
      expect(link.support).toEqual({ kind: 'supported' });
      await Promise.resolve();
    });

    it('choose returns the device, with a label', async (harness) => {
      expect((await chosen(harness)).label).not.toBe('');
    });

    it('one attached device has one handle, however often it is requested', async (harness) => {
      const device = await chosen(harness);
      expect(await chosen(harness)).toBe(device);
      expect(await harness.link.granted()).toEqual([device]);
      expect((await harness.link.granted())[0]).toBe(device);
    });

    if (can('cancelChoose')) {
      it('[SR-22] a chooser closed without a choice is cancelled, and the next one works', async (harness) => {
        harness.cancelNextChoose?.();
        expect(await harness.link.choose()).toEqual({ ok: false, error: { kind: 'cancelled' } });
        await expectAlive(harness, await openedPort(harness));
      });
    }
  });

  describe('opening', () => {
    it('an open port carries bytes both ways', async (harness) => {
      await expectAlive(harness, await openedPort(harness));
    });

    it('[SR-01] a second open is refused as busy, and the first port keeps working', async (harness) => {
      const device = await chosen(harness);
      const port = await opened(device);
      const second = await device.open(settings);
      expect(second).toMatchObject({ ok: false, error: { kind: 'busy' } });
      await expectAlive(harness, port);
    });

    it('[SR-01] if two opens are simultaneous, one succeeds and one is busy', async (harness) => {
      const device = await chosen(harness);
      const results = await Promise.all([device.open(settings), device.open(settings)]);
      const ports = results.flatMap((result) => (result.ok ? [result.value] : []));
      const errors = results.flatMap((result) => (result.ok ? [] : [result.error.kind]));
      expect(errors).toEqual(['busy']);
      for (const port of ports) await expectAlive(harness, port);
    });

    for (const [name, bad] of badSettings) {
      it(`[SR-02] ${name} is refused as bad settings`, async (harness) => {
        const device = await chosen(harness);
        expect(await device.open(bad)).toMatchObject({ ok: false, error: { kind: 'badSettings' } });
        await expectAlive(harness, await opened(device));
      });
    }

    for (const baudRate of [9600, 19_200, 38_400, 57_600, 115_200]) {
      it(`a device opens at ${baudRate} baud`, async (harness) => {
        const result = await (await chosen(harness)).open({ baudRate });
        if (!result.ok) throw new Error(result.error.message);
        await expectAlive(harness, result.value);
      });
    }

    if (can('occupy')) {
      it('[SR-03] [SR-32] a port that another program holds is busy, and opens after its release', async (harness) => {
        const device = await chosen(harness);
        const release = await harness.occupy?.();
        expect(await device.open(settings)).toMatchObject({
          ok: false,
          error: { kind: 'busy' },
        });
        await release?.();
        await expectAlive(harness, await opened(device));
      });
    }

    if (can('unplug')) {
      it('an unplugged device does not open: the error is gone', async (harness) => {
        const device = await chosen(harness);
        await harness.unplug();
        expect(await device.open(settings)).toMatchObject({ ok: false, error: { kind: 'gone' } });
      });
    }
  });
};
