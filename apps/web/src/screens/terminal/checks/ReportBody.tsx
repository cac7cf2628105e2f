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
    <li className="report-step" data-tone={tone}>
      <span aria-hidden>{glyph}</span>
      <span className="report-step__title">{step.title}</span>
      <span className="report-step__word">{word}</span>
      {step.found !== undefined && (
        <span className="report-step__line">
          {step.found}
          {step.needed !== undefined && ` · expected ${step.needed}`}
        </span>
      )}
      {step.said !== undefined && (
        <span className="report-step__line report-step__line--mono">
          {step.command} → {step.said.replaceAll('\n', ' · ')}
        </span>
      )}
      {step.conditions !== undefined && (
        <span className="report-step__line report-step__line--muted">
          Only if {step.conditions.join(', ')}
        </span>
      )}
      {step.at !== undefined && (
        <span className="report-step__line report-step__line--muted tabular">
          {clockText(step.at)}
        </span>
      )}
    </li>
  );
};

/** A report, on the screen and on paper. */
export const ReportBody = ({ report }: { readonly report: CheckReport }) => {
  const { name, purpose, end, why, steps, halts, conditions } = report;
  const { glyph, tone } = OUTCOMES[end];
  return (
    <>
      <h3 className="report__title">{name}</h3>
      <p className="report__end" data-tone={tone}>
        <span aria-hidden>{glyph} </span>
        {reportLine(report)}
      </p>
      {why !== undefined && <p>{why}.</p>}
      <p className="report__muted">{purpose}</p>
      <dl className="report__pack">
        {packLines(report).map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <h4>Steps</h4>
      <ol className="report__list">
        {steps.map((step, index) => (
          <StepRow key={index} step={step} />
        ))}
      </ol>
      {halts.length > 0 && (
        <>
          <h4>Interruptions</h4>
          <ul className="report__list report__muted">
            {halts.map(({ step, at, why: text }) => (
              <li key={`${step}-${at}`}>
                {clockText(at)}, step {step + 1}: {text}
              </li>
            ))}
          </ul>
        </>
      )}
      <h4>{conditionsTitle(report)}</h4>
      <ul className="report__list report__muted">
        {conditions.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  );
};
