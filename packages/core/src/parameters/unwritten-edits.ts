import * as v from 'valibot';
import type { WorkspaceStore } from '../ports/workspace-store.ts';
import { createDeviceRows } from './journal.ts';
import type { ParameterValues } from './parameter-schema.ts';
import { PARAMETER_VALUES } from './parameter-set.ts';

const ROW = v.object({ serial: v.string(), edits: PARAMETER_VALUES });

/**
 * The changes that the user entered and has not written, by the serial number of the device. They survive a reload and
 * a sign-out. Those of a device without a serial number last until the page closes.
 */
export const createUnwrittenEdits = (
  store: Pick<WorkspaceStore, 'read' | 'write'>,
  userId: string,
) => {
  const rows = createDeviceRows(store, userId, 'edits', ROW);
  const entered = new Map<string | undefined, ParameterValues>();
  return {
    of: async (serial: string | undefined): Promise<ParameterValues> => {
      const known = entered.get(serial);
      if (known !== undefined || serial === undefined) return known ?? {};
      const stored = await rows.load();
      return stored.find((row) => row.serial === serial)?.edits ?? {};
    },
    save: (serial: string | undefined, edits: ParameterValues): void => {
      entered.set(serial, edits);
      if (serial === undefined) return;
      const isEmpty = Object.keys(edits).length === 0;
      void (isEmpty ? rows.remove(serial) : rows.save(serial, { serial, edits }));
    },
  };
};
