import { Button, Collapse, Flex } from 'antd';
import type { CheckReport } from '@batbot/core/procedures';
import { useCore } from '../../../react/core-context.tsx';
import { useConnected } from '../../../react/use-connected.ts';
import { useLive } from '../../../react/use-live.ts';
import { saveJson } from '../../controls/save-file.ts';
import { ProcedureItem } from '../procedures/ProcedureItem.tsx';
import { checkText, fileName, OUTCOMES, reportLine, stepSummary } from './check-words.ts';

interface Props {
  readonly onStart: (name: string) => void;
  readonly onRemove: (name: string) => void;
  readonly onOpen: (report: CheckReport) => void;
}

/** Lists the checks on this computer and the reports of ended checks. */
export const CheckList = ({ onStart, onRemove, onOpen }: Props) => {
  const { checks } = useCore().procedures;
  const list = useLive(checks.list$);
  const reports = useLive(checks.reports$);
  const isConnected = useConnected();
  return (
    <>
      <ul className="procedures__list stack stack-8" aria-label="Checks">
        {list.map((check) => (
          <ProcedureItem
            key={check.name}
            name={check.name}
            startWord="Start"
            canStart={isConnected}
            onStart={() => onStart(check.name)}
            onExport={() =>
              saveJson(`${fileName(check.name)}.json`, checks.exportFile([check.name]))
            }
            onRemove={checks.isBuiltIn(check.name) ? undefined : () => onRemove(check.name)}
          >
            <p className="hint">{check.purpose}</p>
            <Collapse
              ghost
              size="small"
              style={{ marginInline: -12 }}
              items={[
                {
                  key: 'steps',
                  label: checkText(check),
                  children: (
                    <ol style={{ paddingLeft: 20, listStyle: 'decimal' }}>
                      {check.steps.map((step, index) => (
                        <li key={index}>
                          {step.title}
                          <br />
                          <span className="hint">{stepSummary(step)}</span>
                        </li>
                      ))}
                    </ol>
                  ),
                },
              ]}
            />
          </ProcedureItem>
        ))}
      </ul>
      {reports.length > 0 && (
        <section aria-label="Reports">
          <h3>Reports</h3>
          <ul>
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
                    <Flex wrap gap="0 8px">
                      <span className={`tone-${tone}`} aria-hidden>
                        {glyph}
                      </span>
                      <span>
                        {report.name}
                        {serial !== undefined && `, ${serial}`}
                      </span>{' '}
                      <span className="hint">{reportLine(report)}</span>
                    </Flex>
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
