import { useState } from 'react';
import { Button, Flex, Progress, Steps } from 'antd';
import {
  areEqual,
  parameterTexts,
  type DeviceParameters,
  type ParameterSchema,
  type ReportedChange,
} from '@batbot/core/parameters';
import { useLive } from '../../react/use-live.ts';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { StatusCard } from '../controls/StatusCard.tsx';
import { SmallTable } from '../controls/SmallTable.tsx';
import { LogNote } from './LogNote.tsx';
import { isConfirmed, outcomeText, type EndedState, type RunningState } from './parameter-words.ts';
import { UnfinishedModal } from './UnfinishedModal.tsx';
import { WAYS_ON, type WayOn } from './ways-on.ts';

/** The steps of a write: the title of each, and what it does. */
const STEPS = {
  writing: ['Write', ''],
  persisting: ['Store', 'Storing the values in the device'],
  restarting: ['Restart', 'Restarting the device'],
  verifying: ['Read again', 'Reading all parameters again'],
} as const;

export const WriteProgress = ({
  state: { confirmed, total, kind, isRollBack },
  parameters,
}: {
  readonly state: RunningState;
  readonly parameters: DeviceParameters;
}) => {
  const what = isRollBack ? 'Rolling back' : 'Writing';
  const text = kind === 'writing' ? `${what}: ${confirmed} of ${total} confirmed` : STEPS[kind][1];
  return (
    <StatusCard label="Write">
      <Steps
        size="small"
        responsive={false}
        titlePlacement="vertical"
        current={Object.keys(STEPS).indexOf(kind)}
        items={Object.values(STEPS).map(([title]) => ({ title }))}
      />
      <p role="status">{text}. Keep the cable plugged in.</p>
      <Progress
        aria-label="Confirmed values"
        percent={total === 0 ? 0 : Math.floor((100 * confirmed) / total)}
        format={() => `${confirmed}/${total}`}
      />
      <Flex>
        <Button onClick={parameters.stop}>Stop after this command</Button>
      </Flex>
    </StatusCard>
  );
};

const ChangeResults = ({
  schema,
  changes,
}: {
  readonly schema: ParameterSchema | undefined;
  readonly changes: readonly ReportedChange[];
}) => (
  <SmallTable
    scroll={{ x: true }}
    dataSource={changes.map((each) => ({ ...each, ...parameterTexts(schema, each.key) }))}
    columns={[
      { title: 'Parameter', dataIndex: 'label' },
      { title: 'Before', render: (_, { shown, before }) => shown(before) },
      { title: 'Wanted', render: (_, { shown, wanted }) => shown(wanted) },
      {
        title: 'On the device',
        render: (_, row) => `${isConfirmed(row) ? '✓' : '✕'} ${row.shown(row.readBack)}`,
      },
    ]}
  />
);

const ALERTS = {
  done: 'success',
  rolledBack: 'success',
  differs: 'error',
  partial: 'error',
} as const;

/** Shows the result of a write, as the device confirmed it, and the next step. */
export const WriteResult = ({
  state: { kind, report, device },
  parameters,
  hasNextStep,
}: {
  readonly state: EndedState;
  readonly parameters: DeviceParameters;
  /** Whether the screen offers the next step itself. */
  readonly hasNextStep: boolean;
}) => {
  const unfinished = useLive(parameters.unfinished$)?.find(
    (each) => each.serial === report.identity.serial,
  );
  const [way, setWay] = useState<WayOn>();
  const { fill } = parameters;
  // The values of an interrupted roll back may not be stored yet.
  const hasPrevious =
    unfinished?.isRollBack === false &&
    report.changes.every(({ before, readBack }) => areEqual(before, readBack));
  return (
    <StatusCard label="Result">
      <ProblemAlert
        help="writeEnded"
        type={ALERTS[kind]}
        role="alert"
        title={outcomeText(report)}
      />
      {report.changes.length > 0 && (
        <ChangeResults
          schema={device?.known.schema ?? unfinished?.schema}
          changes={report.changes}
        />
      )}
      {hasPrevious && (
        <p>
          The device has its previous values, so there is nothing to roll back. The changes stay
          here, unwritten.
        </p>
      )}
      <LogNote identity={report.identity} />
      <Flex gap="small" wrap>
        {unfinished !== undefined &&
          (['rollBack', 'finish'] as const).map((each) => (
            <Button
              key={each}
              type={each === 'rollBack' && !hasPrevious ? 'primary' : 'default'}
              onClick={() => setWay(each)}
            >
              {WAYS_ON[each]}…
            </Button>
          ))}
        {(unfinished === undefined || hasPrevious) && device !== undefined && (
          <Button
            type={hasNextStep ? 'default' : 'primary'}
            onClick={() => {
              if (unfinished !== undefined) parameters.abandon(unfinished.serial);
              fill({}); // keeps the changes
            }}
          >
            Back to the parameters
          </Button>
        )}
        <Button onClick={() => void parameters.read()}>Read again</Button>
      </Flex>
      {way !== undefined && unfinished !== undefined && (
        <UnfinishedModal
          write={unfinished}
          way={way}
          parameters={parameters}
          onClose={() => setWay(undefined)}
        />
      )}
    </StatusCard>
  );
};
