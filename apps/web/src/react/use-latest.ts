import { useEffect, useState } from 'react';
import type { Observable } from 'rxjs';

/** Returns the last value of a stream. The subscription lasts as long as the component. */
export const useLatest = <T>(stream$: Observable<T>, initial: T): T => {
  const [latest, setLatest] = useState(initial);
  useEffect(() => {
    const subscription = stream$.subscribe((value) => setLatest(value));
    return () => subscription.unsubscribe();
  }, [stream$]);
  return latest;
};
