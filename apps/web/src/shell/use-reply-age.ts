import { useEffect, useState } from 'react';
import type { Link } from '@batbot/core';

/** How often the age is told anew, milliseconds. */
const STEP_MS = 500;

/**
 * Age of what the device said last, milliseconds; undefined while it has said nothing on this connection. By the
 * clock that never jumps [ST-07]; a flood of bytes renders nothing here.
 */
export const useReplyAge = (link: Pick<Link, 'traffic$'>): number | undefined => {
  const [age, setAge] = useState<number>();
  useEffect(() => {
    let heardAt: number | undefined;
    const tell = (): void => {
      setAge(heardAt === undefined ? undefined : performance.now() - heardAt);
    };
    const subscription = link.traffic$.subscribe(({ kind }) => {
      if (kind === 'received') {
        const isFirst = heardAt === undefined;
        heardAt = performance.now();
        if (isFirst) tell(); // at once: other parts of the screen already show the reply
      } else if (kind === 'opened' || kind === 'closed') {
        heardAt = undefined;
        tell();
      }
    });
    const timer = setInterval(() => {
      if (heardAt !== undefined) tell();
    }, STEP_MS);
    return () => {
      subscription.unsubscribe();
      clearInterval(timer);
    };
  }, [link]);
  return age;
};
