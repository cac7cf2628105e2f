import { useRef, useState } from 'react';
import { Alert } from 'antd';
import { PROCEDURE_FILE_LIMIT } from '@batbot/core/procedures';
import { useCore } from '../../../react/core-context.tsx';
import { useLive } from '../../../react/use-live.ts';
import { OpenFileButton } from '../../controls/OpenFileButton.tsx';
import { saveFile } from '../../controls/save-file.ts';
import { NOT_SAVED, procedureProblem, startProblem } from '../sequences/sequence-words.ts';
import { CheckList } from './CheckList.tsx';
import { CheckRunView } from './CheckRunView.tsx';
import { fileName } from './check-words.ts';
import { ReportView } from './ReportView.tsx';
import './checks.css';

/** The list of checks, the check that runs, or its report. Lays itself out by the width it gets. */
export const ChecksPanel = () => {
  const { procedures, link } = useCore();
  const { checks } = procedures;
  const list = useLive(checks.list$);
  const reports = useLive(checks.reports$);
  const run = useLive(checks.run$);
  const connection = useLive(link.connection$);
  const [openId, setOpenId] = useState<string>();
  const [message, setMessage] = useState('');
  const panel = useRef<HTMLDivElement>(null);
  const isConnected = connection.kind === 'connected';
  const isOver = run?.phase.kind === 'ended';
  const report = reports.find(({ id, startedAt, name }) =>
    isOver ? startedAt === run.startedAt && name === run.check.name : id === openId,
  );

  // The focused element is about to go: the panel takes the focus, so that the next key works.
  const keepFocus = (): void => {
    panel.current?.focus({ preventScroll: true });
  };
  const closeReport = (): void => {
    setOpenId(undefined);
    checks.dismiss();
    keepFocus();
  };
  const start = (name: string): void => {
    setMessage('');
    keepFocus();
    void checks.start(name).then((started) => {
      if (!started.ok) setMessage(startProblem(started.error, 'check'));
    });
  };
  const importFile = (text: string): void => {
    const imported = checks.importFile(text);
    if (!imported.ok) {
      setMessage(`Nothing imported. ${procedureProblem(imported.error)}`);
      return;
    }
    const { names, kept } = imported.value;
    setMessage(
      `Imported: ${names.join(', ')}. ${kept ? 'Review its steps before starting.' : NOT_SAVED}`,
    );
  };

  return (
    <div ref={panel} className="checks" tabIndex={-1}>
      {run && !isOver ? (
        <CheckRunView run={run} checks={checks} />
      ) : report ? (
        <ReportView
          key={report.id}
          report={report}
          onClose={closeReport}
          onDelete={() => {
            closeReport();
            checks.removeReport(report.id);
            setMessage('Report deleted.');
          }}
        />
      ) : (
        <>
          <p className="checks__hint">
            A check guides you step by step and ends with a report. Commands are sent only when you
            press the button.
          </p>
          {!isConnected && (
            <Alert type="warning" showIcon title="Connect a device to start a check." />
          )}
          <p className="checks__message" role="status">
            {message}
          </p>
          <CheckList
            checks={list}
            isBuiltIn={checks.isBuiltIn}
            reports={reports}
            isConnected={isConnected}
            onStart={start}
            onExport={(name) => {
              const text = checks.exportFile([name]);
              saveFile(document, `${fileName(name)}.json`, 'application/json', [text]);
            }}
            onRemove={(name) => {
              checks.remove(name);
              setMessage(`Deleted “${name}”.`);
              keepFocus();
            }}
            onOpen={({ id }) => {
              setMessage('');
              keepFocus();
              setOpenId(id);
            }}
          />
          <div>
            <OpenFileButton
              label="Import checks"
              file="File with checks"
              limit={PROCEDURE_FILE_LIMIT}
              onText={importFile}
            />
          </div>
        </>
      )}
    </div>
  );
};
