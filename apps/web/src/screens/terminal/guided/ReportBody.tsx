import { timeOfDay } from '@batbot/core';
import {
  conditionsTitle,
  packLines,
  type CheckReport,
  type ReportStep,
} from '@batbot/core/procedures';
import { OUTCOMES, reportLine } from './guided-words.ts';

const StepRow = ({ step }: { readonly step: ReportStep }) => {
  const { glyph, word, tone } = OUTCOMES[step.outcome];
  return (
    <li className="report-step" data-tone={tone}>
      <span className="report-step__glyph" aria-hidden>
        {glyph}
      </span>
      <span className="report-step__title">{step.title}</span>
      <span className="report-step__word">{word}</span>
      {step.found !== undefined && (
        <span className="report-step__found">
          {step.found}
          {step.needed !== undefined && `; needed ${step.needed}`}
        </span>
      )}
      {step.said !== undefined && (
        <span className="report-step__said">
          {step.command} → {step.said.replaceAll('\n', ' · ')}
        </span>
      )}
      {step.at !== undefined && (
        <span className="report-step__time tabular">{timeOfDay(step.at).slice(0, 8)}</span>
      )}
    </li>
  );
};

/** What a report says, on the screen and on paper. */
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
      {why !== undefined && <p className="report__why">{why}.</p>}
      <p className="report__purpose">{purpose}</p>
      <dl className="report__pack">
        {packLines(report).map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <h4>Steps</h4>
      <ol className="report__steps">
        {steps.map((step, index) => (
          <StepRow key={index} step={step} />
        ))}
      </ol>
      {halts.length > 0 && (
        <>
          <h4>Stopped in between</h4>
          <ul className="report__list">
            {halts.map(({ step, at, why: text }) => (
              <li key={`${step}-${at}`}>
                {timeOfDay(at).slice(0, 8)}, step {step + 1}: {text}
              </li>
            ))}
          </ul>
        </>
      )}
      <h4>{conditionsTitle(report)}</h4>
      <ul className="report__list">
        {conditions.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  );
};
