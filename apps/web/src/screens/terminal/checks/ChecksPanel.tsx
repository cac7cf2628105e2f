import { useRef, useState } from 'react';
import { Alert } from 'antd';
import { PROCEDURE_FILE_LIMIT } from '@batbot/core/procedures';
import { useCore } from '../../../react/core-context.tsx';
import { useConnected } from '../../../react/use-connected.ts';
import { useLive } from '../../../react/use-live.ts';
import { useOpenedFile } from '../../../react/opened-file.ts';
import { ProblemAlert } from '../../controls/ProblemAlert.tsx';
import { OpenFileButton } from '../../controls/OpenFileButton.tsx';
import { NOT_SAVED } from '../forms/file-words.ts';
import { procedureProblem, startProblem } from '../sequences/sequence-words.ts';
import { CheckList } from './CheckList.tsx';
import { CheckRunView } from './CheckRunView.tsx';
import { ReportView } from './ReportView.tsx';
import '../procedures/procedures.css';
import './checks.css';

export const ChecksPanel = () => {
  const { checks } = useCore().procedures;
  const reports = useLive(checks.reports$);
  const areReportsKept = useLive(checks.areReportsKept$);
  const run = useLive(checks.run$);
  const isConnected = useConnected();
  const [openId, setOpenId] = useState<string>();
  const [message, setMessage] = useState('');
  const panel = useRef<HTMLDivElement>(null);
  const isOver = run?.phase.kind === 'ended';
  const report = reports.find(({ id, startedAt, name }) =>
    isOver ? startedAt === run.startedAt && name === run.check.name : id === openId,
  );

  /** Shows a message and focuses the panel, because the focused element is about to be removed. */
  const leave = (text: string): void => {
    setMessage(text);
    panel.current?.focus({ preventScroll: true });
  };
  const closeReport = (text = ''): void => {
    setOpenId(undefined);
    checks.dismiss();
    leave(text);
  };
  const start = (name: string): void => {
    leave('');
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
  useOpenedFile(['checks'], ({ text }) => importFile(text));

  return (
    <div ref={panel} className="procedures stack stack-16" tabIndex={-1}>
      <ProblemAlert
        help="storageFull"
        type="warning"
        title={
          !areReportsKept && 'The latest report is kept until you close the page: save it as JSON.'
        }
      />
      {run && !isOver ? (
        <CheckRunView run={run} />
      ) : report ? (
        <ReportView
          key={report.id}
          report={report}
          onClose={() => closeReport()}
          onDelete={() => {
            closeReport('Report deleted.');
            checks.removeReport(report.id);
          }}
        />
      ) : (
        <>
          <p className="hint">
            A check guides you step by step and ends with a report. Commands are sent only when you
            press the button.
          </p>
          {!isConnected && (
            <Alert type="warning" showIcon title="Connect a device to start a check." />
          )}
          <p role="status">{message}</p>
          <CheckList
            onStart={start}
            onRemove={(name) => {
              checks.remove(name);
              leave(`Deleted “${name}”.`);
            }}
            onOpen={({ id }) => {
              setOpenId(id);
              leave('');
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
