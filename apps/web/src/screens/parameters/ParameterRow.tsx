import { useId, type ReactNode } from 'react';
import { Form, Input, Select, Tag, Typography } from 'antd';
import {
  isWritable,
  shownValue,
  type Parameter,
  type ReportedValue,
} from '@batbot/core/parameters';
import type { ParameterForm } from './use-parameter-form.ts';

/** Describes the values that a parameter may have: "2.000 V to 4.500 V · default 3.800 V". */
const rangeText = (parameter: Parameter): string => {
  const { min, max, default: usual, maxLength } = parameter;
  const of = (value: number): string => shownValue(parameter, value);
  return [
    ...(min !== undefined && max !== undefined ? [`${of(min)} to ${of(max)}`] : []),
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(usual === undefined ? [] : [`default ${shownValue(parameter, usual)}`]),
  ].join(' · ');
};

const Control = ({
  id,
  parameter,
  reported,
  form,
}: {
  readonly id: string;
  readonly parameter: Parameter;
  readonly reported: ReportedValue | undefined;
  readonly form: ParameterForm;
}) => {
  const { value, text, problem } = form.fieldOf(parameter);
  const { type, unit, options = [] } = parameter;
  if (!isWritable(parameter)) return <bdi id={id}>{shownValue(parameter, value)}</bdi>;
  if (type === 'enum' || type === 'bool') {
    const choices =
      type === 'enum'
        ? options.map((each) => ({ value: each.value, label: each.label }))
        : [
            { value: 1, label: 'on' },
            { value: 0, label: 'off' },
          ];
    return (
      <Select<number>
        id={id}
        value={value === undefined ? null : Number(value)}
        placeholder="unknown"
        options={choices}
        onChange={(next) => form.choose(parameter, type === 'bool' ? next === 1 : next)}
      />
    );
  }
  return (
    <Input
      id={id}
      autoComplete="off"
      inputMode={type === 'integer' || type === 'decimal' ? 'decimal' : 'text'}
      value={text}
      placeholder={reported?.value === undefined ? 'unknown' : undefined}
      suffix={unit}
      aria-invalid={problem !== undefined}
      aria-describedby={`${id}-hint`}
      onChange={({ target }) => form.type(parameter, target.value)}
      onBlur={() => form.leave(parameter)}
      onPressEnter={() => form.leave(parameter)}
    />
  );
};

/** A parameter: its name, its field, its value on the device, and `children`, which compares it. */
export const ParameterRow = ({
  parameter,
  reported,
  form,
  children,
}: {
  readonly parameter: Parameter;
  readonly reported: ReportedValue | undefined;
  readonly form: ParameterForm;
  readonly children?: ReactNode;
}) => {
  const id = useId();
  const { problem, broken, isChanged } = form.fieldOf(parameter);
  const { label, help, needsRestart } = parameter;
  return (
    <li className="parameter" data-changed={isChanged}>
      <div>
        <label htmlFor={id}>
          {isChanged && <span aria-hidden>● </span>}
          {label}
        </label>{' '}
        {parameter.class === 'protection' && <Tag color="warning">▲ Protection</Tag>}
        {needsRestart === true && isWritable(parameter) && <Tag>Restarts</Tag>}
        {!isWritable(parameter) && <Tag>Read-only</Tag>}
        {help !== undefined && <div className="hint">{help}</div>}
      </div>
      <Form.Item {...(problem !== undefined && { validateStatus: 'error' as const })}>
        <Control id={id} parameter={parameter} reported={reported} form={form} />
        <div id={`${id}-hint`} className="hint">
          {problem !== undefined && (
            <div>
              <Typography.Text type="danger">The value {problem}.</Typography.Text>
            </div>
          )}
          {broken.map((text) => (
            <div key={text}>
              <Typography.Text type="danger">▲ {text}</Typography.Text>
            </div>
          ))}
          {rangeText(parameter)}
        </div>
      </Form.Item>
      <div>
        {isWritable(parameter) && (
          <div>
            <span className="hint">On the device </span>
            {shownValue(parameter, reported?.value)}
            {isChanged && <span className="visually-hidden">, changed here</span>}
          </div>
        )}
        {reported?.problem !== undefined && (
          <Typography.Text type="warning">▲ {reported.problem}</Typography.Text>
        )}
        {children}
      </div>
    </li>
  );
};
