import { defer, exhaustMap, filter, from, map, switchMap, timer, type Observable } from 'rxjs';
import type { Link } from '../link/link-api.ts';
import type { Clock } from '../ports/clock.ts';
import { clockScheduler } from '../prelude/clock-scheduler.ts';
import {
  bytesOf,
  createProfileReader,
  mergeReadings,
  questionBytes,
  replyEnd,
  type MergedPack,
  type Profile,
  type ProfilePoll,
  type ProfileReading,
  type ReadResult,
} from '../profiles/index.ts';
import type { PackSample } from '../protocol/pack-sample.ts';
import type { DecodedReply } from '../protocol/reply-decoder.ts';
import type { LiveSource } from '../telemetry/live-source.ts';
import type { PollResult } from '../telemetry/poll-result.ts';

/** Silence that ends a reply, where the profile names none, in ms. */
const GAP_MS = 150;
const INIT_TIMEOUT_MS = 1_000;
/** A value that its poll did not bring again within so many periods is no longer shown. */
const KEPT_PERIODS = 3;
const LEAST_KEPT_MS = 6_000;

interface SourceParts {
  readonly link: Pick<Link, 'execute' | 'traffic$'>;
  readonly clock: Clock;
}

const sampleOf = ({ sample, switches }: MergedPack): PackSample =>
  Object.keys(switches).length === 0 ? sample : { ...sample, switches };

const hasValues = ({ sample }: MergedPack): boolean =>
  sample.packVoltageV !== undefined ||
  sample.socPercent !== undefined ||
  sample.currentA !== undefined ||
  sample.cellVoltagesV.length > 0;

const wordsOf = (bytes: Uint8Array): string =>
  [...bytes].every((byte) => byte >= 0x20 || byte === 0x0d || byte === 0x0a || byte === 0x09)
    ? new TextDecoder('latin1').decode(bytes).trim()
    : [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');

/** The readings of a connection, merged into one reply. */
const createMerger = (profile: Profile) => {
  const longestMs = Math.max(0, ...profile.polls.map(({ everyMs }) => everyMs));
  const keptMs = Math.max(LEAST_KEPT_MS, KEPT_PERIODS * longestMs);
  let kept: readonly ProfileReading[] = [];
  return (fresh: readonly ProfileReading[], at: number): DecodedReply | undefined => {
    kept = [...kept.filter((reading) => at - reading.at <= keptMs), ...fresh];
    const packs = mergeReadings(kept).filter(hasValues);
    const [first] = packs;
    if (first === undefined) return undefined;
    const texts = Object.entries(first.texts).map(([key, text]) => ({ key, text }));
    const others = first.others.map(({ name, value, unit }) => ({
      key: name,
      text: unit === undefined ? String(value) : `${value} ${unit}`,
    }));
    const which = { key: 'Packs', text: `${first.pack ?? '1'} is shown, of ${packs.length}` };
    return {
      sample: sampleOf(first),
      others: [...(packs.length > 1 ? [which] : []), ...texts, ...others],
      understanding: { kind: 'device', name: profile.name },
      ...(packs.length > 1 ? { packs: packs.map(sampleOf) } : {}),
    };
  };
};

/** Asks and reads a device as its profile says; without polls it only listens. */
export const createProfileSource = (profile: Profile, { link, clock }: SourceParts): LiveSource => {
  const scheduler = clockScheduler(clock);
  const gapMs = profile.end.gapMs ?? GAP_MS;

  const resultOf = (
    merge: ReturnType<typeof createMerger>,
    { readings, refused }: ReadResult,
    raw: readonly string[],
    roundTripMs: number,
  ): PollResult => {
    const reply = readings.length === 0 ? undefined : merge(readings, clock.monotonicNow());
    if (reply !== undefined) return { status: 'answered', reply, raw, roundTripMs };
    const [first] = refused;
    const detail = first?.reason ?? `no record of ${profile.name} in the reply`;
    return { status: 'rejected', error: { kind: 'unknownFormat', detail }, raw };
  };

  const prepare = async (): Promise<void> => {
    for (const { send, timeoutMs = INIT_TIMEOUT_MS } of profile.init)
      await link.execute({
        text: send,
        bytes: bytesOf(send) ?? new Uint8Array(),
        origin: 'background',
        timeoutMs,
        replyEnd: { begin: () => () => 'more', gapMs },
      });
  };

  const ask = (): Observable<PollResult> => {
    const reader = createProfileReader(profile);
    const merge = createMerger(profile);
    const dueAt = new Map<string, number>();
    const everyMs = Math.min(...profile.polls.map((poll) => poll.everyMs));

    const question = async (poll: ProfilePoll) => {
      const outcome = await link.execute({
        text: poll.send ?? `${profile.id} ${poll.id}`,
        bytes: questionBytes(poll),
        origin: 'background',
        timeoutMs: poll.timeoutMs,
        replyEnd: { begin: () => replyEnd(profile, poll.id).push, gapMs },
      });
      if (poll.settleMs !== undefined)
        await new Promise<void>((resolve) => {
          clock.after(poll.settleMs ?? 0, resolve);
        });
      return outcome;
    };

    const cycle = async (): Promise<PollResult> => {
      const startedAt = clock.monotonicNow();
      const found: ProfileReading[] = [];
      const refused: ReadResult['refused'][number][] = [];
      const raw: string[] = [];
      for (const poll of profile.polls) {
        // Half a period early, so that a slow answer does not make a poll wait for a whole cycle more.
        if ((dueAt.get(poll.id) ?? startedAt) > startedAt + everyMs / 2) continue;
        dueAt.set(poll.id, startedAt + poll.everyMs);
        const outcome = await question(poll);
        if (outcome.kind === 'notConnected' || outcome.kind === 'lost') return { status: 'lost' };
        if (!('reply' in outcome) || outcome.reply === undefined) continue;
        const context = { poll: poll.id, at: clock.monotonicNow() };
        for (const result of [reader.read(outcome.reply, context), reader.flush(context)]) {
          found.push(...result.readings);
          refused.push(...result.refused);
        }
        raw.push(wordsOf(outcome.reply));
      }
      if (raw.length === 0) return { status: 'timeout' };
      const roundTripMs = clock.monotonicNow() - startedAt;
      return resultOf(merge, { readings: found, refused }, raw, roundTripMs);
    };

    return from(prepare()).pipe(
      switchMap(() => timer(0, everyMs, scheduler).pipe(exhaustMap(() => from(cycle())))),
    );
  };

  const listen = (): Observable<PollResult> => {
    const reader = createProfileReader(profile, { startsWhole: false });
    const merge = createMerger(profile);
    return link.traffic$.pipe(
      filter((traffic) => traffic.kind === 'received'),
      map(({ bytes }) => ({ bytes, read: reader.read(bytes, { at: clock.monotonicNow() }) })),
      filter(({ read }) => read.readings.length + read.refused.length > 0),
      map(({ bytes, read }) => resultOf(merge, read, [wordsOf(bytes)], 0)),
    );
  };

  return { results$: defer(() => (profile.polls.length === 0 ? listen() : ask())) };
};
