import { useEffect, useState } from 'react';
import { unansweredCommands, type Link } from '@batbot/core';

/** How many commands in a row the device has left unanswered on this connection. */
export const useUnanswered = (link: Pick<Link, 'traffic$' | 'transactions$' | 'late$'>): number => {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const subscription = unansweredCommands(link).subscribe(setCount);
    return () => {
      subscription.unsubscribe();
    };
  }, [link]);
  return count;
};
