import { useEffect, useState } from 'react';
import type { Observable } from 'rxjs';

/** What a stream gave last; subscribed while the component is there. */
export const useLatest = <T>(stream$: Observable<T>, initial: T): T => {
  const [latest, setLatest] = useState(initial);
  useEffect(() => {
    const subscription = stream$.subscribe((value) => {
      setLatest(value);
    });
    return () => {
      subscription.unsubscribe();
    };
  }, [stream$]);
  return latest;
};
