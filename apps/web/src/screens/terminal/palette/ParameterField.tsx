import { useId } from 'react';
import { accepts, type Parameter } from '@batbot/core';
import { rangeWords } from '../send/command-hint.ts';

interface Props {
  readonly parameter: Parameter;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A value of a command: chosen from a list where there is one, else typed and compared with its range. */
export const ParameterField = ({ parameter, value, onChange }: Props) => {
  const id = useId();
  const { name, help, optional } = parameter;
  const isWrong = value !== '' && !accepts(parameter, value);
  const field = {
    id,
    className: 'palette__field',
    'aria-describedby': `${id}-help`,
    'aria-invalid': isWrong,
    value,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => {
      onChange(target.value);
    },
  };
  return (
    <div className="palette__parameter">
      <label htmlFor={id}>
        {name}
        {optional === true && <span className="palette__optional"> may be left out</span>}
      </label>
      {parameter.kind === 'enum' ? (
        <select {...field} className="select">
          <option value="">{optional === true ? '(none)' : 'Choose …'}</option>
          {parameter.values.map((each) => (
            <option key={each.value} value={each.value}>
              {each.help === '' ? each.value : `${each.value}: ${each.help}`}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...field}
          inputMode={parameter.kind === 'integer' && parameter.min >= 0 ? 'numeric' : 'text'}
          autoCapitalize="off"
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <p id={`${id}-help`} className="palette__range" data-wrong={isWrong}>
        {isWrong && <span aria-hidden>▲ </span>}
        {isWrong ? `Takes ${rangeWords(parameter)}, not ${value}. ` : help}
        {!isWrong && parameter.kind !== 'enum' && ` ${rangeWords(parameter)}.`}
      </p>
    </div>
  );
};
