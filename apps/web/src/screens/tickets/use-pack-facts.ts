import { useEffect, useState } from 'react';
import type { PackReport } from '@batbot/core/tickets';
import { serialKey, type Asset } from '@batbot/core/workspace';
import { useCore } from '../../react/core-context.tsx';
import { useConnected, useIdentity } from '../../react/use-connected.ts';
import { useLive } from '../../react/use-live.ts';
import { useSessions } from '../../react/use-sessions.ts';
import { snapshotOf } from '../workspace/snapshot-of.ts';
import { sessionFor, type PackFacts } from './attachments.ts';

/**
 * Returns what is known of the pack with a serial number: its row, its live values, and its latest recording. `kept` is
 * what a pack reported while the draft was written.
 */
export const usePackFacts = (
  serial: string,
  asset: Asset | undefined,
  kept: PackReport | undefined,
): PackFacts => {
  const { telemetry, recording } = useCore();
  const isConnected = useConnected();
  const { serial: connected, firmware } = useIdentity();
  const data = useLive(telemetry.liveData$);
  const state = useLive(recording.state$);
  const sessions = useSessions();
  const areSessionsRead = useLive(recording.sessions$).kind === 'ready';
  // Without a serial number of the connected pack, its values are attached only if the user names no other pack.
  const isSame =
    isConnected &&
    (connected === undefined ? serial === '' : serialKey(connected) === serialKey(serial));
  // Values that the app inferred from an unknown dialect are not attached as facts.
  const isReported = data.kind === 'sample' && data.understanding.kind !== 'inferred';
  const runningId = isSame && state.kind === 'recording' ? state.info.id : undefined;
  const live: PackReport | undefined =
    isSame && isReported
      ? {
          serial,
          at: data.receivedAt,
          snapshot: snapshotOf(data.sample, data.receivedAt),
          ...(firmware !== undefined && { firmware }),
        }
      : undefined;
  const isOfPack = kept !== undefined && serialKey(kept.serial) === serialKey(serial);
  const session = sessionFor(sessions, runningId, serial);
  return {
    asset,
    isConnected: isSame,
    live,
    report: live ?? (isOfPack ? kept : undefined),
    session,
    hasNoSession: areSessionsRead && serial !== '' && session === undefined,
  };
};

/** Reads live values after `read`, also on tabs that do not show them. */
export const useFollow = () => {
  const { telemetry } = useCore();
  const data = useLive(telemetry.liveData$);
  const [since, setSince] = useState<number>();
  const receivedAt = data.kind === 'sample' ? data.receivedAt : undefined;
  const isReading = since !== undefined && since === receivedAt;
  useEffect(() => (since === undefined ? undefined : telemetry.follow()), [telemetry, since]);
  return { isReading, read: () => setSince(receivedAt ?? 0) };
};
