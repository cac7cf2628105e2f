import { isApplied } from '@batbot/core/workspace';
import { useLive } from '../../react/use-live.ts';
import { counted } from '../../text/format.ts';
import { useReadyWorkspace } from '../workspace/use-workspace.ts';

/** Returns how many parts of a ticket the server does not have yet, and how many of these it has not accepted. */
export const useSent = (
  ticketId: string,
): { readonly waiting: number; readonly refused: number } => {
  const items = useLive(useReadyWorkspace().outbox.items$);
  const waiting = items.filter(
    (item) => !isApplied(item) && (item.input['ticketId'] ?? item.input['id']) === ticketId,
  );
  return {
    waiting: waiting.length,
    refused: waiting.filter(({ answer }) => answer !== undefined).length,
  };
};

export const waitingText = (waiting: number): string => {
  const [it, are] = waiting === 1 ? ['It', 'is'] : ['They', 'are'];
  return `${counted(waiting, 'part')} not on the server yet. ${it} ${are} sent as soon as the server answers, also after a reload.`;
};
