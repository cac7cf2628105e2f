import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Alert, Button, Checkbox, Descriptions, Flex, Input, Select, Tabs } from 'antd';
import {
  deviceName,
  deviceSet,
  isWritable,
  PARAMETER_SET_FILE,
  parameterOf,
  valuesOf,
  type ParameterSet,
  type SkippedValue,
} from '@batbot/core/parameters';
import { tabPath } from '../../react/paths.ts';
import { useMedia } from '../../react/use-media.ts';
import { useSignedIn } from '../../react/use-signed-in.ts';
import { counted, dateTimeText, isoDate } from '../../text/format.ts';
import { CLEAR_BUTTON } from '../controls/clear-button.tsx';
import { FactList } from '../controls/FactList.tsx';
import { Menu } from '../controls/Menu.tsx';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { saveJson } from '../controls/save-file.ts';
import { ParameterRow } from '../parameters/ParameterRow.tsx';
import type { EditedProps } from '../parameters/parameter-words.ts';
import { publishable, PublishModal } from '../parameters/PublishModal.tsx';
import { ReviewBar } from '../parameters/ReviewBar.tsx';
import { SkippedValues } from '../parameters/SkippedValues.tsx';
import { useStandards } from '../parameters/use-standards.ts';
import { useParameterForm } from '../parameters/use-parameter-form.ts';
import { Comparison, useComparison, type Compared } from './Comparison.tsx';
import { ALL, countsText, useParameterFilter } from './use-parameter-filter.ts';

/** Edits the parameters by group, beside the values of another source. */
export const DeviceEditor = ({ state, parameters }: EditedProps) => {
  const { device, edits } = state;
  const { schema, origin, hash } = device.known;
  const form = useParameterForm(parameters, state);
  const permissions = useSignedIn()?.permissions;
  const isNarrow = useMedia('(width < 992px)');
  const [skipped, setSkipped] = useState<readonly SkippedValue[]>([]);
  const [publishing, setPublishing] = useState<ParameterSet>();
  const [published, setPublished] = useState<{ readonly id: string; readonly name: string }>();
  const navigate = useNavigate();
  const standards = useStandards();
  const comparison = useComparison(device, standards);
  const { compared } = comparison;
  const filter = useParameterFilter(state, form, compared);
  const { group, groups, shown, differing, set, valueOf } = filter;
  const hasEdits = Object.keys(edits).length > 0;

  // Read-only values always stay those of the device, so this is not reported.
  const fill = ({ values }: Compared): void => {
    setSkipped(
      form.fill(values).filter(({ key }) => {
        const parameter = parameterOf(schema, key);
        return parameter === undefined || isWritable(parameter);
      }),
    );
  };
  const list = (
    <ul className="lined" aria-label="Parameters">
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
            isChanged={form.fieldOf(parameter).isChanged}
            compared={compared}
            onUse={(value) => form.choose(parameter, value)}
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
        colon={false}
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
      <p className="hint">Source of the schema: {schema.source}</p>
      {device.isNewer && (
        <ProblemAlert
          help="schemaDiffers"
          type="warning"
          title="The firmware of this device is newer than the schema: compare each value before you write."
        />
      )}
      <Flex role="search" gap="small" wrap align="center">
        <Input
          className="config__search"
          allowClear={CLEAR_BUTTON}
          aria-label="Search parameters"
          placeholder="Search parameters…"
          value={filter.q}
          onChange={({ target }) => set('q', target.value)}
        />
        <Checkbox
          checked={filter.isChangedOnly}
          onChange={({ target }) => set('changed', target.checked ? '1' : '')}
        >
          Changed only
        </Checkbox>
        {comparison.select}
        <Button onClick={() => void parameters.read()}>Read again</Button>
        <Menu
          menu={{
            items: [
              { key: 'export', label: 'Export these values (JSON)' },
              ...(permissions?.uploadConfig === true
                ? [{ key: 'publish', label: 'Publish as a standard…' }]
                : []),
            ],
            onClick: ({ key }) => {
              const read = deviceSet({
                name: `${schema.name} ${isoDate(device.readAt)}`,
                schema: { name: schema.name, hash },
                values: { ...valuesOf(device), ...edits },
                device: device.identity,
                at: device.readAt,
              });
              // The device has not reported a change that is not written.
              const values: ParameterSet = hasEdits
                ? { ...read, source: { kind: 'template' } }
                : read;
              if (key === 'publish') setPublishing(publishable(values, schema));
              else {
                const name = `parameters-${device.identity.serial ?? 'device'}.json`;
                saveJson(name, PARAMETER_SET_FILE.format(values));
              }
            },
          }}
        >
          <Button aria-label="Configuration: options">⋯</Button>
        </Menu>
      </Flex>
      {comparison.notice}
      {compared !== undefined && (
        <Alert
          type="info"
          title={
            <Flex gap="small" wrap align="center" justify="space-between">
              {hasEdits && 'With the changes here: '}
              {differing === 0
                ? `All values are the same as those of “${compared.label}”.`
                : `${counted(differing, 'value differs', 'values differ')} from “${compared.label}”.`}
              {differing > 0 && (
                <Flex gap="small" wrap align="center">
                  <Checkbox
                    checked={filter.isDifferingOnly}
                    onChange={({ target }) => set('differing', target.checked ? '1' : '')}
                  >
                    Differing only
                  </Checkbox>
                  <Button size="small" onClick={() => fill(compared)}>
                    Use all as changes
                  </Button>
                </Flex>
              )}
            </Flex>
          }
        />
      )}
      {published !== undefined && (
        <Alert
          type="success"
          showIcon
          closable
          title={`“${published.name}” is a standard now. Assign it to packs or accounts in Standards.`}
          action={
            <Button
              size="small"
              onClick={() => void navigate(`${tabPath('config')}/standards/${published.id}`)}
            >
              Open
            </Button>
          }
          onClose={() => setPublished(undefined)}
        />
      )}
      <SkippedValues skipped={skipped} schema={schema} onClose={() => setSkipped([])} />
      {isNarrow ? (
        <Flex vertical gap="small">
          <Select
            aria-label="Group"
            value={group}
            options={groups.map(({ key, label, counts }) => ({
              value: key,
              label: [label, countsText({ ...counts, notDefault: 0 })].filter(Boolean).join(' · '),
            }))}
            onChange={(id) => set('group', id)}
          />
          {list}
        </Flex>
      ) : (
        <Tabs
          tabPlacement="start"
          activeKey={group}
          destroyOnHidden
          onChange={(id) => set('group', id)}
          items={groups.map(({ key, label, counts }) => ({
            key,
            label: (
              <Flex vertical component="span" align="start" style={{ minWidth: 184 }}>
                {label}
                <span className="hint">{countsText(counts)}</span>
              </Flex>
            ),
            children: key === group && list,
          }))}
        />
      )}
      {device.others.length > 0 && group === ALL && (
        <section className="stack" aria-label="Not in the schema">
          <h2>Not in the schema, shown as reported</h2>
          <FactList facts={device.others.map(({ key, raw }) => [key, raw])} />
        </section>
      )}
      <ReviewBar state={state} form={form} parameters={parameters} />
      {publishing !== undefined && (
        <PublishModal
          set={publishing}
          standards={standards}
          onClose={(document) => {
            setPublishing(undefined);
            setPublished(document);
          }}
        />
      )}
    </>
  );
};
