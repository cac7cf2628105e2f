import { useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { Button, Card, Flex, Form, Select } from 'antd';
import { differencesOf, usableValues, valuesOf } from '@batbot/core/parameters';
import { serialKey } from '@batbot/core/workspace';
import { tabPath } from '../../react/paths.ts';
import { counted } from '../../text/format.ts';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { Loading } from '../controls/collection/LoadNotes.tsx';
import { TabHint } from '../controls/TabHint.tsx';
import { DeviceState } from '../parameters/DeviceState.tsx';
import { skippedText, type EditedProps } from '../parameters/parameter-words.ts';
import { useParameters } from '../parameters/use-parameters.ts';
import { useStandards, type Standards } from '../parameters/use-standards.ts';
import { SyncNotes } from '../workspace/SyncNotes.tsx';
import { useChangeWriter } from '../workspace/use-change-writer.ts';
import { romeoRows, type RomeoRow } from './romeo-rows.ts';
import { RomeoFacts, STATE_TEXTS } from './romeo-words.tsx';

const DAY_MS = 86_400_000;
/** Days after which a wanted configuration expires, because the device may have another use by then. */
const EXPIRY_DAYS = [1, 7, 30] as const;
const DEFAULT_DAYS = 7;

/** Sets or ends the wanted configuration of a device. */
const WantedForm = ({
  row: { device, wanted },
  standards: { sets },
}: {
  readonly row: RomeoRow;
  readonly standards: Standards;
}) => {
  const [setId, setSetId] = useState<string>();
  const [days, setDays] = useState<number>(DEFAULT_DAYS);
  const { write, problem } = useChangeWriter();
  const own =
    wanted !== undefined && wanted.assignment.assetId === device.id ? wanted.assignment : undefined;
  const send = async (kind: string, id: string, input: object): Promise<void> => {
    const change = { target: `assignment:${id}`, kind, input: { id, ...input } };
    if (await write(change)) setSetId(undefined);
  };
  const cancel = async (): Promise<void> => {
    if (own !== undefined) await send('setAssignment', own.id, { state: 'CANCELLED' });
  };
  const want = async (): Promise<void> => {
    await cancel(); // one wanted configuration for each device
    await send('assign', crypto.randomUUID(), {
      documentId: setId,
      assetId: device.id,
      mode: 'REQUIRED',
      expiresAt: new Date(Date.now() + days * DAY_MS).toISOString(),
    });
  };
  return (
    <Form layout="vertical" component="div">
      <Form.Item label="Configuration" htmlFor="romeo-set">
        <Select
          id="romeo-set"
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="Choose a published set"
          value={setId ?? null}
          options={sets
            .filter(({ document }) => document.state === 'RELEASED')
            .map(({ document, set }) => ({
              value: document.id,
              label: `${document.name} (${set.schema.name})`,
            }))}
          onChange={setSetId}
        />
      </Form.Item>
      <Form.Item
        label="Wanted for"
        htmlFor="romeo-days"
        extra="After this time it is not applied any more."
      >
        <Select
          id="romeo-days"
          value={days}
          options={EXPIRY_DAYS.map((each) => ({ value: each, label: counted(each, 'day') }))}
          onChange={setDays}
        />
      </Form.Item>
      <Flex gap="small" wrap>
        <Button type="primary" disabled={setId === undefined} onClick={() => void want()}>
          Set as wanted
        </Button>
        {own !== undefined && <Button onClick={() => void cancel()}>Not wanted any more</Button>}
      </Flex>
      <ProblemAlert help="notSaved" role="alert" title={problem} />
    </Form>
  );
};

/** Applies the wanted configuration to the device that is connected by cable, after a review. */
const ApplyBar = ({ row, state, parameters }: EditedProps & { readonly row: RomeoRow }) => {
  const { serial } = state.device.identity;
  const [skipped, setSkipped] = useState<readonly string[]>([]);
  if (serial === undefined || serialKey(serial) !== serialKey(row.device.serial)) {
    return (
      <p>
        The connected device is {serial === undefined ? 'without a serial number' : `SN ${serial}`},
        not SN {row.device.serial}.
      </p>
    );
  }
  const { wanted } = row;
  if (wanted === undefined || row.state === 'expired') {
    return <p>Connected. Set a wanted configuration, then apply it here.</p>;
  }
  const { set } = wanted.standard;
  const { schema, hash } = state.device.known;
  if (set.schema.hash !== hash) {
    return (
      <ProblemAlert
        help="schemaDiffers"
        type="warning"
        title={`The wanted set is for “${set.schema.name}”, the device has “${schema.name}”. Nothing is applied.`}
      />
    );
  }
  const usable = usableValues(schema, set.values).values;
  if (differencesOf(schema, valuesOf(state.device), usable).length === 0) {
    return <p>The connected device has all wanted values already.</p>;
  }
  return (
    <>
      <Button
        type="primary"
        onClick={() => {
          setSkipped(parameters.fill(set.values).map((each) => skippedText(each, schema)));
          parameters.review();
        }}
      >
        Review and apply
      </Button>
      {skipped.length > 0 && (
        <ProblemAlert
          help="valuesSkipped"
          type="warning"
          title={`Not applied: ${skipped.join('; ')}.`}
        />
      )}
    </>
  );
};

const Device = ({ row, standards }: { readonly row: RomeoRow; readonly standards: Standards }) => {
  const parameters = useParameters();
  return (
    <>
      <Card size="small" title={<h2>SN {row.device.serial}</h2>} extra={STATE_TEXTS[row.state]}>
        <Flex vertical gap="middle">
          <RomeoFacts row={row} standards={standards} />
          <WantedForm key={row.device.id} row={row} standards={standards} />
        </Flex>
      </Card>
      <h2>Connected by cable</h2>
      {parameters === undefined ? (
        <p role="status">Loading …</p>
      ) : (
        <DeviceState parameters={parameters} device="the OBD device">
          {(state) => <ApplyBar row={row} state={state} parameters={parameters} />}
        </DeviceState>
      )}
    </>
  );
};

/** Sets the wanted configuration of an OBD or Romeo device, and applies it to the device that is connected by cable. */
export const RomeoConfigScreen = () => {
  const standards = useStandards();
  const { workspace } = standards;
  const [address, setAddress] = useSearchParams();
  const rows = useMemo(() => romeoRows(standards, Date.now()), [standards]);
  const row = rows.find(({ device }) => device.id === address.get('id'));
  if (workspace === undefined) return <Loading title="Romeo Config" />;
  return (
    <Flex vertical gap="middle" className="page page--text">
      <h1>Romeo Config</h1>
      <TabHint tab="romeoConfig" />
      <SyncNotes workspace={workspace} />
      {rows.length === 0 ? (
        <>
          <p>No OBD or Romeo devices yet.</p>
          <Link to={tabPath('romeoList')}>Add one in Romeo List, by its serial number</Link>
        </>
      ) : (
        <Form layout="vertical" component="div">
          <Form.Item label="Device" htmlFor="romeo-device">
            <Select
              id="romeo-device"
              showSearch={{ optionFilterProp: 'label' }}
              placeholder="Choose a device by its serial number"
              value={row?.device.id ?? null}
              options={rows.map(({ device, state }) => ({
                value: device.id,
                label: `SN ${device.serial} · ${STATE_TEXTS[state]}`,
              }))}
              onChange={(id) => setAddress({ id })}
            />
          </Form.Item>
        </Form>
      )}
      {row !== undefined && <Device row={row} standards={standards} />}
    </Flex>
  );
};
