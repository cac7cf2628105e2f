import { useState } from 'react';
import type { Workspace } from '@batbot/core/workspace';
import { useServices } from '../../react/core-context.tsx';

type Append = Parameters<Workspace['change']>;

/** A change of the workspace, with the pieces that it names. */
export type NewChange = Append[0] & { readonly pieces?: Append[1] };

/** Saves changes on this computer, from where they are sent. */
export const useChangeWriter = () => {
  const { workspace$ } = useServices();
  const [problem, setProblem] = useState<string>();
  return {
    /** Why the last change is not saved, as a sentence. */
    problem,
    /** Returns true if the change is saved. */
    write: async ({ pieces, ...change }: NewChange): Promise<boolean> => {
      const saved = await workspace$.value?.change(change, pieces);
      const why = saved?.ok === false ? saved.error.message : 'the workspace is loading.';
      const isSaved = saved?.ok === true;
      setProblem(isSaved ? undefined : `Not saved: ${why}`);
      return isSaved;
    },
  };
};

export type ChangeWriter = ReturnType<typeof useChangeWriter>;
