import { useEffect, useState } from 'react';
import type { PackSample, RecordedSession, SessionInfo } from '@batbot/core';
import { useCore } from '../../react/core-context.tsx';
import { useIdentity } from '../../react/use-connected.ts';
import { useLive } from '../../react/use-live.ts';
import { whenWanted } from '../../react/when-wanted.ts';
import type { Side } from './sessions-view.ts';
import { recordingProblem } from '../workspace/recording-problem.ts';
import { useOpened } from './use-opened.ts';

/** The loaded data of one side of a comparison. */
export interface SideState {
  readonly sample?: PackSample;
  /** Time of the sample in UTC milliseconds. */
  readonly at?: number;
  /** The serial number of the pack, if it was read. */
  readonly serial?: string;
  readonly info?: SessionInfo;
  readonly session?: RecordedSession;
  /** Index of the sample and number of samples; undefined for live data. */
  readonly index?: number;
  readonly count?: number;
  /** Reason why there is no sample. */
  readonly reason?: string;
}

interface Fetched {
  readonly id: string;
  readonly index: number;
  readonly sample: PackSample | undefined;
  /** Why there is no sample. */
  readonly reason: string | undefined;
}

/** Returns the sample of a side. A live side follows the device. */
export const useSide = (side: Side): SideState => {
  const live = useLive(useCore().telemetry.liveData$);
  const connected = useIdentity();
  const opened = useOpened(side.kind === 'moment' ? side.id : undefined);
  const session = opened.kind === 'open' ? opened.session : undefined;
  const [fetched, setFetched] = useState<Fetched>();
  const count = session?.series.length ?? 0;
  const asked = side.kind === 'moment' ? side.index : 0;
  const index = asked < 0 || asked >= count ? count - 1 : asked;

  useEffect(() => {
    if (session === undefined || index < 0) return undefined;
    return whenWanted(session.sampleAt(index), (result) => {
      const sample = result.ok ? result.value : undefined;
      const reason = result.ok ? undefined : recordingProblem(result.error);
      setFetched({ id: session.info.id, index, sample, reason });
    });
  }, [session, index]);

  if (side.kind === 'live') {
    if (live.kind === 'none') return { reason: 'No live data: connect a device and open Home.' };
    const { serial } = connected;
    return { sample: live.sample, at: live.receivedAt, ...(serial !== undefined && { serial }) };
  }
  if (opened.kind === 'failed') return { reason: recordingProblem(opened.error) };
  if (session === undefined) return { reason: 'Opening…' };
  const { info, series } = session;
  const serial = info.identity?.serial;
  if (count === 0) return { info, count, reason: 'This session has no samples.' };
  const at = series.columns.wall[index] ?? 0;
  const isThere = fetched?.id === info.id && fetched.index === index;
  const { sample, reason = '…' } = isThere ? fetched : {};
  return {
    info,
    session,
    index,
    count,
    at,
    ...(serial !== undefined && { serial }),
    ...(sample === undefined ? { reason } : { sample }),
  };
};
