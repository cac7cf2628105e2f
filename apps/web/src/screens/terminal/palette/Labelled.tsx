import { useId, type ReactNode } from 'react';

interface Props {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly isWrong?: boolean;
  /** The control, given the attributes that tie it to its label and hint. */
  readonly children: (tie: {
    readonly id: string;
    readonly 'aria-describedby': string;
  }) => ReactNode;
}

/** A control with its label above and its hint below. */
export const Labelled = ({ label, hint, isWrong = false, children }: Props) => {
  const id = useId();
  return (
    <div className="palette__parameter">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': `${id}-hint` })}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="palette__range" data-wrong={isWrong}>
          {hint}
        </p>
      )}
    </div>
  );
};
