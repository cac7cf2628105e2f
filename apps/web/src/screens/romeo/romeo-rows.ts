import { areEqual, type ParameterValue } from '@batbot/core/parameters';
import { assignedTo, type Asset, type Assignment } from '@batbot/core/workspace';
import type { Standard, Standards } from '../parameters/use-standards.ts';

/**
 * How the reported configuration of a device relates to the wanted one. `unknown`: nothing comparable was reported
 * since it became wanted.
 */
export type RomeoState = 'none' | 'same' | 'differs' | 'unknown' | 'expired';

/** A value that is wanted, and the one that the device reported last. */
export interface WantedValue {
  readonly key: string;
  readonly wanted: ParameterValue;
  readonly reported: ParameterValue | undefined;
}

/** An OBD or Romeo device with its wanted and its reported configuration. */
export interface RomeoRow {
  readonly device: Asset;
  readonly wanted: { readonly standard: Standard; readonly assignment: Assignment } | undefined;
  readonly state: RomeoState;
  /** The wanted values that the device did not report. */
  readonly differing: readonly WantedValue[];
  /** Wall-clock time since when the two differ, in ms since 1970: when it became wanted, or was reported otherwise. */
  readonly since: number | undefined;
}

/** Returns the active assignment to the device itself, also if it has expired; otherwise the one that applies to it. */
const wantedOf = (device: Asset, standards: Standards, now: number): RomeoRow['wanted'] => {
  const { sets, assignments, accounts } = standards;
  const documents = sets.map(({ document }) => document);
  const expired = assignments.find(
    ({ assetId, state, documentId }) =>
      assetId === device.id && state === 'ACTIVE' && documents.some(({ id }) => id === documentId),
  );
  const [held] = assignedTo(device, { documents, assignments, accounts, now });
  const assignment = held?.assignment ?? expired;
  const standard = sets.find(({ document }) => document.id === assignment?.documentId);
  return standard === undefined || assignment === undefined ? undefined : { standard, assignment };
};

/** Compares the wanted and the reported configuration of each OBD and Romeo device. */
export const romeoRows = (standards: Standards, now: number): readonly RomeoRow[] =>
  standards.packs
    .filter(({ kind }) => kind !== 'PACK')
    .map((device) => {
      const wanted = wantedOf(device, standards, now);
      if (wanted === undefined) {
        return { device, wanted, state: 'none', differing: [], since: undefined };
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
      const unlike: RomeoState =
        (assignment.expiresAt ?? Infinity) <= now ? 'expired' : sameSchema ? 'differs' : 'unknown';
      const state = differing.length === 0 ? 'same' : unlike;
      const since = Math.max(assignment.createdAt ?? 0, sameSchema ? parameters.at : 0);
      return {
        device,
        wanted,
        state,
        differing,
        since: state === 'same' || since === 0 ? undefined : since,
      };
    });
