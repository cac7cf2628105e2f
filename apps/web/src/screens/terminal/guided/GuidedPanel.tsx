import { useRef, useState } from 'react';
import { PROCEDURE_FILE_LIMIT } from '@batbot/core/procedures';
import { useCore } from '../../../react/core-context.tsx';
import { useLive } from '../../../react/use-live.ts';
import { OpenFileButton } from '../../controls/OpenFileButton.tsx';
import { saveFile } from '../../controls/save-file.ts';
import { CheckList } from './CheckList.tsx';
import { GuidedRunView } from './GuidedRunView.tsx';
import { ReportView } from './ReportView.tsx';
import { procedureProblem, startProblem } from '../sequences/sequence-words.ts';
import { fileName } from './guided-words.ts';
import './guided.css';

const NOT_KEPT = 'Kept until the page is closed only: the browser’s storage refused.';

/** Guided checks: the list, the check under way, its report. */
export const GuidedPanel = () => {
  const { procedures, link } = useCore();
  const guided = procedures.checks;
  const checks = useLive(guided.list$);
  const reports = useLive(guided.reports$);
  const run = useLive(guided.run$);
  const connection = useLive(link.connection$);
  const [openId, setOpenId] = useState<string>();
  const [told, setTold] = useState('');
  const panel = useRef<HTMLDivElement>(null);
  const isConnected = connection.kind === 'connected';
  const isOver = run?.phase.kind === 'ended';
  const report = reports.find(({ id, startedAt, name }) =>
    isOver ? startedAt === run.startedAt && name === run.check.name : id === openId,
  );

  // What had the focus is gone; the panel keeps it, so that the keys go on from there.
  const keepFocus = (): void => {
    panel.current?.focus({ preventScroll: true });
  };
  const closeReport = (): void => {
    setOpenId(undefined);
    guided.dismiss();
    keepFocus();
  };
  const start = (title: string): void => {
    setTold('');
    keepFocus();
    void guided.start(title).then((started) => {
      if (!started.ok) setTold(startProblem(started.error, 'check'));
    });
  };
  const importFile = (text: string): void => {
    const imported = guided.importFile(text);
    if (!imported.ok) setTold(`Nothing imported. ${procedureProblem(imported.error)}`);
    else {
      const { names, kept } = imported.value;
      const look = 'Look its steps over before you start it.';
      setTold(`Imported: ${names.join(', ')}. ${kept ? look : NOT_KEPT}`);
    }
  };

  return (
    <div ref={panel} className="checks" tabIndex={-1}>
      {run && !isOver ? (
        <GuidedRunView run={run} guided={guided} />
      ) : report ? (
        <ReportView
          key={report.id}
          report={report}
          onClose={closeReport}
          onDelete={() => {
            closeReport();
            guided.removeReport(report.id);
            setTold('Report deleted.');
          }}
        />
      ) : (
        <>
          <p className="checks__hint">
            A check leads through its steps and ends with a report. While it runs, the device is
            asked for live data every 2 s; its own commands go out only when you press their button.
          </p>
          {!isConnected && (
            <p className="checks__hint checks__hint--strong">
              <span aria-hidden>▲ </span>Connect a device to start a check.
            </p>
          )}
          <p className="checks__told" role="status">
            {told}
          </p>
          <CheckList
            checks={checks}
            isBuiltIn={guided.isBuiltIn}
            reports={reports}
            isConnected={isConnected}
            onStart={start}
            onExport={(title) => {
              const text = guided.exportFile([title]);
              saveFile(document, `${fileName(title)}.json`, 'application/json', [text]);
            }}
            onRemove={(title) => {
              guided.remove(title);
              setTold('Deleted.');
              keepFocus();
            }}
            onOpen={({ id }) => {
              setTold('');
              keepFocus();
              setOpenId(id);
            }}
          />
          <OpenFileButton
            label="Import checks"
            file="File with checks"
            limit={PROCEDURE_FILE_LIMIT}
            onText={importFile}
          />
        </>
      )}
    </div>
  );
};
