/** The page stays alive while a long text is made: after so much work it gets a turn. */
const WORK_MS = 30;

/** All parts of a text that is made piece by piece. */
export const gatherParts = async (parts: Iterable<string>): Promise<readonly string[]> => {
  const gathered: string[] = [];
  let since = performance.now();
  for (const part of parts) {
    gathered.push(part);
    if (performance.now() - since < WORK_MS) continue;
    await new Promise((resolve) => {
      setTimeout(resolve, 0);
    });
    since = performance.now();
  }
  return gathered;
};
