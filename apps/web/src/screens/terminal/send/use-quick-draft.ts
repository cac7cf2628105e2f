import type { QuickCommands, QuickGroup, QuickGroups } from '@batbot/core';
import { useDraft, type Draft } from '../../../react/drafts.tsx';
import { useLive } from '../../../react/use-live.ts';

/** The quick commands as the editor changes them. */
export interface QuickDraft {
  readonly five: readonly string[];
  readonly groups: readonly QuickGroup[];
}

/** Unsaved changes of the quick commands; they are there again when the editor is. */
export const useQuickDraft = (
  { commands$ }: QuickCommands,
  { groups$ }: QuickGroups,
): Draft<QuickDraft> => {
  const five = useLive(commands$);
  const groups = useLive(groups$);
  return useDraft<QuickDraft>('quick commands', () => ({ five, groups }));
};
