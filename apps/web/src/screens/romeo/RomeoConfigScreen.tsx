import { useEffect, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { Button, Card, Flex, Form, Select } from 'antd';
import { serialKey } from '@batbot/core/workspace';
import { tabPath } from '../../react/paths.ts';
import { counted } from '../../text/format.ts';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { LoadAlert, Loading, UNREAD } from '../controls/collection/LoadNotes.tsx';
import { TabHint } from '../controls/TabHint.tsx';
import { ApplySet } from '../parameters/ApplySet.tsx';
import { DeviceState } from '../parameters/DeviceState.tsx';
import type { EditedProps } from '../parameters/parameter-words.ts';
import { documentOption } from '../parameters/target-options.ts';
import { useStandards, type Standards } from '../parameters/use-standards.ts';
import { SyncNotes } from '../workspace/SyncNotes.tsx';
import { useChangeWriter } from '../workspace/use-change-writer.ts';
import { useLoadState } from '../workspace/use-workspace.ts';
import { romeoRows, type RomeoRow } from './romeo-rows.ts';
import { RomeoFacts, STATE_TEXTS } from './romeo-words.tsx';

const DAY_MS = 86_400_000;
/** Days after which a wanted configuration expires, because the device may have another use by then. */
const EXPIRY_DAYS = [1, 7, 30] as const;
const DEFAULT_DAYS = 7;

const WantedForm = ({
  row: { device, wanted, ended },
  standards,
}: {
  readonly row: RomeoRow;
  readonly standards: Standards;
}) => {
  const { sets, assignments } = standards;
  const [chosen, setChosen] = useState<string>();
  // What has expired is probably to be set again.
  const setId = chosen ?? (ended === 'expired' ? wanted?.standard.document.id : undefined);
  const options = sets
    .filter(({ document }) => document.state === 'RELEASED')
    .map(({ document, set }) =>
      documentOption(
        { value: document.id, label: `${document.name} (${set.schema.name})` },
        document,
        device,
        standards,
      ),
    );
  const isChosen = options.some(({ value, disabled }) => value === setId && disabled !== true);
  const [days, setDays] = useState<number>(DEFAULT_DAYS);
  const { write, problem } = useChangeWriter();
  const [isBusy, setBusy] = useState(false);
  const own = assignments.filter(
    ({ assetId, state, mayChange, documentId }) =>
      assetId === device.id &&
      state === 'ACTIVE' &&
      mayChange &&
      sets.some(({ document }) => document.id === documentId),
  );
  const send = (kind: string, id: string, input: object): Promise<boolean> =>
    write({ target: `assignment:${id}`, kind, input: { id, ...input } });
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    await work();
    setBusy(false);
  };
  const endOwn = async (): Promise<void> => {
    for (const { id } of own) await send('setAssignment', id, { state: 'CANCELLED' });
  };
  const want = async (): Promise<void> => {
    const isWritten = await send('assign', crypto.randomUUID(), {
      documentId: setId,
      assetId: device.id,
      mode: 'REQUIRED',
      expiresAt: new Date(Date.now() + days * DAY_MS).toISOString(),
    });
    if (!isWritten) return;
    setChosen(undefined);
    await endOwn(); // one wanted configuration for each device
  };
  return (
    <Form layout="vertical" component="div">
      <Form.Item label="Configuration" htmlFor="romeo-set">
        <Select
          id="romeo-set"
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="Choose a published set"
          value={setId ?? null}
          options={options}
          onChange={setChosen}
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
        <Button type="primary" disabled={!isChosen} loading={isBusy} onClick={() => void run(want)}>
          Set as wanted
        </Button>
        {own.length > 0 && (
          <Button disabled={isBusy} onClick={() => void run(endOwn)}>
            Not wanted any more
          </Button>
        )}
      </Flex>
      <ProblemAlert help="notSaved" role="alert" title={problem} />
    </Form>
  );
};

/** Applies the wanted configuration to the device that is connected by cable, after a review. */
const Apply = ({
  row: { device, wanted, ended },
  ...props
}: EditedProps & { readonly row: RomeoRow }) => {
  const { state, parameters } = props;
  const { identity, known } = state.device;
  const { serial } = identity;
  const isOver = ended !== undefined && state.kind === 'review';
  useEffect(() => {
    if (isOver) parameters.closeReview();
  }, [isOver, parameters]);
  if (serial === undefined || serialKey(serial) !== serialKey(device.serial)) {
    return (
      <p>
        The connected device is {serial === undefined ? 'without a serial number' : `SN ${serial}`},
        not SN {device.serial}.
      </p>
    );
  }
  if (wanted === undefined || ended !== undefined) {
    return (
      <p>
        {ended === undefined
          ? 'Connected.'
          : `Connected. The wanted configuration ${ended === 'expired' ? 'has expired' : 'was withdrawn'}, so it is not applied.`}{' '}
        Set a wanted configuration, then apply it here.
      </p>
    );
  }
  const { set, document } = wanted.standard;
  return set.schema.hash === known.hash ? (
    <ApplySet {...props} set={set} name={document.name} />
  ) : (
    <ProblemAlert
      help="schemaDiffers"
      type="warning"
      title={`The wanted set is for “${set.schema.name}”, the device has “${known.schema.name}”. Nothing is applied.`}
    />
  );
};

const Device = ({ row, standards }: { readonly row: RomeoRow; readonly standards: Standards }) => (
  <>
    <Card size="small" title={<h2>SN {row.device.serial}</h2>} extra={STATE_TEXTS[row.state]}>
      <Flex vertical gap="middle">
        <RomeoFacts row={row} standards={standards} />
        <WantedForm key={row.device.id} row={row} standards={standards} />
      </Flex>
    </Card>
    <h2>Connected by cable</h2>
    <DeviceState device="the OBD device">{(props) => <Apply row={row} {...props} />}</DeviceState>
  </>
);

/** Sets the wanted configuration of an OBD or Romeo device, and applies it to the device that is connected by cable. */
export const RomeoConfigScreen = () => {
  const standards = useStandards();
  const { workspace } = standards;
  const [address, setAddress] = useSearchParams();
  const rows = useMemo(() => romeoRows(standards), [standards]);
  const row = rows.find(({ device }) => device.id === address.get('id'));
  const load = useLoadState(standards.state);
  if (load.kind === 'failed') return <LoadAlert load={load} />;
  if (workspace === undefined) return <Loading title="Romeo Config" />;
  return (
    <>
      <TabHint tab="romeoConfig" />
      <Flex vertical gap="middle" className="page page--text">
        <h1>Romeo Config</h1>
        <SyncNotes list="asset" />
        {rows.length === 0 ? (
          <>
            <p>{load.kind === 'ready' ? 'No OBD or Romeo devices yet.' : UNREAD}</p>
            {load.kind === 'ready' && (
              <Link to={tabPath('romeoList')}>Add one in Romeo List, by its serial number</Link>
            )}
          </>
        ) : (
          <Form layout="vertical" component="div">
            <Form.Item
              label="Device"
              htmlFor="romeo-device"
              extra={
                row === undefined &&
                'A configuration that you set for a device is kept until the device is connected by cable. You then review and apply it here.'
              }
            >
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
    </>
  );
};
