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
import { assetsOf, type Workspace } from '@batbot/core/workspace';
import { openImportFile, type ImportFile, type Look } from '../../adapters/imports/import-file.ts';

/** What the user has chosen for a file. What is absent is recognised. */
export interface Chosen {
  readonly file: File;
  readonly settings: Partial<ImportSettings>;
  readonly kind?: ImportKind;
  readonly mapping?: Mapping;
}

/** A check that runs (`share` of the file is read) or has ended (with the id of the import). */
export interface ShownCheck {
  readonly plan: ImportPlan;
  readonly report: ImportReport;
  readonly share: number;
  readonly importId?: string;
}

export interface ImportView {
  readonly source: ImportFile | undefined;
  readonly look: Look | undefined;
  readonly mapping: Mapping;
  /** What the user still has to decide. */
  readonly problem: string | undefined;
  readonly check: ShownCheck | undefined;
  /** Why the reader of the file failed. */
  readonly failure: string | undefined;
}

/** Recognises and checks a file whenever the choices change. `isPaused` prevents a new check. */
export const useImportFile = (
  chosen: Chosen,
  workspace: Workspace,
  isPaused: boolean,
): ImportView => {
  const { file, settings, kind, mapping: ownMapping } = chosen;
  const [source, setSource] = useState<ImportFile>();
  const [look, setLook] = useState<Look>();
  const [remembered, setRemembered] = useState<Mapping>();
  const [check, setCheck] = useState<ShownCheck>();
  const [failure, setFailure] = useState<string>();

  useEffect(() => {
    const opened = openImportFile(file);
    setSource(opened);
    return opened.close;
  }, [file]);

  useEffect(() => {
    let isCurrent = true;
    const recognise = async (): Promise<void> => {
      if (source === undefined) return;
      const mappings = createRememberedMappings(workspace.imports, workspace.tools.sha256);
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
    recognise().catch((thrown: unknown) => {
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
    if (isPaused) return undefined;
    setCheck(undefined);
    if (plan === undefined || problem !== undefined || source === undefined) return undefined;
    let isCurrent = true;
    const run = async (): Promise<void> => {
      const assets = assetsOf(workspace.rows$.value, workspace.outbox.items$.value);
      const known = assets.filter((asset) => asset.kind === 'PACK').map(knownPack);
      const full = { ...plan, known: plan.kind === 'packs' ? known : [] };
      for await (const step of source.check(full)) {
        if (!isCurrent) return;
        const share = step.kind === 'progress' ? step.share : 1;
        const ended = step.kind === 'checked' ? { importId: step.importId } : {};
        setCheck({ plan: full, report: step.report, share, ...ended });
      }
    };
    run().catch((thrown: unknown) => {
      if (isCurrent) setFailure(String(thrown));
    });
    return () => {
      isCurrent = false;
    };
  }, [source, plan, problem, workspace, isPaused]);

  return { source, look, mapping: mapping ?? [], problem, check, failure };
};
