import { useEffect, useRef, useState } from 'react';
import { Button, Flex } from 'antd';
import { createPortal } from 'react-dom';
import { REPORT_FILE, reportText, type CheckReport } from '@batbot/core/procedures';
import { useServices } from '../../../react/core-context.tsx';
import { isoDate } from '../../../text/format.ts';
import { copyText } from '../../controls/copy-text.ts';
import { saveJson } from '../../controls/save-file.ts';
import { ConfirmButton } from '../../controls/ConfirmButton.tsx';
import { fileName } from './check-words.ts';
import { ReportBody } from './ReportBody.tsx';
import './report.css';

const COPIED = { refused: 'The browser refused to copy. Save or print it instead.' };

interface Props {
  readonly report: CheckReport;
  readonly onClose: () => void;
  readonly onDelete: () => void;
}

/**
 * Shows a report that can be printed, saved and copied. The print contains only the report, with room for a signature.
 */
export const ReportView = ({ report, onClose, onDelete }: Props) => {
  const { brand } = useServices().config;
  const [message, setMessage] = useState('');
  const view = useRef<HTMLElement>(null);
  useEffect(() => {
    const { activeElement, body } = document;
    const panel = view.current?.parentElement;
    const isInPanel = (panel?.closest('aside') ?? panel)?.contains(activeElement) === true;
    if (activeElement === body || isInPanel) view.current?.focus({ preventScroll: true });
    panel?.parentElement?.scrollTo({ top: 0 });
  }, []);

  const copy = (): void => void copyText([reportText(report)], COPIED).then(setMessage);
  const save = (): void => {
    const name = `check-${fileName(report.name)}-${isoDate(report.endedAt)}.json`;
    saveJson(name, REPORT_FILE.format([report]));
  };

  return (
    <section
      ref={view}
      className="report stack"
      aria-label={`Report of ${report.name}`}
      tabIndex={-1}
    >
      <Flex wrap align="center" gap={8}>
        <Button type="primary" onClick={() => print()}>
          Print
        </Button>
        <Button onClick={save}>Save as JSON</Button>
        <Button onClick={copy}>Copy as text</Button>
        <Button onClick={onClose}>Close report</Button>
        <ConfirmButton
          question="Delete this report? This cannot be undone."
          confirm="Delete"
          onConfirm={onDelete}
        >
          Delete
        </ConfirmButton>
        <span role="status">{message}</span>
      </Flex>
      <ReportBody report={report} />
      {createPortal(
        <article className="report-sheet stack" aria-hidden>
          <p>{brand.name} check report</p>
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
