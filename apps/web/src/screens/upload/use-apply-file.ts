import { useEffect, useRef, useState } from 'react';
import type { SessionInfo } from '@batbot/core';
import { createRememberedMappings, type Importer } from '@batbot/core/imports';
import { useCore } from '../../react/core-context.tsx';
import { recordingProblem } from '../workspace/recording-problem.ts';
import { useReadyWorkspace } from '../workspace/use-workspace.ts';
import { importProblem } from './upload-words.ts';
import type { Chosen, ShownCheck } from './use-import-file.ts';

/** Thrown by the loop over the rows when the user stops, or with the reason why no row of the file is applied. */
class Stopped extends Error {}

/** Returns why a file is not applied; empty if the user stopped it. */
const stopText = (thrown: unknown): string =>
  thrown instanceof Stopped ? thrown.message : `The file could not be read: ${String(thrown)}`;

/** A session of the file. `isNew`: it was not on this computer before. */
interface ImportedSession {
  readonly info: SessionInfo;
  readonly isNew: boolean;
}

/** The finished or running action on a file. `share`: the part that is done, from 0 to 1. */
export type Phase =
  | { readonly kind: 'check' }
  | { readonly kind: 'working'; readonly share: number }
  | { readonly kind: 'applied' }
  | { readonly kind: 'sessions'; readonly sessions: readonly ImportedSession[] };

/** Applies a checked file: rows as changes of packs, or samples as sessions. It stops when the screen is left. */
export const useApplyFile = ({ source }: Chosen, importer: Importer) => {
  const workspace = useReadyWorkspace();
  const { recording } = useCore();
  const [phase, setPhase] = useState<Phase>({ kind: 'check' });
  const [problem, setProblem] = useState<string>();
  const isWanted = useRef(true);
  useEffect(() => {
    isWanted.current = true;
    return () => {
      isWanted.current = false;
    };
  }, []);

  const applyPacks = async ({ plan, report, importId = '' }: ShownCheck): Promise<void> => {
    const of = report.create + report.update;
    const rows = async function* () {
      let done = 0;
      for await (const batch of source.packs(plan)) {
        if (!isWanted.current) throw new Stopped();
        yield batch;
        done += batch.length;
        setPhase({ kind: 'working', share: done / of });
      }
    };
    const about = { id: importId, fileName: source.file.name, refused: report.refused };
    const staged = await importer.stage(about, rows());
    if (!staged.ok) throw new Stopped(importProblem(staged.error));
    setPhase({ kind: 'applied' });
    const applied = await importer.apply(staged.value.id);
    if (!applied.ok) setProblem(importProblem(applied.error));
  };

  /** Removes the sessions that were not there before. Returns why some are left, as sentences. */
  const remove = async (sessions: readonly ImportedSession[]): Promise<string> => {
    const left: string[] = [];
    for (const { info, isNew } of sessions) {
      const removed = isNew ? await recording.remove(info.id) : undefined;
      if (removed?.ok === false && removed.error.kind !== 'notFound')
        left.push(`${info.name} is still on this computer: ${recordingProblem(removed.error)}`);
    }
    return left.join(' ');
  };

  const addSessions = async ({ plan, report, importId = '' }: ShownCheck): Promise<void> => {
    const sessions: ImportedSession[] = [];
    let done = 0;
    try {
      for await (const { info, chunks } of source.sessions(plan, importId)) {
        if (!isWanted.current) throw new Stopped();
        const added = await recording.add(info, chunks);
        if (!added.ok) throw new Stopped(recordingProblem(added.error));
        sessions.push({ info: added.value ?? info, isNew: added.value === undefined });
        done += info.samples;
        setPhase({ kind: 'working', share: done / report.samples });
      }
    } catch (thrown) {
      const why = stopText(thrown);
      const left = await remove(sessions);
      throw new Stopped([why, left || (why && 'Nothing was imported.')].filter(Boolean).join(' '));
    }
    setPhase({ kind: 'sessions', sessions });
  };

  const apply = async (check: ShownCheck): Promise<void> => {
    const { kind, header, mapping } = check.plan;
    isWanted.current = true;
    setProblem(undefined);
    setPhase({ kind: 'working', share: 0 });
    // The import does not wait for a slow server.
    void createRememberedMappings(workspace).keep(header, { kind, mapping }, crypto.randomUUID());
    try {
      await (kind === 'packs' ? applyPacks(check) : addSessions(check));
    } catch (thrown) {
      setProblem(stopText(thrown));
      setPhase({ kind: 'check' });
    }
  };

  return {
    phase,
    /** Why the file was not applied; empty if the user cancelled. */
    problem,
    apply,
    cancel: (): void => {
      isWanted.current = false;
    },
    /** Removes sessions that were just added. */
    undo: (sessions: readonly ImportedSession[]): void => {
      setPhase({ kind: 'check' });
      void remove(sessions).then(setProblem);
    },
  };
};
