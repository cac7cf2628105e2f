import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakeKeyValueStore } from '../fakes/fake-key-value-store.ts';
import { createFakeLog } from '../fakes/fake-log.ts';
import { createFakeSerialLink } from '../fakes/fake-serial-link.ts';
import { createLink } from '../link/link.ts';
import { createLive } from '../prelude/live.ts';
import type { ReplyProfile } from '../protocol/reply-decoder.ts';
import { QUIET_PERIOD_MS } from '../protocol/timing.ts';
import { createTelemetry } from './telemetry.ts';

/** Sets up the home section with a device that answers no command. */
export const setUp = async (store = createFakeKeyValueStore(), profile?: ReplyProfile) => {
  const clock = createFakeClock();
  const fake = createFakeSerialLink();
  const link = createLink({ links: [fake.link], clock, store, notify: () => undefined });
  const source$ = createLive(profile).live;
  const telemetry = createTelemetry({ link, clock, log: createFakeLog(), source$ });
  const samplesAt: number[] = [];
  telemetry.samples$.subscribe(() => samplesAt.push(clock.monotonicNow()));
  void link.connect('fake');
  await clock.advance(QUIET_PERIOD_MS);
  telemetry.setSection('home');
  /** Sends the texts one after another, one per `periodMs`, the first after `phaseMs`, for a given time. */
  const stream = async (
    periodMs: number,
    phaseMs: number,
    forMs: number,
    texts: readonly string[],
  ) => {
    await clock.advance(phaseMs);
    for (let at = 0; at * periodMs < forMs; at += 1) {
      fake.device.send(texts[at % texts.length] ?? '');
      await clock.advance(periodMs);
    }
  };
  return { clock, fake, link, telemetry, samplesAt, stream };
};

/** A record that a device sends by itself. */
export const RECORD = 'Pack voltage: 52.8 V\r\nCurrent: -1.2 A\r\nSOC: 77 %\r\n';
