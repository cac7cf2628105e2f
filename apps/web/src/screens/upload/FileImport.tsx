import { Alert, Button, Card, Flex } from 'antd';
import { isUnfinished, MOST_CHANGES, type Importer } from '@batbot/core/imports';
import { restOf } from '@batbot/core/workspace';
import { useLive } from '../../react/use-live.ts';
import { bytesText, counted } from '../../text/format.ts';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { saveFile } from '../controls/save-file.ts';
import { useRows, useSyncState } from '../workspace/use-workspace.ts';
import { CheckResult } from './CheckResult.tsx';
import { ColumnMapping } from './ColumnMapping.tsx';
import { FileSettings } from './FileSettings.tsx';
import { ImportPhase } from './ImportPhase.tsx';
import { importProblem } from './upload-words.ts';
import { useApplyFile } from './use-apply-file.ts';
import { useImportFile, type Chosen, type ShownCheck } from './use-import-file.ts';

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
  const view = useImportFile(chosen);
  const { phase, problem, apply, cancel, undo } = useApplyFile(chosen, importer);
  const { source } = chosen;
  const { look, check } = view;
  const imports = useLive(importer.imports$);
  const isChecking = phase.kind === 'check';
  const isUpdating = useSyncState().kind === 'working';
  const [rows] = useRows();

  const saveRefused = async ({ plan }: ShownCheck): Promise<void> => {
    saveFile(`refused-${source.file.name}`, 'text/csv', [await source.refused(plan)]);
  };

  const layout = look?.kind === 'layout' ? look.layout : undefined;
  const earlier = (imports ?? []).filter(
    ({ id, state }) => id.startsWith(check?.importId ?? '-') && state !== 'undone',
  );
  const isOpen = earlier.some(isUnfinished);
  const toApply =
    check === undefined ? 0 : check.report.create + check.report.update + check.report.samples;
  const isReady =
    imports !== undefined && check?.importId !== undefined && check.report.fatal === undefined;
  const isPacks = check?.plan.kind === 'packs';
  const isTooLong = isPacks && toApply > MOST_CHANGES;
  return (
    <>
      <Card
        size="small"
        title={<h2>{source.file.name}</h2>}
        extra={
          <Button size="small" disabled={phase.kind === 'working'} onClick={onEnd}>
            {isChecking ? 'Close the file' : 'Import another file'}
          </Button>
        }
      >
        <p style={{ marginBottom: 12 }}>
          {bytesText(source.file.size)}. The file is read on this computer only.
        </p>
        {look === undefined && view.failure === undefined && <p role="status">Reading…</p>}
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
                title="The kind of the file was not recognized: choose what it is."
              />
            )}
            <ProblemAlert help="fileRefused" type="warning" title={view.problem} />
            {earlier.length > 0 && isChecking && (
              <Alert
                type="info"
                showIcon
                title={
                  isOpen
                    ? 'The import of this file is not finished. Continue it below.'
                    : 'This file was imported before. Only what is different now is changed.'
                }
              />
            )}
            {layout.kind === 'packs' && isChecking && restOf(rows, 'asset') !== undefined && (
              <Alert
                type="warning"
                showIcon
                title="The server has more packs than this computer. One of them counts as new here, and the server then refuses its change. To compare with all packs, load more on Assets until none is missing, and choose the file again."
              />
            )}
            {check === undefined && isUpdating && layout.kind === 'packs' && (
              <p role="status">Fetching the packs of the account server before the check…</p>
            )}
            {check !== undefined && (
              <CheckResult
                check={check}
                isShort={!isChecking}
                onSaveRefused={() => void saveRefused(check)}
              >
                {isChecking && isReady && !isOpen && !isTooLong && (
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
            <ProblemAlert
              help="importStopped"
              role="alert"
              title={isTooLong ? importProblem({ kind: 'tooMany' }) : problem}
            />
            <ImportPhase phase={phase} cancel={cancel} undo={undo} />
          </Flex>
        </Card>
      )}
      {layout?.kind !== undefined && isChecking && (
        <Card size="small" title={<h2>Columns</h2>}>
          <ColumnMapping
            kind={layout.kind}
            table={layout.table}
            decimal={layout.settings.decimal}
            mapping={view.mapping}
            onChange={(mapping) => onChange({ ...chosen, mapping })}
          />
        </Card>
      )}
    </>
  );
};
