import { useState } from 'react';
import type { Change, Outcome, SyncState, WorkspaceFault } from '@batbot/core/workspace';
import { reasonText } from '../workspace/change-words.ts';
import { useReadyWorkspace } from '../workspace/use-workspace.ts';

/** Returns the reason why rights cannot be changed now; undefined if they can. */
export const onlineProblem = (state: SyncState): string | undefined => {
  if (state.kind === 'waiting')
    return state.isFault === true
      ? 'The update has failed. Accounts can be changed only after one that succeeds.'
      : 'The server does not answer. Accounts can be changed only while it does.';
  if (state.kind === 'expired') return 'Your session on the server has ended. Log in again.';
  return state.kind === 'notOffered' ? 'This server does not offer accounts.' : undefined;
};

const FAULTS = {
  unreachable:
    'The server did not answer: it is not known whether this was done. Try again; it is done only once.',
  expired: 'Your session on the server has ended. Log in again.',
  notOffered: 'This server does not offer this.',
} as const;

/** Describes why a call for accounts failed. */
export const faultText = ({ kind, message }: WorkspaceFault): string =>
  kind === 'refused' ? message : FAULTS[kind];

const outcomeText = (outcome: Outcome): string | undefined => {
  if (outcome.status === 'applied') return undefined;
  if (outcome.status === 'later') return 'The server is busy. Try again.';
  return reasonText(outcome);
};

/**
 * Sends changes of accounts at once. `isBusy`: they are prepared or sent. `isApplied`: the server applied the last
 * changes. `problem` describes why it did not.
 */
export const useAccountAction = () => {
  const { submitNow } = useReadyWorkspace();
  const [isBusy, setBusy] = useState(false);
  const [isApplied, setApplied] = useState(false);
  const [problem, setProblem] = useState<string>();
  const run = async (changes: readonly Change[] | Promise<readonly Change[]>): Promise<boolean> => {
    setBusy(true);
    setApplied(false);
    const answer = await submitNow(await changes);
    setBusy(false);
    const found = answer.ok
      ? answer.value.map(outcomeText).find((text) => text !== undefined)
      : faultText(answer.error);
    setProblem(found);
    setApplied(found === undefined);
    return found === undefined;
  };
  return { run, isBusy, isApplied, problem };
};
