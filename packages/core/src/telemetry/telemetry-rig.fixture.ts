import { createFakeLog } from '../fakes/fake-log.ts';
import type { FakeDeviceTraits } from '../fakes/fake-serial-device.ts';
import type { Link } from '../link/link-api.ts';
import { setUp as setUpLink } from '../link/link-rig.fixture.ts';
import { createLive, type Live } from '../prelude/live.ts';
import type { ReplyProfile } from '../protocol/reply-decoder.ts';
import { QUIET_PERIOD_MS } from '../protocol/timing.ts';
import type { LiveSource } from './live-source.ts';
import { createTelemetry } from './telemetry.ts';

export type Source = LiveSource | ReplyProfile | undefined;

/** Returns a native reply. */
export const compact = (sequence: number, uptime = 100 + sequence, soc = 785): string =>
  `\r\n+ADATA: 1,${sequence},${uptime},4,2,13211,-1240,${soc},990,10000,7772,123,3,0000,0000,3302,3304,3303,3302,25,26,2\r\n\r\nOK\r\n`;

/** Sets up a connected device that answers every verbose command, and answers polls with `reply`. */
export const setUp = async (
  reply: (poll: number) => string | undefined = (poll) => compact(poll),
  source$: Live<Source> = createLive<Source>(undefined).live,
  change: (link: Link) => Link = (link) => link,
  traits: FakeDeviceTraits = {},
) => {
  const { clock, fake, link } = setUpLink(undefined, traits);
  const log = createFakeLog();
  const telemetry = createTelemetry({ link: change(link), clock, log, source$ });
  telemetry.restarted$.subscribe(link.deviceRestarted);
  telemetry.samples$.subscribe(link.understood);
  const pollsAt: number[] = [];
  fake.device.onWrite((bytes) => {
    const text = new TextDecoder().decode(bytes).trim();
    if (text.startsWith('AT+VB')) fake.device.send('\r\nOK\r\n');
    if (text !== 'AT+ADATA') return;
    pollsAt.push(clock.monotonicNow());
    const answer = reply(pollsAt.length);
    if (answer !== undefined) fake.device.send(answer);
  });
  const connect = async (): Promise<void> => {
    void link.connect('fake');
    await clock.advance(QUIET_PERIOD_MS);
  };
  await connect();
  const shown = () => telemetry.liveData$.value;
  const soc = () => {
    const data = shown();
    return data.kind === 'sample' ? data.sample.socPercent : undefined;
  };
  return { clock, fake, link, log, telemetry, pollsAt, connect, shown, soc };
};
