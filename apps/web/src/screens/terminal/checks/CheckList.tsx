import { Button, Collapse } from 'antd';
import type { Check, CheckReport } from '@batbot/core/procedures';
import { ConfirmButton } from '../sequences/ConfirmButton.tsx';
import { checkText, OUTCOMES, reportLine, stepSummary } from './check-words.ts';

interface CheckProps {
  readonly check: Check;
  readonly isBuiltIn: boolean;
  readonly isConnected: boolean;
  readonly onStart: () => void;
  readonly onExport: () => void;
  readonly onRemove: () => void;
}

const CheckItem = (props: CheckProps) => {
  const { check, isBuiltIn, isConnected, onStart, onExport, onRemove } = props;
  const { name } = check;
  const steps = (
    <ol className="check__steps">
      {check.steps.map((step, index) => (
        <li key={index}>
          {step.title}
          <span className="check__step">{stepSummary(step)}</span>
        </li>
      ))}
    </ol>
  );
  return (
    <li className="check">
      <h3 className="check__name">{name}</h3>
      <p className="check__purpose">{check.purpose}</p>
      <Collapse
        ghost
        size="small"
        className="check__details"
        items={[{ key: 'steps', label: checkText(check), children: steps }]}
      />
      <div className="check__buttons">
        <Button
          type="primary"
          size="small"
          aria-label={`Start ${name}`}
          disabled={!isConnected}
          onClick={onStart}
        >
          <span aria-hidden>▶</span> Start
        </Button>
        <Button type="text" size="small" aria-label={`Export ${name}`} onClick={onExport}>
          Export
        </Button>
        {!isBuiltIn && (
          <ConfirmButton
            type="text"
            label={`Delete ${name}`}
            question={`Delete “${name}”? This cannot be undone.`}
            confirm="Delete"
            onConfirm={onRemove}
          >
            Delete
          </ConfirmButton>
        )}
      </div>
    </li>
  );
};

interface Props {
  readonly checks: readonly Check[];
  readonly isBuiltIn: (name: string) => boolean;
  readonly reports: readonly CheckReport[];
  readonly isConnected: boolean;
  readonly onStart: (name: string) => void;
  readonly onExport: (name: string) => void;
  readonly onRemove: (name: string) => void;
  readonly onOpen: (report: CheckReport) => void;
}

/** The checks of this computer, and the reports of those that ended. */
export const CheckList = (props: Props) => {
  const { checks, isBuiltIn, reports, isConnected, onStart, onExport, onRemove, onOpen } = props;
  return (
    <>
      <ul className="checks__list" aria-label="Checks">
        {checks.map((check) => {
          const { name } = check;
          return (
            <CheckItem
              key={name}
              check={check}
              isBuiltIn={isBuiltIn(name)}
              isConnected={isConnected}
              onStart={() => onStart(name)}
              onExport={() => onExport(name)}
              onRemove={() => onRemove(name)}
            />
          );
        })}
      </ul>
      {reports.length > 0 && (
        <section className="checks__reports" aria-label="Reports">
          <h3 className="check__name">Reports</h3>
          <ul className="checks__list checks__list--dense">
            {reports.map((report) => {
              const { glyph, tone } = OUTCOMES[report.end];
              const { serial } = report.identity;
              return (
                <li key={report.id}>
                  <Button
                    type="text"
                    block
                    className="checks__report"
                    onClick={() => onOpen(report)}
                  >
                    <span data-tone={tone} aria-hidden>
                      {glyph}
                    </span>
                    <span>
                      {report.name}
                      {serial !== undefined && `, ${serial}`}
                    </span>{' '}
                    <span className="checks__when">{reportLine(report)}</span>
                  </Button>
                </li>
              );
            })}
          </ul>
        </section>
      )}
    </>
  );
};
