import { useId, type ReactNode, type Ref } from 'react';

export interface TextFieldProps {
  readonly ref: Ref<HTMLInputElement>;
  readonly label: string;
  readonly name: string;
  readonly type?: 'text' | 'password';
  readonly autoComplete: string;
  readonly placeholder: string;
  readonly value: string;
  readonly disabled: boolean;
  /** The error, shown below the field in reserved space. */
  readonly problem: string | undefined;
  readonly onClick: () => void;
  readonly onEdit: (text: string) => void;
  /** Shown at the end of the field. */
  readonly end?: ReactNode;
}

export const TextField = ({ label, problem, onEdit, end, type, ...input }: TextFieldProps) => {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div style={{ position: 'relative' }}>
        <input
          {...input}
          id={id}
          type={type ?? 'text'}
          autoCapitalize="none"
          spellCheck={false}
          aria-required
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-problem`}
          onChange={(event) => onEdit(event.target.value)}
        />
        {end}
      </div>
      <p className="field__problem" id={`${id}-problem`} role={problem && 'alert'}>
        {problem}
      </p>
    </div>
  );
};
