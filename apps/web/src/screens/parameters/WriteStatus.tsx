import { useState } from 'react';
import { Alert, Button, Flex, Progress, Steps } from 'antd';
import type { DeviceIdentity } from '@batbot/core';
import {
  areEqual,
  deviceName,
  parameterTexts,
  type DeviceParameters,
  type ParameterSchema,
  type ReportedChange,
} from '@batbot/core/parameters';
import { serialKey } from '@batbot/core/workspace';
import { singleClick } from '../../react/single-click.ts';
import { useLive } from '../../react/use-live.ts';
import { useMayOpen } from '../../react/use-signed-in.ts';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { StatusCard } from '../controls/StatusCard.tsx';
import { SmallTable } from '../controls/SmallTable.tsx';
import { isConfirmed, outcomeText, type EndedState, type RunningState } from './parameter-words.ts';
import { useChangeWriter } from '../workspace/use-change-writer.ts';
import { UnfinishedModal } from './UnfinishedModal.tsx';
import { useStandards } from './use-standards.ts';
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

/**
 * Explains why a write is not in Logs, and offers to add its device to Assets. Renders nothing if the write is in Logs.
 */
const LogNote = ({ identity }: { readonly identity: DeviceIdentity }) => {
  const { packs, workspace } = useStandards();
  const [id] = useState(() => crypto.randomUUID());
  const { write, problem } = useChangeWriter();
  const mayAdd = useMayOpen()('assets');
  const { serial, model, firmware } = identity;
  const key = serialKey(serial ?? '');
  const same = packs.filter((each) => serialKey(each.serial) === key);
  const isNew = key !== '' && same.length === 0;
  if (workspace === undefined || (key !== '' && same.length === 1)) {
    return same[0]?.id === id ? (
      <Alert
        type="success"
        showIcon
        role="status"
        title={`${deviceName(identity)} is in Assets now, and Logs get this change.`}
      />
    ) : null;
  }
  const add = (): void => {
    const input = { id, serial, ...(model && { model }), ...(firmware && { firmware }) };
    void write({ target: `asset:${id}`, kind: 'putAsset', input });
  };
  return (
    <ProblemAlert
      help="writeEnded"
      type="warning"
      role="status"
      title={
        isNew
          ? `${deviceName(identity)} is not in Assets, so Logs do not have this change.${mayAdd ? '' : ' Ask your administrator to add it.'}`
          : `Logs do not have this change, because ${key === '' ? 'the device reports no serial number' : `${same.length} packs in Assets have this serial number`}.`
      }
      description={problem}
      action={
        isNew &&
        mayAdd && (
          <Button size="small" onClick={singleClick(add)}>
            Add this pack
          </Button>
        )
      }
    />
  );
};

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
