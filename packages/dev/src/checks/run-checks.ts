import type { Check, Finding } from './check.ts';

/** More would only take turns on a machine with two cores, and each would seem slow. */
const AT_ONCE = 2;

const settle = async ({ run }: Check): Promise<Finding> => {
  try {
    return await run();
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { ok: false, figure: 'could not run', details: [text] };
  }
};

/** Runs checks, two at a time, and prints a line for each as it ends. Gives the names of those that failed. */
export const runChecks = async (
  checks: readonly Check[],
  print: (text: string) => void,
): Promise<readonly string[]> => {
  const waiting = [...checks];
  const failed: string[] = [];
  const worker = async (): Promise<void> => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const start = performance.now();
      const { ok, figure, details } = await settle(check);
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      print(
        `${ok ? '✓' : '✗'} ${check.name.padEnd(11)} ${figure.padEnd(48)} ${seconds.padStart(5)} s`,
      );
      for (const detail of details) print(detail.replace(/^/gm, '    '));
      if (!ok) failed.push(check.name);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return failed;
};
