import { useMemo, useState } from 'react';
import { Button, Card, Drawer, Flex } from 'antd';
import { readCheckReport, type CheckReport } from '@batbot/core/procedures';
import { addEntry, BODY_BYTES, jsonBytes } from '@batbot/core/tickets';
import { serialKey } from '@batbot/core/workspace';
import { useCore } from '../../react/core-context.tsx';
import { useFocusReturn } from '../../react/use-focus-return.ts';
import { useLive } from '../../react/use-live.ts';
import { dateTimeText } from '../../text/format.ts';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { ChecksPanel } from '../terminal/checks/ChecksPanel.tsx';
import { OUTCOMES } from '../terminal/checks/check-words.ts';
import { ReportBody } from '../terminal/checks/ReportBody.tsx';
import type { ChangeWriter } from '../workspace/use-change-writer.ts';

/** Returns the report without the replies of the device if it would be too large for an entry. */
const fitting = (report: CheckReport): CheckReport =>
  jsonBytes({ report }) <= BODY_BYTES
    ? report
    : { ...report, steps: report.steps.map(({ said: _, ...step }) => step) };

/** The report of a check in a ticket. It shares the chunk of the checks. */
export const CheckEntry = ({ report: raw }: { readonly report: object }) => {
  const report = useMemo(() => readCheckReport(raw), [raw]);
  return report === undefined ? (
    <p>This report needs a newer version of this app.</p>
  ) : (
    <Card size="small">
      <Flex vertical gap={8}>
        <ReportBody report={report} />
      </Flex>
    </Card>
  );
};

/** The guided checks beside a ticket. A report becomes an entry by one button. */
export const TicketChecks = ({
  ticketId,
  serial,
  isAdded,
  writer,
  onAdded,
  onClose,
}: {
  readonly ticketId: string;
  readonly serial: string;
  /** Whether a report is an entry of the ticket already. */
  readonly isAdded: (report: CheckReport) => boolean;
  readonly writer: ChangeWriter;
  readonly onAdded: (report: CheckReport) => void;
  readonly onClose: () => void;
}) => {
  useFocusReturn();
  const { checks } = useCore().procedures;
  const reports = useLive(checks.reports$);
  const run = useLive(checks.run$);
  const [opened] = useState(() => Date.now());
  const isRunning = run !== undefined && run.phase.kind !== 'ended';
  const [latest] = reports;
  const { identity } = latest ?? {};
  const isOther =
    identity?.serial !== undefined &&
    serial !== '' &&
    serialKey(identity.serial) !== serialKey(serial);
  const isOffered = !isRunning && latest !== undefined && !isAdded(latest);
  const isNew = latest !== undefined && latest.end !== 'notEnded' && latest.endedAt >= opened;
  const [isAdding, setAdding] = useState(false);
  const add = async (report: CheckReport): Promise<void> => {
    setAdding(true);
    const change = addEntry(
      ticketId,
      'CHECK',
      { report: { ...fitting(report) } },
      { id: crypto.randomUUID() },
    );
    if (await writer.write(change)) onAdded(report);
    setAdding(false);
  };
  return (
    <Drawer open title="Guided checks" size={520} onClose={onClose}>
      <div className="stack">
        {isOffered && (
          <ProblemAlert
            help={isOther ? 'anotherPack' : 'checkHalted'}
            type={isOther ? 'warning' : latest.end === 'failed' ? 'error' : 'info'}
            title={`${isNew ? 'Ended' : 'Last check'}: ${latest.name}, ${OUTCOMES[latest.end].word.toLowerCase()}, ${dateTimeText(latest.endedAt)}`}
            description={
              isOther ? `It was made with SN ${identity.serial}, not with SN ${serial}.` : undefined
            }
            action={
              <Button
                size="small"
                type="primary"
                loading={isAdding}
                onClick={() => void add(latest)}
              >
                Add report to the ticket
              </Button>
            }
          />
        )}
        <ProblemAlert help="notSaved" title={writer.problem} />
        <ChecksPanel />
      </div>
    </Drawer>
  );
};
