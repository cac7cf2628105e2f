import { useEffect, useRef, useState } from 'react';
import { Button, Descriptions, Flex } from 'antd';
import { createPortal } from 'react-dom';
import {
  conditionsTitle,
  packLines,
  REPORT_FILE,
  reportText,
  type CheckReport,
  type ReportStep,
} from '@batbot/core/procedures';
import { clockText, isoDate } from '../../../text/format.ts';
import { COPY_WORDS, copyParts } from '../../controls/copy-text.ts';
import { saveFile } from '../../controls/save-file.ts';
import { ConfirmButton } from '../procedures/ConfirmButton.tsx';
import { fileName, OUTCOMES, reportLine } from './check-words.ts';
import './report.css';

const StepRow = ({ step }: { readonly step: ReportStep }) => {
  const { glyph, word, tone } = OUTCOMES[step.outcome];
  return (
    <li className="report-step">
      <span className={`tone-${tone}`} aria-hidden>
        {glyph}
      </span>
      <strong className={tone === 'muted' ? 'tone-muted' : undefined}>{step.title}</strong>
      <span className={`tone-${tone}`}>{word}</span>
      {step.found !== undefined && (
        <span>
          {step.found}
          {step.needed !== undefined && ` · expected ${step.needed}`}
        </span>
      )}
      {step.said !== undefined && (
        <span className="mono">
          {step.command} → {step.said.replaceAll('\n', ' · ')}
        </span>
      )}
      {step.conditions !== undefined && (
        <span className="hint">Only if {step.conditions.join(', ')}</span>
      )}
      {step.at !== undefined && <span className="hint">{clockText(step.at)}</span>}
    </li>
  );
};

/** The content of a report, for the screen and for paper. */
const ReportBody = ({ report }: { readonly report: CheckReport }) => {
  const { name, purpose, end, why, steps, halts, conditions } = report;
  const { glyph, tone } = OUTCOMES[end];
  return (
    <>
      <h3>{name}</h3>
      <p className={`report__end report__end--${tone} tone-${tone}`}>
        <span aria-hidden>{glyph} </span>
        {reportLine(report)}
      </p>
      {why !== undefined && <p>{why}.</p>}
      <p className="hint">{purpose}</p>
      <Descriptions
        size="small"
        layout="vertical"
        column={2}
        colon={false}
        items={packLines(report).map(([label, text]) => ({ key: label, label, children: text }))}
      />
      <h4>Steps</h4>
      <ol>
        {steps.map((step, index) => (
          <StepRow key={index} step={step} />
        ))}
      </ol>
      {halts.length > 0 && (
        <>
          <h4>Interruptions</h4>
          <ul className="hint">
            {halts.map(({ step, at, why: text }) => (
              <li key={`${step}-${at}`}>
                {clockText(at)}, step {step + 1}: {text}
              </li>
            ))}
          </ul>
        </>
      )}
      <h4>{conditionsTitle(report)}</h4>
      <ul className="hint">
        {conditions.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  );
};

const COPIED = { ...COPY_WORDS, refused: 'The browser refused to copy. Save or print it instead.' };

interface Props {
  readonly report: CheckReport;
  readonly onClose: () => void;
  readonly onDelete: () => void;
}

/**
 * Shows a report that can be printed, saved and copied. The print contains only the report, with room for a signature.
 */
export const ReportView = ({ report, onClose, onDelete }: Props) => {
  const [message, setMessage] = useState('');
  const view = useRef<HTMLElement>(null);
  useEffect(() => {
    const { activeElement, body } = document;
    const panel = view.current?.parentElement;
    const isInPanel = (panel?.closest('aside') ?? panel)?.contains(activeElement) === true;
    if (activeElement === body || isInPanel) view.current?.focus({ preventScroll: true });
    panel?.parentElement?.scrollTo({ top: 0 });
  }, []);

  const copy = (): void => {
    void copyParts(navigator.clipboard, [reportText(report)]).then((became) =>
      setMessage(COPIED[became]),
    );
  };
  const save = (): void => {
    const name = `check-${fileName(report.name)}-${isoDate(report.endedAt)}.json`;
    saveFile(document, name, 'application/json', [REPORT_FILE.format([report])]);
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
        <Button type="text" onClick={onClose}>
          Close report
        </Button>
        <ConfirmButton
          type="text"
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
          <p>BatBot check report</p>
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
