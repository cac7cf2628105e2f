import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { REPORT_FILE, reportText, type CheckReport } from '@batbot/core/procedures';
import { COPY_WORDS, copyParts } from '../../controls/copy-text.ts';
import { saveFile } from '../../controls/save-file.ts';
import { ReportBody } from './ReportBody.tsx';
import { fileName } from './guided-words.ts';
import './report.css';

const COPIED = { ...COPY_WORDS, refused: 'The browser refused to copy. Save or print it instead.' };

interface Props {
  readonly report: CheckReport;
  readonly onClose: () => void;
  readonly onDelete: () => void;
}

/** A report, to read, copy, save and print. On paper it stands alone, with room for a signature. */
export const ReportView = ({ report, onClose, onDelete }: Props) => {
  const [told, setTold] = useState('');
  const view = useRef<HTMLElement>(null);
  useEffect(() => {
    const { activeElement, body } = document;
    const panel = view.current?.parentElement;
    const isInPanel = panel?.contains(activeElement) === true;
    if (activeElement === body || isInPanel) view.current?.focus({ preventScroll: true });
    panel?.parentElement?.scrollTo({ top: 0 });
  }, []);

  const copy = (): void => {
    void copyParts(navigator.clipboard, [reportText(report)]).then((became) => {
      setTold(COPIED[became]);
    });
  };
  const save = (): void => {
    const day = new Date(report.endedAt).toISOString().slice(0, 10);
    const name = `check-${fileName(report.name)}-${day}.json`;
    saveFile(document, name, 'application/json', [REPORT_FILE.format([report])]);
  };

  return (
    <section ref={view} className="report" aria-label={`Report of ${report.name}`} tabIndex={-1}>
      <div className="report__buttons">
        <button type="button" className="button button--primary" onClick={onClose}>
          Close report
        </button>
        <button
          type="button"
          className="button"
          onClick={() => {
            print();
          }}
        >
          Print
        </button>
        <button type="button" className="button" onClick={copy}>
          Copy as text
        </button>
        <button type="button" className="button" onClick={save}>
          Save as JSON
        </button>
        <button type="button" className="tool-button" onClick={onDelete}>
          Delete
        </button>
        <span role="status" className="report__told">
          {told}
        </span>
      </div>
      <ReportBody report={report} />
      {createPortal(
        <article className="report-sheet" aria-hidden>
          <p className="report-sheet__maker">BatBot check report</p>
          <ReportBody report={report} />
          <p className="report-sheet__sign">
            <span>Checked by</span>
            <span>Date</span>
            <span>Signature</span>
          </p>
        </article>,
        document.body,
      )}
    </section>
  );
};
