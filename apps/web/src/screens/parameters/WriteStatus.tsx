import { useState } from 'react';
import { Alert, Button, Flex, Progress, Steps, Table } from 'antd';
import {
  parameterOf,
  shownValue,
  type DeviceParameters,
  type ParameterSchema,
  type ReportedChange,
} from '@batbot/core/parameters';
import { assetWithSerial } from '@batbot/core/workspace';
import { useLive } from '../../react/use-live.ts';
import { StatusCard } from '../controls/StatusCard.tsx';
import {
  deviceName,
  isConfirmed,
  outcomeText,
  runningText,
  STEPS,
  type EndedState,
  type RunningState,
} from './parameter-words.ts';
import { UnfinishedModal } from './UnfinishedModal.tsx';
import { useStandards } from './use-standards.ts';
import { WAYS_ON, type WayOn } from './ways-on.ts';

/** Shows the progress of a write. */
export const WriteProgress = ({
  state,
  parameters,
}: {
  readonly state: RunningState;
  readonly parameters: DeviceParameters;
}) => {
  const text = runningText(state);
  const { confirmed, total, kind } = state;
  return (
    <StatusCard label="Write">
      <Steps
        size="small"
        responsive={false}
        current={STEPS.indexOf(kind)}
        items={['Write', 'Store', 'Restart', 'Read again'].map((title) => ({ title }))}
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
}) => {
  const shown = (key: string, value: ReportedChange['before']): string => {
    const parameter = schema && parameterOf(schema, key);
    if (parameter !== undefined) return shownValue(parameter, value);
    return value === undefined ? 'unknown' : String(value);
  };
  return (
    <Table
      size="small"
      pagination={false}
      rowKey="key"
      scroll={{ x: 'max-content' }}
      dataSource={[...changes]}
      columns={[
        {
          title: 'Parameter',
          render: (_, { key }) => (schema && parameterOf(schema, key)?.label) ?? key,
        },
        { title: 'Before', render: (_, { key, before }) => shown(key, before) },
        { title: 'Wanted', render: (_, { key, wanted }) => shown(key, wanted) },
        {
          title: 'On the device',
          render: (_, change) =>
            `${isConfirmed(change) ? '✓' : '✕'} ${shown(change.key, change.readBack)}`,
        },
      ]}
    />
  );
};

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
}: {
  readonly state: EndedState;
  readonly parameters: DeviceParameters;
}) => {
  const unfinished = useLive(parameters.unfinished$)?.find(
    (each) => each.serial === report.identity.serial,
  );
  const { packs, workspace } = useStandards();
  const { serial } = report.identity;
  const isLogged = workspace === undefined || assetWithSerial(packs, serial) !== undefined;
  const [way, setWay] = useState<WayOn>();
  const { fill } = parameters;
  return (
    <StatusCard label="Result">
      <Alert type={ALERTS[kind]} showIcon role="alert" title={outcomeText(report)} />
      {report.changes.length > 0 && (
        <ChangeResults
          schema={device?.known.schema ?? unfinished?.schema}
          changes={report.changes}
        />
      )}
      {!isLogged && (
        <Alert
          type="warning"
          showIcon
          role="status"
          title={`${deviceName(report.identity)} is not exactly one of your packs, so Logs do not have this change. Add the pack in Assets before the next one.`}
        />
      )}
      <Flex gap="small" wrap>
        {unfinished !== undefined &&
          (['rollBack', 'finish'] as const).map((each) => (
            <Button
              key={each}
              type={each === 'rollBack' ? 'primary' : 'default'}
              onClick={() => {
                setWay(each);
              }}
            >
              {WAYS_ON[each]} …
            </Button>
          ))}
        {unfinished === undefined && device !== undefined && (
          <Button
            type="primary"
            onClick={() => {
              fill({}); // keeps the changes
            }}
          >
            Back to the parameters
          </Button>
        )}
        <Button onClick={parameters.read}>Read again</Button>
      </Flex>
      {way !== undefined && unfinished !== undefined && (
        <UnfinishedModal
          write={unfinished}
          way={way}
          parameters={parameters}
          onClose={() => {
            setWay(undefined);
          }}
        />
      )}
    </StatusCard>
  );
};
