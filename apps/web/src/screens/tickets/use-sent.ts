import { isApplied } from '@batbot/core/workspace';
import { useLive } from '../../react/use-live.ts';
import { counted } from '../../text/format.ts';
import { useReadyWorkspace, useSyncState } from '../workspace/use-workspace.ts';

const waitingText = (waiting: number, hasEnded: boolean): string => {
  const [it, are] = waiting === 1 ? ['It', 'is'] : ['They', 'are'];
  const when = hasEnded ? 'you have logged in again' : 'the server answers, also after a reload';
  return `${counted(waiting, 'part')} not on the server yet. ${it} ${are} sent as soon as ${when}.`;
};

/**
 * Returns how many parts of a ticket the server does not have yet, how many of these it has not accepted, and a text about
 * those that are sent later.
 */
export const useSent = (ticketId: string) => {
  const hasEnded = useSyncState().kind === 'expired';
  const items = useLive(useReadyWorkspace().outbox.items$);
  const waiting = items.filter(
    (item) => !isApplied(item) && (item.input['ticketId'] ?? item.input['id']) === ticketId,
  );
  return {
    waiting: waiting.length,
    refused: waiting.filter(({ answer }) => answer !== undefined).length,
    text: waitingText(waiting.length, hasEnded),
  };
};
