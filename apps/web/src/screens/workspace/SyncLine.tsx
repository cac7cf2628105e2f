import { Button } from 'antd';
import { isApplied, type SyncState } from '@batbot/core/workspace';
import { useAccount } from '../../react/core-context.tsx';
import { useSignedIn } from '../../react/use-signed-in.ts';
import { useEveryMinute } from '../../react/use-every-minute.ts';
import { useLive } from '../../react/use-live.ts';
import { counted } from '../../text/format.ts';
import { useReadyWorkspace, useRows } from './use-workspace.ts';

const stateText = (
  state: SyncState,
  waiting: number,
  {
    isOffline,
    isQuestion,
    isComplete,
  }: { readonly isOffline: boolean; readonly isQuestion: boolean; readonly isComplete: boolean },
): string => {
  const kept =
    waiting === 0 || isQuestion ? '' : ` ${counted(waiting, 'change')} kept on this computer.`;
  const partial = isComplete ? '' : ' What is shown is not complete.';
  switch (state.kind) {
    case 'idle':
      return waiting === 0 ? '✓ Up to date with the server.' : `◌ Not sent yet.${kept}`;
    case 'working':
    case 'otherTab':
      return `◌ Updating…${partial}${kept}`;
    case 'waiting':
      return `▲ ${state.isFault === true ? 'The update has failed' : 'The server does not answer'}: what is shown ${isComplete ? 'may be old' : 'is not complete'}.${kept}`;
    case 'expired':
      if (isOffline) return `○ Log in again when there is a network.${partial}${kept}`;
      return `▲ Your session on the server has ended.${partial}${kept}`;
    case 'notOffered':
      return `This server stores no packs, tickets or logs: what you enter stays on this computer and is not sent.${kept}`;
    case 'blocked':
      return `▲ This computer saves nothing: ${state.error.message}`;
  }
};

/** Shows in one line how current the rows are and how many changes are queued. */
export const SyncLine = ({
  isQuestion = false,
}: {
  /** Whether the line is in the logout question, which itself counts and sends the changes. */
  readonly isQuestion?: boolean;
}) => {
  const { sync, isComplete$ } = useReadyWorkspace();
  const state = useLive(sync.state$);
  const isComplete = useLive(isComplete$);
  const { session } = useAccount();
  const { isReached } = useLive(session.contact$);
  useEveryMinute(sync.poll); // what other users change
  const [, items] = useRows();
  const isOffline = useSignedIn()?.user.token === 'offline';
  const waiting = items.filter((item) => !isApplied(item) && item.answer === undefined);
  return (
    <p className="row hint" role="status" data-state={state.kind}>
      {stateText(state, waiting.length, { isOffline, isQuestion, isComplete })}{' '}
      {/* Otherwise the shell offers it. */}
      {state.kind === 'waiting' && isReached && !isQuestion && (
        <Button size="small" onClick={() => sync.run()}>
          Retry
        </Button>
      )}
      {/* The server then reports that the session has ended, and the shell leads to the login. */}
      {state.kind === 'expired' && !isOffline && !isQuestion && (
        <Button size="small" onClick={() => void session.refresh()}>
          Log in again
        </Button>
      )}
    </p>
  );
};
