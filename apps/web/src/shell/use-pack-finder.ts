import { useEffect, useMemo } from 'react';
import { useServices } from '../react/core-context.tsx';
import { useLive } from '../react/use-live.ts';
import { useRows } from '../screens/workspace/use-workspace.ts';

/**
 * Returns a function that finds packs of the workspace by serial number; undefined until the workspace is loaded, or if
 * the user may not see packs. The workspace is not part of the shell, so its code is loaded with the first use.
 */
export const usePackFinder = (mayAssets: boolean) => {
  const { workspace$, loadWorkspace } = useServices();
  const workspace = useLive(workspace$);
  const [rows, items] = useRows(workspace);
  useEffect(() => {
    // Without network the code may be missing, and no packs are found.
    if (mayAssets) loadWorkspace().catch(() => undefined);
  }, [mayAssets, loadWorkspace]);
  return useMemo(
    () => (mayAssets ? workspace?.packFinder(rows, items) : undefined),
    [mayAssets, workspace, rows, items],
  );
};
