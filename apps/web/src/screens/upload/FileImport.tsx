import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { Alert, Button, Card, Flex, Progress } from 'antd';
import type { SessionInfo } from '@batbot/core';
import { createRememberedMappings, type Importer } from '@batbot/core/imports';
import { useCore } from '../../react/core-context.tsx';
import { useSessionPaths } from '../../react/paths.ts';
import { useLive } from '../../react/use-live.ts';
import { bytesText, counted } from '../../text/format.ts';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { saveFile } from '../controls/save-file.ts';
import { uploadProblem } from '../workspace/upload-words.ts';
import { useReadyWorkspace } from '../workspace/use-workspace.ts';
import { CheckResult } from './CheckResult.tsx';
import { ColumnMapping } from './ColumnMapping.tsx';
import { FileSettings } from './FileSettings.tsx';
import { importProblem } from './upload-words.ts';
import { useImportFile, type Chosen, type ShownCheck } from './use-import-file.ts';

/** Thrown by the loop over the rows when the user stops, or with the reason why no row of the file is applied. */
class Stopped extends Error {}

/** The finished or running action on a file. */
type Phase =
  | { readonly kind: 'check' }
  | { readonly kind: 'working'; readonly share: number }
  | { readonly kind: 'applied' }
  | { readonly kind: 'sessions'; readonly sessions: readonly SessionInfo[] };

/** One file from its recognition to its receipt. */
export const FileImport = ({
  chosen,
  importer,
  onChange,
  onEnd,
}: {
  readonly chosen: Chosen;
  readonly importer: Importer;
  readonly onChange: (chosen: Chosen) => void;
  readonly onEnd: () => void;
}) => {
  const workspace = useReadyWorkspace();
  const { recording } = useCore();
  const paths = useSessionPaths();
  const [phase, setPhase] = useState<Phase>({ kind: 'check' });
  const [problem, setProblem] = useState<string>();
  const isWanted = useRef(true);
  const isChecking = phase.kind === 'check';
  const view = useImportFile(chosen);
  const { source } = chosen;
  const { look, check } = view;
  const imports = useLive(importer.imports$);
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

  const addSessions = async ({ plan, report, importId = '' }: ShownCheck): Promise<void> => {
    const sessions: SessionInfo[] = [];
    let done = 0;
    try {
      for await (const { info, chunks } of source.sessions(plan, importId)) {
        if (!isWanted.current) throw new Stopped();
        const added = await recording.add(info, chunks);
        if (!added.ok) throw new Stopped(`${uploadProblem(added.error)} Nothing was imported.`);
        sessions.push(info);
        done += info.samples;
        setPhase({ kind: 'working', share: done / report.samples });
      }
    } catch (thrown) {
      for (const { id } of sessions) await recording.remove(id);
      throw thrown;
    }
    setPhase({ kind: 'sessions', sessions });
  };

  const apply = async (shown: ShownCheck): Promise<void> => {
    const { kind, header, mapping } = shown.plan;
    isWanted.current = true;
    setProblem(undefined);
    setPhase({ kind: 'working', share: 0 });
    // The import does not wait for a slow server.
    void createRememberedMappings(workspace).keep(header, { kind, mapping }, crypto.randomUUID());
    try {
      await (kind === 'packs' ? applyPacks(shown) : addSessions(shown));
    } catch (thrown) {
      const isStopped = thrown instanceof Stopped;
      setProblem(isStopped ? thrown.message : `The file could not be read: ${String(thrown)}`);
      setPhase({ kind: 'check' });
    }
  };
  const saveRefused = async ({ plan }: ShownCheck): Promise<void> => {
    saveFile(document, `refused-${source.file.name}`, 'text/csv', [await source.refused(plan)]);
  };

  const layout = look?.kind === 'layout' ? look.layout : undefined;
  const earlier = (imports ?? []).filter(
    ({ id, state }) => id.startsWith(check?.importId ?? '-') && state !== 'undone',
  );
  const isUnfinished = earlier.some(({ state }) => state === 'applying');
  const toApply =
    check === undefined ? 0 : check.report.create + check.report.update + check.report.samples;
  const isReady =
    imports !== undefined && check?.importId !== undefined && check.report.fatal === undefined;
  const isPacks = check?.plan.kind === 'packs';
  return (
    <>
      <Card
        size="small"
        title={<h2>{source.file.name}</h2>}
        extra={
          <Button disabled={phase.kind === 'working'} onClick={onEnd}>
            {isChecking ? 'Close the file' : 'Import another file'}
          </Button>
        }
      >
        <p className="upload__size">
          {bytesText(source.file.size)}. The file is read on this computer only.
        </p>
        {look === undefined && view.failure === undefined && <p role="status">Reading …</p>}
        {look?.kind === 'problem' && (
          <ProblemAlert
            help="fileRefused"
            role="alert"
            title="This file cannot be imported."
            description={look.problem}
          />
        )}
        {layout !== undefined && isChecking && (
          <FileSettings
            layout={{ ...layout, mapping: view.mapping }}
            onKind={(kind) => onChange({ source, settings: chosen.settings, kind })}
            onChange={(changed) => {
              // Another table has other columns.
              const { mapping, ...rest } = chosen;
              const isSame = !['delimiter', 'encoding', 'headerRow'].some(
                (name) => name in changed,
              );
              const kept = isSame && mapping !== undefined ? { mapping } : {};
              onChange({ ...rest, ...kept, settings: { ...chosen.settings, ...changed } });
            }}
          />
        )}
        <ProblemAlert help="importStopped" role="alert" title={view.failure} />
      </Card>
      {layout !== undefined && (
        <Card size="small" title={<h2>{isChecking ? 'Check' : 'Import'}</h2>}>
          <Flex vertical gap="small">
            {layout.kind === undefined && (
              <ProblemAlert
                help="fileRefused"
                type="warning"
                title="The kind of the file was not recognised: choose what it is."
              />
            )}
            <ProblemAlert help="fileRefused" type="warning" title={view.problem} />
            {earlier.length > 0 && isChecking && (
              <Alert
                type="info"
                showIcon
                title={
                  isUnfinished
                    ? 'The import of this file is not finished. Continue it below.'
                    : 'This file was imported before. Only what is different now is changed.'
                }
              />
            )}
            {check !== undefined && (
              <CheckResult
                check={check}
                isShort={!isChecking}
                onSaveRefused={() => void saveRefused(check)}
              >
                {isChecking && isReady && !isUnfinished && (
                  <div>
                    <Button
                      type="primary"
                      disabled={toApply === 0}
                      onClick={() => void apply(check)}
                    >
                      {isPacks ? `Apply ${counted(toApply, 'change')}` : 'Save as a session'}
                    </Button>{' '}
                    {toApply === 0 && 'There is nothing to apply.'}
                  </div>
                )}
              </CheckResult>
            )}
            <ProblemAlert help="importStopped" role="alert" title={problem} />
            {phase.kind === 'working' && (
              <>
                <Progress
                  aria-label="Importing"
                  percent={Math.floor(phase.share * 100)}
                  size="small"
                />
                <div>
                  <Button
                    onClick={() => {
                      isWanted.current = false;
                    }}
                  >
                    Cancel
                  </Button>
                </div>
              </>
            )}
            {phase.kind === 'applied' && (
              <p role="status">✓ Stored on this computer; its progress is below.</p>
            )}
            {phase.kind === 'sessions' && (
              <>
                <p role="status">
                  ✓ Saved on this computer. Each session can be uploaded to its pack.
                </p>
                <ul>
                  {phase.sessions.map(({ id, name, samples }) => (
                    <li key={id}>
                      <Link to={paths.details(id)}>{name}</Link>, {counted(samples, 'sample')}
                    </li>
                  ))}
                </ul>
                <div>
                  <Button
                    onClick={() => {
                      const { sessions } = phase;
                      setPhase({ kind: 'check' });
                      for (const { id } of sessions) void recording.remove(id);
                    }}
                  >
                    Undo
                  </Button>
                </div>
              </>
            )}
          </Flex>
        </Card>
      )}
      {layout?.kind !== undefined && isChecking && (
        <Card size="small" title={<h2>Columns</h2>}>
          <ColumnMapping
            kind={layout.kind}
            table={layout.table}
            mapping={view.mapping}
            onChange={(mapping) => onChange({ ...chosen, mapping })}
          />
        </Card>
      )}
    </>
  );
};
