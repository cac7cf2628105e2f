import { useId } from 'react';

interface Props {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  /** Takes the focus when it appears. */
  readonly isFirst?: boolean;
  readonly onChange: (value: string) => void;
}

const focusOnce = (field: HTMLInputElement | null): void => {
  field?.focus();
};

/** One line of text with its label over it. */
export const TextField = ({ label, hint, value, isFirst = false, onChange }: Props) => {
  const id = useId();
  return (
    <div className="palette__parameter">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="palette__field"
        value={value}
        {...(hint !== undefined && { 'aria-describedby': `${id}-hint` })}
        {...(isFirst && { ref: focusOnce })}
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => {
          onChange(target.value);
        }}
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} className="palette__range">
          {hint}
        </p>
      )}
    </div>
  );
};
