import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import type { Query } from '@batbot/core';
import { shortcutOf, withKeys } from '../keys/shortcuts.ts';

interface Props {
  readonly field?: RefObject<HTMLInputElement | null>;
  readonly label: string;
  readonly placeholder: string;
  readonly query: Query;
  /** What is wrong with the pattern; told by whoever shows the field. */
  readonly problem: string | undefined;
  /** Whether case and regular expressions can be chosen: not where bytes are looked for. */
  readonly canChoose: boolean;
  /** Whether it takes the focus when it comes; it does unless told otherwise. */
  readonly takesFocus?: boolean;
  readonly onChange: (query: Query) => void;
}

/** What to look for, and how. */
export const PatternField = ({
  field,
  label,
  placeholder,
  query,
  problem,
  canChoose,
  takesFocus = true,
  onChange,
}: Props) => {
  const own = useRef<HTMLInputElement>(null);
  const input = field ?? own;
  useEffect(() => {
    if (!takesFocus) return;
    input.current?.focus();
    input.current?.select();
  }, [input, takesFocus]);
  const turnCase = (): void => {
    onChange({ ...query, isCaseSensitive: !query.isCaseSensitive });
  };
  const turnRegex = (): void => {
    onChange({ ...query, isRegex: !query.isRegex });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const action = canChoose ? shortcutOf(event, 'bar') : undefined;
    if (action === 'matchCase') turnCase();
    else if (action === 'regex') turnRegex();
    else return;
    event.preventDefault();
  };
  return (
    <span
      role="group"
      aria-label={label}
      className="pattern"
      data-bad={problem !== undefined || undefined}
      onKeyDown={onKeyDown}
    >
      <input
        ref={input}
        className="pattern__field"
        aria-label={label}
        aria-invalid={problem !== undefined}
        placeholder={placeholder}
        value={query.pattern}
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        onChange={(event) => {
          onChange({ ...query, pattern: event.target.value });
        }}
      />
      {canChoose && (
        <>
          <button
            type="button"
            className="pattern__choice"
            aria-pressed={query.isCaseSensitive}
            aria-label="Match case"
            title={withKeys('Match case', 'matchCase')}
            onClick={turnCase}
          >
            <span aria-hidden>Aa</span>
          </button>
          <button
            type="button"
            className="pattern__choice"
            aria-pressed={query.isRegex}
            aria-label="Regular expression"
            title={withKeys('Regular expression', 'regex')}
            onClick={turnRegex}
          >
            <span aria-hidden>.*</span>
          </button>
        </>
      )}
    </span>
  );
};
