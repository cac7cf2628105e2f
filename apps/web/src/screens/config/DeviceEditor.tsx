import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Alert, Button, Checkbox, Descriptions, Flex, Input, Select, Tabs } from 'antd';
import {
  areEqual,
  isWritable,
  PARAMETER_SET_FILE,
  parameterOf,
  valuesOf,
  type DeviceParameters,
  type DeviceReading,
  type Parameter,
  type ParameterSet,
  type ParameterValues,
  type SkippedValue,
} from '@batbot/core/parameters';
import { useMedia } from '../../react/use-media.ts';
import { useSignedIn } from '../../react/use-signed-in.ts';
import { counted, dateTimeText, isoDate } from '../../text/format.ts';
import { Menu } from '../controls/Menu.tsx';
import { saveFile } from '../controls/save-file.ts';
import { ParameterRow } from '../parameters/ParameterRow.tsx';
import { deviceName, type EditedState } from '../parameters/parameter-words.ts';
import { PublishModal } from '../parameters/PublishModal.tsx';
import { ReviewBar } from '../parameters/ReviewBar.tsx';
import { useStandards } from '../parameters/use-standards.ts';
import { useParameterForm } from '../parameters/use-parameter-form.ts';
import { Comparison, useComparison, type Compared } from './Comparison.tsx';

const ALL = 'all';

/** Returns the values of the device with the user's changes, as a set. */
const setOf = (
  { known: { schema, hash }, identity, readAt, ...device }: DeviceReading,
  edits: ParameterValues,
): ParameterSet => ({
  format: 'batbot-parameter-set-1',
  name: `${schema.name} ${isoDate(readAt)}`.slice(0, 80),
  schema: { name: schema.name, hash },
  values: { ...valuesOf(device), ...edits },
  source: {
    kind: 'device',
    ...(identity.serial !== undefined && { serial: identity.serial }),
    ...(identity.firmware !== undefined && { firmware: identity.firmware }),
    at: new Date(readAt).toISOString(),
  },
});

const skippedText = ({ key, why }: SkippedValue, { known }: DeviceReading): string =>
  `${parameterOf(known.schema, key)?.label ?? key} ${why}`;

/** The label of a group, with the numbers of its values that were changed or are not the default. */
const GroupLabel = ({
  label,
  changed,
  special,
}: {
  readonly label: string;
  readonly changed: number;
  readonly special: number;
}) => (
  <span className="config__group">
    {label}
    <span className="parameter__hint">
      {[
        ...(changed > 0 ? [`● ${changed} changed`] : []),
        ...(special > 0 ? [`${special} not default`] : []),
      ].join(' · ')}
    </span>
  </span>
);

/** Edits the parameters by group, beside the values of another source. */
export const DeviceEditor = ({
  state,
  parameters,
}: {
  readonly state: EditedState;
  readonly parameters: DeviceParameters;
}) => {
  const { device, edits } = state;
  const { schema, origin } = device.known;
  const form = useParameterForm(parameters, state);
  const permissions = useSignedIn()?.permissions;
  const isNarrow = useMedia('(width < 992px)');
  const [address, setAddress] = useSearchParams();
  const [skipped, setSkipped] = useState<readonly SkippedValue[]>([]);
  const [publishing, setPublishing] = useState<ParameterSet>();
  const standards = useStandards();
  const comparison = useComparison(device, standards);
  const set = (name: string, value: string): void => {
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  };
  const words = (address.get('q') ?? '').toLowerCase();
  const isChangedOnly = address.get('changed') !== null;
  const group =
    words === '' && !isChangedOnly ? (address.get('group') ?? schema.groups[0]?.id ?? ALL) : ALL;

  const valueOf = ({ key }: Parameter) => edits[key] ?? device.values.get(key)?.value;
  const inGroup = (id: string) =>
    schema.parameters.filter((each) => id === ALL || each.group === id);
  const shown = inGroup(group).filter(
    (each) =>
      `${each.label} ${each.key} ${each.help ?? ''}`.toLowerCase().includes(words) &&
      (!isChangedOnly || form.fieldOf(each).isChanged || form.fieldOf(each).problem !== undefined),
  );
  const labelOf = (id: string, label: string) => {
    const all = inGroup(id);
    return {
      key: id,
      label,
      changed: all.filter((each) => form.fieldOf(each).isChanged).length,
      special: all.filter(
        (each) =>
          isWritable(each) && each.default !== undefined && !areEqual(valueOf(each), each.default),
      ).length,
    };
  };
  const groups = [labelOf(ALL, 'All'), ...schema.groups.map(({ id, label }) => labelOf(id, label))];

  const fill = ({ values }: Compared): void => {
    setSkipped(parameters.fill(values));
  };
  const list = (
    <ul className="config__list" aria-label="Parameters">
      {shown.map((parameter) => (
        <ParameterRow
          key={parameter.key}
          parameter={parameter}
          reported={device.values.get(parameter.key)}
          form={form}
        >
          <Comparison
            parameter={parameter}
            value={valueOf(parameter)}
            compared={comparison.compared}
            onUse={(value) => {
              form.choose(parameter, value);
            }}
          />
        </ParameterRow>
      ))}
      {shown.length === 0 && <li>No parameter matches.</li>}
    </ul>
  );
  return (
    <>
      <Descriptions
        size="small"
        column={{ xs: 1, sm: 2, lg: 4 }}
        items={[
          { label: 'Device', children: deviceName(device.identity) },
          { label: 'Firmware', children: device.identity.firmware },
          { label: 'Read', children: dateTimeText(device.readAt) },
          {
            label: 'Schema',
            children: `${schema.name}${origin === 'file' ? ' (from a file)' : ''}`,
          },
        ].map((item) => ({ key: item.label, ...item }))}
      />
      <p className="parameter__hint">Source of the schema: {schema.source}</p>
      {device.isNewer && (
        <Alert
          type="warning"
          showIcon
          title="The firmware of this device is newer than the schema: compare each value before you write."
        />
      )}
      <div className="config__tools" role="search">
        <Input
          className="config__search"
          allowClear
          aria-label="Search parameters"
          placeholder="Search parameters …"
          value={address.get('q') ?? ''}
          onChange={({ target }) => {
            set('q', target.value);
          }}
        />
        <Checkbox
          checked={isChangedOnly}
          onChange={({ target }) => {
            set('changed', target.checked ? '1' : '');
          }}
        >
          Changed only
        </Checkbox>
        {comparison.select}
        {comparison.compared !== undefined && (
          <Button onClick={() => comparison.compared && fill(comparison.compared)}>Use all</Button>
        )}
        <Button onClick={parameters.read}>Read again</Button>
        <Menu
          menu={{
            items: [
              { key: 'export', label: 'Export these values (JSON)' },
              ...(permissions?.uploadConfig === true
                ? [{ key: 'publish', label: 'Publish as a standard …' }]
                : []),
            ],
            onClick: ({ key }) => {
              const values = setOf(device, edits);
              if (key === 'publish') setPublishing(values);
              else {
                const name = `parameters-${device.identity.serial ?? 'device'}.json`;
                saveFile(document, name, 'application/json', [PARAMETER_SET_FILE.format(values)]);
              }
            },
          }}
        >
          <Button aria-label="Configuration: options">⋯</Button>
        </Menu>
      </div>
      {comparison.notice}
      {skipped.length > 0 && (
        <Alert
          type="warning"
          showIcon
          closable
          onClose={() => {
            setSkipped([]);
          }}
          title={`${counted(skipped.length, 'value')} not taken over`}
          description={skipped.map((each) => skippedText(each, device)).join('; ')}
        />
      )}
      {isNarrow ? (
        <Flex vertical gap="small">
          <Select
            aria-label="Group"
            value={group}
            options={groups.map(({ key, label, changed }) => ({
              value: key,
              label: changed > 0 ? `${label} · ${changed} changed` : label,
            }))}
            onChange={(id) => {
              set('group', id);
            }}
          />
          {list}
        </Flex>
      ) : (
        <Tabs
          tabPlacement="start"
          activeKey={group}
          destroyOnHidden
          onChange={(id) => {
            set('group', id);
          }}
          items={groups.map(({ key, ...label }) => ({
            key,
            label: <GroupLabel {...label} />,
            children: key === group && list,
          }))}
        />
      )}
      {device.others.length > 0 && group === ALL && (
        <Descriptions
          size="small"
          column={1}
          title="Not in the schema, shown as reported"
          items={device.others.map(({ key, raw }) => ({ key, label: key, children: raw }))}
        />
      )}
      <ReviewBar state={state} form={form} parameters={parameters} />
      {publishing !== undefined && (
        <PublishModal
          set={publishing}
          standards={standards}
          onClose={() => {
            setPublishing(undefined);
          }}
        />
      )}
    </>
  );
};
