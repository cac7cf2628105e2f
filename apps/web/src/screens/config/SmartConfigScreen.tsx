import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Button, Flex, Form, Select, Steps } from 'antd';
import {
  CHEMISTRIES,
  deviceName,
  parameterOf,
  proposalsFor,
  shownValue,
  unitFactor,
  type EnteredFacts,
  type SkippedValue,
} from '@batbot/core/parameters';
import { useDraft } from '../../react/drafts.tsx';
import { NumberField } from '../controls/NumberField.tsx';
import { TabHint } from '../controls/TabHint.tsx';
import { DeviceState } from '../parameters/DeviceState.tsx';
import { ParameterRow } from '../parameters/ParameterRow.tsx';
import type { EditedProps } from '../parameters/parameter-words.ts';
import { ReviewBar } from '../parameters/ReviewBar.tsx';
import { SkippedValues } from '../parameters/SkippedValues.tsx';
import { useParameterForm } from '../parameters/use-parameter-form.ts';
import './config.css';

/** The questions about the pack, by step. `role` names the parameter whose value on the device is shown beside. */
const QUESTIONS = [
  [{ fact: 'cells', label: 'Cells in series', role: 'cellCount', unit: undefined, most: 1_000 }],
  [
    { fact: 'capacityAh', label: 'Capacity', role: 'capacity', unit: 'Ah', most: 10_000 },
    {
      fact: 'chargeA',
      label: 'Highest charge current',
      role: 'chargeOverCurrent',
      unit: 'A',
      most: 10_000,
    },
    {
      fact: 'dischargeA',
      label: 'Highest discharge current',
      role: 'dischargeOverCurrent',
      unit: 'A',
      most: 10_000,
    },
  ],
] as const;

const Guide = ({ state, parameters }: EditedProps) => {
  const { device } = state;
  const { schema } = device.known;
  const form = useParameterForm(parameters, state);
  const [address, setAddress] = useSearchParams();
  const [skipped, setSkipped] = useState<readonly SkippedValue[]>([]);
  const parameterFor = (role: string) => parameterOf(schema, schema.chemistryKeys?.[role] ?? '');
  const onDevice = (role: string) => {
    const parameter = parameterFor(role);
    return parameter && device.values.get(parameter.key)?.value;
  };
  const draft = useDraft<Partial<EnteredFacts>>(`guide ${device.identity.serial ?? ''}`, () => ({
    ...Object.fromEntries(
      QUESTIONS.flat().flatMap(({ fact, role }) => {
        const parameter = parameterFor(role);
        const factor = parameter && unitFactor(role, parameter);
        const value = onDevice(role);
        return typeof value === 'number' && factor !== undefined ? [[fact, value / factor]] : [];
      }),
    ),
  }));
  const facts = draft.value;
  const isComplete = QUESTIONS.flat().every(({ fact }) => facts[fact] !== undefined);
  const wanted = Math.min(3, Math.max(1, Number(address.get('step') ?? 1)));
  const step = wanted > 1 && facts.chemistry === undefined ? 1 : wanted;
  const go = (next: number): void => setAddress({ step: String(next) });
  const proposals =
    facts.chemistry !== undefined && isComplete ? proposalsFor(schema, facts as EnteredFacts) : [];
  const propose = (): void => {
    setSkipped(form.fill(Object.fromEntries(proposals.map(({ key, value }) => [key, value]))));
    go(3);
  };
  const reported = (role: string): string => {
    const parameter = parameterFor(role);
    if (parameter === undefined) return 'Not a parameter of this device';
    return `On the device: ${shownValue(parameter, onDevice(role))}`;
  };
  return (
    <>
      <p>
        {deviceName(device.identity)} · {schema.name}
      </p>
      <p className="hint">Source of the schema: {schema.source}</p>
      <Steps
        size="small"
        responsive={false}
        current={step - 1}
        items={['Cells', 'Limits', 'Review'].map((title) => ({ title }))}
      />
      {step < 3 && (
        <Form layout="vertical" component="div">
          {step === 1 && (
            <Form.Item label="Cell chemistry" htmlFor="chemistry" extra={reported('chemistry')}>
              <Select
                id="chemistry"
                placeholder="Choose the chemistry of the cells"
                value={facts.chemistry ?? null}
                options={CHEMISTRIES.map(({ id, name }) => ({ value: id, label: name }))}
                onChange={(chemistry) => draft.change({ ...facts, chemistry })}
              />
            </Form.Item>
          )}
          {(QUESTIONS[step - 1] ?? []).map(({ fact, label, role, unit, most }) => (
            <Form.Item key={fact} label={label} htmlFor={fact} extra={reported(role)}>
              <NumberField
                id={fact}
                min={fact === 'cells' ? 1 : 0}
                max={most}
                {...(fact === 'cells' && { precision: 0 })}
                suffix={unit}
                value={facts[fact] ?? null}
                onChange={(value) => {
                  const { [fact]: _, ...others } = facts;
                  draft.change(value === null ? others : { ...facts, [fact]: value });
                }}
              />
            </Form.Item>
          ))}
          <Flex gap="small">
            {step === 2 && <Button onClick={() => go(1)}>Back</Button>}
            <Button
              type="primary"
              disabled={
                step === 1
                  ? facts.chemistry === undefined || facts.cells === undefined
                  : !isComplete
              }
              onClick={() => {
                if (step === 1) go(2);
                else propose();
              }}
            >
              {step === 1 ? 'Next' : 'Propose values'}
            </Button>
          </Flex>
        </Form>
      )}
      {step === 3 && (
        <>
          <p>
            Proposed for this pack. Check each value against the data sheet of the cells, which
            takes precedence. Nothing is written before you have reviewed it.
          </p>
          <SkippedValues skipped={skipped} schema={schema} />
          <ul className="lined" aria-label="Proposed values">
            {schema.parameters.flatMap((parameter) => {
              const { key } = parameter;
              const source = proposals.find((each) => each.key === key)?.source;
              if (source === undefined) return [];
              return [
                <ParameterRow
                  key={key}
                  parameter={parameter}
                  reported={device.values.get(key)}
                  form={form}
                >
                  <div className="hint">{source}</div>
                </ParameterRow>,
              ];
            })}
          </ul>
          <Flex gap="small">
            <Button onClick={() => go(2)}>Back</Button>
          </Flex>
          <ReviewBar state={state} form={form} parameters={parameters} />
        </>
      )}
    </>
  );
};

/** Sets up a BMS in three steps, without knowledge of its parameters. */
export const SmartConfigScreen = () => (
  <>
    <TabHint tab="smartConfig" />
    <div className="page page--text stack">
      <h1>Smart BMS Config</h1>
      <DeviceState>{(props) => <Guide {...props} />}</DeviceState>
    </div>
  </>
);
