import { useCallback, useEffect, useState } from 'react';
import type { Result } from '@batbot/core';
import type { WorkspaceFault } from '@batbot/core/workspace';
import { useAccount } from '../../react/core-context.tsx';
import { useLive } from '../../react/use-live.ts';
import { whenWanted } from '../../react/when-wanted.ts';
import { useSyncState } from './use-workspace.ts';

type Answer<T> = Result<T, WorkspaceFault>;

/**
 * Returns the answer of the server, undefined while the request is pending, and a function that repeats the request;
 * undefined if a repetition now would not help. A request without an answer is repeated when the server is reached again,
 * by the session or the synchronization.
 * `refresh` asks for a newer answer, until which the last one stays.
 */
export const useAnswer = <T>(
  ask: () => Promise<Answer<T>>,
): readonly [
  answer: Answer<T> | undefined,
  again: (() => void) | undefined,
  refresh: () => void,
] => {
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<{ readonly to: typeof ask; readonly is: Answer<T> }>();
  useEffect(
    () =>
      whenWanted(ask(), (is) =>
        setAnswer((last) => {
          const isLost = !is.ok && is.error.kind === 'unreachable';
          return isLost && last?.to === ask && last.is.ok ? last : { to: ask, is };
        }),
      ),
    [ask, attempt],
  );
  const refresh = useCallback(() => setAttempt((last) => last + 1), []);
  const again = (): void => {
    setAnswer(undefined);
    refresh();
  };
  const current = answer?.to === ask ? answer.is : undefined;
  const isUnanswered = current?.ok === false && current.error.kind === 'unreachable';
  const { isReached } = useLive(useAccount().session.contact$);
  const isSynced = useSyncState().kind === 'idle';
  const [was, setWas] = useState({ isReached, isSynced });
  if (was.isReached !== isReached || was.isSynced !== isSynced) {
    setWas({ isReached, isSynced });
    const isBack = (isReached && !was.isReached) || (isSynced && !was.isSynced);
    if (isBack && isUnanswered) again();
  }
  return [current, isUnanswered && isReached ? again : undefined, refresh];
};
