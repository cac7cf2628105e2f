import { useState } from 'react';
import type { Check, CheckReport } from '@batbot/core/procedures';
import { checkText, OUTCOMES, reportLine, stepSummary } from './guided-words.ts';

interface CheckProps {
  readonly check: Check;
  readonly isBuiltIn: boolean;
  readonly isConnected: boolean;
  readonly onStart: () => void;
  readonly onExport: () => void;
  readonly onRemove: () => void;
}

/** The question takes the focus when it comes. */
const focusOnce = (button: HTMLButtonElement | null): void => button?.focus();

const CheckItem = ({ check, isBuiltIn, isConnected, onStart, onExport, onRemove }: CheckProps) => {
  const [isDeleting, setDeleting] = useState(false);
  return (
    <li className="check">
      <h3 className="check__title">{check.name}</h3>
      <p className="check__purpose">{check.purpose}</p>
      <details className="check__details">
        <summary>{checkText(check)}</summary>
        <ol>
          {check.steps.map((step, index) => (
            <li key={index}>
              {step.title}
              <span className="check__step">{stepSummary(step)}</span>
            </li>
          ))}
        </ol>
      </details>
      {isDeleting ? (
        <div className="check__buttons">
          <strong>Delete it?</strong>
          <button
            type="button"
            className="tool-button check__delete"
            aria-label={`Delete ${check.name} for good`}
            ref={focusOnce}
            onClick={onRemove}
          >
            Delete
          </button>
          <button
            type="button"
            className="tool-button"
            onClick={() => {
              setDeleting(false);
            }}
          >
            Keep
          </button>
        </div>
      ) : (
        <div className="check__buttons">
          <button
            type="button"
            className="button check__start"
            aria-label={`Start ${check.name}`}
            disabled={!isConnected}
            onClick={onStart}
          >
            <span aria-hidden>▶</span> Start
          </button>
          <button
            type="button"
            className="tool-button"
            aria-label={`Export ${check.name}`}
            onClick={onExport}
          >
            Export
          </button>
          {!isBuiltIn && (
            <button
              type="button"
              className="tool-button"
              aria-label={`Delete ${check.name}`}
              onClick={() => {
                setDeleting(true);
              }}
            >
              Delete
            </button>
          )}
        </div>
      )}
    </li>
  );
};

interface Props {
  readonly checks: readonly Check[];
  readonly isBuiltIn: (name: string) => boolean;
  readonly reports: readonly CheckReport[];
  readonly isConnected: boolean;
  readonly onStart: (title: string) => void;
  readonly onExport: (title: string) => void;
  readonly onRemove: (title: string) => void;
  readonly onOpen: (report: CheckReport) => void;
}

/** The checks of this computer, and the reports of those done. */
export const CheckList = (props: Props) => {
  const { checks, isBuiltIn, reports, isConnected, onStart, onExport, onRemove, onOpen } = props;
  return (
    <>
      <ul className="checks__list" aria-label="Checks">
        {checks.map((check) => {
          const { name: title } = check;
          return (
            <CheckItem
              key={title}
              check={check}
              isBuiltIn={isBuiltIn(title)}
              isConnected={isConnected}
              onStart={() => {
                onStart(title);
              }}
              onExport={() => {
                onExport(title);
              }}
              onRemove={() => {
                onRemove(title);
              }}
            />
          );
        })}
      </ul>
      {reports.length > 0 && (
        <section className="checks__reports" aria-label="Reports">
          <h3>Reports</h3>
          <ul className="checks__list">
            {reports.map((report) => {
              const { glyph, tone } = OUTCOMES[report.end];
              return (
                <li key={report.id}>
                  <button
                    type="button"
                    className="checks__report"
                    onClick={() => {
                      onOpen(report);
                    }}
                  >
                    <span className="checks__glyph" data-tone={tone} aria-hidden>
                      {glyph}
                    </span>
                    <span>
                      {report.name}
                      {report.identity.serial !== undefined && `, ${report.identity.serial}`}
                    </span>
                    <span className="checks__when">{reportLine(report)}</span>
                  </button>
                </li>
              );
            })}
          </ul>
        </section>
      )}
    </>
  );
};
