import { groupBy, knownStart, type SessionInfo } from '@batbot/core';
import { serialKey, type Asset } from '@batbot/core/workspace';
import { chemistryOf, type PackFacts } from '@batbot/core/analysis';
import { packOf } from '../../text/pack-of-session.ts';

/** A pack of which this browser has recordings. */
export interface LocalPack {
  /**
   * The serial number as it is compared, or the device if the serial number was not read; then the number of the pack, if
   * the device has several.
   */
  readonly id: string;
  readonly name: string;
  /** The serial number of the device as it is compared; undefined if it was not read. */
  readonly serial: string | undefined;
  /** Whether the device has several packs. */
  readonly isOneOfSeveral: boolean;
  /** False if the pack is only assumed from the device. */
  readonly isIdentified: boolean;
  /** The newest first. */
  readonly sessions: readonly SessionInfo[];
  readonly seconds: number;
  /** Start of the newest recording; undefined if none can be true. */
  readonly lastAt: number | undefined;
}

const serialOf = ({ identity }: SessionInfo): string | undefined =>
  identity?.serial === undefined ? undefined : serialKey(identity.serial);

const keyOf = (session: SessionInfo): string => {
  const { device, pack } = session;
  const key = serialOf(session) ?? `device ${device}`;
  return pack === undefined ? key : `${key} pack ${pack}`;
};

/** Groups recordings by pack, the newest first. Without a serial number, the device stands for its pack. */
export const localPacks = (sessions: readonly SessionInfo[], now: number): readonly LocalPack[] => {
  const groups = groupBy(sessions, keyOf);
  return Array.from(groups, ([id, members]) => {
    const sorted = members.toSorted(
      (a, b) => knownStart(b.startedAt, now) - knownStart(a.startedAt, now),
    );
    const [newest] = sorted;
    return {
      id,
      name: newest === undefined ? '' : packOf(newest),
      serial: newest && serialOf(newest),
      isOneOfSeveral: newest?.pack !== undefined,
      isIdentified: newest?.identity?.serial !== undefined,
      sessions: sorted,
      seconds: sorted.reduce((sum, { durationMs }) => sum + durationMs / 1_000, 0),
      lastAt: knownStart(sorted[0]?.startedAt ?? 0, now) || undefined,
    };
  }).toSorted((a, b) => (b.lastAt ?? 0) - (a.lastAt ?? 0));
};

/**
 * Returns the design capacity and the chemistry of an asset. A value that is not known is undefined, and so is the capacity
 * of one of several packs: that of the asset may be of all of them.
 */
export const factsOf = (asset: Asset | undefined, isOneOfSeveral = false): PackFacts => ({
  capacityAh: isOneOfSeveral ? undefined : (asset?.designCapacityAh ?? undefined),
  chemistry: chemistryOf(asset?.chemistry ?? ''),
});
