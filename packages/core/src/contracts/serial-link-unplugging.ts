import { filter, firstValueFrom } from 'rxjs';
import { describe, expect } from 'vitest';
import type { Presence } from '../ports/serial-link.ts';
import {
  chosen,
  counting,
  expectAlive,
  opened,
  openedPort,
  readPastBytes,
  utf8,
  type SerialLinkCases,
  type SerialLinkHarness,
} from './serial-link-harness.ts';

/**
 * Subscribes to presence events: `next(kind)` waits for the first event of this kind, `seen` contains all events so
 * far.
 */
const watchPresence = ({ link }: SerialLinkHarness) => {
  const seen: Presence[] = [];
  const subscription = link.presence$.subscribe((presence) => seen.push(presence));
  return {
    seen,
    next: (kind: Presence['kind']): Promise<Presence> => {
      const known = seen.find((presence) => presence.kind === kind);
      if (known !== undefined) return Promise.resolve(known);
      return firstValueFrom(link.presence$.pipe(filter((presence) => presence.kind === kind)));
    },
    stop: () => subscription.unsubscribe(),
  };
};

export const unpluggingCases = ({ it, can }: SerialLinkCases): void => {
  if (!can('unplug')) return;

  describe('unplugging', () => {
    it('[SR-13] a pending read settles as lost', async (harness) => {
      const port = await openedPort(harness);
      const reading = readPastBytes(port);
      await harness.unplug();
      expect((await reading).kind).toBe('lost');
    });

    it('[SR-17] without a pending read, the next read finds the loss', async (harness) => {
      const port = await openedPort(harness);
      await harness.unplug();
      expect((await readPastBytes(port)).kind).toBe('lost');
    });

    it('[SR-18] lost is final: later reads return it, also after a close', async (harness) => {
      const port = await openedPort(harness);
      await harness.unplug();
      const first = await readPastBytes(port);
      expect(await port.read()).toEqual(first);
      await port.close();
      expect(await port.read()).toEqual(first);
    });

    it('[SR-14] a write after the loss is refused as lost', async (harness) => {
      const port = await openedPort(harness);
      await harness.unplug();
      await readPastBytes(port);
      expect(await port.write(utf8('late'))).toMatchObject({
        ok: false,
        error: { kind: 'lost' },
      });
    });

    it('[SR-15] pending writes settle at the loss, and close works', async (harness) => {
      const port = await openedPort(harness);
      const writes = [port.write(counting(65_536)), port.write(utf8('behind'))];
      await harness.unplug();
      expect(await Promise.all(writes)).toHaveLength(2);
      expect(await port.close()).toMatchObject({ ok: true });
    });

    it('[SR-19] a device that is plugged in again is found, opens and works; the old port stays lost', async (harness) => {
      const lostPort = await openedPort(harness);
      await harness.unplug();
      await readPastBytes(lostPort);
      await lostPort.close();
      await harness.plug();
      const device = (await harness.link.granted())[0];
      if (device === undefined) throw new Error('The device is not listed.');
      await expectAlive(harness, await opened(device));
      expect((await lostPort.read()).kind).toBe('lost');
    });

    it('a port closed before the unplug stays closed', async (harness) => {
      const port = await openedPort(harness);
      await port.close();
      await harness.unplug();
      expect(await port.read()).toEqual({ kind: 'closed' });
    });

    if (can('granted')) {
      it('an unplugged device is not listed, and is listed again when plugged in', async (harness) => {
        await harness.unplug();
        expect(await harness.link.granted()).toEqual([]);
        await harness.plug();
        expect(await harness.link.granted()).toHaveLength(1);
      });
    }
  });

  if (!can('presence')) return;

  describe('presence', () => {
    it('an unplug is reported once, with the chosen handle', async (harness) => {
      const presence = watchPresence(harness);
      const device = await chosen(harness);
      await opened(device);
      const detached = presence.next('detached');
      await harness.unplug();
      expect((await detached).device).toBe(device);
      expect(presence.seen.filter(({ kind }) => kind === 'detached')).toHaveLength(1);
      presence.stop();
    });

    it('an attached device is reported with a handle that opens', async (harness) => {
      const presence = watchPresence(harness);
      await chosen(harness);
      const detached = presence.next('detached');
      await harness.unplug();
      await detached;
      const attached = presence.next('attached');
      await harness.plug();
      await expectAlive(harness, await opened((await attached).device));
      presence.stop();
    });

    it('the opening and closing of a port are not reported as attached or detached', async (harness) => {
      const presence = watchPresence(harness);
      const port = await openedPort(harness);
      await expectAlive(harness, port);
      await port.close();
      expect(presence.seen).toEqual([]);
      presence.stop();
    });

    it('an unsubscribed observer gets no events, while the others still do', async (harness) => {
      const left = watchPresence(harness);
      const stays = watchPresence(harness);
      await chosen(harness);
      left.stop();
      const detached = stays.next('detached');
      await harness.unplug();
      await detached;
      expect(left.seen).toEqual([]);
      stays.stop();
    });
  });
};
