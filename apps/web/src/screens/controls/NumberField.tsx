import { InputNumber, type InputNumberProps } from 'antd';
import { decimalSign } from '@batbot/core';
import { parseNumber } from '../../text/format.ts';

type Props = Omit<InputNumberProps<number | string>, 'onChange' | 'parser' | 'decimalSeparator'> & {
  /** `null`: the field is empty. */
  readonly onChange?: (value: number | null) => void;
};

/** A field for a number. A comma is a decimal comma: InputNumber alone drops it, and reads "1,5" as 15. */
export const NumberField = ({ onChange, ...props }: Props) => (
  <InputNumber<number | string>
    {...props}
    decimalSeparator={decimalSign()}
    parser={(typed = '') => (typed.trim() === '' ? '' : (parseNumber(typed) ?? Number.NaN))}
    onChange={(value) => onChange?.(value === null ? null : Number(value))}
  />
);
