import { useEffect } from 'react';

/** Makes the browser ask before the page is reloaded or closed while `isOn`. */
export const useUnloadQuestion = (isOn: boolean): void => {
  useEffect(() => {
    if (!isOn) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isOn]);
};
