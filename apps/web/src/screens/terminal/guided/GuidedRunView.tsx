import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { resultsOf, type Checks, type CheckRun, type StepResult } from '@batbot/core/procedures';
import { InterlockList } from './InterlockList.tsx';
import { StepCard } from './StepCard.tsx';
import { announceText, OUTCOMES } from './guided-words.ts';

const Done = ({ record, title }: { readonly record: StepResult; readonly title: string }) => {
  const { glyph, word, tone } = OUTCOMES[record.outcome];
  return (
    <li className="guided-done" data-tone={tone}>
      <span className="guided-done__glyph" aria-hidden>
        {glyph}
      </span>
      <span className="guided-done__title">
        {title}
        <span className="visually-hidden">: {word}</span>
      </span>
      <span className="guided-done__found">{record.found}</span>
    </li>
  );
};

/** A held-down key must not confirm the step after the one it confirmed. */
const refuseRepeats = (event: KeyboardEvent): void => {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
};

/** A check under way: one step to do, what must hold, what was done. */
export const GuidedRunView = ({
  run,
  guided,
}: {
  readonly run: CheckRun;
  readonly guided: Checks;
}) => {
  const section = useRef<HTMLElement>(null);
  const [isAsking, setAsking] = useState(false);
  const { check, step: index, phase, conditions } = run;
  const records = resultsOf(run);
  const step = check.steps[index];
  const isHalted = phase.kind === 'halted';

  // The step's control takes the focus, unless the user is busy elsewhere: typing a command, reading the log.
  useEffect(() => {
    const view = section.current;
    const { activeElement, body } = document;
    const panel = view?.parentElement;
    if (activeElement !== body && panel?.contains(activeElement) !== true) return;
    view?.querySelector<HTMLElement>('.guided-control :is(input, button)')?.focus({
      preventScroll: true,
    });
    panel?.parentElement?.scrollTo({ top: 0 }); // not scrollIntoView: it would move the whole page
  }, [index, isHalted]);

  return (
    <section
      ref={section}
      className="guided-run"
      aria-label={`Check: ${check.name}`}
      onKeyDown={refuseRepeats}
    >
      <header className="guided-run__head">
        <h3 className="guided-run__title">{check.name}</h3>
        <p className="guided-run__place tabular">
          Step {index + 1} of {check.steps.length}
        </p>
        <progress
          className="guided-run__bar"
          aria-label="Steps done"
          value={index}
          max={check.steps.length}
        />
      </header>
      <p role="status" className="visually-hidden">
        {announceText(run)}
      </p>
      {step && <StepCard key={index} run={run} step={step} />}
      <InterlockList interlocks={conditions} />
      {records.length > 0 && (
        <ol className="guided-run__done" aria-label="Steps done">
          {records.map((record) => (
            <Done key={record.step} record={record} title={check.steps[record.step]?.title ?? ''} />
          ))}
        </ol>
      )}
      <div className="guided-run__end">
        {isAsking ? (
          <>
            <strong>Abort the check?</strong>
            <button
              type="button"
              className="button guided-run__abort"
              aria-label="Abort the check now"
              onClick={guided.stop}
            >
              Abort
            </button>
            <button
              type="button"
              className="button"
              ref={(button) => button?.focus()}
              onClick={() => {
                setAsking(false);
              }}
            >
              Go on
            </button>
          </>
        ) : (
          <button
            type="button"
            className="tool-button"
            onClick={() => {
              setAsking(true);
            }}
          >
            Abort the check …
          </button>
        )}
      </div>
    </section>
  );
};
