import { describe, expect } from 'vitest';
import {
  chosen,
  counting,
  expectAlive,
  opened,
  openedPort,
  utf8,
  type SerialLinkCases,
} from './serial-link-harness.ts';

const success = { ok: true, value: undefined };

export const closingCases = ({ it, can }: SerialLinkCases): void => {
  describe('closing', () => {
    it('close right after open succeeds', async (harness) => {
      const port = await openedPort(harness);
      expect(await port.close()).toEqual(success);
    });

    it('[SR-06] close settles a pending read as closed', async (harness) => {
      const port = await openedPort(harness);
      const reading = port.read();
      expect(await port.close()).toEqual(success);
      expect(await reading).toEqual({ kind: 'closed' });
    });

    it('closed is final: every later read returns it', async (harness) => {
      const port = await openedPort(harness);
      await harness.send(utf8('unread'));
      await port.close();
      expect(await port.read()).toEqual({ kind: 'closed' });
      expect(await port.read()).toEqual({ kind: 'closed' });
    });

    it('[SR-05] simultaneous and later closes share one outcome', async (harness) => {
      const port = await openedPort(harness);
      expect(await Promise.all([port.close(), port.close(), port.close()])).toEqual([
        success,
        success,
        success,
      ]);
      expect(await port.close()).toEqual(success);
    });

    it('[SR-04] close settles a pending read and pending writes, and the port opens again', async (harness) => {
      const device = await chosen(harness);
      const port = await opened(device);
      const reading = port.read();
      const writes = [port.write(counting(4096)), port.write(utf8('behind'))];
      expect(await port.close()).toEqual(success);
      expect(await reading).toEqual({ kind: 'closed' });
      for (const write of await Promise.all(writes)) {
        if (!write.ok) expect(write.error.kind).toBe('closed');
      }
      const again = await opened(device);
      expect(await again.close()).toEqual(success);
    });

    it('the device opens again as soon as close has settled, repeatedly', async (harness) => {
      const device = await chosen(harness);
      for (let round = 0; round < 5; round += 1) {
        const port = await opened(device);
        await expectAlive(harness, port, round * 4);
        expect(await port.close()).toEqual(success);
      }
    });

    it('an earlier port stays closed while a new one works', async (harness) => {
      const device = await chosen(harness);
      const former = await opened(device);
      await former.close();
      const port = await opened(device);
      expect(await former.read()).toEqual({ kind: 'closed' });
      expect(await former.write(utf8('x'))).toMatchObject({
        ok: false,
        error: { kind: 'closed' },
      });
      expect(await former.close()).toEqual(success);
      await expectAlive(harness, port);
    });

    if (can('unplug')) {
      it('[SR-05] close after a loss succeeds, repeatedly', async (harness) => {
        const port = await openedPort(harness);
        await harness.unplug();
        expect(await port.close()).toEqual(success);
        expect(await port.close()).toEqual(success);
      });
    }
  });
};
