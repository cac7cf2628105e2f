import { useEffect, useMemo, useState } from 'react';
import {
  createRememberedMappings,
  knownPack,
  planProblem,
  type ImportKind,
  type ImportPlan,
  type ImportReport,
  type ImportSettings,
  type Mapping,
} from '@batbot/core/imports';
import { assetsOf, whenIdle } from '@batbot/core/workspace';
import type { ImportFile, Look } from '../../adapters/imports/import-file.ts';
import { useReadyWorkspace } from '../workspace/use-workspace.ts';

/** The user's choices for a file. Absent properties are recognized from the file. */
export interface Chosen {
  readonly source: ImportFile;
  readonly settings: Partial<ImportSettings>;
  readonly kind?: ImportKind;
  readonly mapping?: Mapping;
}

/** A check that runs (`share` of the file is read) or has ended (with the id of the import). */
export interface ShownCheck {
  /** The choices that were checked. */
  readonly of: object;
  readonly plan: ImportPlan;
  readonly report: ImportReport;
  readonly share: number;
  readonly importId?: string;
}

/**
 * Recognizes and checks a file whenever the choices change. `problem`: what the user still has to decide. `failure`: why
 * the reader of the file failed.
 */
export const useImportFile = (chosen: Chosen) => {
  const workspace = useReadyWorkspace();
  const { source, settings, kind, mapping: ownMapping } = chosen;
  const [look, setLook] = useState<Look>();
  const [remembered, setRemembered] = useState<Mapping>();
  const [check, setCheck] = useState<ShownCheck>();
  const [failure, setFailure] = useState<string>();

  useEffect(() => {
    let isCurrent = true;
    const recognize = async (): Promise<void> => {
      const mappings = createRememberedMappings(workspace);
      let found = await source.look(settings, kind);
      const earlier =
        found.kind === 'layout' ? await mappings.of(found.layout.table.header) : undefined;
      const isOther = found.kind === 'layout' && found.layout.kind !== earlier?.kind;
      if (earlier !== undefined && isOther && kind === undefined)
        found = await source.look(settings, earlier.kind);
      if (!isCurrent) return;
      const shown = found.kind === 'layout' ? found.layout.kind : undefined;
      setRemembered(earlier?.kind === shown ? earlier?.mapping : undefined);
      setLook(found);
    };
    recognize().catch((thrown: unknown) => {
      if (isCurrent) setFailure(String(thrown));
    });
    return () => {
      isCurrent = false;
    };
  }, [source, settings, kind, workspace]);

  const layout = look?.kind === 'layout' ? look.layout : undefined;
  const mapping = ownMapping ?? remembered ?? layout?.mapping;
  const plan = useMemo(() => {
    if (layout?.kind === undefined || mapping === undefined) return undefined;
    return { kind: layout.kind, settings: layout.settings, mapping, header: layout.table.header };
  }, [layout, mapping]);
  const problem = plan && planProblem(plan);

  useEffect(() => {
    if (plan === undefined || problem !== undefined) return undefined;
    let isCurrent = true;
    const run = async (): Promise<void> => {
      if (plan.kind === 'packs') await whenIdle(workspace.sync);
      if (!isCurrent) return;
      const assets = assetsOf(workspace.rows$.value, workspace.outbox.items$.value);
      const full = { ...plan, known: plan.kind === 'packs' ? assets.map(knownPack) : [] };
      for await (const step of source.check(full)) {
        if (!isCurrent) return;
        const share = step.kind === 'progress' ? step.share : 1;
        const ended = step.kind === 'checked' ? { importId: step.importId } : {};
        setCheck({ of: plan, plan: full, report: step.report, share, ...ended });
      }
    };
    run().catch((thrown: unknown) => {
      if (isCurrent) setFailure(String(thrown));
    });
    return () => {
      isCurrent = false;
    };
  }, [source, plan, problem, workspace]);

  const shown = check?.of === plan ? check : undefined;
  return { look, mapping: mapping ?? [], problem, check: shown, failure };
};
