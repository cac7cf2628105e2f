import { useEffect, useRef, type RefObject } from 'react';
import type { Query } from '@batbot/core';

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
  return (
    <span className="pattern" data-bad={problem !== undefined || undefined}>
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
            title="Match case"
            onClick={() => {
              onChange({ ...query, isCaseSensitive: !query.isCaseSensitive });
            }}
          >
            <span aria-hidden>Aa</span>
          </button>
          <button
            type="button"
            className="pattern__choice"
            aria-pressed={query.isRegex}
            aria-label="Regular expression"
            title="Regular expression"
            onClick={() => {
              onChange({ ...query, isRegex: !query.isRegex });
            }}
          >
            <span aria-hidden>.*</span>
          </button>
        </>
      )}
    </span>
  );
};
