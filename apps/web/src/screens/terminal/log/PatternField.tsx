import { Button, Input, Space, type InputRef } from 'antd';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import type { Query } from '@batbot/core';
import { PLAIN_TEXT } from '../forms/plain-text.ts';
import { shortcutOf, withKeys } from '../keys/shortcuts.ts';

interface Props {
  readonly ref?: Ref<InputRef> | undefined;
  readonly label: string;
  readonly placeholder: string;
  readonly query: Query;
  readonly isWrong: boolean;
  /** Whether case sensitivity and regular expressions can be chosen. They do not apply to a search for bytes. */
  readonly canChoose: boolean;
  readonly prefix?: ReactNode;
  readonly onChange: (query: Query) => void;
}

/** A field for a text or a regular expression. */
export const PatternField = (props: Props) => {
  const { ref, label, placeholder, query, isWrong, canChoose, prefix, onChange } = props;
  const turnCase = (): void => onChange({ ...query, isCaseSensitive: !query.isCaseSensitive });
  const turnRegex = (): void => onChange({ ...query, isRegex: !query.isRegex });
  const onKeyDown = (event: KeyboardEvent): void => {
    const action = canChoose ? shortcutOf(event, 'bar') : undefined;
    if (action === 'matchCase') turnCase();
    else if (action === 'regex') turnRegex();
    else return;
    event.preventDefault();
  };
  return (
    <Input
      {...(ref && { ref })}
      className="pattern"
      aria-label={label}
      aria-invalid={isWrong}
      status={isWrong ? 'error' : ''}
      placeholder={placeholder}
      value={query.pattern}
      {...PLAIN_TEXT}
      enterKeyHint="search"
      prefix={prefix}
      suffix={
        canChoose && (
          <Space size={2}>
            <Button
              type={query.isCaseSensitive ? 'primary' : 'text'}
              aria-pressed={query.isCaseSensitive}
              aria-label="Match case"
              title={withKeys('Match case', 'matchCase')}
              onClick={turnCase}
            >
              Aa
            </Button>
            <Button
              type={query.isRegex ? 'primary' : 'text'}
              aria-pressed={query.isRegex}
              aria-label="Regular expression"
              title={withKeys('Regular expression', 'regex')}
              onClick={turnRegex}
            >
              .*
            </Button>
          </Space>
        )
      }
      onKeyDown={onKeyDown}
      onChange={(event) => onChange({ ...query, pattern: event.target.value })}
    />
  );
};
