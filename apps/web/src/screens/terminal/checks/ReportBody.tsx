import { Descriptions } from 'antd';
import {
  conditionsTitle,
  packLines,
  type CheckReport,
  type ReportStep,
} from '@batbot/core/procedures';
import { clockText } from '../../../text/format.ts';
import { OUTCOMES, reportLine } from './check-words.ts';

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
export const ReportBody = ({ report }: { readonly report: CheckReport }) => {
  const { name, purpose, end, why, steps, halts, conditions } = report;
  const { glyph, tone } = OUTCOMES[end];
  return (
    <>
      <h3>{name}</h3>
      <p className={`report__end tone-${tone}`} data-tone={tone}>
        <span aria-hidden>{glyph} </span>
        {reportLine(report)}
      </p>
      {why !== undefined && <p>{`${why.charAt(0).toUpperCase()}${why.slice(1)}.`}</p>}
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
