import { areEqual, type ParameterValue } from '@batbot/core/parameters';
import { assignedTo, type Asset, type Assignment } from '@batbot/core/workspace';
import type { Standard, Standards } from '../parameters/use-standards.ts';

/**
 * How the reported configuration of a device relates to the wanted one. `unknown`: nothing comparable was reported
 * since it became wanted. `unread`: nothing is known to be wanted, but not all lists were read.
 */
export type RomeoState =
  | 'unread'
  | 'none'
  | 'same'
  | 'differs'
  | 'unknown'
  | 'expired'
  | 'withdrawn';

/** A wanted value, and the value that the device reported last. */
export interface WantedValue {
  readonly key: string;
  readonly wanted: ParameterValue;
  readonly reported: ParameterValue | undefined;
}

/** An OBD or Romeo device with its wanted and its reported configuration. */
export interface RomeoRow {
  readonly id: string;
  readonly device: Asset;
  readonly wanted: { readonly standard: Standard; readonly assignment: Assignment } | undefined;
  /** Why the wanted configuration is not applied any more; undefined if it is. */
  readonly ended: 'expired' | 'withdrawn' | undefined;
  readonly state: RomeoState;
  /** The wanted values that the device did not report. */
  readonly differing: readonly WantedValue[];
  /** Wall-clock time since when the two differ, in ms since 1970: when it became wanted, or was reported otherwise. */
  readonly since: number | undefined;
}

/**
 * Returns a function that returns what is wanted of a device. If nothing is, it returns the last one that has expired or
 * whose document was withdrawn.
 */
const wantedFrom = ({ sets, assignments, accounts, now }: Standards) => {
  const documents = sets.map(({ document }) => document);
  const published = documents.map((each) =>
    each.state === 'RETIRED' ? { ...each, state: 'RELEASED' as const } : each,
  );
  const current = { documents, assignments, accounts, now };
  const last = { documents: published, assignments, accounts, now: -Infinity }; // nothing has expired
  const setOf = new Map(sets.map((set) => [set.document.id, set]));
  return (device: Asset): RomeoRow['wanted'] => {
    const { assignment } = assignedTo(device, current)[0] ?? assignedTo(device, last)[0] ?? {};
    const standard = assignment && setOf.get(assignment.documentId);
    return standard && { standard, assignment };
  };
};

const endedOf = (
  { assignment, standard }: NonNullable<RomeoRow['wanted']>,
  now: number,
): RomeoRow['ended'] => {
  if (standard.document.state === 'RETIRED') return 'withdrawn';
  return (assignment.expiresAt ?? Infinity) <= now ? 'expired' : undefined;
};

/** Compares the wanted and the reported configuration of each OBD and Romeo device. */
export const romeoRows = (standards: Standards): readonly RomeoRow[] => {
  const wantedOf = wantedFrom(standards);
  return standards.packs
    .filter(({ kind }) => kind !== 'PACK')
    .map((device) => {
      const wanted = wantedOf(device);
      if (wanted === undefined) {
        return {
          id: device.id,
          device,
          wanted,
          ended: undefined,
          state: standards.isComplete ? 'none' : 'unread',
          differing: [],
          since: undefined,
        };
      }
      const { assignment, standard } = wanted;
      const { parameters } = device;
      const sameSchema = parameters?.schemaHash === standard.set.schema.hash;
      const differing = Object.entries(standard.set.values)
        .map(([key, value]) => ({
          key,
          wanted: value,
          reported: sameSchema ? parameters.values[key] : undefined,
        }))
        .filter((each) => !areEqual(each.wanted, each.reported));
      const ended = endedOf(wanted, standards.now);
      const unlike = ended ?? (sameSchema ? 'differs' : 'unknown');
      const state: RomeoState = differing.length === 0 ? 'same' : unlike;
      const since = Math.max(assignment.createdAt ?? 0, sameSchema ? parameters.at : 0);
      return {
        id: device.id,
        device,
        wanted,
        ended,
        state,
        differing,
        since: state === 'same' || since === 0 ? undefined : since,
      };
    });
};
