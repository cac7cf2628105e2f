import { useEffect, useState } from 'react';
import type { SessionInfo } from '@batbot/core';
import type { PackFacts, RecordingFigures } from '@batbot/core/analysis';
import { useCore } from '../../react/core-context.tsx';
import { createAnalysisClient } from './analysis-client.ts';

/** The figures of the recordings of a pack, as far as they are analysed. */
export interface Analysed {
  readonly figures: readonly RecordingFigures[];
  readonly done: number;
  /** Number of recordings that could not be read. */
  readonly failed: number;
  /** Wall-clock time of the analysis: no recording can have a later start. */
  readonly at: number;
}

const NONE: Analysed = { figures: [], done: 0, failed: 0, at: 0 };
/** Figures by recording, its samples and the facts of its pack. A recording does not change after it ended. */
const kept = new Map<string, RecordingFigures>();

/**
 * Analyses recordings in a worker, the newest first. The result grows with each of them. The running recording, which
 * grows every few seconds, is analysed once, and again when it has ended.
 */
export const useFigures = (
  sessions: readonly SessionInfo[],
  facts: PackFacts,
  runningId: string | undefined,
): Analysed => {
  const { recording } = useCore();
  const { capacityAh, chemistry } = facts;
  const wanted = sessions
    .map(({ id, samples }) => `${id} ${id === runningId ? '' : samples}`)
    .join('\n');
  const suffix = ` ${capacityAh ?? ''} ${chemistry ?? ''}`;
  const [state, setState] = useState<{ readonly of: string; readonly is: Analysed }>();
  useEffect(() => {
    let isWanted = true;
    const client = createAnalysisClient(recording);
    const run = async (): Promise<void> => {
      let is = NONE;
      for (const line of wanted.split('\n').filter(Boolean)) {
        const [id = '', samples = ''] = line.split(' ');
        const key = line + suffix;
        const found = kept.get(key) ?? (await client.analyse(id, { capacityAh, chemistry }));
        if (!isWanted) return;
        if (found !== undefined && samples !== '') kept.set(key, found);
        is = {
          figures: found === undefined ? is.figures : [...is.figures, found],
          done: is.done + 1,
          failed: is.failed + Number(found === undefined),
          at: Date.now(),
        };
        setState({ of: wanted + suffix, is });
      }
    };
    void run();
    return () => {
      isWanted = false;
      client.close();
    };
  }, [recording, wanted, suffix, capacityAh, chemistry]);
  return state?.of === wanted + suffix ? state.is : NONE;
};
