import { useId } from 'react';
import type { LiveData } from '@batbot/core';
import { isWithin, limitsText, typedLimits, type TypedValue } from '@batbot/core/procedures';
import { parseNumber } from '../../../text/format.ts';

interface Props {
  readonly wanted: TypedValue;
  readonly data: LiveData;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** A value read elsewhere and typed in; tells its limits, and when it lies outside. */
export const TypedValueField = ({ wanted, data, text, onChange }: Props) => {
  const hint = useId();
  const value = parseNumber(text);
  const limits = typedLimits(wanted, data);
  const isNoNumber = value === undefined && text.trim() !== '';
  const isOff = value !== undefined && limits !== undefined && !isWithin(value, limits);
  const range = limits === undefined ? 'not known now' : limitsText(limits, wanted.unit);
  return (
    <div className="guided-field">
      <label className="guided-field__label">
        <span>
          {wanted.name}
          {wanted.unit !== '' && `, ${wanted.unit}`}
        </span>
        <input
          className="guided-field__input tabular"
          inputMode="decimal"
          autoComplete="off"
          value={text}
          aria-describedby={hint}
          aria-invalid={isOff || isNoNumber}
          onChange={({ target }) => {
            onChange(target.value);
          }}
        />
      </label>
      <p id={hint} className="guided-field__hint" data-off={isOff || isNoNumber}>
        {isNoNumber && `“${text.trim()}” is no number: write it like 12.5. `}
        {isOff ? `Outside ${range}: the step will fail.` : `Wanted: ${range}`}
      </p>
    </div>
  );
};
