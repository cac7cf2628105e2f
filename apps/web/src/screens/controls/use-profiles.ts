import { useEffect, useState } from 'react';

/** Returns the profiles that `load` loads, or why they could not be loaded. Both are undefined before. */
export const useProfiles = <T>(load: () => Promise<readonly T[]>) => {
  const [profiles, setProfiles] = useState<readonly T[]>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    void load().then(setProfiles, () => {
      setProblem('The profiles could not be loaded. Reload the page to try again.');
    });
  }, [load]);
  return { profiles, problem };
};
