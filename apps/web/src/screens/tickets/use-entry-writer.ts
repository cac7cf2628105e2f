import { useState } from 'react';
import type { TicketChange } from '@batbot/core/tickets';
import type { Workspace } from '@batbot/core/workspace';

/** Saves changes of a ticket on this computer, from where they are sent. */
export interface EntryWriter {
  readonly problem: string | undefined;
  /** Returns true if the change is saved. */
  readonly write: (change: TicketChange) => Promise<boolean>;
}

export const useEntryWriter = (workspace: Workspace): EntryWriter => {
  const [problem, setProblem] = useState<string>();
  return {
    problem,
    write: async ({ pieces, ...change }) => {
      const saved = await workspace.change(change, pieces);
      setProblem(saved.ok ? undefined : `Not saved: ${saved.error.message}`);
      return saved.ok;
    },
  };
};
