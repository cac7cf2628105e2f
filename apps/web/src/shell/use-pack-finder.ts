import { useEffect, useMemo, useState } from 'react';
import type { packFinder } from '@batbot/core/workspace';
import { useServices } from '../react/core-context.tsx';
import { useLive } from '../react/use-live.ts';
import { useRows } from '../screens/workspace/use-workspace.ts';

/**
 * Returns a function that finds packs of the workspace by serial number; undefined until the workspace is loaded, or if
 * the user may not see packs. The workspace is not part of the shell, so its code is loaded with the first use.
 */
export const usePackFinder = (mayAssets: boolean): ReturnType<typeof packFinder> | undefined => {
  const { workspace$, loadWorkspace } = useServices();
  const [rows, items] = useRows(useLive(workspace$));
  const [create, setCreate] = useState<typeof packFinder>();
  useEffect(() => {
    if (!mayAssets) return;
    Promise.all([import('@batbot/core/workspace'), loadWorkspace()]).then(
      ([code]) => setCreate(() => code.packFinder),
      () => undefined, // without network the code may be missing, and no packs are found
    );
  }, [mayAssets, loadWorkspace]);
  return useMemo(() => create?.(rows, items), [create, rows, items]);
};
