import type { SerialDevice } from '@batbot/core';
import { serialLinkContract } from '@batbot/core/contracts';
import { SerialPort } from 'serialport';
import { afterEach, describe, expect, it } from 'vitest';
import { createNodeSerialLink } from './node-serial-link.ts';
import { createPtyDevice, type PtyDevice } from './pty.fixture.ts';

const occupy = (path: string): Promise<() => Promise<void>> =>
  new Promise((resolve, reject) => {
    const other = new SerialPort({ path, baudRate: 9600, autoOpen: false });
    other.open((error) => {
      if (error !== null) {
        reject(error);
        return;
      }
      resolve(
        () =>
          new Promise((released) => {
            other.close(() => released());
          }),
      );
    });
  });

// Windows has no pseudo-terminal that serialport could open.
describe.skipIf(process.platform === 'win32')('On a real pseudo-terminal', () => {
  serialLinkContract(
    'serialport',
    () => {
      const device = createPtyDevice();
      const link = createNodeSerialLink({ path: device.path });
      return Promise.resolve({
        link,
        plug: async () => {
          device.plug();
          await Promise.resolve();
        },
        unplug: async () => {
          device.unplug();
          await Promise.resolve();
        },
        send: device.send,
        received: device.received,
        occupy: () => occupy(device.path),
        dispose: async () => {
          device.dispose();
          await Promise.resolve();
        },
      });
    },
    ['unplug', 'granted', 'presence', 'occupy'],
  );

  describe('The serialport adapter', () => {
    const devices: PtyDevice[] = [];
    const attach = (): PtyDevice => {
      const device = createPtyDevice();
      devices.push(device);
      return device;
    };
    afterEach(() => {
      devices.splice(0).forEach((device) => device.dispose());
    });

    it('choose fails if nothing exists at the path', async () => {
      const link = createNodeSerialLink({ path: '/nowhere/obd' });
      expect(await link.choose()).toMatchObject({ ok: false, error: { kind: 'failed' } });
      expect(await link.granted()).toEqual([]);
    });

    it('opening a path that is not a serial port fails without throwing', async () => {
      const link = createNodeSerialLink({ path: '/dev/null' });
      const [device] = await link.granted();
      expect(await device?.open({ baudRate: 9600 })).toMatchObject({ ok: false });
      expect(await device?.open({ baudRate: 9600 })).toMatchObject({ ok: false });
    });

    it('[SR-32] two links of one process cannot open the same port', async () => {
      const { path } = attach();
      const open = async (): Promise<ReturnType<SerialDevice['open']>> => {
        const [device] = await createNodeSerialLink({ path }).granted();
        if (device === undefined) throw new Error('no device');
        return device.open({ baudRate: 9600 });
      };
      const first = await open();
      expect(await open()).toMatchObject({ ok: false, error: { kind: 'busy' } });
      if (first.ok) await first.value.close();
      const again = await open();
      expect(again.ok).toBe(true);
      if (again.ok) await again.value.close();
    });

    it('[SR-32] a port that stays locked for a moment after its close is opened', async () => {
      const { path } = attach();
      const [device] = await createNodeSerialLink({ path }).granted();
      const first = await device?.open({ baudRate: 9600 });
      if (first?.ok !== true) throw new Error('not open');
      const clock = {
        after: (ms: number, wake: () => void) => {
          if (ms < 250) void first.value.close().then(() => wake()); // not the check of the presence
          return () => undefined;
        },
      };
      const [other] = await createNodeSerialLink({ path, clock }).granted();
      const again = await other?.open({ baudRate: 9600 });
      expect(again?.ok).toBe(true);
      if (again?.ok === true) await again.value.close();
    });

    it('a read returns at most 128 KiB, and of 1 MiB no byte is lost', async () => {
      const device = attach();
      const [handle] = await createNodeSerialLink({ path: device.path }).granted();
      const opened = await handle?.open({ baudRate: 115_200 });
      if (opened?.ok !== true) throw new Error('not open');
      const size = 1024 * 1024;
      const sending = device.send(new Uint8Array(size).fill(0x55));
      let have = 0;
      while (have < size) {
        const outcome = await opened.value.read();
        if (outcome.kind !== 'bytes') throw new Error(outcome.kind);
        expect(outcome.bytes.length).toBeLessThanOrEqual(128 * 1024);
        have += outcome.bytes.length;
      }
      await sending;
      expect(have).toBe(size);
      await opened.value.close();
    });

    it('granted lists the ports of this computer without throwing', async () => {
      expect(Array.isArray(await createNodeSerialLink().granted())).toBe(true);
    });
  });
});
