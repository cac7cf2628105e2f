import { useEffect, useState } from 'react';
import type { Result } from '@batbot/core';
import type { WorkspaceFault } from '@batbot/core/workspace';
import { whenWanted } from '../../react/when-wanted.ts';

type Answer<T> = Result<T, WorkspaceFault>;

export const FAULTS: Readonly<Record<WorkspaceFault['kind'], string>> = {
  unreachable:
    'The server does not answer now. The recordings of this computer are analysed without it.',
  expired: 'Your session on the server has ended. Sign in again.',
  notOffered:
    'This server does not compare packs. The recordings of this computer are analysed without it.',
  refused: 'This account may not see the fleet.',
};

/**
 * Returns the answer of the server, undefined while the request is pending, and a function that repeats the request.
 */
export const useAnswer = <T>(
  ask: () => Promise<Answer<T>>,
): readonly [answer: Answer<T> | undefined, again: () => void] => {
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<{ readonly to: typeof ask; readonly is: Answer<T> }>();
  useEffect(() => whenWanted(ask(), (is) => setAnswer({ to: ask, is })), [ask, attempt]);
  const again = (): void => {
    setAnswer(undefined);
    setAttempt(attempt + 1);
  };
  return [answer?.to === ask ? answer.is : undefined, again];
};
