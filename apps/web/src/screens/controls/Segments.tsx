import { useId } from 'react';
import './segments.css';

interface Props<T extends string> {
  /** What is chosen, for screen readers. */
  readonly legend: string;
  readonly options: readonly (readonly [value: T, label: string])[];
  /** Undefined: none is chosen yet. */
  readonly value: T | undefined;
  readonly onChoose: (value: T) => void;
  readonly isSmall?: boolean;
  readonly isDisabled?: boolean;
}

/** One of a few, all in sight: radio buttons in one frame. */
export const Segments = <T extends string>({
  legend,
  options,
  value,
  onChoose,
  isSmall = false,
  isDisabled = false,
}: Props<T>) => {
  const name = useId();
  return (
    <fieldset className={isSmall ? 'segments segments--small' : 'segments'} disabled={isDisabled}>
      <legend className="visually-hidden">{legend}</legend>
      {options.map(([option, label]) => (
        <label key={option} className="segments__option">
          <input
            type="radio"
            name={name}
            value={option}
            checked={option === value}
            onChange={() => {
              onChoose(option);
            }}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
};
