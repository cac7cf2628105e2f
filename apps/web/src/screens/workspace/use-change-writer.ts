import { useState } from 'react';
import type { Workspace } from '@batbot/core/workspace';
import { useServices } from '../../react/core-context.tsx';

type Append = Parameters<Workspace['change']>;

/** A change of the workspace, with the pieces that it names. */
export type NewChange = Append[0] & { readonly pieces?: Append[1] };

/** Saves changes on this computer, from where they are sent. */
export interface ChangeWriter {
  /** Why the last change is not saved, as a sentence. */
  readonly problem: string | undefined;
  /** Returns true if the change is saved. */
  readonly write: (change: NewChange) => Promise<boolean>;
}

export const useChangeWriter = (): ChangeWriter => {
  const { workspace$ } = useServices();
  const [problem, setProblem] = useState<string>();
  return {
    problem,
    write: async ({ pieces, ...change }) => {
      const saved = await workspace$.value?.change(change, pieces);
      const why = saved?.ok === false ? saved.error.message : 'the workspace is loading.';
      const isSaved = saved?.ok === true;
      setProblem(isSaved ? undefined : `Not saved: ${why}`);
      return isSaved;
    },
  };
};
