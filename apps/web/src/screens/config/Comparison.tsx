import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Alert, Button, Select, Typography } from 'antd';
import {
  areEqual,
  isSameText,
  isWritable,
  PARAMETER_FILE_LIMIT,
  PARAMETER_SET_FILE,
  sharedValues,
  shownValue,
  valueProblem,
  type DeviceReading,
  type Parameter,
  type ParameterValue,
  type ParameterValues,
} from '@batbot/core/parameters';
import { serialKey, type Asset } from '@batbot/core/workspace';
import { changedQuery } from '../../react/changed-query.ts';
import { useDraft } from '../../react/drafts.tsx';
import { dayText } from '../../text/format.ts';
import { fileProblem } from '../controls/file-problem.ts';
import { OpenFileButton } from '../controls/OpenFileButton.tsx';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import type { Standard, Standards } from '../parameters/use-standards.ts';
import { standardText } from './standard-words.ts';

export interface Compared {
  readonly label: string;
  readonly values: ParameterValues;
  /** The hash of the schema of the values; undefined for those of the device's own schema. */
  readonly schemaHash?: string | undefined;
}

const FILE = 'file';

const defaultsOf = ({ known }: DeviceReading): ParameterValues =>
  Object.fromEntries(
    known.schema.parameters.flatMap((each) =>
      each.default === undefined ? [] : [[each.key, each.default] as const],
    ),
  );

/** An opened file. `serial`: the device whose values it has, if it names one. */
interface ComparedFile extends Compared {
  readonly serial?: string | undefined;
}

/** Returns the values of a file for a device: from another device, without its calibration and the like. */
const ofFile = (file: ComparedFile, { identity, known }: DeviceReading): Compared =>
  file.serial !== undefined && isSameText(file.serial, identity.serial)
    ? file
    : { ...file, values: sharedValues(known.schema, file.values) };

const bySerial = (a: Asset, b: Asset): number => a.serial.localeCompare(b.serial);

const ofStandard = ({ document, set }: Standard, before = ''): Compared => ({
  label: `${before}${standardText(document)}`,
  values: set.values,
  schemaHash: set.schema.hash,
});

/** Lets the user choose what the device is compared with. The choice is in the address, a file is a draft. */
export const useComparison = (device: DeviceReading, { sets, packs, standardOf }: Standards) => {
  const [address, setAddress] = useSearchParams();
  const file = useDraft<ComparedFile | undefined>('compared file', () => undefined);
  const [problem, setProblem] = useState<string>();
  const serial = serialKey(device.identity.serial ?? '');

  const sources = useMemo(() => {
    const own = packs.find((each) => serial !== '' && serialKey(each.serial) === serial);
    const standard = own === undefined ? undefined : standardOf(own);
    const of = (id: string, compared: Compared) => ({ id, compared });
    return [
      {
        title: 'This pack',
        entries: [
          own?.parameters &&
            of('last', { label: `Last read, ${dayText(own.parameters.at)}`, ...own.parameters }),
          standard && of('standard', ofStandard(standard, 'Client’s standard: ')),
          of('default', { label: 'Defaults of the schema', values: defaultsOf(device) }),
        ].filter((each) => each !== undefined),
      },
      {
        title: 'Standards and versions',
        entries: sets.map((each) => of(`set:${each.document.id}`, ofStandard(each))),
      },
      {
        title: 'Other packs',
        entries: packs.toSorted(bySerial).flatMap((each) =>
          each === own || each.parameters === undefined
            ? []
            : [
                of(`pack:${each.id}`, {
                  label: `SN ${each.serial}, read ${dayText(each.parameters.at)}`,
                  ...each.parameters,
                  values: sharedValues(device.known.schema, each.parameters.values),
                }),
              ],
        ),
      },
      {
        title: 'File',
        entries: file.value === undefined ? [] : [of(FILE, ofFile(file.value, device))],
      },
    ].filter(({ entries }) => entries.length > 0);
  }, [packs, sets, standardOf, serial, device, file.value]);

  const id = address.get('compare') ?? '';
  const compared = sources
    .flatMap(({ entries }) => entries)
    .find((each) => each.id === id)?.compared;
  const choose = (next: string): void => {
    setAddress((before) => changedQuery(before, { compare: next }), { replace: true });
  };
  const open = (text: string): void => {
    const set = PARAMETER_SET_FILE.parse(text);
    setProblem(set.ok ? undefined : `Not opened: ${fileProblem(set.error)}`);
    if (!set.ok) return;
    const { name, values, schema, source } = set.value;
    file.change({
      label: `File: ${name}`,
      values,
      schemaHash: schema.hash,
      serial: source.serial,
    });
    choose(FILE);
  };
  const isShortened =
    id === FILE &&
    compared !== undefined &&
    Object.keys(compared.values).length < Object.keys(file.value?.values ?? {}).length;
  const isOther = compared?.schemaHash !== undefined && compared.schemaHash !== device.known.hash;
  return {
    compared,
    select: (
      <>
        <Select
          aria-label="Compare with"
          className="config__compare"
          showSearch={{ optionFilterProp: 'label' }}
          value={compared === undefined ? '' : id}
          popupMatchSelectWidth={false}
          options={[
            { value: '', label: 'Compare with…' },
            ...sources.map(({ title, entries }) => ({
              label: title,
              options: entries.map((each) => ({ value: each.id, label: each.compared.label })),
            })),
          ]}
          onChange={choose}
        />
        <OpenFileButton
          label="Import values…"
          file="File of a parameter set"
          limit={PARAMETER_FILE_LIMIT}
          onText={open}
        />
      </>
    ),
    notice: (
      <>
        <ProblemAlert help="fileRefused" role="alert" title={problem} />
        {isShortened && (
          <Alert
            type="info"
            showIcon
            title="The file is not of this device, so its values of one device, such as a calibration, are left out."
          />
        )}
        {isOther && (
          <ProblemAlert
            help="schemaDiffers"
            type="warning"
            title={`“${compared.label}” was made for another schema. Parameters with the same key are compared.`}
          />
        )}
      </>
    ),
  };
};

/** Compares the value of a field. The user can take over the other value if it fits the parameter. */
export const Comparison = ({
  parameter,
  value,
  isChanged,
  compared,
  onUse,
}: {
  readonly parameter: Parameter;
  readonly value: ParameterValue | undefined;
  /** Whether `value` is a change that is not on the device. */
  readonly isChanged: boolean;
  readonly compared: Compared | undefined;
  readonly onUse: (value: ParameterValue) => void;
}) => {
  const other = compared?.values[parameter.key];
  if (compared === undefined || other === undefined) return null;
  const text = shownValue(parameter, other);
  const isSame = areEqual(value, other);
  const problem = isSame || !isWritable(parameter) ? undefined : valueProblem(parameter, other);
  const same = isChanged ? `= ${text}, as changed here` : '= the same';
  return (
    <div>
      <span className="hint">{compared.label} </span>
      {isSame ? same : `≠ ${text} `}
      {problem !== undefined && <Typography.Text type="warning">▲ {problem}</Typography.Text>}
      {!isSame && isWritable(parameter) && problem === undefined && (
        <Button
          size="small"
          aria-label={`Use ${text} for ${parameter.label}`}
          onClick={() => onUse(other)}
        >
          Use
        </Button>
      )}
    </div>
  );
};
