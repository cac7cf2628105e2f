import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Alert, Button, Flex, Select } from 'antd';
import { createLive } from '@batbot/core';
import { areEqual, deviceName, type BatchRow, type ParametersState } from '@batbot/core/parameters';
import { useLive } from '../../react/use-live.ts';
import { counted, dateTimeText } from '../../text/format.ts';
import { saveList } from '../controls/collection/list-csv.ts';
import { UNREAD } from '../controls/collection/LoadNotes.tsx';
import { ApplySet, changesTo, misfitsOf } from '../parameters/ApplySet.tsx';
import { DeviceState } from '../parameters/DeviceState.tsx';
import { outcomeText } from '../parameters/parameter-words.ts';
import { useParameters, useParametersState } from '../parameters/use-parameters.ts';
import { useStandards, type Standard } from '../parameters/use-standards.ts';
import { ConfirmButton } from '../controls/ConfirmButton.tsx';
import { SmallTable } from '../controls/SmallTable.tsx';
import { SyncNotes } from '../workspace/SyncNotes.tsx';
import { ConfigHead } from './ConfigViews.tsx';
import { standardText, versionOf } from './standard-words.ts';
import './config.css';

const NO_ROWS = createLive<readonly BatchRow[]>([]).live;
const NO_PROBLEM = createLive<string | undefined>(undefined).live;

const REPORT_COLUMNS = [
  { title: 'time', text: ({ at }: BatchRow) => new Date(at).toISOString() },
  { title: 'pack', text: ({ pack }: BatchRow) => pack },
  { title: 'standard', text: ({ standard }: BatchRow) => standard },
  { title: 'result', text: ({ result }: BatchRow) => result },
];

/** Returns the row of the connected pack; undefined while nothing is known about it. */
const rowOf = (
  state: ParametersState,
  { document: { name: standard }, set }: Standard,
): BatchRow | undefined => {
  const device = 'device' in state ? state.device : undefined;
  const misfits = device === undefined ? 0 : misfitsOf(device, set).length;
  const lacks = `${counted(misfits, 'value')} of the standard cannot be written to this device.`;
  const hasAll = device !== undefined && changesTo(device, set).length === 0;
  if ('report' in state) {
    const { at, identity, changes, outcome } = state.report;
    // Configuration may have written other values, or only some of the standard.
    const isOfSet = changes.every(
      ({ key, before, wanted }) => areEqual(wanted, before) || areEqual(wanted, set.values[key]),
    );
    if (!isOfSet || (outcome === 'done' && !hasAll)) return undefined;
    const result = `${outcomeText(state.report)}${misfits === 0 ? '' : ` ${lacks}`}`;
    return { at, pack: deviceName(identity), standard, result };
  }
  if (state.kind !== 'clean' || !hasAll) return undefined;
  const { readAt, identity } = state.device;
  const result = misfits === 0 ? 'Has the standard already.' : `Does not have it all: ${lacks}`;
  return { at: readAt, pack: deviceName(identity), standard, result };
};

/** Applies one standard to pack after pack. */
export const BatchScreen = () => {
  const { sets, isComplete } = useStandards();
  const [address, setAddress] = useSearchParams();
  const parameters = useParameters();
  const state = useParametersState();
  const standard = sets.find(({ document }) => document.id === address.get('standard'));
  const batch = parameters?.batch;
  const report = useLive(batch?.rows$ ?? NO_ROWS);
  const problem = useLive(batch?.problem$ ?? NO_PROBLEM);
  const row = standard && rowOf(state, standard);
  const isOver = state.kind === 'done' || state.kind === 'rolledBack';
  useEffect(() => {
    if (row !== undefined) batch?.add(row);
  });
  return (
    <div className="page stack">
      <ConfigHead title="Batch" shown="/batch" />
      <p>
        Choose a standard and plug in pack after pack. Each one is read, compared, reviewed, written
        and read again, and gets a line in the report.
      </p>
      <SyncNotes list="document" />
      <Select
        aria-label="Standard"
        disabled={'confirmed' in state}
        className="config__compare"
        placeholder="Choose a standard"
        notFoundContent={isComplete ? 'No standards yet. Publish one from a device.' : UNREAD}
        value={standard?.document.id ?? null}
        options={sets
          .filter(({ document: { state: published } }) => published === 'RELEASED')
          .map((each) => ({
            value: each.document.id,
            label: `${standardText(each.document)} (${versionOf(each.document)})`,
          }))}
        onChange={(id) => setAddress({ standard: id }, { replace: true })}
      />
      {standard !== undefined && (
        <DeviceState hasNextStep={isOver}>
          {(props) => (
            <ApplySet {...props} set={standard.set} name={standard.document.name}>
              <Button onClick={() => void props.parameters.read()}>Read next pack</Button>
            </ApplySet>
          )}
        </DeviceState>
      )}
      {standard !== undefined && 'report' in state && (
        <Flex gap="small" wrap align="center">
          Plug in and connect the next pack.
          <Button type={isOver ? 'primary' : 'default'} onClick={() => void parameters?.read()}>
            Read next pack
          </Button>
        </Flex>
      )}
      {report.length > 0 && (
        <>
          {problem !== undefined && (
            <Alert
              showIcon
              type="warning"
              title="The report lasts until you close the page. Export it to keep it."
              description={problem}
            />
          )}
          <SmallTable
            rowKey="at"
            dataSource={report}
            title={() => <h2>{counted(report.length, 'line')} in the report</h2>}
            columns={[
              { title: 'When', render: (_, { at }) => dateTimeText(at) },
              { title: 'Pack', dataIndex: 'pack' },
              { title: 'Standard', dataIndex: 'standard' },
              { title: 'Result', dataIndex: 'result' },
            ]}
          />
          <Flex gap="small" wrap>
            <Button onClick={() => saveList('batch', REPORT_COLUMNS, report)}>
              Export the report (CSV)
            </Button>
            <ConfirmButton
              question="Delete the report from this computer?"
              confirm="Delete"
              onConfirm={() => batch?.clear()}
            >
              Delete the report
            </ConfirmButton>
          </Flex>
        </>
      )}
    </div>
  );
};
