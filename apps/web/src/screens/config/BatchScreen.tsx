import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Button, Flex, Select, Table } from 'antd';
import { csvLine, csvText } from '@batbot/core';
import {
  differencesOf,
  usableValues,
  valuesOf,
  type DeviceParameters,
  type ParametersState,
} from '@batbot/core/parameters';
import { useDraft } from '../../react/drafts.tsx';
import { useLive } from '../../react/use-live.ts';
import { counted, dateTimeText } from '../../text/format.ts';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { Loading } from '../controls/collection/LoadNotes.tsx';
import { saveFile } from '../controls/save-file.ts';
import { StatusCard } from '../controls/StatusCard.tsx';
import { DeviceState } from '../parameters/DeviceState.tsx';
import {
  deviceName,
  outcomeText,
  skippedText,
  type EditedProps,
  type EditedState,
} from '../parameters/parameter-words.ts';
import { ChangeList } from '../parameters/ChangeList.tsx';
import { useParameters } from '../parameters/use-parameters.ts';
import './config.css';
import { useStandards, type Standard } from '../parameters/use-standards.ts';
import { standardText, versionOf } from './standard-words.ts';
import { ConfigViews } from './ConfigViews.tsx';

/** A pack in the report of a batch. */
interface BatchRow {
  /** Wall-clock time of the last reading. */
  readonly at: number;
  readonly pack: string;
  readonly result: string;
}

const differences = ({ device }: Pick<EditedState, 'device'>, { set }: Standard) => {
  const { schema } = device.known;
  return differencesOf(schema, valuesOf(device), usableValues(schema, set.values).values);
};

/** Returns the row of the connected pack; undefined while nothing is known about it. */
const rowOf = (state: ParametersState, standard: Standard): BatchRow | undefined => {
  if ('report' in state) {
    const { at, identity } = state.report;
    return { at, pack: deviceName(identity), result: outcomeText(state.report) };
  }
  if (state.kind !== 'clean' || differences(state, standard).length > 0) return undefined;
  const { readAt, identity } = state.device;
  return { at: readAt, pack: deviceName(identity), result: 'Has the standard already.' };
};

const Pack = ({ state, standard, parameters }: EditedProps & { readonly standard: Standard }) => {
  const found = differences(state, standard);
  const { schema } = state.device.known;
  const { skipped } = usableValues(schema, standard.set.values);
  return (
    <StatusCard label="Connected pack">
      <p>
        {deviceName(state.device.identity)}:{' '}
        {found.length === 0
          ? `has all values of “${standard.document.name}”. Plug in the next pack.`
          : `${counted(found.length, 'value')} differ${found.length === 1 ? 's' : ''} from “${standard.document.name}”.`}
      </p>
      {skipped.length > 0 && (
        <ProblemAlert
          help="valuesSkipped"
          type="warning"
          title={`${counted(skipped.length, 'value')} of the standard cannot be written here`}
          description={skipped.map((each) => skippedText(each, schema)).join('; ')}
        />
      )}
      <ChangeList changes={found} />
      <Flex gap="small">
        {found.length > 0 && (
          <Button
            type="primary"
            onClick={() => {
              parameters.discard();
              parameters.fill(standard.set.values);
              parameters.review();
            }}
          >
            Review
          </Button>
        )}
        <Button onClick={parameters.read}>Read next pack</Button>
      </Flex>
    </StatusCard>
  );
};

const Batch = ({ parameters }: { readonly parameters: DeviceParameters }) => {
  const { sets } = useStandards();
  const [address, setAddress] = useSearchParams();
  const state = useLive(parameters.state$);
  const standard = sets.find(({ document }) => document.id === address.get('standard'));
  const { value: report, change } = useDraft<readonly BatchRow[]>('batch', () => []);
  const row = standard && rowOf(state, standard);
  const isNew = row !== undefined && !report.some(({ at }) => at === row.at);
  useEffect(() => {
    if (isNew) change([...report, row]);
  });
  return (
    <>
      <p>
        Choose a standard and plug in pack after pack. Each one is read, compared, reviewed, written
        and read again, and gets a line in the report.
      </p>
      <Select
        aria-label="Standard"
        className="config__compare"
        placeholder="Choose a standard"
        notFoundContent="No standards yet. Publish one from a device."
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
        <DeviceState parameters={parameters}>
          {(edited) => <Pack state={edited} standard={standard} parameters={parameters} />}
        </DeviceState>
      )}
      {report.length > 0 && (
        <>
          <Table
            size="small"
            pagination={false}
            rowKey="at"
            dataSource={[...report]}
            title={() => <h2>{counted(report.length, 'line')} in the report</h2>}
            columns={[
              { title: 'When', render: (_, { at }) => dateTimeText(at) },
              { title: 'Pack', dataIndex: 'pack' },
              { title: 'Result', dataIndex: 'result' },
            ]}
          />
          <Flex>
            <Button
              onClick={() => {
                const lines = report.map(({ at, pack, result }) =>
                  csvLine([new Date(at).toISOString(), csvText(pack), csvText(result)]),
                );
                saveFile(document, 'batch.csv', 'text/csv', ['time,pack,result\r\n', ...lines]);
              }}
            >
              Export the report (CSV)
            </Button>
          </Flex>
        </>
      )}
    </>
  );
};

/** Applies one standard to pack after pack. */
export const BatchScreen = () => {
  const parameters = useParameters();
  return (
    <div className="page stack">
      <header className="config__head">
        <h1>Batch</h1>
        <ConfigViews shown="/batch" />
      </header>
      {parameters === undefined ? <Loading title="Batch" /> : <Batch parameters={parameters} />}
    </div>
  );
};
