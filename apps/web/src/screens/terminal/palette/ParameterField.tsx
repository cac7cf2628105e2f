import { Input, Select } from 'antd';
import { accepts, type Parameter } from '@batbot/core';
import { rangeWords } from '../send/command-hint.ts';
import { Labelled } from './Labelled.tsx';

interface Props {
  readonly parameter: Parameter;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A value of a command: selected from a list where there is one, else typed and compared with its range. */
export const ParameterField = ({ parameter, value, onChange }: Props) => {
  const { name, help, optional } = parameter;
  const isWrong = value !== '' && !accepts(parameter, value);
  const range = parameter.kind === 'enum' ? help : `${help} ${rangeWords(parameter)}.`;
  return (
    <Labelled
      label={
        <>
          {name}
          {optional === true && <span className="palette__optional"> Optional</span>}
        </>
      }
      hint={isWrong ? `▲ Takes ${rangeWords(parameter)}, not ${value}. ` : range}
      isWrong={isWrong}
    >
      {(tie) =>
        parameter.kind === 'enum' ? (
          <Select
            {...tie}
            options={[
              { value: '', label: optional === true ? '(none)' : 'Choose …' },
              ...parameter.values.map((each) => ({
                value: each.value,
                label: each.help === '' ? each.value : `${each.value}: ${each.help}`,
              })),
            ]}
            value={value}
            onChange={onChange}
          />
        ) : (
          <Input
            {...tie}
            className="mono"
            aria-invalid={isWrong}
            status={isWrong ? 'warning' : ''}
            inputMode={parameter.kind === 'integer' && parameter.min >= 0 ? 'numeric' : 'text'}
            autoCapitalize="off"
            autoComplete="off"
            spellCheck={false}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
        )
      }
    </Labelled>
  );
};
